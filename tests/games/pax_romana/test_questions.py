"""Questions: each answers with reasons and rule ids, and as the rules then act."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

from contract import rule_ids
from games.pax_romana.helpers import at, choices, city, mp, node, play, script, talents, town, west, world
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch06_treasury.recruitment import Recruitment
from ludi.games.pax_romana.ch15_victory.victory import award


def middle(options: dict[str, Any], seed: int, decisions: int = 400) -> PaxRomanaState:
    """A position of a random game."""
    rng = random.Random(seed)
    s = GAME.deal(GAME.box(options), FastDice(rng))
    for _ in range(decisions):
        if not s.actors():
            break
        seat = s.actors()[0]
        s.play(seat, rng.choice(s.legal(seat)))
    return s


def rules_in(answer: Any) -> set[str]:
    """All rule ids in an answer, however deep."""
    if isinstance(answer, dict):
        found = {value for key, value in answer.items() if key.endswith("rule")}
        return found.union(*(rules_in(value) for value in answer.values()))
    if isinstance(answer, list):
        return set().union(*(rules_in(value) for value in answer))
    return set()


def everything(s: PaxRomanaState, rng: random.Random) -> list[Any]:
    """The answers to all questions, about some of the Spaces."""
    box = s.box
    found: list[Any] = [q.standings(s), q.victory_points_now(s)]
    found += [q.who_controls_territory(s, realm.word) for realm in box.realms]
    found += [q.who_controls_province(s, box.atlas.province_ids[province]) for province in box.open_provinces]
    spaces = [box.place(n) for n in range(box.atlas.spaces) if box.open[n]]
    for power in box.powers:
        found += [q.income_of(s, power), q.buildable(s, power), q.manpower_of(s, power)]
        for space in rng.sample(spaces, 6):
            found += [
                q.who_controls_space(s, space),
                q.units_in(s, space),
                q.line_of_communication(s, power, space),
                q.reach(s, power, space, 4),
                q.who_may_intercept(s, power, space),
                q.withdrawals(s, power, space),
                q.retreats(s, power, space),
                q.continuity(s, power, space),
                q.sea_reach(s, power, space),
                q.where_to_put(s, "pirates"),
                q.where_to_put(s, "slaves", power),
                q.where_to_put(s, "militia", power),
                q.where_to_put(s, "germans"),
                q.why_not_build(s, power, "galley", space),
                q.ways_to_lose(s, power, space, 2),
                q.battle_sums(s, power, box.powers[0], space),
            ]
    return found


@pytest.mark.parametrize("number", ["I", "II", "III", "V", "VIII", "IX"])
def test_every_question_can_be_put_to_any_position(number: str) -> None:
    """The answers are plain data, their rules exist, and asking changes nothing."""
    for seed in range(3):
        s = middle({"scenario": number}, seed)
        before = s.snapshot()
        for answer in everything(s, random.Random(seed)):
            assert json.loads(json.dumps(answer)) == answer
            assert rules_in(answer) <= rule_ids(), rules_in(answer) - rule_ids()
        assert s.snapshot() == before


def test_words_that_name_nothing_are_refused_with_a_sentence() -> None:
    s = west({})
    for ask in (
        lambda: q.who_controls_space(s, "atlantis"),
        lambda: q.who_controls_province(s, "atlantis"),
        lambda: q.who_controls_territory(s, "atlantis"),
        lambda: q.income_of(s, "sparta"),
        lambda: q.reach(s, "sparta", "roma", 2),
        lambda: q.why_not_build(s, "rome", "castle", "roma"),
        lambda: q.line_of_communication(s, "rome", "atlantis"),
    ):
        with pytest.raises(q.BadQuestion, match=r"^There is no|^Nobody builds") as error:
            ask()
        assert str(error.value).endswith(".")


# The answers agree with what then happens


@pytest.mark.parametrize("seed", range(4))
def test_income_is_what_phase_a_pays(seed: int) -> None:
    from ludi.games.pax_romana.ch06_treasury.income import collect_income

    s = middle({"scenario": "V"}, seed)
    due = [max(0, sum(line["talents"] for line in q.income_of(s, power))) for power in s.box.powers]
    assert due == [income(s, power) for power in range(4)]
    before = s.treasury[:]
    collect_income(s)
    assert [now - then for now, then in zip(s.treasury, before, strict=True)] == due


@pytest.mark.parametrize("seed", range(4))
def test_victory_points_are_what_phase_h_awards(seed: int) -> None:
    for number in ("II", "V", "IX"):
        s = middle({"scenario": number, "format": "basic" if number == "V" else ""}, seed)
        if not s.actors():
            continue
        s.objectives = [[] for _ in s.box.powers]
        lines = q.victory_points_now(s)
        due = [sum(line["points"] for line in lines[power]) for power in s.box.powers]
        before = s.vp[:]
        award(s, False)
        assert [now - then for now, then in zip(s.vp, before, strict=True)] == due
        stand = q.standings(s)
        for power in s.box.powers:
            assert stand[power]["cvp"] == sum(line["points"] for line in stand[power]["cvp_lines"])
            assert stand[power]["gop"] == sum(line["points"] for line in stand[power]["gop_lines"])


@pytest.mark.parametrize("seed", range(3))
def test_what_is_buildable_is_what_a_recruitment_offers(seed: int) -> None:
    base = middle({"scenario": "V"}, seed)
    recount(base)
    for number, power in enumerate(base.box.powers):
        s = base.copy()
        s.treasury[number] = 99
        s.push(Recruitment(number))
        s.run()
        offered = {s.spell(action) for action in s.legal(s.box.seat_of[number])} - {"done"}
        buildable = {
            f"{each['what']}:{each['space']}"
            for each in q.buildable(s, power)
            if each["what"] not in ("hire", "town", "city", "repair")
        }
        assert offered <= buildable
        if s.box.kind[number] != "carthage":
            assert offered == buildable
        for word in sorted(buildable)[:40]:
            what, _, space = word.partition(":")
            assert (q.why_not_build(s, power, what, space) is None) == (word in offered), word


@pytest.mark.rule("PR-9.2.1a", "PR-9.2.1g")
def test_reach_is_what_an_army_can_march_to() -> None:
    s = west({"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"light": 1}}}, dice=[3])
    found = {each["space"]: each for each in q.reach(s, "rome", "roma", 3)}
    assert found["capua"] == {"space": "capua", "mp": 2, "attack": True, "rule": "PR-9.2.1g"}
    assert found["arretium"]["mp"] == 1
    play(s, "major:roma", "take-all")
    marches = {word.partition(":")[2] for word in choices(s) if word.startswith("march") and "ltp" not in word}
    assert marches <= set(found)
    route = q.cost_of_route(s, "rome", ["roma", "arretium", "pisae"])
    assert sum(step["mp"] for step in route) >= found["pisae"]["mp"]


def test_a_line_runs_over_connections_from_the_place_to_home() -> None:
    s = world({"carthage": {"eboracum": {"light": 1}, "gades": {"light": 1}}})
    for start in ("eboracum", "gades"):
        route = q.line_of_communication(s, "carthage", start)["route"]
        assert route[0] == start
        assert s.box.home[node(route[-1])] == s.box.powers.index("carthage")
        for here, there in itertools.pairwise(route):
            near = {n for n, _ in s.box.atlas.land[node(here)]} | set(s.box.atlas.sea[node(here)])
            assert node(there) in near
    assert q.line_of_communication(s, "carthage", "carthago")["route"] == ["carthago"]


@pytest.mark.rule("PR-9.4.1a", "PR-9.4.3a", "PR-9.4.5e")
def test_withdrawal_names_ways_hindrance_and_price() -> None:
    units = {"rome": {"roma": {"legion": 2, "cavalry": 3}}, "carthage": {"capua": {"heavy": 2, "cavalry": 1}}}
    s = west(units)
    answer = q.withdrawals(s, "carthage", "capua", "roma", "rome")
    assert "roma" not in {step["space"] for step in answer["spaces"]}
    assert answer["hindrance"] == {"mp": 3, "rule": "PR-9.4.3a"}
    assert answer["stability"]["change"] == 0
    home = west({"carthage": {"rhegium": {"heavy": 2}}, "rome": {"croton": {"legion": 1}}})
    assert q.withdrawals(home, "rome", "croton", "rhegium")["stability"]["change"] == -1
    script(s, [4])
    play(s, "major:roma", "take-all")
    play(s, "march:capua")
    assert "withdraw" in choices(s)


@pytest.mark.rule("PR-9.4.3a", "PR-10.4.4a", "PR-10.4.4c")
def test_the_hindrance_told_is_the_one_that_comes_legionary_cavalry_too() -> None:
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 2}}}
    s = world(units, options={"scenario": "V", "legionary_cavalry": True}, turn=2, dice=[4])
    told = q.withdrawals(s, "carthage", "capua", "roma", "rome")["hindrance"]["mp"]
    assert told == 1, "two within the Legions against none, and no Supremacy without regular Cavalry"
    play(s, "major:roma", "take-all", "march:capua", "withdraw")
    script(s, [4])
    play(s, "yes")
    assert mp(s) == 4 - told


@pytest.mark.rule("PR-9.4.3c")
def test_cavalry_that_would_land_hinders_nobody() -> None:
    s = west({"rome": {"ntp-melita": {"legion": 1, "cavalry": 3}}, "carthage": {"melita": {"light": 1}}})
    assert q.withdrawals(s, "carthage", "melita", "ntp-melita", "rome")["hindrance"]["mp"] == 0


@pytest.mark.rule("PR-10.3.1e", "PR-10.3.1g", "PR-10.3.1j")
def test_battle_sums_are_those_of_the_battle_that_follows() -> None:
    units = {"rome": {"roma": {"legion": 4, "cavalry": 1}}, "carthage": {"capua": {"heavy": 3, "cavalry": 2}}}
    s = west(units, leaders={"rome-7": "roma", "carthage-3": "capua"}, dice=[4])
    sums = q.battle_sums(s, "rome", "carthage", "capua", start="roma")
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [3, 4])
    play(s, "stand")
    battle = s.stack[-1]
    assert battle.name == "battle"
    assert list(battle.field(s).points()) == sums["points"]  # type: ignore[attr-defined]
    assert battle.shifts == sums["net"]  # type: ignore[attr-defined]
    assert sums["net"] == sum(each["number"] * (1 if each["for"] == "rome" else -1) for each in sums["shifts"])


@pytest.mark.rule("PR-11.1.3", "PR-11.1.4a", "PR-11.1.4b", "PR-11.1.4c")
def test_continuity_targets() -> None:
    s = west({"carthage": {"utica": {"galley": 1}}, "rome": {"melita": {"legion": 1}}})
    assert q.continuity(s, "carthage", "melita")["needs_at_most"] == 7
    assert q.continuity(s, "carthage", "melita")["cases_of_36"] == 21
    assert q.continuity(s, "carthage", "melita", leader=True)["cases_of_36"] == 26
    assert q.continuity(s, "carthage", "melita", 1)["needs_at_most"] == 6
    assert q.continuity(s, "carthage", "melita", 2, leader=True)["needs_at_most"] == 6
    assert q.continuity(s, "carthage", "ntp-melita")["weather"] == {"stops_on": 6, "rule": "PR-11.2.1b"}
    assert q.continuity(s, "carthage", "dstp-syrticum")["weather"]["stops_on"] == 3
    stops = {each["space"]: each["stops"] for each in q.sea_reach(s, "carthage", "utica")}
    assert stops["melita"]
    assert not stops["thapsus"]


def test_manpower_tells_the_price_of_the_next_maintenance() -> None:
    s = world({"east": {"antioch": {"heavy": 20}, "laodicea": {"galley": 3}}}, stability={"east": -1})
    answer = q.manpower_of(s, "east")
    assert (answer["range"], answer["heavy"], answer["galleys"]) == ("unrest", 20, 3)
    assert answer["due"][0]["talents"] == 20 - answer["maximum"]


def test_why_not_build_and_the_refusal_at_the_table_say_the_same() -> None:
    units = {"rome": {"gades": {"legion": 1, "garrison": 1}, "cirta": {"legion": 1, "garrison": 1}}}
    s = west(units, sites={"capua": city("rome"), "ancona": town("rome", 1)}, treasury={"rome": 1, "carthage": 0})
    for what, space in (
        ("town", "cirta"),
        ("town", "gades"),
        ("city", "gades"),
        ("repair", "capua"),
        ("hire", "gades"),
        ("city", "ancona"),
    ):
        answer = q.why_not_build(s, "rome", what, space)
        refusal = s.why_not(0, f"{what}:{space}")
        assert answer is not None
        assert refusal is not None
        assert answer["rule"] == refusal.rule, (what, space)
    assert q.why_not_build(s, "rome", "repair", "ancona") is None
    play(s, "repair:ancona")
    assert talents(s, "rome") == 0
    assert at(s, "rome", "gades")


@pytest.mark.rule("PR-11.2.1b", "PR-11.3.2a")
def test_the_surest_route_by_sea_with_its_chance_and_price() -> None:
    s = west({"carthage": {"utica": {"galley": 1}}})
    answer = q.sea_route(s, "carthage", "utica", "thapsus")
    assert answer["route"][-1]["space"] == "thapsus"
    assert answer["mp"] == {}, "Galley Squadrons alone use no MP"
    through = 1.0
    for step in answer["route"][:-1]:
        through *= step["chance_to_pass"]
    assert answer["chance"] == pytest.approx(through), "the goal itself need not be passed"
    carried = q.sea_route(s, "carthage", "utica", "thapsus", army=True)
    assert sum(carried["mp"].values()) == 3
    at_sea = q.sea_route(s, "carthage", "utica", "ntp-melita")
    point = next(each for each in at_sea["route"] if each["space"] == "ntp-melita")
    assert point["chance_to_pass"] == pytest.approx(5 / 6 + 1 / 6 * 21 / 36)
    led = q.sea_route(s, "carthage", "utica", "ntp-melita", leader=True)
    assert led["route"][-1]["chance_to_pass"] == pytest.approx(5 / 6 + 1 / 6 * 26 / 36)
    with pytest.raises(q.BadQuestion, match="No way by sea"):
        q.sea_route(s, "carthage", "utica", "capua")


def test_the_odds_of_a_naval_battle_are_asked_of_the_position() -> None:
    s = west({"rome": {"rhegium": {"galley": 2}}, "carthage": {"messana": {"galley": 1}}})
    found = q.naval_battle(s, "rome", "carthage", "messana", start="rhegium")
    assert found.attacker_wins > found.defender_wins
    with pytest.raises(q.BadQuestion, match="needs Galley Squadrons on both sides"):
        q.naval_battle(s, "rome", "carthage", "syracuse", start="rhegium")


@pytest.mark.rule("PR-12.6.1a", "PR-12.6.1c")
def test_where_things_may_be_put_is_what_the_events_then_offer() -> None:
    s = world({"rome": {"roma": {"legion": 2}, "pisae": {"galley": 1}}, "carthage": {"utica": {"light": 1}}})
    pirates = q.where_to_put(s, "pirates")["spaces"]
    assert "tarsus" in pirates, "the Cilician Pirates"
    assert "pisae" not in pirates, "a Galley Squadron lies there"
    assert "rhodes" not in pirates
    assert any(place.startswith("ntp-") for place in pirates)
    assert not any(place.startswith("dstp-") for place in pirates)
    slaves = q.where_to_put(s, "slaves", "rome")["spaces"]
    assert "roma" not in slaves, "Land Units are there"
    assert slaves
    assert set(slaves) <= set(q.where_to_put(s, "militia", "rome")["spaces"])
    assert "roma" in q.where_to_put(s, "militia", "rome")["spaces"]
    assert "utica" not in q.where_to_put(s, "militia", "rome")["spaces"], "not at home"
    assert q.where_to_put(s, "germans")["spaces"]
    with pytest.raises(q.BadQuestion, match="Nobody puts 'dragons' on the map"):
        q.where_to_put(s, "dragons")
