"""How a Power answers what Events and cards ask: whom they strike and where, what is paid, who is given up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import tour, ways
from ludi.games.pax_romana.advice.mustering import muster
from ludi.games.pax_romana.advice.planning import CHEAPEST, best_host, cost, expansion_promise, spare
from ludi.games.pax_romana.advice.threats import danger
from ludi.games.pax_romana.advice.worth import hold_gain, hurt, keep_worth, site_gain
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch12_special.pirates import PIRATES
from ludi.games.pax_romana.ch12_special.placing import Placing
from ludi.games.pax_romana.ch12_special.pontus import PonticActivation, PonticMuster
from ludi.games.pax_romana.ch12_special.slave_turn import REVOLT, SlaveTurn
from ludi.games.pax_romana.ch15_victory.objectives import usable
from ludi.games.pax_romana.ch15_victory.opening_purchase import price as objective_price
from ludi.games.pax_romana.ch16_events.stability_check import NewLeader, PayForPeace
from ludi.games.pax_romana.ch17_cards.captains import RETURNING, Dictator
from ludi.games.pax_romana.ch17_cards.engineers import besiegers
from ludi.games.pax_romana.ch17_cards.fortunes import OFFERING
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.counters import letter_of
from ludi.games.pax_romana.world.pieces import COMBAT, LAND, NOBODY, PONTUS, SOF, is_power, points
from ludi.games.pax_romana.world.stability_track import TURMOIL, stability_range
from ludi.games.pax_romana.world.words import (
    BID,
    DISCARD,
    DONE,
    HOLD,
    INVITE,
    LOSE,
    MAJOR,
    MARCH,
    MINOR,
    OBJECTIVE,
    PASS,
    PAY,
    PLACE,
    REVEAL,
    RISE,
    TAKE_LEADER,
)

Judge = Callable[[Any, Any, int, Sequence[int]], list[float]]

LEVEL = 0.45
"""A level of Stability."""
NEAR = 4
"""MP within which a place is near another."""


def harm(s: Position, power: int, node: int) -> float:
    """What it is worth to a Power that harm comes to whoever holds a Space."""
    holder = s.holder(node)
    if not is_power(holder):
        return 0.0
    loss = 0.2 + keep_worth(s, holder, node)
    return -loss if s.allied(power, holder) else hurt(s, holder) * loss


def where_it_hurts(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """A Space that something strikes, or a Province; to strike none is worth nothing."""
    spaces_of = s.box.atlas.spaces_of
    found = []
    for action in legal:
        verb, argument = action // SPAN * SPAN, action % SPAN
        struck = [argument] if verb == PLACE else spaces_of[argument] if verb == RISE else []
        found.append(sum([harm(s, power, node) for node in struck], 0.0))
    return found


def whom_it_hurts(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """A Power that something strikes: the one that leads, sooner if it is in Turmoil."""
    found = []
    for action in legal:
        other = action % SPAN
        turmoil = 0.3 if stability_range(s.stability[other]) == TURMOIL else 0.0
        found.append(-2.0 if other == power else hurt(s, other) + turmoil)
    return found


def whose_hand(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Another's Hand: the fullest, and of equals the leader's."""
    return [len(s.hands[action % SPAN]) + hurt(s, action % SPAN) for action in legal]


# Pieces that are put on the map


def placing(s: Position, procedure: Placing | NewLeader, power: int, legal: Sequence[int]) -> list[float]:
    """Pirates before the ports of others, Slaves in what they hold dear, the rest where Units would be raised."""
    if procedure.stage == PIRATES:
        return [pirates(s, power, action % SPAN) for action in legal]
    if procedure.stage == REVOLT:
        return [harm(s, power, action % SPAN) for action in legal]
    return [muster(s, power, action % SPAN, []) for action in legal]


def pirates(s: Position, power: int, node: int) -> float:
    """Pirates are a nuisance to whoever has Ports one step from them."""
    worth = 0.0
    for near in s.box.atlas.sea[node]:
        holder = s.holder(near) if near < s.box.atlas.spaces else NOBODY
        if is_power(holder):
            worth += -0.5 if holder == power else 0.2 * hurt(s, holder)
    return worth


