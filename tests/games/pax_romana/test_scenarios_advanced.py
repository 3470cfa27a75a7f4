"""What the scenarios of the Advanced Game have of their own: IV, VI and X, and the lengths of V."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, city, node, play, refused
from games.pax_romana.test_own_data import changed
from ludi.core import BadOption, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.ch03_sequence.turn import next_turn, open_activations
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection
from ludi.games.pax_romana.ch13_barbarians.invasion import Invasion
from ludi.games.pax_romana.play_book.barred import barred
from ludi.games.pax_romana.world.pieces import EAST_GAULS, HEAVY, INDEPENDENT, LEGION, OCCUPY, ONE, SOF

RISE = "scenarios/05-rise-of-rome.toml"


def deal(number: str, seed: int = 1, **options: Any) -> PaxRomanaState:
    return GAME.deal(GAME.box({"scenario": number, **options}), FastDice(random.Random(seed)))


def expanding(number: str, power: str, **facts: Any) -> PaxRomanaState:
    return position({"scenario": number}, active=power, operation="expansion", treasury={power: 9}, **facts)


@pytest.mark.rule("PR-3.8.2a", "PR-3.8.2b")
def test_the_advanced_game_has_four_markers_and_as_many_turns_as_the_players_like() -> None:
    for number, format_ in (("IV", ""), ("V", "advanced"), ("VI", ""), ("VII", "advanced"), ("IX", "advanced")):
        box = GAME.box({"scenario": number, "format": format_})
        assert box.advanced
        assert set(box.markers) == {4}
    assert GAME.box({"scenario": "V", "format": "advanced"}).turns == 5
    for last in range(5, 11):
        assert GAME.box({"scenario": "V", "format": "advanced", "last_turn": last}).turns == last
    with pytest.raises(BadOption, match="ends after turn 5, 6, 7, 8, 9, 10, not 4"):
        GAME.box({"scenario": "V", "format": "advanced", "last_turn": 4})
    with pytest.raises(BadOption, match="ends after turn 5, not 6"):
        GAME.box({"scenario": "V", "last_turn": 6})


@pytest.mark.rule("PR-1.1b")
def test_four_scenarios_are_standard_three_advanced_three_either() -> None:
    kinds = {}
    for number in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"):
        kinds[number] = {each["game"] for each in GAME.box({"scenario": number}).scenario["formats"]}
    assert [number for number, games in kinds.items() if games == {"standard"}] == ["I", "II", "III", "VIII"]
    assert [number for number, games in kinds.items() if games == {"advanced"}] == ["IV", "VI", "X"]
    assert [number for number, games in kinds.items() if len(games) == 2] == ["V", "VII", "IX"]


def test_pergamum_stands_in_the_advanced_format_of_v_alone() -> None:
    assert at(deal("V", format="advanced"), "independents", "pergamum")
    assert not at(deal("V"), "independents", "pergamum")


@pytest.mark.rule("PR-3.1")
@pytest.mark.parametrize(
    "options",
    [{"scenario": number} for number in ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")]
    + [{"scenario": number, "format": "advanced"} for number in ("V", "VII", "IX")],
    ids=str,
)
def test_nobody_begins_among_others(options: dict[str, Any]) -> None:
    s = GAME.deal(GAME.box(options), FastDice(random.Random(1)))
    for place in range(s.box.atlas.spaces):
        assert sum(bool(s.at(side, place) & OCCUPY) for side in range(SOF)) < 2, s.box.place(place)


def test_a_garrison_gives_way_to_pergamum_in_the_advanced_game() -> None:
    """A set-up of one's own may give Greece Ephesus; that of V says where the Garrison goes."""
    data = changed(RISE, "tyre = { garrison = 1 }", "tyre = { garrison = 1 }\nephesus = { garrison = 1 }")
    for number in ("V", "VII"):
        advanced = deal(number, format="advanced", data=data)
        assert at(advanced, "greece", "ephesus") == {}
        assert at(advanced, "greece", "miletus") == {"garrison": 1}
        assert at(deal(number, data=data), "greece", "ephesus") == {"garrison": 1}


# IV. Carthago Delenda Est


def test_pyrrhus_sails_west_and_nowhere_else() -> None:
    s = position({"scenario": "IV"}, active="greece", soldier_of_fortune="greece")
    for place in ("rhegium", "roma", "syracuse", "caralis", "ambracia"):
        assert not barred(s, SOF, ONE[HEAVY], node("ambracia"), node(place)), place
    for place in ("athens", "carthago", "gades", "narbo", "gortyna"):
        assert barred(s, SOF, ONE[HEAVY], node("ambracia"), node(place)) == "PR-12.4.2a", place


