"""When each thing is decided: the answer to "why not?" for whatever does not belong to this moment.

:mod:`refusals` asks here when the procedure under way has nothing more exact to say.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludi.core import Phrase
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    AGAINST,
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
    HOLD,
    INTERCEPT,
    INVITE,
    KEEP,
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
    NUMBER,
    OBJECTIVE,
    PASS,
    PASSAGE,
    PICK_UP,
    PLACE,
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
    if name.startswith(("ask-", "give-", "promise-")) or name in ("address", "counter", "show")
)
OFFERING = (PROPOSE, PASSAGE, GIVE_TALENTS, ASK_TALENTS, GIVE_SITE, ASK_SITE, GIVE_GALLEY, ASK_GALLEY)
MOMENTS: tuple[tuple[str, str, tuple[str, ...], Iterable[int]], ...] = (
    ("operation", "PR-3.5.1a", ("activation",), (EXPAND, RECRUIT, MEET, PASS, CORVUS)),
    ("expansion", "PR-3.5.1b", ("expansion",), (MAJOR, MINOR, SOLDIER, CONQUER, NUMBER["soldier-minor"])),
    ("construction", "PR-7.1.1a", ("expansion",), (TOWN, CITY, REPAIR)),
    ("hiring", "PR-12.2.2", ("expansion", "manpower"), (HIRE,)),
    ("raising", "PR-6.2.1a", ("manpower", "recruitment"), RAISING),
    ("shipyard", "PR-6.3a", ("manpower", "recruitment"), (BUILD_GALLEY,)),
    ("maintenance", "PR-6.4", ("maintenance",), (SCRAP, DISBAND_LEGION, DISBAND_HEAVY, DISBAND_MERCENARY)),
    ("leaders", "PR-8.1.5d", ("leader-selection",), (LEAD,)),
    ("march", "PR-9.2.2", ("move", "slaves", "retreat"), (MARCH, HALT, PICK_UP, DROP, DROP_LEADER)),
    ("choosing", "PR-9.1.1a", ("move",), (TAKE, TAKE_ALL, TAKE_LEADER)),
    ("breaking", "PR-12.1.4a", ("move",), (BREAK,)),
    ("razing", "PR-7.4.3a", ("move",), (RAZE,)),
    ("sailing", "PR-11.1.1a", ("move", "encounter", "retreat", "naval-withdrawal"), (SAIL, EMBARK, DEBARK, ESCORT)),
    ("interception", "PR-9.3.1a", ("interception",), (INTERCEPT, DETACH)),
    ("withdrawal", "PR-9.4.1a", ("withdrawal", "encounter", "naval-withdrawal"), (STAND, WITHDRAW)),
    ("walls", "PR-7.3.1b", ("battle", "interception"), (WALLS, FIELD)),
    ("siege", "PR-10.5.1a", ("battle", "check-payment"), (BID,)),
    ("elephants", "PR-10.4.6a", ("battle",), (COMMIT,)),
    ("shifts", "PR-10.2-9", ("battle",), (RAISE, LOWER)),
    ("retreat", "PR-10.7.1", ("battle",), (RETREAT, HOLD, KEEP)),
    ("force", "PR-10.7.2a", ("battle",), (FORCE,)),
    ("naval-battle", "PR-11.4.1a", ("encounter",), (FIGHT, LET_PASS)),
    ("losses", "PR-10.3.2a", ("losses", "founding", "encounter"), (LOSE, WHOSE)),
    ("command", "PR-8.2.4a", ("battle", "capture", "reroll"), (COMMAND,)),
    ("militia", "PR-12.3.1", ("militia",), (LEVY,)),
    ("objective", "PR-15.4.4a", ("manpower",), (OBJECTIVE,)),
    ("reveal", "PR-15.4.6b", ("victory", "richest"), (REVEAL,)),
    ("discard", "PR-15.4.7b", ("duplicate", "discarding"), (DISCARD,)),
    ("meeting", "PR-4.1", ("meeting", "bribe"), (INVITE, ACCEPT, REJECT, *OFFERING, *TALKING)),
    ("event", "PR-16.1.2", ("placing", "invasion", "mutiny", "check-victim", "parting"), (PLACE, AGAINST)),
)
"""When a verb is decided: the phrase, the rule, the procedures in which it occurs, the verbs."""
MOMENT_OF = {verb: (key, rule, where) for key, rule, where, verbs in MOMENTS for verb in verbs}


def elsewhere(top: Procedure, verb: int) -> Phrase | None:
    """The moment to which a verb belongs, if that is another one."""
    key, rule, where = MOMENT_OF.get(verb, ("", "", ()))
    if not key or top.name in where:
        return None
    return Phrase(f"why.moment-{key}", {}, rule)
