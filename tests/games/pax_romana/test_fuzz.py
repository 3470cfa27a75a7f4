"""Random play over all scenarios, with the contract and Pax Romana's own invariants after every decision.

``LUDI_FUZZ=30 pytest tests/games/pax_romana/test_fuzz.py`` plays about 500 games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from contract import fuzz_games, play_and_check
from games.pax_romana.conditions import hold_conditions
from ludi.core import Event, State
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch04_diplomacy.terms import menu
from ludi.games.pax_romana.ch06_treasury.communication import communicating_by_rhodes, province_connected
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch06_treasury.maintenance import to_give
from ludi.games.pax_romana.ch06_treasury.raising import may_owe_rhodes
from ludi.games.pax_romana.ch09_movement.interception import CITY_CHOICE, INSIDE, Interception
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch17_cards.keeping import Keeping
from ludi.games.pax_romana.ch17_cards.playing import CardPlay
from ludi.games.pax_romana.ch17_cards.window import Window
from ludi.games.pax_romana.engine.ground import held, occupied
from ludi.games.pax_romana.world.atlas import DEEP_POINT, LAND_POINT
from ludi.games.pax_romana.world.cards import DEUS_EX_MACHINA
from ludi.games.pax_romana.world.pieces import (
    BITS,
    BYTE,
    CAVALRY,
    COMBAT,
    ELEPHANT,
    ELEPHANTS,
    FULL_WALLS,
    GALLEY,
    GALLEYS,
    GARRISON,
    HEAVY,
    HEAVY_R,
    INDEPENDENT,
    KINDS,
    LAND,
    LEAST_WALLS,
    LEGION,
    LEGION_R,
    LIGHT,
    MERCENARY,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    MILITIA,
    NODE_BITS,
    NODES,
    OCCUPY,
    PERGAMENE_CAVALRY,
    PERGAMENE_GALLEY,
    PERGAMENE_HEAVY,
    PERGAMENE_HEAVY_R,
    PERGAMENE_LIGHT,
    PERGAMENES,
    PERGAMUM,
    PONTUS,
    REBELS,
    RHODIAN,
    SOF,
    SUCCESSORS,
    UNITS,
    common,
)
from ludi.games.pax_romana.world.stability_track import HIGHEST, LOWEST

ALL_OPTIONS = {"rerolls": True, "simple_odds": True, "talking": True, "random_order": True, "event_markers": 2}
SET_UPS: list[dict[str, Any]] = [
    *({"scenario": number} for number in ("I", "II", "III", "VII", "VIII", "IX")),
    *({"scenario": "V", "format": word} for word in ("basic", "basic-2", "basic-plus", "ultra-basic")),
    *({"scenario": number, **ALL_OPTIONS} for number in ("II", "V", "IX")),
    {"scenario": "V", "people": 2, "random_order": True, "pyrrhus_waits": True},
    {"scenario": "V", "people": 3, "format": "basic-plus"},
    {"scenario": "VII", "people": 1, "rerolls": True, "legionary_cavalry": True},
    {"scenario": "VIII", "people": 2, "event_markers": 2},
    {"scenario": "IX", "people": 3, "simple_odds": True},
    *({"scenario": number} for number in ("IV", "VI", "X")),
    *({"scenario": number, "format": "advanced"} for number in ("V", "VII", "IX")),
]
RESTING = (
    "activation",
    "expansion",
    "maintenance",
    "manpower",
    "recruitment",
    "meeting",
    "leader-selection",
    "victory",
)
"""Procedures in which nothing is on its way."""
FIGHTING = (
    *("move", "losses", "battle", "retreat", "encounter", "interception", "withdrawal", "militia", "capture"),
    *("slaves", "reroll", "invasion", "placing", "founding", "mutiny", "check-victim", "check-payment"),
    *("rebellion", "gallic-rebellion", "uprising"),
    *("bribe", "harbour", "naval-withdrawal", "scatter", "infected", "richest", "discarding", "duplicate", "parting"),
    "wreck",
    "civil-war",
)
CAUSES_OF_LOSS = {
    *("losses", "attrition", "battle", "elephant", "naval-battle", "storm", "sunk", "sweep", "capture", "retreat"),
    *("maintenance", "town", "city", "turn", "rebellion", "civil-war", "event", "tribe", "agreement", "build", "end"),
    *("invasion", "desertion", "wrong-side", "insurrection", "slaves-rise", "ambush", "naval-ambush"),
}
FULL = {LEGION_R: LEGION, HEAVY_R: HEAVY, PERGAMENE_HEAVY_R: PERGAMENE_HEAVY}
PERGAMENE = {
    HEAVY: PERGAMENE_HEAVY,
    HEAVY_R: PERGAMENE_HEAVY_R,
    LIGHT: PERGAMENE_LIGHT,
    CAVALRY: PERGAMENE_CAVALRY,
    GALLEY: PERGAMENE_GALLEY,
}
"""What the Units of free Pergamum are in the service of their ally (12.5.4)."""
HIRED = (MERCENARY_LIGHT, MERCENARY_CAVALRY)
AT_ONCE = {"card": 3, "window": 2, "duplicate": 4, "move": 2, "interception": 2, "battle": 2, "retreat": 2}
"""How often a procedure may be under way at a time; any other once. Allies part from several Spaces, and each Power
that buys an Objective in one Phase is asked about it.