def test_pyrrhus_moves_beside_the_major_move_while_he_is_in_macedonia() -> None:
    units = {"greece": {"athens": {"heavy": 2}}, "soldier-of-fortune": {"ambracia": {"heavy": 2}}}
    s = expanding("IV", "greece", units=units, soldier_of_fortune="greece", dice=[3] * 9)
    play(s, "soldier:ambracia", "take-all", "halt")
    assert "major:athens" in choices(s)
    later = expanding("IV", "greece", units=units, soldier_of_fortune="greece", dice=[3] * 9)
    play(later, "major:athens", "take-all", "halt")
    assert "soldier:ambracia" in choices(later)
    landed = {**units, "soldier-of-fortune": {"tarentum": {"heavy": 2}}}
    abroad = expanding("IV", "greece", units=landed, soldier_of_fortune="greece", dice=[3] * 9)
    play(abroad, "soldier:tarentum", "take-all", "halt")
    assert "major:athens" not in choices(abroad)


@pytest.mark.parametrize(("turn", "heavy", "free"), [(1, 3, False), (1, 4, True), (0, 3, True)])
def test_three_heavy_infantry_stay_in_greece_from_turn_ii_on(turn: int, heavy: int, free: bool) -> None:
    units = {"greece": {"dyrrhachium": {"heavy": 1}, "pella": {"heavy": heavy - 1}}}
    s = expanding("IV", "greece", units=units, turn=turn, dice=[6] * 9)
    play(s, "minor:dyrrhachium")
    assert ("break:heavy" in choices(s)) == free
    play(s, "take:heavy")
    assert ("march:lissa" in choices(s)) == free
    if not free:
        assert refused(s, "greece", "march:lissa") == "PR-3.0"
    assert "march:heraclea-lyncestis" in choices(s), "within Greece they go where they like"


# VI. Mare Nostrum


@pytest.mark.parametrize("turn", [0, 1])
def test_the_treaty_of_philinus_holds_in_turn_i(turn: int) -> None:
    units = {"rome": {"rhegium": {"legion": 1}}}
    s = expanding("VI", "rome", units=units, turn=turn, dice=[6] * 9)
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    for side, place in ((rome, "messana"), (rome, "utica"), (carthage, "rhegium")):
        assert bool(barred(s, side, ONE[LEGION], node("croton"), node(place))) == (turn == 0)
        assert not barred(s, side, 0, node("croton"), node(place)), "leaders and Fleets are free"
    assert not barred(s, carthage, ONE[HEAVY], node("utica"), node("messana"))
    play(s, "minor:rhegium", "take:legion")
    assert ("march:messana" in choices(s)) == (turn == 1)


def test_the_galatians_cross_after_the_second_activation() -> None:
    s = deal("VI")
    for _ in range(2):
        while s.stack[-1].name != "activation":
            play(s, choices(s)[-1])
        play(s, "pass")
    assert s.stack[-1].name == "invasion", [each.name for each in s.stack]
    assert actor(s) == "carthage", "the power whose marker comes next leads them"
    assert isinstance(s.stack[-1], Invasion)
    assert s.stack[-1].side == EAST_GAULS


@pytest.mark.parametrize(
    ("turn", "power", "rating"), [(4, "carthage", "4-6"), (4, "rome", "3-5"), (8, "rome", "4-5"), (10, "rome", "4-5")]
)
def test_great_captains_are_set_not_drawn(turn: int, power: str, rating: str) -> None:
    for seed in range(6):
        s = deal("VI", seed)
        s.turn = turn - 1
        chosen = LeaderSelection()
        chosen.draw(s)
        ours = [
            s.box.leaders[chosen.leader(index)]
            for index in range(len(chosen.placed))
            if s.box.powers[chosen.owner(index)] == power
        ]
        assert len(ours) == 2
        assert rating in [f"{leader.tactical}-{leader.campaign}" for leader in ours]


@pytest.mark.parametrize("free", [True, False])
def test_pergamum_is_willed_to_rome_in_turn_viii_if_it_is_free(free: bool) -> None:
    s = deal("VI")
    s.turn = 7
    if not free:
        s.remove(INDEPENDENT, node("pergamum"), s.at(INDEPENDENT, node("pergamum")))
    open_activations(s)
    assert bool(at(s, "rome", "ephesus")) == free
    heir = s.box.powers.index("rome")
    assert (s.sites[node("pergamum")].owner == heir) == free
    if free:
        assert at(s, "rome", "ephesus") == {"garrison": 1}
        assert not at(s, "independents", "cyzicus")
    earlier = deal("VI")
    earlier.turn = 6
    open_activations(earlier)
    assert not at(earlier, "rome", "ephesus")


