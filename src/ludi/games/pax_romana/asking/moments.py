"""When each thing is decided: the answer to "why not?" for whatever does not belong to this moment.

:mod:`refusals` asks here when the procedure under way has nothing more exact to say.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ludi.core import Phrase
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    ADD_MARKER,
    AGAINST,
    ASK_AGAIN,
    ASK_GALLEY,
    ASK_SITE,
    ASK_TALENTS,
    BID,
    BREAK,
    BUILD_GALLEY,
    CITY,
    COMMAND,
    COMMIT,
    CONQUER,
    CORVUS,
    DEBARK,
    DETACH,
    DISBAND_HEAVY,
    DISBAND_LEGION,
    DISBAND_MERCENARY,
    DISCARD,
    DISCARD_CARD,
    DO_NOT_ASK,
    DROP,
    DROP_LEADER,
    EMBARK,
    ESCORT,
    EXPAND,
    FIELD,
    FIGHT,
    FORCE,
    GIVE_GALLEY,
    GIVE_SITE,
    GIVE_TALENTS,
    HALT,
    HIRE,
    HIRE_CAVALRY,
    HIRE_FOR,
    HIRE_HEAVY,
    HIRE_LIGHT,
    HOLD,
    INTERCEPT,
    INVITE,
    KEEP,
    KEEP_CARD,
    LEAD,
    LET_PASS,
    LEVY,
    LOSE,
    LOWER,
    MAJOR,
    MARCH,
    MEET,
    MINOR,
    NAMES,
    NOT_NOW,
    NUMBER,
    OBJECTIVE,
    PASS,
    PASSAGE,
    PAY,
    PICK_UP,
    PLACE,
    PLAY,
    PROPOSE,
    RAISE,
    RAISE_CAVALRY,
    RAISE_ELEPHANT,
    RAISE_HEAVY,
    RAISE_LEGION,
    RAISE_LIGHT,
    RAZE,
    REBUILD_HEAVY,
    REBUILD_LEGION,
    RECRUIT,
    REJECT,
    REPAIR,
    RETREAT,
    REVEAL,
    RISE,
    SAIL,
    SCRAP,
    SOLDIER,
    STAND,
    TAKE,
    TAKE_ALL,
    TAKE_LEADER,
    TOWN,
    WALLS,
    WHOSE,
    WITHDRAW,
)

RAISING = (RAISE_LEGION, RAISE_HEAVY, RAISE_LIGHT, RAISE_CAVALRY, RAISE_ELEPHANT, REBUILD_LEGION, REBUILD_HEAVY)
TALKING = tuple(
    NUMBER[name]
    for name in NAMES
    if (name.startswith(("ask-", "give-", "promise-")) and name != "ask-again")
    or name in ("address", "counter", "show")
)
OFFERING = (PROPOSE, PASSAGE, GIVE_TALENTS, ASK_TALENTS, GIVE_SITE, ASK_SITE, GIVE_GALLEY, ASK_GALLEY)
MOMENTS: tuple[tuple[str, str, Iterable[int]], ...] = (
    ("operation", "PR-3.5.1a", (EXPAND, RECRUIT, MEET, PASS, CORVUS)),
    ("expansion", "PR-3.5.1b", (MAJOR, MINOR, SOLDIER, CONQUER, NUMBER["soldier-minor"])),
    ("construction", "PR-7.1.1a", (TOWN, CITY, REPAIR)),
    ("hiring", "PR-12.2.2", (HIRE,)),
    ("raising", "PR-6.2.1a", RAISING),
    ("shipyard", "PR-6.3a", (BUILD_GALLEY,)),
    ("maintenance", "PR-6.4", (SCRAP, DISBAND_LEGION, DISBAND_HEAVY, DISBAND_MERCENARY)),
    ("leaders", "PR-8.1.5d", (LEAD,)),
    ("march", "PR-9.2.2", (MARCH, HALT, PICK_UP, DROP, DROP_LEADER)),
    ("choosing", "PR-9.1.1a", (TAKE, TAKE_ALL, TAKE_LEADER)),
    ("breaking", "PR-12.1.4a", (BREAK,)),
    ("razing", "PR-7.4.3a", (RAZE,)),
    ("sailing", "PR-11.1.1a", (SAIL, EMBARK, DEBARK, ESCORT)),
    ("interception", "PR-9.3.1a", (INTERCEPT, DETACH)),
    ("withdrawal", "PR-9.4.1a", (STAND, WITHDRAW)),
    ("walls", "PR-7.3.1b", (WALLS, FIELD)),
    ("bid", "PR-10.5.1a", (BID,)),
    ("elephants", "PR-10.4.6a", (COMMIT,)),
    ("shifts", "PR-10.2-9", (RAISE, LOWER)),
    ("retreat", "PR-10.7.1", (RETREAT, HOLD)),
    ("keep", "PR-10.7.2a", (KEEP,)),
    ("force", "PR-10.7.2a", (FORCE,)),
    ("naval-battle", "PR-11.4.1a", (FIGHT, LET_PASS)),
    ("losses", "PR-10.3.2a", (LOSE, WHOSE)),
    ("command", "PR-8.2.4a", (COMMAND,)),
    ("militia", "PR-12.3.1", (LEVY,)),
    ("objective", "PR-15.4.4a", (OBJECTIVE,)),
    ("reveal", "PR-15.4.6b", (REVEAL,)),
    ("discard", "PR-15.4.7b", (DISCARD,)),
    ("meeting", "PR-4.1", (INVITE, ACCEPT, REJECT, *OFFERING, *TALKING)),
    ("event", "PR-16.1.2", (PLACE, AGAINST)),
    ("payment", "PR-3.4.4a", (PAY,)),
    ("cards", "PR-17.1.5a", (PLAY, DISCARD_CARD, HIRE_FOR)),
    ("answer", "PR-17.1.5a", (NOT_NOW, DO_NOT_ASK)),
    ("own-cards", "PR-17.1.5a", (ASK_AGAIN,)),
    ("keeping", "PR-17.1.4b", (KEEP_CARD,)),
    ("card-hiring", "PR-12.2.3a", (HIRE_LIGHT, HIRE_CAVALRY, HIRE_HEAVY)),
    ("card-effect", "PR-17.1.5a", (ADD_MARKER,)),
    ("event", "PR-13.3-GAULe", (RISE,)),
)
"""When verbs are decided: the phrase, the rule, the verbs."""
MOMENT_OF = {verb: (key, rule) for key, rule, verbs in MOMENTS for verb in verbs}


@cache
def verbs_of(name: str) -> frozenset[int]:
    """The verbs by which procedures of this name are answered, at one stage or another."""
    return frozenset(
        verb
        for kind in Procedure.kinds.values()
        if kind.name == name
        for stage in kind.stages.values()
        for verb in stage.by_verb
    )


def elsewhere(top: Procedure, verb: int) -> Phrase | None:
    """The moment to which a verb belongs, if that is another one."""
    if verb not in MOMENT_OF or verb in verbs_of(top.name):
        return None
    key, rule = MOMENT_OF[verb]
    return Phrase(f"why.moment-{key}", {}, rule)
