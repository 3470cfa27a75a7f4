"""Every special rule of the scenarios."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.battle_tools import finish
from games.pax_romana.helpers import actor, at, choices, city, node, play, refused, script, stability, town, west
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch03_sequence.activation import BEGINNING
from ludi.games.pax_romana.ch08_leaders.leaders import check_leader_death, kill_leader, leaders_without_army
from ludi.games.pax_romana.ch11_naval.perils import sink
from ludi.games.pax_romana.ch15_victory.objectives import objective_worth
from ludi.games.pax_romana.ch15_victory.victory import final_scores
from ludi.games.pax_romana.ch16_events.events import roll_event
from ludi.games.pax_romana.world.atlas import NAVAL_POINT
from ludi.games.pax_romana.world.pieces import SOF


def deal(number: str, seed: int = 1, **options: Any) -> PaxRomanaState:
    return GAME.deal(GAME.box({"scenario": number, **options}), FastDice(random.Random(seed)))


# I. The Pyrrhic War


def test_closed_spaces_cannot_be_entered() -> None:
    s = position(
        {"scenario": "I"},
        units={"rome": {"rhegium": {"legion": 1}, "ancona": {"legion": 1, "galley": 1}}},
        active="rome",
        operation="expansion",
        dice=[6, 6],
    )
    play(s, "minor:rhegium", "take:legion")
    assert refused(s, "rome", "march:messana") == "PR-3.1"
    play(s, "halt", "minor:ancona", "take:legion", "embark", "escort:1")
    assert "sail:salonae" not in choices(s)
    assert not any(not s.box.open[node(word.partition(":")[2])] for word in choices(s) if word.startswith("sail"))


@pytest.mark.rule("PR-12.1.4b", "PR-3.1")
def test_the_epirote_reserve_holds_land_units_but_not_galleys() -> None:
    s = play(deal("I"), "expand")
    assert "major:dyrrhachium" not in choices(s)
    play(s, "minor:ambracia")
    assert "take:galley" in choices(s)
    assert "take:heavy" not in choices(s)
    assert not any(word.startswith(("take-leader", "break")) for word in choices(s)), "nor does the reserve settle"
    later = deal("I")
    later.acted[later.box.powers.index("greece")] = 1
    later.stack[-1].stage = BEGINNING
    later.run()
    play(later, "expand")
    assert {"major:dyrrhachium", "major:ambracia"} <= set(choices(later))


def pyrrhic(loss: list[int], rome: dict[str, int], soldier: dict[str, int]) -> PaxRomanaState:
    s = position(
        {"scenario": "I"},
        units={"soldier-of-fortune": {"tarentum": soldier}, "rome": {"venusia": rome}},
        soldier_of_fortune="greece",
        leaders={"soldier-of-fortune": "tarentum"},
        active="greece",
        operation="expansion",
        dice=[3],
    )
    play(s, "soldier:tarentum", "take-all", "march:venusia")
    script(s, [*loss, *[3] * 10])
    while s.stack[-1].name in ("withdrawal", "battle", "losses", "retreat", "militia"):
        words = choices(s)
        play(s, next((w for w in ("stand", "done", "hold", "keep", "no") if w in words), words[0]))
    return s


def test_a_pyrrhic_victory_scores_for_rome() -> None:
    dear = pyrrhic([6, 4], {"legion": 3}, {"heavy": 4})
    assert at(dear, "soldier-of-fortune", "tarentum") != {"heavy": 4}
    assert dear.vp[dear.box.powers.index("rome")] == 1
    cheap = pyrrhic([6, 1], {"light": 1}, {"heavy": 4})
    assert cheap.vp[cheap.box.powers.index("rome")] == 0


def test_the_soldiers_spaces_count_for_greece_at_the_end_and_a_tie_is_romes() -> None:
    army = {"soldier-of-fortune": {"capua": {"heavy": 4}}}
    s = position({"scenario": "I"}, units=army, soldier_of_fortune="greece", active="rome")
    scores = dict(zip(s.box.powers, final_scores(s), strict=True))
    assert scores["greece"] == 3 + (4 + 2 + 2 + 2 + 2) + (1 + 1), "Capua, and every Space at home"
    for points, winner in ((5, "greece"), (6, "rome")):
        end = position({"scenario": "I"}, vp={"greece": 0, "rome": points}, operation="phase", phase="H")
        assert final_scores(end)[end.box.powers.index("greece")] == 14
        outcome = end.outcome()
        assert outcome is not None
        assert [end.box.powers[seat] for seat in outcome.winners] == [winner]


@pytest.mark.parametrize(
    ("number", "side", "space", "winner"),
    [
        ("I", "greece", "roma", "greece"),
        ("I", "rome", "tarentum", "rome"),
        ("II", "rome", "carthago", "rome"),
        ("II", "carthage", "roma", "carthage"),
        ("III", "greece", "antioch", "greece"),
        ("III", "east", "pella", "east"),
        ("VIII", "syracuse", "carthago", "syracuse"),
    ],
)
@pytest.mark.rule("PR-3.2-H2")
def test_a_capital_taken_ends_the_game(number: str, side: str, space: str, winner: str) -> None:
    s = position(
        {"scenario": number}, units={side: {space: {"heavy": 1}}}, operation="phase", phase="H", vp={side: -30}
    )
    outcome = s.outcome()
    assert outcome is not None
    assert (outcome.reason, s.box.powers[outcome.winners[0]]) == ("automatic", winner)


# II. The Punic Wars


def test_the_corvus_lasts_for_the_turn_and_only_on_turns_ii_and_iii() -> None:
    from ludi.games.pax_romana.ch11_naval.fleets import galley_points

    s = play(deal("II"), "corvus")
    assert (galley_points(s, 0), galley_points(s, 1)) == (3, 2)
    assert "corvus" not in choices(s)
    while s.turn == 0:
        words = choices(s)
        play(s, next((w for w in ("pass", "done") if w in words), words[0]))
    assert galley_points(s, 0) == 2
    late = west({}, operation="choose", turn=2)
    assert "corvus" not in choices(late)
    assert "corvus" not in choices(west({}, operation="choose", active="carthage"))
    assert "corvus" in choices(west({}, operation="choose", turn=1))


def selecting(turn: int, seed: int = 5, **facts: Any) -> PaxRomanaState:
    """Scenario II in the Leader Selection Phase of a turn, after its Removal Phase."""
    facts.setdefault("units", {"carthage": {"gades": {"light": 1}, "utica": {"light": 1}}})
    dice = FastDice(random.Random(seed))
    options = {"scenario": "II"}
    return position(options, turn=turn - 2, operation="phase", phase="C", dice=dice, markers={"rome": 1}, **facts)


def barcid(turn: int, was_there: bool) -> list[str]:
    s = selecting(turn, leaders={"carthage-1": "utica"} if was_there else {})
    carthage = [i for i, each in enumerate(s.stack[-1].drawn[::2]) if each == 1]  # type: ignore[attr-defined]
    drawn = [s.box.leaders[s.stack[-1].drawn[2 * i + 1]] for i in carthage]  # type: ignore[attr-defined]
    second = drawn[1]
    if (second.tactical, second.campaign) != (4, 6):
        return []
    assert second.elite
    play_first = next(a for a in s.legal(1))
    s.play(1, play_first)
    return [s.spell(action) for action in s.legal(1)]


def test_hannibal_comes_to_spain_on_turn_iv() -> None:
    best = [
        leader.word for leader in GAME.box({"scenario": "II"}).leaders if (leader.tactical, leader.campaign) == (4, 6)
    ]
    assert "carthage-1" in best
    assert barcid(4, False) == ["lead:gades"]
    assert barcid(4, True) == [], "he was in play on turn III"


def second_leader(s: PaxRomanaState) -> tuple[str, set[str]]:
    """Carthage's second leader in Phase D, and where he may be put."""
    index = [i for i, each in enumerate(s.stack[-1].drawn[::2]) if each == 1][1]  # type: ignore[attr-defined]
    word = s.box.leaders[s.stack[-1].drawn[2 * index + 1]].word  # type: ignore[attr-defined]
    s.play(1, s.legal(1)[0])
    return word, {s.spell(action).partition(":")[2] for action in s.legal(1)}