def invasion(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Invaders begin where most of what others hold is near, and least of one's own."""
    return [around(s, procedure.side, power, action % SPAN) for action in legal]


def around(s: Position, side: int, power: int, node: int) -> float:
    """What an Army without friends could do to others from a Space on, and to the Power itself."""
    found = [harm(s, power, node)]
    found += [harm(s, power, place) / (1 + mp) for place, (mp, _) in ways(s, side, node, 0, power, NEAR).items()]
    return max(found) + 2.0 * min(0.0, *found)


def resurgence(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Tribes rise where others would like to go."""
    rivals = [each for each in range(len(s.box.powers)) if each != power]
    return [
        max(hold_gain(s, rival, action % SPAN) for rival in rivals) - 1.5 * hold_gain(s, power, action % SPAN)
        for action in legal
    ]


def slaves(s: Position, procedure: SlaveTurn, power: int, legal: Sequence[int]) -> list[float]:
    """Slaves in another's hand go where their master loses most and can least defend it."""
    band = points(s.at(procedure.side, procedure.node))
    found = []
    for action in legal:
        verb, node = action // SPAN * SPAN, action % SPAN
        if verb == HOLD:
            found.append(0.05)
            continue
        holder = s.holder(node)
        guard = points(s.at(holder, node)) + 2 * s.walls(node) if is_power(holder) else 0
        found.append(harm(s, power, node) * min(1.0, (band + 1.0) / (guard + 1.0)) if verb == MARCH else 0.0)
    return found


# Pontus


def pontic_muster(s: Position, procedure: PonticMuster, power: int, legal: Sequence[int]) -> list[float]:
    """All in one Space, from which they may go against others."""
    return [0.2 * points(s.at(PONTUS, action % SPAN)) + around(s, PONTUS, power, action % SPAN) for action in legal]


def pontus(s: Position, procedure: PonticActivation, power: int, legal: Sequence[int]) -> list[float]:
    """Pontus moves as one Army, against others."""
    found = []
    for action in legal:
        verb, node = action // SPAN * SPAN, action % SPAN
        if verb == MAJOR:
            army = s.fresh(PONTUS, node) & LAND
            promise = tour(s, PONTUS, power, node, army, [], 3, [], node)[0] if army & COMBAT else 0.0
            found.append(0.6 * promise)
        else:
            found.append(0.05 if action == DONE else -0.2 if verb == MINOR else -1.0)
    return found


# Engineers

URGENT = 100.0
"""Of a Battle that waits for it."""


def inventor(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The City about to be stormed, else the own one that is most in danger."""
    stormed = [battle.node for battle in s.under_way(Battle)]
    found = []
    for action in legal:
        node = action % SPAN
        own = s.site_owner(node) == power
        worth = danger(s, power, node, points(s.at(power, node))) if own else -1.0
        found.append(worth + (URGENT if own and node in stormed else 0.0))
    return found


def helepolis(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The Army about to storm walls, else the one with the best walls to go against, and the strongest."""
    storming = [(side, battle.node) for battle in s.under_way(Battle) for side in battle.attackers]
    found = []
    for action in legal:
        node = action % SPAN
        side = besiegers(s, power)[node]
        army = s.at(side, node) & LAND
        walls = [site_gain(s, power, place) for place in ways(s, side, node, army, power, NEAR + 1)]
        promise = best_host(s, power, node)[0] if side != SOF else 0.5
        worth = max(walls, default=0.0) + 0.1 * promise + 0.03 * points(army)
        found.append(worth + (URGENT if (side, node) in storming else 0.0))
    return found


# Hands, Objectives, talks


def mission(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    return [0.0 if action == DONE else 0.1 + hold_gain(s, power, action % SPAN) for action in legal]


def talks(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Rhodes leaves another's side before one talks; talks are held with who leads least."""
    found = []
    for action in legal:
        if action // SPAN * SPAN == INVITE:
            found.append(0.2 - 0.1 * hurt(s, action % SPAN))
        else:
            found.append(-1.0 if s.rhodes_ally == power else 0.5)
    return found


def foreign_policy(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Who has no Objective gets one for nothing; who has some must give one of them back."""
    found = []
    for action in legal:
        other = action % SPAN
        held = len(s.objectives[other])
        if other == power:
            found.append(0.0 if held else 0.6)
        else:
            found.append(hurt(s, other) * 0.2 * held if held else -0.3)
    return found


def opening_purchase(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    rich = spare(s, power) > objective_price(s, power)
    return [(0.3 if rich else -0.3) if action == OBJECTIVE else 0.0 for action in legal]


def revealing(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """What is achieved counts when it is shown."""
    return [1.0 if action // SPAN * SPAN == REVEAL else 0.0 for action in legal]


def discarding(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """What was paid for is kept."""
    return [0.1 if action == DONE else 0.0 for action in legal]


def duplicate(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The same twice is no use, as long as there may be another one in the pool."""
    held = {letter_of(marker) for marker in s.objectives[power]}
    better = any(letter not in held and usable(s.box, power, letter) for letter in s.objective_pool)
    return [(0.3 if better else -0.1) if action // SPAN * SPAN == DISCARD else 0.0 for action in legal]


# Payments and losses


def payment(s: Position, procedure: PayForPeace, power: int, legal: Sequence[int]) -> list[float]:
    """A Talent for each level of Stability, as long as it is worth more than the Talent."""
    return [LEVEL * (action - BID) - cost(s, power, action - BID) for action in legal]


def dies_irae(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    worth = expansion_promise(s, power) - cost(s, power, OFFERING)
    return [worth if action == PAY else 0.0 if action == PASS else -1.0 for action in legal]


def given_up(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The cheapest Unit first."""
    return [-0.1 * CHEAPEST.index(action - LOSE) if action - LOSE in CHEAPEST else -0.6 for action in legal]


def rating(s: Position, number: int) -> int:
    return s.box.leaders[number].tactical + s.box.leaders[number].campaign


def conspiracy(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The best leader of whoever leads, sooner if he has an Army."""
    found = []
    for action in legal:
        number = action - TAKE_LEADER
        owner = s.box.leaders[number].side
        army = points(s.at(owner, s.leader_at[number]))
        found.append(hurt(s, owner) * (1.0 + 0.1 * rating(s, number) + 0.03 * army))
    return found


def infected(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """Of equal leaders the one with the smallest Army, and the less able marshal."""
    found = []
    for action in legal:
        number = action - TAKE_LEADER
        found.append(-0.1 * s.box.leaders[number].campaign - 0.03 * points(s.at(power, s.leader_at[number])))
    return found


def dictator(s: Position, procedure: Dictator, power: int, legal: Sequence[int]) -> list[float]:
    """The worst leader is recalled, the best one drawn is named and begins where most Units are."""
    found = []
    for action in legal:
        number = action - TAKE_LEADER
        if action // SPAN * SPAN == TAKE_LEADER:
            found.append(-float(rating(s, number)) if procedure.stage == RETURNING else float(rating(s, number)))
        else:
            found.append(float(points(s.at(power, action % SPAN))))
    return found


def successor_wars(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
    """The Army with which most can be done, of the Greeks who lead most."""
    found = []
    for action in legal:
        node = action % SPAN
        holder = s.holder(node)
        if action // SPAN * SPAN != PLACE:
            found.append(hurt(s, node))
        elif not is_power(holder):
            found.append(0.0)
        else:
            found.append(hurt(s, holder) * (0.5 + 0.03 * points(s.at(holder, node))))
    return found


FORTUNES: MappingProxyType[str, Judge] = MappingProxyType(
    {
        "check-victim": whom_it_hurts,
        "spies": whose_hand,
        "traitor": whose_hand,
        "insurrection": where_it_hurts,
        "rebellion": where_it_hurts,
        "gallic-rebellion": where_it_hurts,
        "placing": placing,
        "invasion": invasion,
        "resurgence": resurgence,
        "slaves": slaves,
        "pontic-muster": pontic_muster,
        "inventor": inventor,
        "helepolis": helepolis,
        "mission": mission,
        "talks": talks,
        "foreign-policy": foreign_policy,
        "opening-purchase": opening_purchase,
        "victory": revealing,
        "richest": revealing,
        "discarding": discarding,
        "duplicate": duplicate,
        "check-payment": payment,
        "games-payment": payment,
        "dies-irae": dies_irae,
        "civil-war": given_up,
        "founding": given_up,
        "conspiracy": conspiracy,
        "infected": infected,
        "dictator": dictator,
        "successor-wars": successor_wars,
    }
)
"""Judges by the procedure that asks."""
