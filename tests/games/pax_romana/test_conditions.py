"""One condition says of each choice whether it is open and why it is not."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import records as tool
from games.pax_romana.advanced_tools import ADVANCED, GREECE, POWERS, draw, hold, unasked
from games.pax_romana.card_tools import choosing, put
from games.pax_romana.conditions import Holding, all_apart, hold_conditions
from games.pax_romana.helpers import Units, node, play, script, west, world
from ludi.core import FastDice, SeededDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.ch07_cities.building import Founding
from ludi.games.pax_romana.ch12_special.elephants import JOINING
from ludi.games.pax_romana.ch12_special.placing import Placing
from ludi.games.pax_romana.ch12_special.pontus import PonticActivation
from ludi.games.pax_romana.ch12_special.soldier_of_fortune import PYRRHUS
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.stage import Stage, choice
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.words import KEEP, MAJOR, NO, YES

OPTIONS = {"rerolls": True, "talking": True, "event_markers": 2}


def stages() -> Iterator[Stage[Any]]:
    for kind in Procedure.kinds.values():
        yield from kind.stages.values()


def test_no_stage_has_a_second_list_of_what_is_legal() -> None:
    for stage in stages():
        assert type(stage).legal is Stage.legal, type(stage)
        assert type(stage).why_not is Stage.why_not, type(stage)


def test_each_choice_has_one_condition() -> None:
    for stage in stages():
        for each in stage.choices:
            where = f"{type(stage).__name__} {each.verb}"
            lists = [each.among, each.exactly, each.together]
            assert sum(one is not None for one in lists) <= 1, where
            assert each.among is None or each.unless is not None, where
            if each.exactly is not None or each.together is not None:
                assert (each.unless is None) == bool(each.otherwise), where
            else:
                assert not each.otherwise, where


def test_a_stage_keeps_the_choices_of_the_one_it_is_derived_from() -> None:
    class Doors(Stage[Procedure]):
        @choice(YES)
        def enter(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

        @choice(NO)
        def leave(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    class WatchedDoors(Doors):
        @choice(KEEP)
        def wait(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    class LockedDoors(WatchedDoors):
        def locked(self, s: Position, p: Procedure, power: int, argument: int) -> str:
            return "PR-3.1"

        @choice(YES, unless=locked)
        def enter(self, s: Position, p: Procedure, power: int, argument: int) -> None: ...

    assert [each.verb for each in WatchedDoors.choices] == [YES, NO, KEEP]
    assert [each.verb for each in LockedDoors.choices] == [NO, KEEP, YES]
    assert LockedDoors.by_verb[YES].unless is LockedDoors.locked


@pytest.mark.parametrize("scenario", ["I", "II", "V", "VII", "IX"])
def test_a_condition_forbids_what_is_not_open_and_nothing_else(scenario: str) -> None:
    rng = random.Random(scenario)
    state = GAME.deal(GAME.box({"scenario": scenario, **OPTIONS}), FastDice(rng))
    assert isinstance(state, PaxRomanaState)
    while actors := state.actors():
        if rng.random() < 0.25:
            hold_conditions(state, rng)
        seat = rng.choice(actors)
        state.play(seat, rng.choice(state.legal(seat)))


STORED = tool.collection()
SHOWING = (
    "bribe-and-agreement",
    "x-random",
    "withdrawal-and-retreat",
    "card-cancelled",
    "sea-battle-viii",
    "ii-brief-meetings",
    "v-seats",
    "card-struck-down",
    "sea-battle-ix",
    "pirates-beaten",
    "card-dictator",
    "vi-random",
    "rhodes",
    "iv-greedy",
    "card-traitor",
)
"""Stored records that show between them nearly every choice which has a list and a condition apart, in few moves."""


def placing(stage: str, *places: str) -> PaxRomanaState:
    s = world({})
    s.push(Placing(GREECE, stage, [node(place) for place in places]))
    s.run()
    return s


def founding() -> PaxRomanaState:
    s = west({"rome": {"roma": {"legion": 1, "reduced-legion": 1}}}, operation="choose")
    s.push(Founding(0, node("roma")))
    s.run()
    return s


def silenced() -> PaxRomanaState:
    s = choosing({}, {"greece": ["ambush"]}, active="greece")
    s.silent[GREECE] = 1 << CARD_NAMES.index("deus-ex-machina")
    return put(s, "greece", "galley-tech-corvus")


def pontus_moves() -> PaxRomanaState:
    s = hold({"carthage": {"carthago": {"heavy": 2}}}, "pontus", active="carthage", also=("mercenaries", "ambush"))
    unasked(play(s, "play:pontus"))
    while s.stack[-1].name == "pontic-muster":
        play(s, "place:sinope")
    s.push(PonticActivation(s))
    s.run()
    return unasked(s)


def beaten_in_port() -> PaxRomanaState:
    """Carthage has lost a Battle at Lilybaeum, where it has Galley Squadrons."""
    units: Units = {
        "rome": {"panormus": {"legion": 4}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": 2}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[5, 4, 1])
    return play(s, "major:panormus", "take-all", "march:lilybaeum", "no", "stand", "done")


def successors() -> PaxRomanaState:
    units: Units = {
        "greece": {
            "athens": {"heavy": 3, "light": 1, "galley": 3},
            "thebes": {"light": 1},
            "naxos": {"light": 1, "galley": 1},
        }
    }
    return draw(units, "successor-wars", (6,), leaders={"greece-1": "athens", "greece-2": "thebes"})


def carthage_with_a_card() -> PaxRomanaState:
    units: Units = {"carthage": {"utica": {"heavy": 1}, "carthago": {"light": 1}}}
    return choosing(units, {"carthage": ["galley-tech-corvus"]}, active="carthage")


def attacked_with_cards() -> PaxRomanaState:
    """Rome comes upon an Army of Carthage, which may Withdraw, play a card or hire Mercenaries for one."""
    units: Units = {"rome": {"venusia": {"legion": 3}}, "carthage": {"tarentum": {"heavy": 1}}}
    hands = [["spies", "cunctator"] if power == "carthage" else [] for power in POWERS]
    s = world(units, options=ADVANCED, hands=hands, dice=[6])
    return play(s, "major:venusia", "take-all", "march:tarentum")


def fleets_meet() -> PaxRomanaState:
    """A Fleet of Rome comes upon one of Carthage at sea."""
    s = world({"rome": {"roma": {"galley": 3}}, "carthage": {"ntp-campania": {"galley": 1}}}, dice=[6])
    script(s, [1, 1])
    return play(s, "major:roma", "take:galley", "go", "sail:ntp-campania")


def too_many() -> PaxRomanaState:
    """More Heavy Infantry than may be kept for nothing, Mercenaries among it."""
    units = {"greece": {"athens": {"heavy": 30, "mercenary": 1}}}
    return position({"scenario": "V"}, units=units, operation="phase", phase="B", treasury={"greece": 30}, dice=[1] * 9)


def achieved() -> PaxRomanaState:
    """The Victory Phase: Rome holds Egypt, and has the Objective for it."""
    units: Units = {
        "rome": {each: {"legion": 1} for each in ("alexandria", "pelusium", "memphis", "faiyum", "hermopolis")}
    }
    options = {"scenario": "V", "format": "ultra-basic"}
    marks = [["M"] if power == "rome" else [] for power in POWERS]
    return position(options, units=units, objectives=marks, operation="phase", phase="H", markers={"rome": 1})


RARE: tuple[tuple[Callable[[], PaxRomanaState], str], ...] = (
    (founding, ""),
    (achieved, "reveal:M"),
    (lambda: placing(JOINING, "roma", "athens"), ""),
    (lambda: placing(PYRRHUS, "tarentum", "athens"), ""),
    (silenced, ""),
    (pontus_moves, ""),
    (
        lambda: world({"greece": {"rhodes": {"heavy": 2, "galley": 1, "rhodian": 2}}}, active="greece", dice=[5]),
        "major:rhodes take:heavy go embark take:rhodian",
    ),
    (beaten_in_port, "retreat"),
    (fleets_meet, "withdraw"),
    (attacked_with_cards, ""),
    (carthage_with_a_card, "recruit"),
    (carthage_with_a_card, "hire-for:galley-tech-corvus hire-light:utica"),
    (
        lambda: west({"carthage": {"utica": {"galley": 1}, "carthago": {"galley": 2}}}, active="carthage"),
        "major:utica take-all sail:carthago",
    ),
    (successors, "place:athens take:light take-leader:greece-1 take:heavy go march:thebes pick-up take:light"),
    (successors, "place:athens take-all march:thebes take-leader:greece-2"),
    (too_many, "disband-mercenary:athens"),
    (successors, "place:athens take-all embark escort:1 sail:ntp-sunium sail:naxos take:galley debark"),
)
"""Positions of what no record shows, and what is played from there."""


def moments() -> Iterator[PaxRomanaState]:
    """Positions that show all choices which have a list and a condition apart, both open and closed."""
    for name in SHOWING:
        record = STORED.record(STORED.known(f"pax-romana-{name}"))
        state = GAME.deal(GAME.box(record.options), SeededDice(bytes.fromhex(record.seed)))
        assert isinstance(state, PaxRomanaState)
        for seat, word in record.decisions:
            yield state
            state.play(seat, state.unspell(word))
    for begin, played in RARE:
        s = begin()
        yield s
        for word in played.split():
            if word.startswith("sail:"):
                script(s, [1])
            yield play(s, word)


def test_a_list_and_the_condition_apart_from_it_agree_for_every_argument() -> None:
    """Whoever lists what is open and says elsewhere why the rest is not must say the same twice."""
    held = Holding()
    for state in moments():
        held(state)
    assert set(all_apart()) == held.shown


def test_a_list_that_leaves_out_what_its_condition_allows_is_seen() -> None:
    s = world({"rome": {"roma": {"legion": 2}, "capua": {"legion": 1}}})
    operation = s.stack[-1].stages[s.stack[-1].stage]
    honest = next(each for each in operation.choices if each.verb == MAJOR)
    Holding().hold(s, s.stack[-1], operation, honest, s.decider(s.actors()[0]))
    short = choice(MAJOR, among=lambda *_: [], unless=lambda stage, s, p, power, node: "")(honest.deed)
    with pytest.raises(AssertionError, match="major:"):
        Holding().hold(s, s.stack[-1], operation, short, s.decider(s.actors()[0]))
