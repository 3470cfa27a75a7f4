"""How a Power deals with others: bribes, offers in a Meeting, fleets in its harbours. Points for each answer."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ludi.core import SPAN
from ludi.games.pax_romana.advice.planning import cost, spare
from ludi.games.pax_romana.advice.worth import hold_gain, hurt, keep_worth, site_worth
from ludi.games.pax_romana.ch04_diplomacy.bribery import ANSWER as BRIBED_ONE
from ludi.games.pax_romana.ch04_diplomacy.bribery import ATTACK, INVADE, OFFER, REVOLT, UPRISING, WORD, Bribe
from ludi.games.pax_romana.ch04_diplomacy.meeting import ANSWER, Meeting
from ludi.games.pax_romana.ch04_diplomacy.terms import GIVEN_FOR
from ludi.games.pax_romana.ch05_control.ports import friendly_port
from ludi.games.pax_romana.ch11_naval.harbour import Harbour
from ludi.games.pax_romana.ch11_naval.withdrawal import NavalWithdrawal
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    DONE,
    GIVE_CARD,
    GIVE_GALLEY,
    GIVE_LIGHT,
    GIVE_MERCENARY,
    GIVE_PASSAGE,
    GIVE_RIDERS,
    GIVE_SITE,
    GIVE_TALENTS,
    GIVE_WAY,
    HALT,
    HOLD,
    NO,
    PASSAGE,
    PROMISE_PEACE,
    REJECT,
    SAIL,
    YES,
)

TALENT = 0.25
"""What a Talent is worth in a deal."""
PATIENCE = 0.3
"""The least for which a planned move is called off."""
PASSING = 0.04
"""What it is worth that another lets one pass: those whom one would attack do not."""
COSTS = MappingProxyType({GIVE_GALLEY: 0.5, GIVE_MERCENARY: 0.6, GIVE_PASSAGE: 0.3, GIVE_WAY: 0.2, PROMISE_PEACE: 0.05})
"""What the other gifts and promises cost the giver."""
USES = MappingProxyType({GIVE_GALLEY: 0.3, GIVE_MERCENARY: 0.3, GIVE_LIGHT: 0.2, GIVE_RIDERS: 0.25, GIVE_CARD: 0.2})
"""What they bring the taker, less than they cost the giver; a promise binds nobody (4.3.2c) and brings nothing."""


def stake(s: Position, procedure: Bribe) -> float:
    """What the threatened Power may lose."""
    if procedure.act in (ATTACK, REVOLT, INVADE, UPRISING) and procedure.node < s.box.atlas.spaces:
        return PATIENCE + keep_worth(s, procedure.payer, procedure.node)
    return 2 * PATIENCE


def bribe(s: Position, procedure: Bribe, power: int, legal: Sequence[int]) -> list[float]:
    """Offer what the other would take, if it is worth it; take what pays; keep one's word."""
    if procedure.stage == WORD:
        return [1.0 if action == YES else 0.0 for action in legal]
    risk = stake(s, procedure)
    if procedure.stage == BRIBED_ONE:
        return [TALENT * procedure.offered if action == ACCEPT else risk for action in legal]
    if procedure.stage == OFFER:
        price = int(risk / TALENT) + 1
        found = []
        for action in legal:
            talents = action % SPAN
            wise = action != NO and price <= talents <= spare(s, power)
            found.append(0.0 if action == NO else 0.6 * risk - cost(s, power, talents) if wise else -1.0)
        return found
    return [0.1 if action == DONE else 0.0 for action in legal]


def cost_of(s: Position, giver: int, taker: int, verb: int, argument: int) -> float:
    """What a part of an offer takes from the one who gives it."""
    if verb == GIVE_TALENTS:
        return TALENT * argument
    if verb == GIVE_SITE:
        return 1.0 + keep_worth(s, giver, argument) + hurt(s, taker) * of_use(s, giver, taker, verb, argument)
    return COSTS.get(verb, 0.1)


def of_use(s: Position, giver: int, taker: int, verb: int, argument: int) -> float:
    """What a part of an offer brings the one who takes it: nothing for what he has already, or what binds nobody."""
    if verb == GIVE_TALENTS:
        return TALENT * argument
    if verb == GIVE_SITE:
        site = s.sites[argument]
        return site_worth(s, taker, site.kind, site.walls) + hold_gain(s, taker, argument)
    if verb == GIVE_WAY:
        return 0.0 if s.lets_in(giver, taker, argument) else PASSING
    if verb == GIVE_PASSAGE:
        let_in = all(s.lets_in(giver, taker, node) for node in s.box.atlas.spaces_of[argument])
        return 0.0 if let_in else PASSING
    return USES.get(verb, 0.0)


def meeting(s: Position, procedure: Meeting, power: int, legal: Sequence[int]) -> list[float]:
    """Accept what brings more than it costs; else say no and go home."""
    if procedure.stage != ANSWER:
        return [0.1 if action == DONE else 0.0 for action in legal]
    worth = bargain(s, procedure.speaker, power, procedure.terms)
    return [worth if action == ACCEPT else 0.05 if action == REJECT else -0.1 for action in legal]


def bargain(s: Position, speaker: int, power: int, terms: Sequence[int]) -> float:
    """What an offer is worth to the Power that it is made to; several ways to pass are of no more use than one."""
    passing = worth = 0.0
    for action in terms:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == PASSAGE:
            worth -= 0.0 if has(s.pass_rights[power], speaker) else COSTS[GIVE_PASSAGE]
        elif verb in GIVEN_FOR:
            worth -= cost_of(s, power, speaker, GIVEN_FOR[verb], argument)
        elif verb in (GIVE_PASSAGE, GIVE_WAY):
            passing = max(passing, of_use(s, speaker, power, verb, argument))
        else:
            worth += of_use(s, speaker, power, verb, argument)
    return worth + passing


def harbour(s: Position, procedure: Harbour, power: int, legal: Sequence[int]) -> list[float]:
    return [0.1 if action == HOLD else 0.0 for action in legal]


def naval_withdrawal(s: Position, procedure: NavalWithdrawal, power: int, legal: Sequence[int]) -> list[float]:
    """The nearest friendly Port; nobody else's Fleet is let in."""
    found = []
    for action in legal:
        verb = action // SPAN * SPAN
        if verb == SAIL:
            found.append(0.5 if friendly_port(s, power, action % SPAN) else 0.1)
        elif action == HALT:
            found.append(1.0 if friendly_port(s, power, procedure.node) else 0.2)
        else:
            found.append(0.1 if action == NO else 0.0)
    return found