def test_hannibal_who_died_on_turn_iii_does_not_come_on_turn_iv() -> None:
    for seed in range(20):
        fallen = 1 << GAME.box({"scenario": "II"}).leader("carthage-1")
        s = selecting(4, seed, numbers={"elites_used": fallen})
        word, places = second_leader(s)
        assert word != "carthage-1"
        assert places == {"gades", "utica"}, "whoever comes for him is placed by the usual rule"


def test_who_comes_for_hannibal_is_placed_by_the_usual_rule() -> None:
    for seed in range(20):
        word, places = second_leader(selecting(4, seed, leaders={"carthage-1": "utica"}))
        assert word != "carthage-1"
        assert places == {"gades", "utica"}


def test_hannibal_is_placed_in_hispania_if_there_is_a_place_for_him() -> None:
    sites = {"carthago-nova": city("carthage"), "malacca": town("carthage"), "corduba": town("rome")}
    units = {"carthage": {"gades": {"light": 1}, "utica": {"light": 1}}}
    for seed in range(10):
        word, places = second_leader(selecting(4, seed, units=units, sites=sites))
        assert (word, places) == ("carthage-1", {"gades", "carthago-nova", "malacca"})
        word, places = second_leader(selecting(4, seed, units={"carthage": {"utica": {"light": 1}}}))
        assert (word, places) == ("carthage-1", {"utica"})
        words = {s.box.leaders[each].word for s in [selecting(4, seed)] for each in s.stack[-1].drawn[1::2]}  # type: ignore[attr-defined]
        assert "carthage-2" not in words, "never two Elites"


