"""What Event cards are worth to a Power: when to play one, to answer with one, to keep one or to give one up (17.1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

from ludi.core import SPAN
from ludi.games.pax_romana.advice import planning
from ludi.games.pax_romana.advice.clashes import win_chance
from ludi.games.pax_romana.advice.moments import moment_worth
from ludi.games.pax_romana.advice.planning import best_host, cost, expansion_promise, recruitment_promise, spare
from ludi.games.pax_romana.advice.threats import danger
from ludi.games.pax_romana.advice.worth import hold_gain, keep_worth
from ludi.games.pax_romana.ch03_sequence.activation import PAYING, Activation
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch11_naval.afloat import Afloat
from ludi.games.pax_romana.ch11_naval.fleets import galley_points
from ludi.games.pax_romana.ch11_naval.naval_ambush import Sally, lairs
from ludi.games.pax_romana.ch12_special.mercenaries import joining_places
from ludi.games.pax_romana.ch17_cards.hiring import Hiring
from ludi.games.pax_romana.ch17_cards.keeping import Keeping, Overfull
from ludi.games.pax_romana.ch17_cards.levies import Settling
from ludi.games.pax_romana.ch17_cards.playing import CardPlay
from ludi.games.pax_romana.ch17_cards.politics import Opportunity
from ludi.games.pax_romana.ch17_cards.segment import CardSegment
from ludi.games.pax_romana.ch17_cards.window import Window
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.cards import (
    ALLIANCE,
    ALLIANCE_WITH_PERGAMUM,
    ALLIANCE_WITH_RHODES,
    AMBUSH,
    ANSWERS,
    ARCHIMEDES,
    ARTILLERY,
    BARBARIAN_INVASION,
    CONQUEROR,
    CONSPIRACY,
    CORVUS,
    CUNCTATOR,
    DEUS_EX_MACHINA,
    DIPLOMATIC_MISSION,
    HARPAX,
    INDEPENDENT_EXPANSION,
    MERCENARIES,
    NAVAL_AMBUSH,
    POLIORCATES,
    PONTUS,
    RAISE_THE_MILITIA,
    SOLDIER_OF_FORTUNE,
    SPIES,
    STABILITY_AND_OPPORTUNITY,
    STABILITY_CHECK,
    SUCCESSOR_WARS,
    TACTICAL_SURPRISE,
    TRAITOR,
    title_of,
)
from ludi.games.pax_romana.world.pieces import COMBAT, NOBODY, points, squadrons
from ludi.games.pax_romana.world.words import (
    ADD_MARKER,
    DISCARD_CARD,
    DONE,
    HIRE_CAVALRY,
    HIRE_FOR,
    HIRE_HEAVY,
    KEEP_CARD,
    NOT_NOW,
    PASS,
    PAY,
    PLAY,
)

Judge = Callable[[Any, Any, int, Sequence[int]], list[float]]

IN_HAND = MappingProxyType(
    {
        DEUS_EX_MACHINA: 0.5,
        STABILITY_AND_OPPORTUNITY: 0.5,
        CONQUEROR: 0.45,
        TACTICAL_SURPRISE: 0.4,
        NAVAL_AMBUSH: 0.35,
        SOLDIER_OF_FORTUNE: 0.35,
        AMBUSH: 0.3,
        PONTUS: 0.3,
        TRAITOR: 0.3,
        MERCENARIES: 0.25,
        POLIORCATES: 0.25,
        ARCHIMEDES: 0.25,
        CUNCTATOR: 0.2,
        RAISE_THE_MILITIA: 0.2,
    }
)
"""What a card may still be good for as long as it is held, in Victory Points."""
LITTLE = 0.1
"""Any other card in Hand."""
AT_ONCE = MappingProxyType(
    {
        STABILITY_AND_OPPORTUNITY: 1.0,
        ALLIANCE_WITH_PERGAMUM: 0.8,
        SOLDIER_OF_FORTUNE: 0.8,
        PONTUS: 0.6,
        ALLIANCE_WITH_RHODES: 0.6,
        INDEPENDENT_EXPANSION: 0.5,
        TRAITOR: 0.4,
        SPIES: 0.2,
        DIPLOMATIC_MISSION: 0.15,
        ALLIANCE: 0.05,
    }
)
"""Cards that are played as soon as they may be, and what that is worth."""
CANCELLED = MappingProxyType(
    {
        STABILITY_AND_OPPORTUNITY: 0.9,
        CONQUEROR: 0.8,
        SOLDIER_OF_FORTUNE: 0.7,
        PONTUS: 0.6,
        ALLIANCE_WITH_PERGAMUM: 0.6,
        CONSPIRACY: 0.6,
        STABILITY_CHECK: 0.6,
        SUCCESSOR_WARS: 0.55,
        BARBARIAN_INVASION: 0.55,
    }
)
"""Cards of others that are worth DEUS EX MACHINA, and how much."""
AGAINST_ME = MappingProxyType({NAVAL_AMBUSH: 2.0, AMBUSH: 0.7, TACTICAL_SURPRISE: 0.7, TRAITOR: 0.6})
"""The same for cards that strike the Power itself."""
DRAW = 0.15
"""A card drawn."""
HIRED_POINTS = 3
"""Battle Points of Mercenary Heavy Infantry."""
AFRAID = 0.8
"""Danger that calls for a card."""


def in_hand(title: int) -> float:
    return IN_HAND.get(title, LITTLE)


def hand_worth(s: Position, power: int) -> float:
    """All cards that a Power holds."""
    return sum(in_hand(title_of(card)) for card in s.hands[power])


# To play a card now


def play_worth(s: Position, power: int, title: int) -> float:
    """What it is worth to play a card for its Event now, beside keeping it."""
    now = WHEN[title](s, power) if title in WHEN else AT_ONCE.get(title, 0.0)
    return now - (0.0 if title in AT_ONCE else in_hand(title))


def fear(s: Position, power: int) -> float:
    """The danger of the City or Capital that is most in danger."""
    sites = [node for node, site in s.sites.items() if site.owner == power]
    return max((danger(s, power, node, points(s.at(power, node))) for node in sites), default=0.0)


def when_afraid(s: Position, power: int) -> float:
    return 0.6 if fear(s, power) > AFRAID else 0.0


def militia_worth(s: Position, power: int) -> float:
    """Militia cost a level of Stability."""
    return 0.6 if fear(s, power) > AFRAID and s.stability[power] > 1 else 0.0


def fleet_worth(s: Position, power: int) -> float:
    """Better Galleys for the rest of the turn: for a Power that has some and has just begun to move."""
    ships = sum(squadrons(stack) for _, stack in s.places_of(power))
    return 0.1 * min(4, ships) if s.active == power and s.acted[power] <= 2 else 0.0


def siege_worth(s: Position, power: int) -> float:
    """Siege engines cost 2T and help an Army that goes against walls."""
    return 0.5 if s.active == power and spare(s, power) >= 2 else 0.0


def hiring_worth(s: Position, power: int) -> float:
    """Mercenaries for 2T where they are needed most."""
    best = max((hired_here(s, power, node) for node in joining_places(s, power)), default=0.0)
    return best - cost(s, power, 2)


def hired_here(s: Position, power: int, node: int) -> float:
    """Mercenaries for an Army: they guard where it stands, or go with its leader."""
    guard = points(s.at(power, node))
    worth = danger(s, power, node, guard) - danger(s, power, node, guard + HIRED_POINTS)
    return worth + (0.3 if s.leaders_of(power, node) and s.at(power, node) & COMBAT else 0.1)


def conquest(s: Position, power: int) -> float:
    """A second Major Move with an Elite leader, at the beginning of an Expansion."""
    leaders = s.box.leaders
    places = [
        node
        for number, node in enumerate(s.leader_at)
        if node >= 0 and leaders[number].side == power and leaders[number].elite
    ]
    return max((best_host(s, power, node)[0] for node in places), default=0.0)


WHEN: MappingProxyType[int, Callable[[Position, int], float]] = MappingProxyType(
    {
        CUNCTATOR: when_afraid,
        ARCHIMEDES: when_afraid,
        RAISE_THE_MILITIA: militia_worth,
        MERCENARIES: hiring_worth,
        POLIORCATES: siege_worth,
        ARTILLERY: fleet_worth,
        CORVUS: fleet_worth,
        HARPAX: fleet_worth,
        CONQUEROR: conquest,
    }
)
"""Cards whose moment depends on the position."""


def with_hand(s: Position, power: int, action: int) -> float:
    """A choice about a card in Hand, beside what else a Segment offers."""
    verb, title = action // SPAN * SPAN, action % SPAN
    if verb == PLAY:
        return play_worth(s, power, title)
    if verb == HIRE_FOR:
        return hiring_worth(s, power) - max(in_hand(title), AT_ONCE.get(title, 0.0))
    return -0.5 - in_hand(title) if verb == DISCARD_CARD else -1.0


# Judges


def activation(s: Position, procedure: Activation, power: int, legal: Sequence[int]) -> list[float]:
    """Payment, for an Operation and for a card; then the Operation."""
    if procedure.stage == PAYING:
        fee = procedure.cost(s)
        promise = max(expansion_promise(s, power) - 0.25 * fee, recruitment_promise(s, power, fee))
        return [promise + DRAW if action == PAY else 0.0 for action in legal]
    return planning.activation(s, procedure, power, legal)


def beside(judge: Judge) -> Judge:
    """A judge who thinks of cards in Hand too: they take nothing from what is asked, so a good one comes first."""

    def judge_both(s: Position, procedure: Any, power: int, legal: Sequence[int]) -> list[float]:
        others = [action for action in legal if not about_hand(action)]
        found = dict(zip(others, judge(s, procedure, power, others), strict=True))
        best = max(0.0, *found.values())
        for action in legal:
            if action not in found:
                worth = with_hand(s, power, action)
                found[action] = worth + best if worth > 0.0 else worth
        return [found[action] for action in legal]

    return judge_both


def about_hand(action: int) -> bool:
    return action // SPAN * SPAN in (PLAY, HIRE_FOR, DISCARD_CARD)


def segment(s: Position, procedure: CardSegment, power: int, legal: Sequence[int]) -> list[float]:
    return [0.0 if action == DONE else with_hand(s, power, action) for action in legal]


def window(s: Position, procedure: Window, power: int, legal: Sequence[int]) -> list[float]:
    """To answer or to let be; one who holds nothing for it does not ask to be left alone either."""
    found = []
    for action in legal:
        if action == PASS:
            found.append(0.0)
        elif action == NOT_NOW:
            found.append(-0.1)
        elif action // SPAN * SPAN == PLAY and procedure.cards:
            found.append(answer_worth(s, procedure, power, action % SPAN))
        else:
            found.append(with_hand(s, power, action))
    return found


def answer_worth(s: Position, procedure: Window, power: int, title: int) -> float:
    """What it is worth to answer with a card, beside keeping it."""
    friend = procedure.about != NOBODY and s.allied(power, procedure.about)
    below = s.below()
    if title == DEUS_EX_MACHINA and isinstance(below, CardPlay):
        table = AGAINST_ME if strikes(s, below, power) else CANCELLED
        worth = table.get(below.title, 0.0)
    elif title == TACTICAL_SURPRISE and isinstance(below, Clash):
        worth = surprise_worth(s, below, power)
    elif title == NAVAL_AMBUSH and isinstance(below, Afloat):
        worth = 0.0 if friend else naval_ambush_worth(s, below, power)
    elif title in ANSWERS:
        worth = 0.0 if friend else 1.0
    else:
        now = moment_worth(s, below, power, title)
        return play_worth(s, power, title) if now is None else now - in_hand(title)
    return worth - in_hand(title)


def fleet_at(s: Position, power: int, node: int) -> int:
    """The Battle Points of a Power's Galley Squadrons in a place."""
    return squadrons(s.at(power, node)) * galley_points(s, power)


