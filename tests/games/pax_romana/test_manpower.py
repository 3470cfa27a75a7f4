"""Chapters 6.2 to 6.4: raising, building and maintaining, with the corners of each rule."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import at, choices, play, refused, talents, west, world
from ludi.core import IllegalAction
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch06_treasury.maintenance import Maintenance
from ludi.games.pax_romana.world.pieces import CAVALRY, ELEPHANT, HEAVY, LEGION, LIGHT

FIVE_ISLANDS = {"thasos", "limnos", "lesbos-chios", "samos", "naxos"}


def recruit(units: Any, active: str = "rome", coins: int = 10, **facts: Any) -> PaxRomanaState:
    return world(units, active=active, operation="recruitment", treasury={active: coins}, **facts)


def phase(letter: str, units: Any, scenario: str = "V", **facts: Any) -> PaxRomanaState:
    facts.setdefault("treasury", {"rome": 20, "carthage": 20})
    return position({"scenario": scenario}, units=units, operation="phase", phase=letter, dice=[1] * 60, **facts)


def open_to(s: PaxRomanaState, power: str) -> list[str]:
    return [s.spell(action) for action in s.legal(s.box.seat_of[s.box.powers.index(power)])]


def plan(s: PaxRomanaState, power: str, *words: str) -> None:
    for word in words:
        s.play(s.box.seat_of[s.box.powers.index(power)], s.unspell(word))


# 6.2


@pytest.mark.rule("PR-6.2.5a", "PR-6.2.4b", "PR-2.6-T-MAJOR", "PR-2.6-T-MINOR")
def test_every_province_of_a_territory_offers_the_same_kinds_but_for_the_tables_exceptions() -> None:
    from ludi.games.pax_romana.world.scenario import tables

    box = world({}).box
    exceptions = set(tables()["recruitment"]["except"])
    for power, lists in enumerate(box.recruits):
        for territory, provinces in enumerate(box.atlas.provinces_of):
            plain = {
                frozenset(set(lists[p]) - {ELEPHANT}) for p in provinces if box.atlas.province_ids[p] not in exceptions
            }
            assert len(plain) <= 1, (box.powers[power], box.atlas.territory_ids[territory])
    rome, greece = box.powers.index("rome"), box.powers.index("greece")
    index = box.atlas.province_index
    assert box.recruits[rome][index["italia"]] == (LEGION,)
    assert box.recruits[greece][index["attica"]] == (HEAVY,)
    assert set(box.recruits[greece][index["ionia"]]) == {HEAVY, LIGHT}
    assert set(box.recruits[rome][index["syria"]]) == {HEAVY, LIGHT, CAVALRY, ELEPHANT}
    assert ELEPHANT not in box.recruits[rome][index["judea"]]


@pytest.mark.rule("PR-6.2.7-EX1")
def test_greece_raises_two_heavy_and_three_light_in_ionia_for_seven_talents() -> None:
    s = recruit({"greece": {"ephesus": {"heavy": 1}}}, "greece", coins=7)
    play(s, "heavy:ephesus", "heavy:ephesus", "light:ephesus", "light:ephesus", "light:ephesus")
    assert talents(s, "greece") == 0
    assert at(s, "greece", "ephesus") == {"heavy": 3, "light": 3}
    asia = {(each["what"], each["talents"]) for each in q.buildable(s, "greece") if each["space"] == "ephesus"}
    assert {("heavy", 2), ("light", 1)} <= asia
    assert not {what for what, _ in asia} & {"legion", "cavalry", "elephant"}
    other = recruit({"carthage": {"ephesus": {"heavy": 1}}}, "carthage")
    assert {"heavy:ephesus", "light:ephesus"} <= set(choices(other)), "as may anybody who Controls Ionia"


@pytest.mark.rule("PR-6.2.7-EX2")
def test_rome_in_syria_raises_four_kinds_and_elephants_not_from_judea() -> None:
    units = {"rome": {word: {"legion": 1} for word in ("antioch", "tyre", "damascus", "emesa")}}
    units["rome"] |= {word: {"legion": 1} for word in ("gaza", "joppa", "jerusalem")}
    s = recruit(units, coins=6)
    offers = {(each["what"], each["talents"]) for each in q.buildable(s, "rome") if each["space"] == "damascus"}
    assert {("heavy", 2), ("light", 1), ("cavalry", 2), ("elephant", 1)} <= offers
    assert "legion" not in {what for what, _ in offers}
    assert refused(s, "rome", "elephant:jerusalem") == "PR-12.8.1"
    play(s, "heavy:damascus", "light:damascus", "cavalry:damascus", "elephant:damascus")
    assert talents(s, "rome") == 0


@pytest.mark.rule("PR-6.2.7-EX3", "PR-6.2.4a")
def test_carthage_raises_nothing_in_a_britain_cut_off() -> None:
    britain = {"carthage": {"londinium": {"light": 1}}}
    free = recruit(britain, "carthage", coins=4)
    play(free, "cavalry:londinium", "cavalry:londinium")
    assert talents(free, "carthage") == 0
    ports = {word: {"legion": 1, "galley": 1} for word in ("gesoriacum", "darioritum")}
    s = recruit({**britain, "rome": ports}, "carthage", coins=4)
    assert q.who_controls_province(s, "britannia")["who"] == "carthage"
    assert not q.line_of_communication(s, "carthage", "londinium")["open"]
    assert refused(s, "carthage", "cavalry:londinium") == "PR-6.2.4a"
    assert not any(word.endswith(":londinium") for word in choices(s))


@pytest.mark.rule("PR-6.2.4a")
def test_presence_in_a_province_of_another_raises_nothing() -> None:
    units = {"rome": {"gades": {"legion": 1}}, "carthage": {"malacca": {"light": 1}, "corduba": {"light": 1}}}
    s = recruit(units)
    assert not any(word.endswith(":gades") and not word.startswith("galley") for word in choices(s))
    assert refused(s, "rome", "light:gades") == "PR-6.2.4a"


@pytest.mark.rule("PR-6.2.4c", "PR-6.2.3")
def test_recruits_stand_in_own_or_empty_spaces_of_their_province() -> None:
    s = recruit({"carthage": {"gades": {"light": 1}}, "rome": {"malacca": {"galley": 1}}}, "carthage")
    placed = {word.partition(":")[2] for word in choices(s) if word.startswith("light")}
    assert {"gades", "malacca", "corduba"} <= placed
    assert "olisipo" not in placed
    s = recruit(
        {"carthage": {"gades": {"light": 1}, "corduba": {"light": 1}}, "rome": {"malacca": {"legion": 1}}}, "carthage"
    )
    assert refused(s, "carthage", "light:malacca") == "PR-6.2.4c"


@pytest.mark.rule("PR-6.2.8")
def test_the_five_islands_raise_no_heavy_infantry_for_anybody() -> None:
    units = {power: {"ephesus": {"light": 1}} for power in ("greece",)}
    s = recruit(units, "greece")
    heavy = {word.partition(":")[2] for word in choices(s) if word.startswith("heavy")}
    assert not heavy & FIVE_ISLANDS
    assert {"ephesus", "athens"} <= heavy
    for island in FIVE_ISLANDS:
        assert refused(s, "greece", f"heavy:{island}") == "PR-6.2.8"


@pytest.mark.rule("PR-6.2.5b", "PR-2.5")
@pytest.mark.parametrize(
    ("word", "price"), [("heavy", 2), ("light", 1), ("cavalry", 2), ("elephant", 1), ("galley", 2)]
)
def test_what_one_cannot_pay_one_cannot_raise(word: str, price: int) -> None:
    units = {"east": {"laodicea": {"heavy": 1}}}
    play(recruit(units, "east", coins=price), f"{word}:laodicea")
    s = recruit(units, "east", coins=price - 1)
    assert refused(s, "east", f"{word}:laodicea") == "PR-6.2.5b"


@pytest.mark.rule("PR-6.2.5b", "PR-3.2-Ec")
def test_a_secret_plan_never_costs_more_than_the_treasury() -> None:
    s = phase("E", {"rome": {"roma": {"legion": 1}}}, treasury={"rome": 5})
    plan(s, "rome", "legion:roma", "legion:roma")
    assert open_to(s, "rome") == ["done"], "one Talent is left, and nothing for it"
    with pytest.raises(IllegalAction):
        plan(s, "rome", "legion:roma")


@pytest.mark.rule("PR-6.2.2", "PR-6.4", "PR-3.2-Ec")
@pytest.mark.parametrize(("letter", "word"), [("E", "legion:roma"), ("B", "scrap:roma")])
def test_what_one_plans_nobody_else_can_know(letter: str, word: str) -> None:
    def planned(*words: str) -> PaxRomanaState:
        s = phase(letter, {"rome": {"roma": {"legion": 1, "galley": 2}}, "carthage": {"utica": {"galley": 1}}}, "II")
        plan(s, "rome", *words, "done")
        return s

    one, other = planned(), planned(word)
    carthage = one.box.powers.index("carthage")
    assert one.view(carthage) == other.view(carthage)
    assert one.veil(carthage).snapshot() == other.veil(carthage).snapshot()
    assert one.view(0) != other.view(0)
    sampled = other.perspective(carthage).sample(random.Random(1))
    assert sampled.legal(carthage) == other.legal(carthage)


@pytest.mark.rule("PR-3.2-D", "PR-8.1.5d")
def test_where_leaders_are_put_nobody_else_can_know_before_all_are() -> None:
    def placed(space: str) -> PaxRomanaState:
        units = {"rome": {"capua": {"legion": 1}, "ancona": {"legion": 1}}, "carthage": {"utica": {"light": 1}}}
        s = phase("D", units, "II")
        plan(s, "rome", "lead:roma", f"lead:{space}")
        return s

    one, other = placed("capua"), placed("ancona")
    carthage = one.box.powers.index("carthage")
    assert one.view(carthage) == other.view(carthage)
    assert one.veil(carthage).snapshot() == other.veil(carthage).snapshot()
    assert one.view(0) != other.view(0)


@pytest.mark.rule("PR-6.2.9", "PR-7.1.5")
def test_counters_never_run_out() -> None:
    s = recruit({"greece": {"athens": {"heavy": 60}}}, "greece", coins=20)
    play(s, *["heavy:athens"] * 10)
    assert at(s, "greece", "athens") == {"heavy": 70}


# 6.3


@pytest.mark.rule("PR-6.3a", "PR-6.3c", "PR-6.3d")
def test_galleys_are_built_in_held_ports_without_enemy_galleys() -> None:
    units: Any = {"rome": {"gades": {"legion": 1}, "malacca": {"galley": 1}}, "carthage": {"ancona": {"galley": 1}}}
    s = recruit(units)
    ports = {word.partition(":")[2] for word in choices(s) if word.startswith("galley")}
    assert {"roma", "gades"} <= ports
    assert not ports & {"malacca", "ancona", "capua", "carthago"}
    manpower = phase("E", {"rome": {"roma": {"legion": 1}}})
    assert "galley:roma" in open_to(manpower, "rome")


# 6.4


@pytest.mark.rule("PR-6.4.2-EX1")
def test_the_east_keeps_twenty_five_heavy_infantry() -> None:
    for disbanded in range(8):
        s = phase("B", {"east": {"antioch": {"heavy": 25}}}, stability={"east": 0}, treasury={"east": 7})
        plan(s, "east", *["disband-heavy:antioch"] * disbanded, "done")
        assert talents(s, "east") == 7 - (7 - disbanded)
        assert at(s, "east", "antioch") == {"heavy": 25 - disbanded}


@pytest.mark.rule("PR-6.4.2a", "PR-14.1.3", "PR-6.4.2b")
def test_mercenaries_and_reduced_units_count_light_horse_and_militia_do_not() -> None:
    def due(army: dict[str, int], level: int = 0) -> int:
        s = phase("B", {"east": {"antioch": army}}, stability={"east": level}, treasury={"east": 40})
        maintenance = next((p for p in s.stack if isinstance(p, Maintenance)), None)
        return 0 if maintenance is None else maintenance.due(s, s.box.powers.index("east"))

    assert due({"heavy": 18}) == 0
    assert due({"heavy": 18, "mercenary": 2}) == 2
    assert due({"heavy": 18, "reduced-heavy": 1}) == 1
    assert due({"heavy": 18, "light": 9, "cavalry": 9, "militia": 9, "garrison": 9, "elephant": 3}) == 0
    assert due({"heavy": 19, "light": 9, "cavalry": 9, "militia": 9}) == 1
    unrest = due({"heavy": 18}, -1)
    turmoil = due({"heavy": 18}, -5)
    assert 0 < unrest < turmoil


@pytest.mark.rule("PR-6.4.2a")
def test_who_cannot_keep_his_foot_must_disband() -> None:
    s = phase("B", {"east": {"antioch": {"heavy": 20}}}, treasury={"east": 1})
    assert "done" not in open_to(s, "east")
    plan(s, "east", "disband-heavy:antioch")
    assert "done" in open_to(s, "east")
    plan(s, "east", "done")
    assert (talents(s, "east"), at(s, "east", "antioch")) == (0, {"heavy": 19})


@pytest.mark.rule("PR-6.4.1a")
def test_the_owner_chooses_which_galleys_to_keep() -> None:
    s = phase("B", {"rome": {"roma": {"galley": 2}, "ancona": {"galley": 1}}}, "II", treasury={"rome": 9})
    plan(s, "rome", "scrap:roma", "done")
    assert (at(s, "rome", "roma"), at(s, "rome", "ancona")) == ({"galley": 1}, {"galley": 1})
    assert talents(s, "rome") == 7


@pytest.mark.rule("PR-6.4.1b")
def test_the_fleets_of_independents_cost_nobody_anything() -> None:
    units = {"independents": {"rhodes": {"heavy": 2, "galley": 2}}, "greece": {"athens": {"galley": 1}}}
    s = phase("B", units, treasury={"greece": 1})
    plan(s, "greece", "done")
    assert talents(s, "greece") == 0
    assert at(s, "independents", "rhodes") == {"heavy": 2, "galley": 2}


@pytest.mark.rule("PR-6.4.3")
def test_carthage_plans_no_more_than_its_maximum_in_the_manpower_phase() -> None:
    s = phase("E", {"carthage": {"carthago": {"heavy": 13}}}, stability={"carthage": 1}, treasury={"carthage": 20})
    limit = s.box.manmax[s.box.powers.index("carthage")][0]
    plan(s, "carthage", *["heavy:carthago"] * (limit - 13))
    assert not {"heavy:carthago", "hire:carthago"} & set(open_to(s, "carthage"))
    assert "light:carthago" in open_to(s, "carthage")
    greece = phase("E", {"greece": {"athens": {"heavy": 40}}}, treasury={"greece": 9})
    plan(greece, "greece", "heavy:athens")
    assert west({}).box.kind[1] == "carthage"


@pytest.mark.rule("PR-3.2-Eb", "PR-3.2-Ed", "PR-10.6.6c")
def test_what_is_reduced_is_rebuilt_or_becomes_a_garrison() -> None:
    units = {"rome": {"roma": {"reduced-legion": 1}, "capua": {"reduced-heavy": 1, "legion": 1}}}
    s = phase("E", units, "II", markers={"rome": 1})
    plan(s, "rome", "rebuild-heavy:capua", "done")
    plan(s, "carthage", "done")
    assert at(s, "rome", "roma") == {"garrison": 1}
    assert at(s, "rome", "capua") == {"heavy": 1, "legion": 1}
    assert talents(s, "rome") == 19


@pytest.mark.rule("PR-3.2-E")
def test_objectives_are_bought_only_where_the_format_says() -> None:
    def offered(word: str) -> bool:
        s = position(
            {"scenario": "V", "format": word}, operation="phase", phase="E", treasury={"rome": 9}, dice=[1] * 20
        )
        return "objective" in open_to(s, "rome")

    assert offered("ultra-basic")
    assert not any(offered(word) for word in ("basic", "basic-2", "basic-plus"))


GALATIA, AROUND_GALATIA = (
    ("ancyra", "pessinus", "tavium", "iconium"),
    ("amasia", "celaenae", "gangra", "mazaca", "nicomedia", "seleucia", "side", "tyana"),
)
NORICUM, AROUND_NORICUM = (
    ("virunum", "iuvavum", "lauriacum"),
    ("aquileia", "augusta-vindelicorum", "brigantium-raetia", "carnuntum", "coricum", "siscia"),
)


def cut_off(held: tuple[str, ...], around: tuple[str, ...], unit: str, power: str = "greece") -> PaxRomanaState:
    """A Reduced Unit in the first Space, Light Infantry in the others, enemies all around."""
    mine = {space: {"light": 1} for space in held[1:]} | {held[0]: {unit: 1}}
    return recruit({power: mine, "east": {space: {"light": 1} for space in around}}, power)


@pytest.mark.rule("PR-10.6.6d")
def test_reduced_units_that_are_cut_off_are_rebuilt_only_where_such_are_recruited() -> None:
    isolated = cut_off(GALATIA, AROUND_GALATIA, "reduced-heavy")
    assert not q.line_of_communication(isolated, "greece", "ancyra")["open"]
    assert "rebuild-heavy:ancyra" in choices(isolated), "Galatia is Controlled and has Heavy Infantry"
    contested = cut_off(GALATIA[:1], (*AROUND_GALATIA, *GALATIA[1:]), "reduced-heavy")
    assert refused(contested, "greece", "rebuild-heavy:ancyra") == "PR-10.6.6d", "not Controlled"
    legion = cut_off(GALATIA, AROUND_GALATIA, "reduced-legion", "rome")
    assert refused(legion, "rome", "rebuild-legion:ancyra") == "PR-10.6.6d", "no Legions are raised there"
    poor = cut_off(NORICUM, AROUND_NORICUM, "reduced-heavy")
    assert refused(poor, "greece", "rebuild-heavy:virunum") == "PR-10.6.6d", "Noricum has no Heavy Infantry"
    in_touch = recruit({"greece": {"virunum": {"reduced-heavy": 1}}}, "greece")
    assert "rebuild-heavy:virunum" in choices(in_touch), "anywhere with a line of communication"


@pytest.mark.rule("PR-12.1.6b")
def test_garrisons_are_not_made_into_other_units_again() -> None:
    s = recruit({"rome": {"roma": {"garrison": 3}}})
    assert {word.partition(":")[0] for word in choices(s)} == {"done", "legion", "galley"}
    assert refused(s, "rome", "rebuild-legion:roma") == "PR-10.6.6b"
    in_phase = phase("E", {"rome": {"roma": {"garrison": 3}}})
    assert not any(word.startswith("rebuild") for word in open_to(in_phase, "rome"))