def test_hannibal_of_turn_ii_may_come_on_turn_iv() -> None:
    s = selecting(3, leaders={"carthage-1": "utica"})
    assert s.elites_resting == 1 << s.box.leader("carthage-1")
    s.elites_resting = 0
    assert barcid(4, False) == ["lead:gades"]


# III. Successor


def test_the_upper_satrapies_pay_while_edessa_or_nisibis_is_held() -> None:
    def paid(units: Any) -> int:
        s = position({"scenario": "III"}, units=units)
        return sum(line["talents"] for line in q.income_of(s, "east") if line["what"] == "subsidy")

    assert paid({}) == 3
    assert paid({"greece": {"edessa": {"heavy": 1}}}) == 3
    assert paid({"greece": {"edessa": {"heavy": 1}, "nisibis": {"heavy": 1}}}) == 0


@pytest.mark.parametrize(("number", "power"), [("III", "greece"), ("VIII", "carthage"), ("IX", "ptolemies")])
def test_objectives_count_only_abroad(number: str, power: str) -> None:
    s = position({"scenario": number})
    index = s.box.powers.index(power)
    home = {s.box.atlas.province_ids[p] for p, each in enumerate(s.box.home_of_province) if each == index}
    assert all(q.who_controls_province(s, word)["who"] == power for word in home)
    assert not home & {line["what"] for line in q.standings(s)[power]["gop_lines"]}
    assert q.standings(position({"scenario": "II"}))["rome"]["gop"] >= 3, "elsewhere home Provinces count"


def test_galatians_settle_only_where_nobody_is() -> None:
    s = position(
        {"scenario": "III"},
        units={"greece": {"tavium": {"heavy": 1}}},
        turn=1,
        operation="phase",
        phase="E",
        dice=FastDice(random.Random(3)),
        markers={"east": 1},
    )
    s.tribe_pool = [5, 6]
    while s.stack[-1].name == "manpower":
        play(s, "done")
    assert {s.box.place(n) for n in s.tribes} == {"pessinus"}


# VII. The Early Going


def test_gains_count_in_the_early_going() -> None:
    s = deal("VII")
    rome = s.box.powers.index("rome")
    start = final_scores(s)
    assert dict(zip(s.box.powers, start, strict=True)) == {"greece": 7, "east": 0, "carthage": 9, "rome": 6}
    s.set_site(node("ancona"), rome, 1, 2)
    assert final_scores(s)[rome] == start[rome] + 1
    s.drop_site(node("roma"))
    assert final_scores(s)[rome] == start[rome] + 1 - 3
    plain = deal("V")
    before = final_scores(plain)
    plain.set_site(node("ancona"), rome, 1, 2)
    assert final_scores(plain) == before