def test_the_two_courts_of_the_east_march_apart_until_a_capital_falls() -> None:
    units = {"east": {"pelusium": {"heavy": 1}, "gaza": {"light": 1}, "tyre": {"heavy": 1}, "alexandria": {"heavy": 1}}}
    sites = {"alexandria": city("east"), "antioch": city("east")}

    def to_tyre(united: bool) -> PaxRomanaState:
        s = expanding("VI", "east", units=units, sites=sites, dice=[6] * 9, leaders={"east-1": "pelusium"})
        s.courts_united = int(united)
        play(s, "major:pelusium", "take-all", "march:ltp-sinai", "march:gaza")
        assert "pick-up" in choices(s), "Judea is neither court's"
        return play(s, "march:joppa", "march:tyre")

    apart = to_tyre(False)
    assert refused(apart, "east", "pick-up") == "PR-3.0"
    assert "pick-up" in choices(to_tyre(True))


def test_a_capital_once_lost_unites_the_courts() -> None:
    s = expanding("VI", "east", units={"east": {"alexandria": {"heavy": 1}, "antioch": {"heavy": 1}}})
    assert not s.courts_united
    s.remove(s.box.powers.index("east"), node("antioch"), ONE[HEAVY])
    s.add(s.box.powers.index("rome"), node("antioch"), ONE[LEGION])
    recount(s)
    assert s.courts_united


# X. Chaos in the Aegean


def test_rome_has_two_markers_in_the_second_turn_of_x() -> None:
    s = deal("X")
    rome = s.box.powers.index("rome")
    assert s.pool[rome] + s.order.count(rome) == 4
    next_turn(s)
    assert s.pool[rome] + s.order.count(rome) == 2
    next_turn(s)
    assert s.pool[rome] + s.order.count(rome) == 4


@pytest.mark.parametrize(("turn", "abroad", "free"), [(0, 1, True), (0, 2, False), (1, 2, False), (2, 2, True)])
def test_no_more_than_two_legions_leave_italy_while_hannibal_is_there(turn: int, abroad: int, free: bool) -> None:
    s = expanding("X", "rome", units={"rome": {"brundisium": {"legion": 1}, "lissa": {"legion": abroad}}}, turn=turn)
    rome = s.box.powers.index("rome")
    assert bool(barred(s, rome, ONE[LEGION], node("brundisium"), node("dyrrhachium"))) != free
    assert not barred(s, rome, ONE[LEGION], node("lissa"), node("dyrrhachium")), "those abroad go where they like"
    assert not barred(s, rome, ONE[LEGION], node("brundisium"), node("barium"))


def test_only_rome_raises_legions_in_italy() -> None:
    box = deal("X").box
    for province in ("italia", "bruttium"):
        number = box.atlas.province_index[province]
        for power in ("macedon", "leagues"):
            assert box.recruits[box.powers.index(power)][number] == (HEAVY,)
        assert LEGION in box.recruits[box.powers.index("rome")][number]


@pytest.mark.parametrize("enemy", [False, True])
def test_the_leagues_march_apart_unless_macedon_stands_among_them(enemy: bool) -> None:
    units = {"leagues": {"thebes": {"heavy": 1}, "corinth": {"heavy": 1}}, "macedon": {}}
    if enemy:
        units["macedon"] = {"athens": {"heavy": 1}}
    s = expanding("X", "leagues", units=units, dice=[6] * 9)
    play(s, "major:thebes", "take-all")
    while at(s, "leagues", "corinth") == {"heavy": 1} or "no" in choices(s):
        step = next(word for word in ("no", "march:corinth", "march:megara") if word in choices(s))
        play(s, step)
    assert ("pick-up" in choices(s)) == enemy


@pytest.mark.rule("PR-15.4.4a")
def test_in_x_everybody_may_buy_an_objective_before_the_first_activation() -> None:
    s = deal("X")
    asked = []
    while s.stack[-1].name == "opening-purchase":
        power = actor(s)
        asked.append(power)
        before = s.treasury[s.box.powers.index(power)]
        play(s, "objective")
        assert s.treasury[s.box.powers.index(power)] < before
    assert asked == ["macedon", "leagues", "rome"]
    assert [len(held) for held in s.objectives] == [1, 1, 1]
    assert s.stack[-1].name == "activation"
    none = play(deal("X"), "done", "done", "done")
    assert not any(none.objectives)
