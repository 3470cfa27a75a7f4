"""The verbs of the game: every action is ``verb + argument`` (core's SPAN apart), every word is stable."""

from __future__ import annotations

from ludi.core import SPAN, Verb, Vocabulary
from ludi.games.pax_romana.atlas import Atlas
from ludi.games.pax_romana.pieces import LOSSES, SIDE_NAMES, SIDES

MAX_NUMBER = 40
"""The highest bid, gift or number of Elephants that has a word of its own."""

NAMES = (
    # alone
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
    # with a place
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
    # with a Unit
    "take",
    "drop",
    "break",
    "lose",
    # with a number
    "bid",
    "elephants",
    "escort",
    "give-talents",
    "ask-talents",
    # with a Power
    "invite",
    "against",
    "promise-peace",
    "promise-attack",
    # with a leader
    "take-leader",
    "drop-leader",
    # with an Objective
    "reveal",
    "discard",
    # with a place: part of an Army
    "detach",
    # with a leader: who commands
    "command",
    # with a side
    "whose",
)
NUMBER = {name: index * SPAN for index, name in enumerate(NAMES)}

EXPAND, RECRUIT, MEET, PASS, DONE, GO, HALT, EMBARK, DEBARK, PICK_UP, RAZE = (NUMBER[n] for n in NAMES[:11])
YES, NO, STAND, WITHDRAW, WALLS, FIELD, RAISE, LOWER, KEEP, RETREAT, HOLD, FORCE = (NUMBER[n] for n in NAMES[11:23])
FIGHT, LET_PASS, OBJECTIVE, PROPOSE, ACCEPT, REJECT, PASSAGE, CORVUS = (NUMBER[n] for n in NAMES[23:31])
TAKE_ALL, BY_LAND, BY_SEA = (NUMBER[n] for n in NAMES[31:34])
MAJOR, MINOR, SOLDIER, TOWN, CITY, REPAIR, HIRE, MARCH, SAIL, INTERCEPT, LEAD = (NUMBER[n] for n in NAMES[34:45])
RAISE_LEGION, RAISE_HEAVY, RAISE_LIGHT, RAISE_CAVALRY, RAISE_ELEPHANT, BUILD_GALLEY = (NUMBER[n] for n in NAMES[45:51])
REBUILD_LEGION, REBUILD_HEAVY, SCRAP, DISBAND_LEGION, DISBAND_HEAVY, DISBAND_MERCENARY = (
    NUMBER[n] for n in NAMES[51:57]
)
LEVY, PLACE, GIVE_SITE, ASK_SITE, GIVE_GALLEY, ASK_GALLEY = (NUMBER[n] for n in NAMES[57:63])
TAKE, DROP, BREAK, LOSE = (NUMBER[n] for n in NAMES[63:67])
BID, COMMIT, ESCORT, GIVE_TALENTS, ASK_TALENTS = (NUMBER[n] for n in NAMES[67:72])
INVITE, AGAINST, PROMISE_PEACE, PROMISE_ATTACK = (NUMBER[n] for n in NAMES[72:76])
TAKE_LEADER, DROP_LEADER = (NUMBER[n] for n in NAMES[76:78])
REVEAL, DISCARD = (NUMBER[n] for n in NAMES[78:80])
DETACH, COMMAND, WHOSE = (NUMBER[n] for n in ("detach", "command", "whose"))

LETTERS = "ABCDEFGHIJKLMN"


def side_words(powers: list[str]) -> list[str]:
    """The words of all sides, by number; a scenario with fewer Powers leaves gaps."""
    return [powers[n] if n < len(powers) else SIDE_NAMES.get(n, f"nobody-{n}") for n in range(SIDES)]


def vocabulary(atlas: Atlas, powers: list[str], leaders: list[str]) -> Vocabulary:
    """All actions of a match."""
    numbers = [str(number) for number in range(MAX_NUMBER + 1)]
    verbs = []
    for index, name in enumerate(NAMES):
        action = index * SPAN
        if action < MAJOR:
            verbs.append(Verb(name))
        elif action < TAKE:
            verbs.append(Verb(name, atlas.ids))
        elif action < BID:
            verbs.append(Verb(name, LOSSES))
        elif action < INVITE:
            verbs.append(Verb(name, numbers))
        elif action < TAKE_LEADER:
            verbs.append(Verb(name, powers))
        elif action < REVEAL or action == COMMAND:
            verbs.append(Verb(name, leaders))
        elif action == DETACH:
            verbs.append(Verb(name, atlas.ids))
        elif action == WHOSE:
            verbs.append(Verb(name, side_words(powers)))
        else:
            verbs.append(Verb(name, LETTERS))
    return Vocabulary(verbs)