# VIII. Magna Graecia


def test_bruttium_gives_legions_to_rome_and_foot_to_others() -> None:
    def kinds(power: str) -> set[str]:
        units = {power: {word: {"light": 1} for word in ("tarentum", "croton", "rhegium")}}
        s = position({"scenario": "VIII"}, units=units, active=power, operation="recruitment", treasury={power: 9})
        return {word.partition(":")[0] for word in choices(s) if word.endswith(":croton")} - {"galley"}

    assert kinds("rome") == {"legion"}
    assert kinds("carthage") == {"heavy", "light"}
    assert kinds("syracuse") == {"heavy", "light"}


def opened(number: str, turn: int, **facts: Any) -> PaxRomanaState:
    """The start of a later turn's Activation Phase."""
    s = position({"scenario": number}, turn=turn - 1, operation="phase", phase="E", dice=[3] * 40, **facts)
    while s.stack[-1].name == "manpower":
        play(s, "done")
    return s


def test_the_mamertines_take_a_messana_without_soldiers() -> None:
    facts: dict[str, Any] = {"sites": {"messana": town("syracuse")}, "markers": {"rome": 1}}
    empty = opened("VIII", 4, units={"syracuse": {"messana": {"garrison": 2}}}, **facts)
    assert at(empty, "independents", "messana") == {"heavy": 2}
    assert at(empty, "syracuse", "messana") == {}
    assert node("messana") not in empty.sites
    held = opened("VIII", 4, units={"syracuse": {"messana": {"light": 1}}}, **facts)
    assert at(held, "independents", "messana") == {}
    assert held.site_owner(node("messana")) == held.box.powers.index("syracuse")
    early = opened("VIII", 3, units={"syracuse": {"messana": {"garrison": 2}}}, **facts)
    assert at(early, "independents", "messana") == {}


def test_pyrrhus_comes_on_turn_v_where_syracuse_still_rules() -> None:
    army = {"heavy": 4, "light": 2, "cavalry": 1, "elephant": 1}
    s = opened("VIII", 5, markers={"rome": 1})
    assert at(s, "soldier-of-fortune", "tarentum") == army
    assert s.box.powers[s.sof_owner] == "syracuse"
    lost = {"rome": {"tarentum": {"legion": 1}}}
    s = opened("VIII", 5, units=lost, markers={"rome": 1})
    assert at(s, "soldier-of-fortune", "syracuse") == army
    home = ["tarentum", "croton", "rhegium", "brundisium", "syracuse", "messana", "agrigentum"]
    box = GAME.box({"scenario": "VIII"})
    gone = {"rome": {word: {"legion": 1} for word in {*home, *(box.place(n) for n in range(222) if box.home[n] == 0)}}}
    if box.powers[0] == "syracuse":
        s = opened("VIII", 5, units=gone, markers={"rome": 1})
        assert s.sof_owner == -1
    s = opened("VIII", 4, markers={"rome": 1})
    assert s.sof_owner == -1


def test_the_owner_chooses_the_port_where_pyrrhus_lands() -> None:
    lost = {"rome": {"tarentum": {"legion": 1}, "syracuse": {"legion": 1}}}
    s = opened("VIII", 5, units={**lost, "syracuse": {"panormus": {"garrison": 1}}}, markers={"rome": 1})
    assert (s.stack[-1].name, actor(s)) == ("placing", "syracuse")
    ports = {word.partition(":")[2] for word in choices(s)}
    assert "panormus" in ports, "a Port abroad that it Controls"
    assert {"rhegium", "croton", "messana"} <= ports
    assert not {"tarentum", "syracuse", "no", "bavianum"} & ports
    play(s, "place:rhegium")
    assert at(s, "soldier-of-fortune", "rhegium") == {"heavy": 4, "light": 2, "cavalry": 1, "elephant": 1}
    assert s.leader_at[s.box.side_leader[SOF]] == node("rhegium")
    assert s.stack[-1].name == "activation", "then the turn begins"
    one = {word: {"legion": 1} for word in ports - {"messana", "panormus"}}
    s = opened("VIII", 5, units={"rome": {**lost["rome"], **one}}, markers={"rome": 1})
    assert at(s, "soldier-of-fortune", "messana")["heavy"] == 4, "no question without a choice"