A Move and, within it, the way of an Army that Withdraws from it (9.4.5), or an interception of its Retreat (9.3, 10.7).
A card that moves an Army (17.2), one that answers this Move, and DEUS EX MACHINA, each but the first after a question.
"""


def changes_service(side: int, kind: int, number: int, change: dict[tuple[int, int], int]) -> bool:
    """Units of Pergamum or Rhodes enter the service of an ally, or go home: as many of one as of the other (12.5.4)."""
    serving = [PERGAMENE.get(kind, -1), *([RHODIAN] if kind == GALLEY else [])]
    if side == INDEPENDENT:
        return sum(change.get((power, each), 0) for power in range(4) for each in serving) == -number
    home = [GALLEY] if kind == RHODIAN else [free for free, served in PERGAMENE.items() if served == kind]
    return side < 4 and bool(home) and change.get((INDEPENDENT, home[0]), 0) == -number


def ledger(state: PaxRomanaState) -> Counter[tuple[int, int]]:
    """How many Units of each kind each side has on the map, or for a moment behind walls (9.3.5)."""
    found: Counter[tuple[int, int]] = Counter()
    stacks = list(state.force.items())
    for procedure in state.stack:
        if isinstance(procedure, Interception) and procedure.stage not in (CITY_CHOICE, INSIDE):
            stacks.append((procedure.who << NODE_BITS, procedure.inside))
    for key, stack in stacks:
        for kind in range(KINDS):
            number = stack >> BITS * kind & BYTE
            if number:
                found[key >> NODE_BITS, kind] += number
    return found


def control_from_scratch(state: PaxRomanaState) -> dict[str, str | None]:
    """Who Controls each Province, worked out from the pieces alone (5.1, 5.2), without the engine's memory."""
    box, atlas = state.box, state.box.atlas
    powers = len(box.powers)
    found: dict[str, str | None] = {}
    holders: dict[int, int] = {}
    ally = state.pergamum_ally
    for node in range(atlas.spaces):
        here = [side for side in range(SOF) if state.force.get(side << NODE_BITS | node, 0) & OCCUPY & ~PERGAMENES]
        strangers = [side for side in here if side >= powers]
        owner = state.sites[node].owner if node in state.sites else -1
        if strangers:
            holders[node] = strangers[0]
        elif owner >= 0:
            holders[node] = owner
        elif here:
            holders[node] = here[-1]
        elif node in state.tribes:
            holders[node] = 5
        elif state.force.get(SOF << NODE_BITS | node, 0) & OCCUPY and box.home[node] != state.sof_owner:
            holders[node] = SOF
        else:
            holders[node] = box.home[node]
        if ally >= 0 and not strangers:
            serving = state.at(ally, node) & PERGAMENES & OCCUPY and not here and owner in (-1, INDEPENDENT)
            if node in box.pergamene:
                if serving or holders[node] in (ally, INDEPENDENT):
                    kept = state.pergamene_kept >> sorted(box.pergamene).index(node) & 1
                    holders[node] = ally if kept and holders[node] == ally and not serving else PERGAMUM
            elif serving and box.home[node] != ally:
                holders[node] = PERGAMUM
    for province in box.open_provinces:
        spaces = atlas.spaces_of[province]
        held = Counter(holders[node] for node in spaces if holders[node] >= 0)
        home = box.home_of_province[province]
        most = next((side for side, number in held.items() if 2 * number > len(spaces)), -1)
        capital = home >= 0 and any(holders[c] == home for c in box.capitals[home] if c in spaces)
        present = home >= 0 and held[home] > 0 and most in (-1, home)
        winner = -1
        rebels = any(state.at(REBELS, node) for node in spaces)
        if rebels and atlas.province_ids[province] in ("britannia", "mauretania"):
            pass
        elif capital or present:
            winner = home
        elif 0 <= most < powers:
            winner = most
        elif home < 0:
            rivals = {side for side in held if side not in (SOF, PERGAMUM)}
            only = min(rivals) if len(rivals) == 1 else -1
            unopposed = (SOF not in held or state.sof_owner == only) and (PERGAMUM not in held or ally == only)
            if 0 <= only < powers and unopposed:
                winner = only
        found[atlas.province_ids[province]] = box.powers[winner] if winner >= 0 else None
    return found


