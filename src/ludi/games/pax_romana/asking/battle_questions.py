"""The map's questions about Battle: who would be met in a Space, and with which odds (10.2, 10.3, 11.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from ludi.games.pax_romana.asking.answers import (
    AskOdds,
    Fight,
    NavalAsk,
    NavalOddsAnswer,
    Odds,
    Result,
)
from ludi.games.pax_romana.asking.movers import TalkOf, move_under_way, power_of
from ludi.games.pax_romana.asking.naming import BadQuestion, node_number
from ludi.games.pax_romana.asking.odds import odds_of
from ludi.games.pax_romana.asking.roll_odds import naval_odds
from ludi.games.pax_romana.asking.scenes import army, sums_of
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.ch07_cities.prizes import free_prize
from ludi.games.pax_romana.ch08_leaders.commanders import decider
from ludi.games.pax_romana.ch09_movement.enemies import foes
from ludi.games.pax_romana.ch09_movement.entering import outside_walls
from ludi.games.pax_romana.ch10_battle.battle import Battle, Onset
from ludi.games.pax_romana.ch10_battle.step_04_elephants import ElephantCharge
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, Shift, field_of, surprise_of, with_cards
from ludi.games.pax_romana.ch11_naval.afloat import Afloat, AmphibiousAttack
from ludi.games.pax_romana.ch11_naval.fleets import fleet_leaders, galley_points
from ludi.games.pax_romana.world.counters import HIDDEN, tribe_strength
from ludi.games.pax_romana.world.pieces import (
    BARBARIAN,
    COMBAT,
    ELEPHANT,
    GALLEYS,
    GARRISONS,
    LAND,
    NOBODY,
    ONE,
    SOF,
    TRIBES,
    common,
    count,
    is_played,
    squadrons,
    squats,
)


class Clash(NamedTuple):
    """A Battle that could be fought: the position with the attackers in the Space, and who is against them."""

    s: PaxRomanaState
    side: int
    node: int
    enemies: tuple[int, ...]
    amphibious: bool
    power: int
    by_card: tuple[Shift, ...] = ()
    """What cards would add that are not in force yet."""


def odds(asked: TalkOf, arguments: AskOdds) -> Odds:
    """What an attack would come to: the Defender, whether there is a Battle at all, and its exact odds."""
    battle = next((each for each in reversed(asked.state.stack) if isinstance(each, Battle)), None)
    surprise = _surprise(arguments)
    if "space" not in arguments and battle is not None:
        return _of_battle(asked.state, battle, surprise)
    if "space" not in arguments:
        raise BadQuestion("No battle is under way; name the space of one.")
    return _answer(_clash(asked, arguments)._replace(by_card=surprise))


def _surprise(arguments: AskOdds) -> tuple[Shift, ...]:
    """What TACTICAL SURPRISE would give the side that is said to play it."""
    if "surprise" not in arguments:
        return ()
    return (surprise_of(ATTACKER if arguments["surprise"] == "attacker" else DEFENDER, 1),)


def _clash(asked: TalkOf, arguments: AskOdds) -> Clash:
    """The attackers put into the Space, on a copy."""
    s = asked.state
    node = node_number(s, arguments["space"])
    move = move_under_way(s)
    if "start" in arguments:
        start, side = node_number(s, arguments["start"]), power_of(asked, arguments)
        power = side
        if s.sof_owner == power and s.at(SOF, start) & COMBAT and not s.at(side, start) & COMBAT:
            side = SOF
        own_move = move is not None and move.side == side and move.node == start and not move.empty
        army = move.army if move is not None and own_move else s.at(side, start) & LAND & ~GARRISONS
        leaders = move.leader_list() if move is not None and own_move else s.leaders_of(side, start)
        at_sea = False
    elif move is not None:
        start, side, power, army, leaders = move.node, move.side, move.power, move.army, move.leader_list()
        at_sea = isinstance(move, (Afloat, AmphibiousAttack))
    else:
        raise BadQuestion("No army is on the move; name the place where the attackers stand.")
    if node >= s.box.atlas.spaces:
        raise BadQuestion(f"There is no battle on land in {arguments['space']}.")
    twin = s.copy()
    enemies = foes(twin, side, node, power)
    if start != node:
        army = common(army, twin.at(side, start))  # a Battle may have cost it Units that it does not know of yet
        twin.shift(side, start, node, army)
        for number in leaders:
            if twin.leader_at[number] == start:
                twin.leader_at[number] = node
    enemies = outside_walls(twin, node, enemies) or enemies
    return Clash(twin, side, node, tuple(enemies), at_sea, power)


def _answer(clash: Clash) -> Odds:
    s, side, node, enemies = clash.s, clash.side, clash.node, clash.enemies
    fights: list[Fight] = []
    choice = False
    outcome = _without_battle(clash)
    if outcome == "battle":
        walls = _walls(clash)
        choice = len(walls) > 1
        fights = [fight for behind in walls for fight in _fights(clash, behind)]
    asked_first = [
        enemy for enemy in enemies if is_played(enemy) and s.fresh(enemy, node) & COMBAT and outcome == "battle"
    ]
    return {
        "space": s.box.place(node),
        "attackers": [army(s, side, node)],
        "defenders": [army(s, enemy, node) for enemy in enemies],
        "amphibious": clash.amphibious,
        "outcome": outcome,
        "may_withdraw": [s.box.side_word(enemy) for enemy in asked_first],
        "choice": choice,
        "fights": fights,
        "rule": "PR-10.3.1e",
    }


def _without_battle(clash: Clash) -> Result:
    """How it ends where no Battle is fought; ``battle`` where one is (7.3.5, 12.1.1)."""
    s, node, enemies = clash.s, clash.node, clash.enemies
    if not enemies:
        return "nobody"
    if not s.at(clash.side, node) & COMBAT:
        return "no-attackers"
    if TRIBES not in enemies and not any(s.at(enemy, node) & COMBAT for enemy in enemies):
        if s.site_owner(node) not in enemies:
            return "swept"
        if free_prize(s, clash.side, node, clash.power):
            return "falls"
    return "battle"


def _walls(clash: Clash) -> list[bool]:
    """Whether the Defender fights behind walls: as he must, or both where he may choose (7.3.1)."""
    s, enemies = clash.s, clash.enemies
    owner = s.site_owner(clash.node)
    if owner == NOBODY or not (owner in enemies or any(map(squats, enemies))):
        return [False]
    fighters = any(s.at(enemy, clash.node) & COMBAT for enemy in enemies)
    if not fighters or decider(s, enemies) == NOBODY or squats(enemies[0]):
        return [True]
    return [True, False]


def _fights(clash: Clash, walls: bool) -> Iterator[Fight]:
    """The Battle; one for each strength that an unknown Tribe may have."""
    s, node = clash.s, clash.node
    hidden = TRIBES in clash.enemies and node in s.tribes
    if not hidden:
        yield _fight(clash, walls, None, 1.0)
        return
    strength = tribe_strength(s.tribes[node])
    unseen = Counter(s.unseen_tribes() if strength == HIDDEN else [strength])
    for each, number in sorted(unseen.items()):
        twin = s.copy()
        twin.set_tribe(node, 0)
        twin.add(TRIBES, node, each * ONE[BARBARIAN])
        yield _fight(clash._replace(s=twin), walls, each, number / unseen.total())


def _fight(clash: Clash, walls: bool, tribe: int | None, chance: float) -> Fight:
    s, side, node, enemies = clash.s, clash.side, clash.node, clash.enemies
    field = with_cards(field_of(s, (side,), enemies, node, walls, clash.amphibious), clash.by_card)
    elephants = count(s.at(side, node), ELEPHANT), sum(count(s.at(enemy, node), ELEPHANT) for enemy in enemies)
    led = bool(s.leaders_of(side, node)), any(s.leaders_of(enemy, node) for enemy in enemies)
    return _told(field, elephants, led, tribe, chance)


def _told(field: Field, elephants: tuple[int, int], led: tuple[bool, bool], tribe: int | None, chance: float) -> Fight:
    result = odds_of(field, elephants=elephants, leaders=led)
    sums = sums_of(field)
    return {
        "walls": field.walls,
        "chance": chance,
        "tribe": tribe,
        "points": sums["points"],
        "row": sums["row"],
        "shifts": sums["shifts"],
        "net": sums["net"],
        "attacker_wins": float(result.attacker_wins),
        "draw": float(result.draw),
        "defender_wins": float(result.defender_wins),
        "attacker_lost": float(result.attacker_points_lost),
        "defender_lost": float(result.defender_points_lost),
        "attacker_destroyed": float(result.attacker_destroyed),
        "defender_destroyed": float(result.defender_destroyed),
        "attacker_leader_dies": float(result.attacker_leader_dies),
        "defender_leader_dies": float(result.defender_leader_dies),
    }


def _of_battle(s: PaxRomanaState, battle: Battle, by_card: tuple[Shift, ...]) -> Odds:
    """The Battle under way, before its dice are thrown."""
    node = battle.node
    fights: list[Fight] = []
    if not any(battle.dice):
        charge = isinstance(battle, Onset) or (isinstance(battle, ElephantCharge) and not any(battle.committed))
        elephants = [count(battle.units(s, each), ELEPHANT) if charge else 0 for each in (ATTACKER, DEFENDER)]
        led = bool(battle.leaders(s, ATTACKER)), bool(battle.leaders(s, DEFENDER))
        fights = [
            _told(with_cards(battle.field(s), by_card), (elephants[0], elephants[1]), led, battle.tribe or None, 1.0)
        ]
    return {
        "space": s.box.place(node),
        "attackers": [army(s, side, node) for side in battle.attackers],
        "defenders": [army(s, side, node) for side in battle.defenders],
        "amphibious": battle.amphibious,
        "outcome": "battle",
        "may_withdraw": [],
        "choice": False,
        "fights": fights,
        "rule": "PR-10.3.1e",
    }


# At sea


def naval(asked: TalkOf, arguments: NavalAsk) -> NavalOddsAnswer:
    """What a Naval Battle with each enemy Fleet in a place would come to (11.4)."""
    s = asked.state
    node = node_number(s, arguments["space"])
    move = None if "start" in arguments else move_under_way(s)
    side = power_of(asked, arguments) if move is None else move.side
    start = node_number(s, arguments["start"]) if "start" in arguments else node if move is None else move.node
    mine = squadrons(s.at(side, start)) if move is None else move.galleys
    answer: NavalOddsAnswer = {"fights": [], "rule": "PR-11.4.3"}
    for other in range(5):
        theirs = squadrons(s.at(other, node) & GALLEYS)
        if not mine or not theirs or other == side or s.allied(side, other):
            continue
        result = naval_odds(
            mine,
            theirs,
            attacker_leader=bool(s.leaders_of(side, start) if move is None else move.leaders),
            defender_leader=bool(fleet_leaders(s, other, node)),
            attacker_worth=galley_points(s, side),
            defender_worth=galley_points(s, other),
        )
        answer["fights"].append(
            {
                "attacker": s.box.side_word(side),
                "defender": s.box.side_word(other),
                "squadrons": [mine, theirs],
                "attacker_wins": float(result.attacker_wins),
                "draw": float(result.draw),
                "defender_wins": float(result.defender_wins),
                "attacker_lost": float(result.attacker_lost),
                "defender_lost": float(result.defender_lost),
                "attacker_sunk": float(result.attacker_sunk),
                "defender_sunk": float(result.defender_sunk),
            }
        )
    return answer