def test_on_turn_v_the_soldier_of_fortune_is_rolled_again() -> None:
    event = [3, 4]
    for first in range(1, 7):
        for second in range(1, 7):
            s = position({"scenario": "VIII"}, turn=3, dice=[first, second, 3, 4])
            if roll_event(s) == 9:
                event = [first, second]
    s = position({"scenario": "VIII"}, turn=4, dice=[*event, 3, 4])
    assert roll_event(s) == roll_event(position({"scenario": "VIII"}, turn=3, dice=[3, 4]))


# IX. Diadochi


def test_elephants_from_india_on_turn_three() -> None:
    s = opened("IX", 3, units={"seleucids": {"dura-europus": {"heavy": 1}}}, markers={"macedon": 1})
    assert at(s, "seleucids", "dura-europus") == {"heavy": 1, "elephant": 3}
    away = {"macedon": {"dura-europus": {"heavy": 1}}, "seleucids": {"edessa": {"light": 1}}}
    s = opened("IX", 3, units=away, markers={"macedon": 1})
    assert at(s, "seleucids", "edessa") == {"light": 1, "elephant": 3}
    s = opened("IX", 2, units={"seleucids": {"dura-europus": {"heavy": 1}}}, markers={"macedon": 1})
    assert at(s, "seleucids", "dura-europus") == {"heavy": 1}


@pytest.mark.rule("PR-12.8.2")
@pytest.mark.parametrize("lost", [True, False])
def test_the_owner_chooses_the_army_that_the_elephants_join(lost: bool) -> None:
    own = {"edessa": {"light": 1}, "palmyra": {"cavalry": 1}, "nisibis": {"garrison": 1}}
    units = {"seleucids": own, "macedon": {"dura-europus": {"heavy": 1}} if lost else {}}
    s = opened("IX", 3, units=units, markers={"macedon": 1})
    assert (s.stack[-1].name, actor(s)) == ("placing", "seleucids")
    assert set(choices(s)) == {"place:edessa", "place:palmyra"}, "where Elephants are not alone"
    play(s, "place:palmyra")
    assert at(s, "seleucids", "palmyra") == {"cavalry": 1, "elephant": 3}
    assert s.stack[-1].name == "activation"
    nobody = opened("IX", 3, units={"seleucids": {"edessa": {"garrison": 1}}}, markers={"macedon": 1})
    assert nobody.stack[-1].name == "activation"


def test_the_death_of_a_king_shakes_his_realm_and_he_never_returns() -> None:
    s = deal("IX")
    index = s.box.powers.index("antigonids")
    before = s.stability[index]
    kill_leader(s, s.box.leader("ptolemaeus"), "PR-8.4.1b", in_battle=True)
    assert s.stability[index] == before, "no Elite"
    kill_leader(s, s.box.leader("antigonus"), "PR-8.4.1b", in_battle=True)
    assert stability(s, "antigonids") == before - 2
    assert s.leaders_gone >> s.box.leader("antigonus") & 1


def at_sea(kind: int) -> str:
    """A Naval or deep sea Point on the way of the Antigonids."""
    box = GAME.box({"scenario": "IX"})
    return box.place(next(n for n in box.atlas.sea[node("miletus")] if box.atlas.kind[n] == kind))


def test_a_king_lost_with_his_fleet_in_phase_g_did_not_die_in_battle() -> None:
    point = at_sea(NAVAL_POINT)
    s = position(
        {"scenario": "IX"},
        units={"antigonids": {point: {"galley": 1}}},
        leaders={"antigonus": point},
        operation="phase",
        phase="G",
        dice=FastDice(random.Random(1)),
    )
    assert s.leaders_gone >> s.box.leader("antigonus") & 1
    assert at(s, "antigonids", point) == {}
    assert stability(s, "antigonids") > -2, "at most what the Victory Phase takes"


