"""The verbs of the game: every action is ``verb + argument`` (core's SPAN apart), every word is stable."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from ludi.core import SPAN, Manner, Verb, Vocabulary
from ludi.games.pax_romana.world.atlas import Atlas
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import LOSSES, SIDE_NAMES, SIDES

MAX_NUMBER = 40
"""The highest bid, gift or number of Elephants that has a word of its own."""


class Argument(Enum):
    """What the argument of a verb names."""

    NOTHING = "nothing"
    PLACE = "place"
    UNIT = "unit"
    COUNT = "count"
    POWER = "power"
    PROVINCE = "province"
    LEADER = "leader"
    OBJECTIVE = "objective"
    CARD = "card"
    SIDE = "side"


VERBS: tuple[tuple[Argument, tuple[str, ...]], ...] = (
    (
        Argument.NOTHING,
        (
            "expand",
            "recruit",
            "meet",
            "pass",
            "done",
            "go",
            "halt",
            "embark",
            "debark",
            "pick-up",
            "raze",
            "yes",
            "no",
            "stand",
            "withdraw",
            "walls",
            "field",
            "raise",
            "lower",
            "keep",
            "retreat",
            "hold",
            "force",
            "fight",
            "let-pass",
            "objective",
            "propose",
            "accept",
            "reject",
            "passage",
            "corvus",
            "take-all",
            "land",
            "sea",
            "counter",
        ),
    ),
    (
        Argument.PLACE,
        (
            "major",
            "minor",
            "soldier",
            "town",
            "city",
            "repair",
            "hire",
            "march",
            "sail",
            "intercept",
            "lead",
            "legion",
            "heavy",
            "light",
            "cavalry",
            "elephant",
            "galley",
            "rebuild-legion",
            "rebuild-heavy",
            "scrap",
            "disband-legion",
            "disband-heavy",
            "disband-mercenary",
            "levy",
            "place",
            "give-site",
            "ask-site",
            "give-galley",
            "ask-galley",
            "give-mercenary",
            "ask-mercenary",
            "soldier-minor",
        ),
    ),
    (
        Argument.UNIT,
        (
            "take",
            "drop",
            "break",
            "lose",
        ),
    ),
    (
        Argument.COUNT,
        (
            "bid",
            "elephants",
            "escort",
            "give-talents",
            "ask-talents",
        ),
    ),
    (
        Argument.POWER,
        (
            "invite",
            "against",
            "promise-peace",
            "promise-attack",
            "ask-peace",
            "ask-attack",
            "address",
        ),
    ),
    (
        Argument.PROVINCE,
        (
            "give-passage",
            "ask-passage",
            "promise-shun",
            "ask-shun",
        ),
    ),
    (
        Argument.LEADER,
        (
            "take-leader",
            "drop-leader",
        ),
    ),
    (
        Argument.OBJECTIVE,
        (
            "reveal",
            "discard",
            "show",
        ),
    ),
    (Argument.PLACE, ("detach",)),
    (Argument.LEADER, ("command",)),
    (Argument.SIDE, ("whose",)),
    (
        Argument.PLACE,
        (
            "give-way",
            "ask-way",
        ),
    ),
    (Argument.PLACE, ("conquer",)),
    (Argument.NOTHING, ("pay", "not-now")),
    (Argument.CARD, ("play", "discard-card", "keep-card", "do-not-ask", "ask-again")),
    (Argument.NOTHING, ("add-marker",)),
    (Argument.CARD, ("give-card", "ask-card", "hire-for")),
    (Argument.PLACE, ("hire-light", "hire-cavalry", "hire-heavy")),
    (Argument.PROVINCE, ("rise",)),
    (Argument.PLACE, ("give-light", "ask-light", "give-riders", "ask-riders")),
    (Argument.PLACE, ("part-from",)),
)
"""All verbs in the order of their numbers, with what each names."""
NAMES = tuple(name for _, names in VERBS for name in names)
NUMBER = {name: index * SPAN for index, name in enumerate(NAMES)}
NAMED_BY = {NUMBER[name]: argument for argument, names in VERBS for name in names}
"""What the argument of each verb names."""


def _from(first: str, last: str) -> list[int]:
    return [NUMBER[name] for name in NAMES[NAMES.index(first) : NAMES.index(last) + 1]]


(EXPAND, RECRUIT, MEET, PASS, DONE, GO, HALT, EMBARK, DEBARK, PICK_UP, RAZE) = _from("expand", "raze")
(YES, NO, STAND, WITHDRAW, WALLS, FIELD, RAISE, LOWER, KEEP, RETREAT, HOLD, FORCE) = _from("yes", "force")
(FIGHT, LET_PASS, OBJECTIVE, PROPOSE, ACCEPT, REJECT, PASSAGE, CORVUS) = _from("fight", "corvus")
(TAKE_ALL, BY_LAND, BY_SEA, COUNTER) = _from("take-all", "counter")
(MAJOR, MINOR, SOLDIER, TOWN, CITY, REPAIR, HIRE, MARCH, SAIL, INTERCEPT, LEAD) = _from("major", "lead")
(RAISE_LEGION, RAISE_HEAVY, RAISE_LIGHT, RAISE_CAVALRY, RAISE_ELEPHANT, BUILD_GALLEY) = _from("legion", "galley")
(REBUILD_LEGION, REBUILD_HEAVY, SCRAP, DISBAND_LEGION, DISBAND_HEAVY, DISBAND_MERCENARY) = _from(
    "rebuild-legion", "disband-mercenary"
)
(LEVY, PLACE, GIVE_SITE, ASK_SITE, GIVE_GALLEY, ASK_GALLEY, GIVE_MERCENARY, ASK_MERCENARY, SOLDIER_MINOR) = _from(
    "levy", "soldier-minor"
)
(TAKE, DROP, BREAK, LOSE) = _from("take", "lose")
(BID, COMMIT, ESCORT, GIVE_TALENTS, ASK_TALENTS) = _from("bid", "ask-talents")
(INVITE, AGAINST, PROMISE_PEACE, PROMISE_ATTACK, ASK_PEACE, ASK_ATTACK, ADDRESS) = _from("invite", "address")
(GIVE_PASSAGE, ASK_PASSAGE, PROMISE_SHUN, ASK_SHUN) = _from("give-passage", "ask-shun")
(TAKE_LEADER, DROP_LEADER) = _from("take-leader", "drop-leader")
(REVEAL, DISCARD, SHOW) = _from("reveal", "show")
(DETACH, COMMAND, WHOSE, GIVE_WAY, ASK_WAY, CONQUER) = _from("detach", "conquer")
(PAY, NOT_NOW) = _from("pay", "not-now")
(PLAY, DISCARD_CARD, KEEP_CARD, DO_NOT_ASK, ASK_AGAIN) = _from("play", "ask-again")
(ADD_MARKER, GIVE_CARD, ASK_CARD, HIRE_FOR) = _from("add-marker", "hire-for")
(HIRE_LIGHT, HIRE_CAVALRY, HIRE_HEAVY) = _from("hire-light", "hire-heavy")
(RISE, PART_FROM) = NUMBER["rise"], NUMBER["part-from"]
(GIVE_LIGHT, ASK_LIGHT, GIVE_RIDERS, ASK_RIDERS) = _from("give-light", "ask-riders")
HIRINGS = (HIRE_LIGHT, HIRE_CAVALRY, HIRE_HEAVY, GIVE_LIGHT, ASK_LIGHT, GIVE_RIDERS, ASK_RIDERS)
USUALLY: dict[int, Manner] = {
    EXPAND: "usual",
    TAKE_ALL: "usual",
    GO: "usual",
    PROPOSE: "usual",
    PASS: "ends",
    DONE: "ends",
    HALT: "ends",
    NO: "ends",
    REJECT: "ends",
    KEEP: "ends",
    LET_PASS: "ends",
    NOT_NOW: "ends",
    FIGHT: "attack",
    STAND: "attack",
    RAZE: "grave",
    BREAK: "grave",
    SCRAP: "grave",
    DISBAND_LEGION: "grave",
    DISBAND_HEAVY: "grave",
    DISBAND_MERCENARY: "grave",
    DISCARD: "grave",
    DISCARD_CARD: "grave",
}
"""How a verb is meant wherever a stage does not say more of its choice: the usual one, the end of something, the start
of a fight, or something given up for good."""

LETTERS = "ABCDEFGHIJKLMN"


def side_words(powers: list[str]) -> list[str]:
    """The words of all sides, by number; a scenario with fewer Powers leaves gaps."""
    return [powers[n] if n < len(powers) else SIDE_NAMES.get(n, f"nobody-{n}") for n in range(SIDES)]


def vocabulary(atlas: Atlas, powers: list[str], leaders: list[str], *, advanced: bool) -> Vocabulary:
    """All actions of a match; those from ``pay`` on belong to the Advanced Game."""
    words: dict[Argument, Sequence[str]] = {
        Argument.NOTHING: (),
        Argument.PLACE: atlas.ids,
        Argument.UNIT: LOSSES,
        Argument.COUNT: [str(number) for number in range(MAX_NUMBER + 1)],
        Argument.POWER: powers,
        Argument.PROVINCE: atlas.province_ids,
        Argument.LEADER: leaders,
        Argument.OBJECTIVE: LETTERS,
        Argument.CARD: CARD_NAMES,
        Argument.SIDE: side_words(powers),
    }
    last = len(NAMES) if advanced else NAMES.index("pay")
    return Vocabulary([Verb(name, words[NAMED_BY[NUMBER[name]]]) for name in NAMES[:last]])