def fleet_of(s: Position, fleet: Afloat) -> int:
    """The Battle Points of an Army's escort."""
    return fleet.galleys * galley_points(s, fleet.side)


def naval_ambush_worth(s: Position, fleet: Afloat, power: int) -> float:
    """A Fleet that is near now destroys an Army without escort, and fights for one with no stronger escort."""
    near = [fleet_at(s, power, node) for node in lairs(s, power, fleet.node)]
    if not near:
        return 0.0
    if not fleet.ships:
        return 1.0
    return 0.6 if max(near) >= fleet_of(s, fleet) else 0.0


def sally(s: Position, procedure: Sally, power: int, legal: Sequence[int]) -> list[float]:
    """The greatest Fleet falls upon an Army at sea."""
    return [float(fleet_at(s, power, action % SPAN)) for action in legal]


def strikes(s: Position, card: CardPlay, power: int) -> bool:
    """Whether a card that was just played strikes a Power's Army or Fleet: it answers a move of it, or fights it."""
    for procedure in s.waiting()[1:]:
        if isinstance(procedure, Clash):
            sides = (procedure.attackers, procedure.defenders)
            return any(power in side and card.power not in side for side in sides)
        if isinstance(procedure, Window) and procedure.about == power:
            return True
    return False


def surprise_worth(s: Position, battle: Clash, power: int) -> float:
    """Two Shifts in a Battle: by so much more likely its stake is won."""
    attacks = power in battle.attackers
    net = battle.field(s).net()
    better = win_chance(net + 2) - win_chance(net) if attacks else win_chance(net) - win_chance(net - 2)
    armies = [points(battle.units(s, side)) for side in (0, 1)]
    return better * (1.0 + keep_worth(s, power, battle.node) + 0.2 * min(armies))


def keeping(s: Position, procedure: Keeping, power: int, legal: Sequence[int]) -> list[float]:
    return [in_hand(action - KEEP_CARD) if action != DONE else 0.0 for action in legal]


def overfull(s: Position, procedure: Overfull, power: int, legal: Sequence[int]) -> list[float]:
    return [-in_hand(action - DISCARD_CARD) for action in legal]


def hiring(s: Position, procedure: Hiring, power: int, legal: Sequence[int]) -> list[float]:
    """Heavy Infantry if it may be, then Cavalry."""
    first = {HIRE_HEAVY: 0.3, HIRE_CAVALRY: 0.05}
    return [hired_here(s, power, action % SPAN) + first.get(action // SPAN * SPAN, 0.0) for action in legal]


def settling(s: Position, procedure: Settling, power: int, legal: Sequence[int]) -> list[float]:
    return [hold_gain(s, power, action % SPAN, False) for action in legal]


def opportunity(s: Position, procedure: Opportunity, power: int, legal: Sequence[int]) -> list[float]:
    return [1.0 if action == ADD_MARKER else 0.8 for action in legal]