@pytest.mark.parametrize(("in_battle", "loss"), [(True, 2), (False, 0)])
def test_a_king_sunk_at_sea_costs_stability_only_in_a_naval_battle(in_battle: bool, loss: int) -> None:
    """Storms and the deep sea sink a Fleet as an enemy does, yet they are no Battle."""
    point = at_sea(NAVAL_POINT)
    fleet = {"galley": 1, "heavy": 1}
    units = {
        "antigonids": {"miletus": fleet, "celaenae": {"heavy": 1}},
        "ptolemies": {point: {"galley": 5}} if in_battle else {},
    }
    s = position(
        {"scenario": "IX"},
        units=units,
        leaders={"antigonus": "miletus"},
        active="antigonids",
        operation="expansion",
        treasury={"antigonids": 5},
        dice=[6],
    )
    play(s, "major:miletus", "take-all", "embark", "escort:1")
    if in_battle:
        script(s, [3, 1, 6, 2])
        play(s, f"sail:{point}", "fight")
    else:
        sink(s, s.stack[-1], "PR-11.2.1e")  # type: ignore[arg-type]
    assert s.leaders_gone >> s.box.leader("antigonus") & 1
    assert stability(s, "antigonids") == -loss


@pytest.mark.rule("PR-8.4.6", "PR-12.1.1a")
def test_a_king_taken_with_a_garrison_did_not_die_in_battle() -> None:
    s = position(
        {"scenario": "IX"},
        units={"antigonids": {"seleucia": {"garrison": 1}}, "seleucids": {"tarsus": {"heavy": 3}}},
        leaders={"antigonus": "seleucia"},
        active="seleucids",
        operation="expansion",
        treasury={"seleucids": 5},
        dice=[6],
    )
    play(s, "major:tarsus", "take-all", "march:seleucia")
    assert s.leaders_gone >> s.box.leader("antigonus") & 1
    assert stability(s, "antigonids") == 0


def test_a_king_who_falls_in_battle_or_with_his_beaten_army_costs_two() -> None:
    s = position({"scenario": "IX"}, leaders={"antigonus": "celaenae"})
    leaders_without_army(s, s.box.powers.index("antigonids"), node("celaenae"), "PR-8.4.4")
    assert stability(s, "antigonids") == -2
    s = position({"scenario": "IX"}, leaders={"antigonus": "celaenae"}, dice=[6, 6])
    assert check_leader_death(s, [s.box.leader("antigonus")], True)
    assert stability(s, "antigonids") == -2


@pytest.mark.rule("PR-10.7.4e")
def test_a_king_whose_beaten_army_finds_no_retreat_died_in_battle() -> None:
    seleucids = {"edessa": {"heavy": 6}, "dura-europus": {"garrison": 1}}
    s = position(
        {"scenario": "IX"},
        units={"antigonids": {"nicephorium": {"heavy": 3}}, "seleucids": seleucids},
        leaders={"antigonus": "nicephorium"},
        active="seleucids",
        operation="expansion",
        treasury={"seleucids": 5},
        dice=[6],
    )
    play(s, "major:edessa", "take-all", "march:nicephorium")
    script(s, [4, 1, 3, 4])
    play(s, "stand")
    finish(s, "force")
    assert at(s, "antigonids", "nicephorium") == {}
    assert s.leaders_gone >> s.box.leader("antigonus") & 1
    assert stability(s, "antigonids") == -2


def test_the_satrapies_of_the_seleucids() -> None:
    s = position({"scenario": "IX"})
    assert [line["talents"] for line in q.income_of(s, "seleucids") if line["what"] == "subsidy"] == [5]
    s = position({"scenario": "IX"}, units={"macedon": {"dura-europus": {"heavy": 1}}})
    assert not [line for line in q.income_of(s, "seleucids") if line["what"] == "subsidy"]


def test_objectives_of_the_diadochi() -> None:
    from ludi.games.pax_romana.ch15_victory.objectives import usable

    box = GAME.box({"scenario": "IX"})
    letters = {"ABCDEFGHIJKLMN"[each] for each in box.objective_markers}
    assert letters == set("ABDFKLMN")
    assert not usable(box, box.powers.index("antigonids"), 0)
    assert not usable(box, box.powers.index("ptolemies"), 1)
    s = deal("IX")
    assert [len(held) for held in s.objectives] == [1, 1, 1, 1]