def anew(state: PaxRomanaState) -> PaxRomanaState:
    """The same position with nothing kept at hand."""
    twin = state.copy()
    twin.forget()
    return twin


def worked_out(state: PaxRomanaState) -> list[object]:
    """What the engine keeps at hand of what follows from the map."""
    found: list[object] = [[*state.occupiers()][: state.box.atlas.spaces], [*state.holders()]]
    for power in range(len(state.box.powers)):
        found += [communicating_by_rhodes(state, power), may_owe_rhodes(state, power), state.places_of(power)]
        found += [income(state, power), to_give(state, power, True), held(state)[power], occupied(state)[power]]
        provinces = [each for each, owner in enumerate(state.provinces) if owner == power]
        found.append([province_connected(state, power, each) for each in provinces])
        found.append([menu(state, power, other) for other in range(len(state.box.powers)) if other != power])
    return found


class Watch:
    """What must hold after every decision; it remembers the position before."""

    def __init__(self, seed: str) -> None:
        self.rng = random.Random(seed)
        self.tries = random.Random(f"{seed} conditions")
        self.before: Counter[tuple[int, int]] = Counter()
        self.top = ""
        self.checked = 0

    def __call__(self, state: State, events: Sequence[Event]) -> None:
        assert isinstance(state, PaxRomanaState)
        top = state.stack[-1].name if state.stack else ""
        resting = top in RESTING or not state.stack
        self.nesting(state)
        self.numbers(state)
        self.pieces(state, resting)
        self.units_come_and_go_by_rules(state, events)
        if state.stack and self.tries.random() < 0.05:
            hold_conditions(state, self.tries)
            assert worked_out(state) == worked_out(anew(state)), "what is kept at hand is not as the map stands"
        if resting:
            self.nothing_hangs(state, top)
            if self.rng.random() < 0.25:
                self.checked += 1
                assert not state.dirty or top in ("recruitment", "meeting"), (
                    f"Control is not read after {self.top}, at {top}"
                )
                expected = control_from_scratch(state)
                if not any(state.allies) and not state.dirty:
                    for province, who in expected.items():
                        number = state.provinces[state.box.atlas.province_index[province]]
                        assert (state.box.powers[number] if number >= 0 else None) == who, province
        self.top = top

    def nesting(self, state: PaxRomanaState) -> None:
        """Nothing is nested deeper than the book allows: DEUS EX MACHINA alone answers a card, nothing answers it."""
        for name, number in Counter(procedure.name for procedure in state.stack).items():
            assert name == "parting" or number <= AT_ONCE.get(name, 1), [each.name for each in state.stack]
        for below, above in pairwise(state.stack):
            if isinstance(above, Window) and isinstance(below, CardPlay):
                assert above.cards == (DEUS_EX_MACHINA,)
                assert below.title != DEUS_EX_MACHINA, "there is one copy"
            if isinstance(above, CardPlay) and isinstance(below, Window) and below.cards:
                assert above.title in below.cards

    def numbers(self, state: PaxRomanaState) -> None:
        box = state.box
        assert min(state.treasury) >= 0, "treasuries are never negative"
        assert all(LOWEST <= level <= HIGHEST for level in state.stability)
        spare = 1 if box.advanced else 0
        assert all(0 <= left <= most + spare for left, most in zip(state.pool, (*box.markers, 2), strict=True))
        assert len(state.order) <= len(box.powers)
        markers = Counter(each & 15 for held in state.objectives for each in held) + Counter(state.objective_pool)
        assert markers == Counter(box.objective_markers), "no objective is lost or made"
        tribes = Counter(value & 15 for value in state.tribes.values()) + Counter(state.tribe_pool)
        tribes += Counter(each.tribe for each in state.stack if isinstance(each, Battle) and each.tribe)
        assert tribes == Counter(state.box.tribal_counters), "no Tribal Counter is lost or made"

        if box.advanced:
            cards = Counter(card & 63 for hand in state.hands for card in hand)
            cards += Counter(state.deck + state.discards + state.used_up)
            cards += Counter(each.card_in_play() for each in state.stack if each.card_in_play() >= 0)
            whole = Counter(dict(enumerate(box.copies)))
            laid_down = any(isinstance(each, Keeping) for each in state.stack)
            assert cards <= whole if laid_down else cards == whole, "no Event card is lost or made"
            drawing = any(each.name == "card-segment" for each in state.stack)
            giving = any(each.name == "overfull" for each in state.stack)
            assert giving or all(len(hand) <= 3 + drawing for hand in state.hands), "no Hand above three"

    def pieces(self, state: PaxRomanaState, resting: bool) -> None:
        box, atlas = state.box, state.box.atlas
        for key, stack in state.force.items():
            side, node = key >> NODE_BITS, key & NODES - 1
            assert stack > 0
            assert all(0 <= stack >> BITS * kind & BYTE < 250 for kind in range(KINDS))
            assert box.open[node]
            assert not stack & GALLEYS or atlas.is_port[node] or node >= atlas.spaces, "galleys on land"
            if not resting:
                continue
            assert not (atlas.kind[node] == LAND_POINT and stack & LAND), "no Army rests on a Transit Point"
            assert atlas.kind[node] != DEEP_POINT, "nothing rests on the deep sea"
            if node < atlas.spaces and side < 4 and not any(state.allies):
                others = [s for s in range(4) if s != side and state.at(s, node) & OCCUPY]
                left_alone = state.site_owner(node) in (side, *others)
                assert not stack & OCCUPY or not others or left_alone, "two Powers in one Space, and no City (7.4.2)"
            if side < 4 and node < atlas.spaces:
                assert not stack & ELEPHANTS or stack & COMBAT, "Elephants alone"
        for node, site in state.sites.items():
            kind = site.kind
            assert LEAST_WALLS[kind] <= site.walls <= FULL_WALLS[kind]
            assert not atlas.is_mountain[node]
            assert node not in state.tribes
        for node in state.tribes:
            assert not resting or not any(state.at(side, node) & COMBAT for side in range(4))
        for number, where in enumerate(state.leader_at):
            if where >= 0:
                assert box.open[where]
                assert not resting or atlas.kind[where] not in (LAND_POINT, DEEP_POINT), box.leaders[number].word
        for key, moved in state.moved.items():
            assert common(moved, state.force.get(key, 0)) == moved

    def nothing_hangs(self, state: PaxRomanaState, top: str) -> None:
        """Nothing but the turn lies below an Activation: every procedure of the one before has ended."""
        names = [procedure.name for procedure in state.stack]
        if "card" in names:
            return
        if top == "activation":
            assert names == ["game-turn", "activation"]
        elif top in ("expansion", "recruitment", "meeting"):
            while_moving = ["expansion"] if top == "meeting" and "expansion" in names else []
            assert names == ["game-turn", "activation", *while_moving, top]
        elif top:
            assert names == ["game-turn", top]

    def units_come_and_go_by_rules(self, state: PaxRomanaState, events: Sequence[Event]) -> None:
        now = ledger(state)
        before, self.before = self.before, now
        if not self.top:
            return
        heard = {event.kind for event in events}
        change = {key: now[key] - before[key] for key in {*now, *before} if now[key] != before[key]}
        for (side, kind), number in change.items():
            where = f"{UNITS[kind]} of {state.box.side_word(side)}: {number:+d} after {self.top} {sorted(heard)}"
            handed_over = sum(change.get((other, kind), 0) for other in range(SOF + 1)) == 0
            come_home = side < 4 and 0 < number <= -change.get((SUCCESSORS, kind), 0)
            if heard & {"alliance-with", "alliance-over"} and changes_service(side, kind, number, change):
                continue
            if number < 0:
                assert heard & CAUSES_OF_LOSS or self.top in FIGHTING or handed_over, where
                continue
            assert handed_over or come_home or self.may_appear(side, kind, number, change, heard), where

    def may_appear(
        self, side: int, kind: int, number: int, change: dict[tuple[int, int], int], heard: set[str]
    ) -> bool:
        if side == SOF:
            return bool(heard & {"soldier-of-fortune", "turn", "losses", "attrition"}) or self.top in FIGHTING
        if kind in FULL:
            return number <= -change.get((side, FULL[kind]), 0) - change.get((SUCCESSORS, FULL[kind]), 0)
        if kind == GARRISON:
            return bool(heard & {"will-of-attalus", "settled"}) or any(
                change.get((whose, each), 0) < 0
                for whose in (side, SUCCESSORS)
                for each in (LEGION, HEAVY, LEGION_R, HEAVY_R, 4)
            )
        if kind == MILITIA:
            return self.top == "militia"
        if self.top == "pontic-muster":
            return side == PONTUS
        if side >= 4:
            return (
                bool(heard & {"tribe", "slaves-rise", "rebels-rise", "invasion", "activation", "turn", "build"})
                or self.top in FIGHTING
            )
        combined = kind in (LEGION, HEAVY) and change.get((side, LEGION_R if kind == LEGION else HEAVY_R), 0) < 0
        if kind in HIRED:
            return bool(heard & {"hired", "agreement"})
        riders = kind == CAVALRY and change.get((side, MERCENARY_CAVALRY), 0) == -number
        bought = "build" in heard or "hired" in heard or (kind == MERCENARY and self.top == "expansion")
        given = riders or (kind in (GALLEY, MERCENARY) and bool(heard & {"agreement", "capture"}))
        gift = kind in (ELEPHANT, GALLEY) and (
            bool(heard & {"turn", "maintenance", "leader-placed", "activation", "elephants-join"})
            or self.top in ("richest", "discarding")
        )
        mustered = kind == RHODIAN and bool(heard & {"rhodians-replaced", "turn"})
        return combined or bought or given or gift or mustered


