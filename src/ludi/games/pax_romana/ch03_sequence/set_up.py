"""Chapter 3.1: setting up a scenario from its data."""

from __future__ import annotations

from ludi.games.pax_romana.ch03_sequence.phases import PHASE_F
from ludi.games.pax_romana.ch03_sequence.turn import GameTurn
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.selection import draw_leaders
from ludi.games.pax_romana.ch13_barbarians.tribes import place_tribes
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.ch15_victory.opening_purchase import OpeningPurchase
from ludi.games.pax_romana.ch15_victory.points import civilization, geography
from ludi.games.pax_romana.ch17_cards.deck import new_deck
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.pieces import CITY, FULL_WALLS, INDEPENDENT, SOF, TOWN, pack
from ludi.games.pax_romana.world.scenario import stands_at
from ludi.games.pax_romana.world.sets import all_below


def set_up(s: PlayedPosition) -> None:
    """Put everything where the scenario says, and open the first Activation Phase (3.1, 3.6)."""
    box = s.box
    index = box.atlas.index
    for power, name in enumerate(box.powers):
        entry = box.scenario["powers"][name]
        s.treasury[power] = entry["treasury"]
        s.stability[power] = entry["stability"]
        s.vp[power] = entry["vp"] + box.head_start[power]
        for space in entry["cities"]:
            s.set_site(index[space], power, CITY, FULL_WALLS[CITY])
        for space in entry["towns"]:
            s.set_site(index[space], power, TOWN, FULL_WALLS[TOWN])
        for space, units in entry["units"].items():
            s.add(power, index[stands_at(box.scenario, space, advanced=box.advanced)], pack(units))
    for _, node, stack, kind in box.forces():
        s.add(INDEPENDENT, node, stack)
        if kind:
            s.set_site(node, INDEPENDENT, kind, FULL_WALLS[kind])
    soldier = box.scenario.get("soldier_of_fortune")
    if soldier:
        s.sof_owner = box.powers.index(soldier["owner"])
        s.add(SOF, index[soldier["place"]], pack(soldier["units"]))
        s.leader_at[box.side_leader[SOF]] = index[soldier["place"]]
    place_tribes(s)
    _leaders(s)
    s.dirty = all_below(len(box.atlas.province_ids))
    recount(s, quiet=True)
    _objectives(s)
    if box.advanced:
        new_deck(s)
    s.pool = [*box.markers, box.event_markers]
    s.order = box.play_order[:1] if box.random_order else box.play_order[:]
    for power in s.order:
        s.pool[power] -= 1
    for power in range(len(box.powers)):
        s.start_scores += [geography(s, power), civilization(s, power)]
    s.irrevocable = 0
    s.push(GameTurn(PHASE_F))
    if box.scenario.get("objectives", {}).get("opening_purchase"):
        s.push(OpeningPurchase(box.play_order[:]))
    s.run()


def _leaders(s: PlayedPosition) -> None:
    box = s.box
    for power, name in enumerate(box.powers):
        fixed = []
        draws = []
        for entry in box.scenario["powers"][name]["leaders"]:
            node = box.atlas.index[entry["place"]]
            if "named" in entry:
                s.leader_at[box.leader(entry["named"])] = node
            elif "rating" in entry:
                fixed.append((entry["rating"], node))
            else:
                draws.append(node)
        given = []
        for rating, node in fixed:
            for leader in box.pools[power]:
                facts = box.leaders[leader]
                if [facts.tactical, facts.campaign] == rating and s.leader_at[leader] < 0:
                    s.leader_at[leader] = node
                    given.append(leader)
                    break
        for leader, node in zip(draw_leaders(s, power, len(given) + len(draws), given), draws, strict=True):
            s.leader_at[leader] = node


def _objectives(s: PlayedPosition) -> None:
    box = s.box
    s.objective_pool = list(box.objective_markers)
    s.dice.shuffle(s.objective_pool)
    if box.objectives == "one-random":
        for power in range(len(box.powers)):
            draw_objective(s, power)