@pytest.mark.rule("PR-15.4.9-B", "PR-15.4.9-A", "PR-15.4.9-D", "PR-15.4.9-F", "PR-15.4.9-K")
@pytest.mark.parametrize("power", ["macedon", "antigonids", "seleucids", "ptolemies"])
def test_only_objectives_with_two_values_take_the_lower_one_among_the_diadochi(power: str) -> None:
    box = GAME.box({"scenario": "IX"})
    s = position({"scenario": "IX"})
    number = box.powers.index(power)
    s.provinces = [number] * len(s.provinces)
    for n in range(box.atlas.spaces):
        if box.open[n]:
            s.set_site(n, number, 1, 2)
    worth = {letter: objective_worth(s, number, "ABCDEFGHIJKLMN".index(letter)) for letter in "ABDFKMN"}
    assert worth == {"A": 4, "B": 8, "D": 3, "F": 6, "K": 6, "M": 3, "N": 2}


@pytest.mark.parametrize(
    ("number", "units", "power", "points"),
    [
        ("II", {"rome": {"lilybaeum": {"legion": 1}, "messana": {"legion": 1}}}, "rome", 2),
        ("II", {"rome": {"caralis": {"legion": 1}, "aleria": {"legion": 1}}}, "rome", 1),
        ("II", {"carthage": {"gades": {"light": 1}, "tarraco": {"light": 1}}}, "carthage", 1),
        ("II", {"rome": {"zama": {"legion": 1}}}, "rome", 2),
        ("II", {"carthage": {"capua": {"heavy": 1}}}, "carthage", 2),
        ("III", {"greece": {"ephesus": {"heavy": 1}}}, "greece", 2),
        ("III", {"greece": {"cnossus": {"heavy": 1}}}, "greece", 1),
        ("III", {"east": {"jerusalem": {"heavy": 1}}}, "east", 1),
        ("VIII", {"syracuse": {"zama": {"heavy": 1}}}, "syracuse", 2),
        ("VIII", {"rome": {"bavianum": {"legion": 1}, "arretium": {"legion": 1}}}, "rome", 3),
        ("VIII", {"carthage": {"agrigentum": {"heavy": 1}, "messana": {"heavy": 1}}}, "carthage", 2),
        ("IX", {"macedon": {"antioch": {"heavy": 1}}}, "macedon", 1),
        ("IX", {"macedon": {"corinth": {"heavy": 1}}}, "macedon", 1),
    ],
)
@pytest.mark.rule("PR-3.2-H1")
def test_victory_points_of_the_scenarios(number: str, units: Any, power: str, points: int) -> None:
    """What a bonus is worth: the points of the turn against those of the ranks alone."""
    from ludi.games.pax_romana.ch15_victory.points import civilization, geography, share_ranks
    from ludi.games.pax_romana.ch15_victory.victory import award

    s = position({"scenario": number}, units=units)
    ranks = s.box.scenario["scoring"]
    powers = range(len(s.box.powers))
    plain = share_ranks([geography(s, each) for each in powers], ranks["gop"])
    civil = share_ranks([civilization(s, each) for each in powers], ranks["cvp"])
    award(s, False)
    index = s.box.powers.index(power)
    assert s.vp[index] == plain[index] + civil[index] + points


def test_a_lead_wins_only_from_the_turn_the_scenario_names() -> None:
    for number, lead, turn in (("II", 16, 4), ("V", 20, 4), ("IX", 18, 3)):
        power = GAME.box({"scenario": number}).powers[0]
        for when, by, over in ((turn, lead + 12, True), (turn - 1, lead + 12, False)):
            s = position(
                {"scenario": number},
                turn=when - GAME.box({"scenario": number}).first_turn,
                vp={power: by},
                operation="phase",
                phase="H",
                dice=[1, 2, 3, 4] * 30,
            )
            outcome = s.outcome()
            assert (outcome is not None and outcome.reason == "automatic") == over, (number, when)


def test_sites_of_others_do_not_count_for_a_town_at_home() -> None:
    s = west({}, sites={"capua": city("carthage", 5)})
    assert q.standings(s)["carthage"]["cvp"] == 3
    assert q.who_controls_space(s, "capua")["who"] == "carthage"