@pytest.mark.parametrize("options", SET_UPS, ids=str)
def test_fuzz_random_games_hold_the_contract(options: dict[str, Any]) -> None:
    """No dead end, invariants, secrecy, and a record that plays again to the same position."""
    recounts = 0
    for number in range(fuzz_games(1)):
        seed = f"pax-romana fuzz {options} {number}"
        watch = Watch(seed)
        play_and_check("pax-romana", options, seed, watch, thorough=0.003, bot="greedy")
        recounts += watch.checked
    assert recounts > 3, "Control was hardly ever counted again"


@pytest.mark.parametrize("options", [*SET_UPS[:6], {"scenario": "IV"}], ids=str)
def test_fuzz_a_snapshot_builds_the_same_position(options: dict[str, Any]) -> None:
    rng = random.Random(str(options))

    def rebuilt(state: State, events: Sequence[Event]) -> None:
        if rng.random() > 0.2:
            return
        snapshot = state.snapshot()
        twin = position(**snapshot)
        assert twin.snapshot() == snapshot
        assert [twin.legal(seat) for seat in range(twin.box.seats)] == [
            state.legal(seat) for seat in range(twin.box.seats)
        ]

    for number in range(fuzz_games(1)):
        play_and_check("pax-romana", options, f"pax-romana snapshot {options} {number}", rebuilt, thorough=0.0)
