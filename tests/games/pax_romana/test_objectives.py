"""Chapter 15.4: Opportunity Objectives; and the rulebook's ties in 15.2 and 15.3."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.pax_romana.helpers import actor, choices, city, play, stability, town, world
from ludi.core import Event, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch15_victory.markers import draw_objective
from ludi.games.pax_romana.ch15_victory.objectives import objective_worth, richest, usable
from ludi.games.pax_romana.ch15_victory.points import share_ranks
from ludi.games.pax_romana.ch15_victory.victory import award
from ludi.games.pax_romana.world.counters import SHOWN
from ludi.games.pax_romana.world.words import LETTERS

ULTRA = {"scenario": "V", "format": "ultra-basic"}
B, F, L, M, N = (LETTERS.index(letter) for letter in "BFLMN")


def with_objectives(marks: dict[str, list[str]], **facts: Any) -> PaxRomanaState:
    powers = GAME.box(ULTRA).powers
    facts.setdefault("dice", FastDice(random.Random(2)))
    facts.setdefault("markers", {"rome": 1})
    return position(ULTRA, objectives=[marks.get(power, []) for power in powers], **facts)


def number(s: PaxRomanaState, power: str) -> int:
    return s.box.powers.index(power)


def letters(s: PaxRomanaState, power: str) -> list[str]:
    return [LETTERS[marker & 15] for marker in s.objectives[number(s, power)]]


# The rulebook's ties


def holding(counts: dict[str, int]) -> PaxRomanaState:
    """So many Provinces for each Power, and nothing else."""
    s = world({}, operation="choose")
    plain = [
        province
        for province in s.box.open_provinces
        if s.box.realm_of[province] >= 0 and not s.box.realms[s.box.realm_of[province]].barbarian
    ]
    taken: set[int] = set()
    for realm in s.box.realms:
        if not realm.barbarian and len(realm.provinces) > 1:
            taken.add(realm.provinces[0])
    singles = [p for p in plain if len(s.box.realms[s.box.realm_of[p]].provinces) == 1]
    free = [p for p in plain if p not in taken and p not in singles]
    s.provinces = [-1] * len(s.provinces)
    for power, wanted in counts.items():
        for _ in range(wanted):
            s.provinces[free.pop()] = number(s, power)
    found = {power: q.standings(s)[power]["gop"] for power in counts}
    assert found == counts
    return s


@pytest.mark.rule("PR-15.2.3-EX2", "PR-15.2.3a", "PR-15.2.3b", "PR-15.2.1", "PR-15.1.1")
def test_the_gop_example() -> None:
    s = holding({"greece": 8, "east": 8, "carthage": 6, "rome": 4})
    award(s, False)
    cvp = 2
    assert share_ranks([0, 0, 0, 0], [5, 3, 1, 0]) == [cvp] * 4, "nobody has a City or Town: a tie of all four"
    found = {power: s.vp[number(s, power)] - cvp for power in s.box.powers}
    assert found == {"greece": 5, "east": 5, "carthage": 2, "rome": 0}


@pytest.mark.rule("PR-15.2.3-EX1", "PR-15.2.3b")
def test_the_ties_of_the_gop_text() -> None:
    third = holding({"greece": 9, "east": 6, "carthage": 3, "rome": 3})
    award(third, False)
    assert {power: third.vp[number(third, power)] - 2 for power in third.box.powers} == {
        "greece": 7,
        "east": 4,
        "carthage": 1,
        "rome": 1,
    }
    second = holding({"greece": 9, "east": 5, "carthage": 5, "rome": 5})
    award(second, False)
    assert {power: second.vp[number(second, power)] - 2 for power in second.box.powers} == {
        "greece": 7,
        "east": 2,
        "carthage": 2,
        "rome": 2,
    }


@pytest.mark.rule("PR-15.3.3-EX2", "PR-15.3.3a", "PR-15.3.3b", "PR-15.3.2", "PR-15.3.1")
def test_the_cvp_example() -> None:
    sites: dict[str, Any] = {word: city("greece") for word in ("athens", "corinth", "byzantium")}
    sites |= {word: town("greece") for word in ("sparta", "argos", "sestus")}
    sites |= {"antioch": city("east"), **{word: town("east") for word in ("gaza", "joppa", "tyre", "petra")}}
    sites |= {"roma": city("rome"), "capua": city("rome"), "pisae": town("rome")}
    sites |= {"carthago": city("carthage"), "utica": town("carthage"), "zama": town("carthage")}
    s = world({}, sites=sites, operation="choose")
    assert {power: q.standings(s)[power]["cvp"] for power in s.box.powers} == {
        "greece": 12,
        "east": 7,
        "rome": 7,
        "carthage": 5,
    }
    s.provinces = [-1] * len(s.provinces)
    award(s, False)
    gop = share_ranks([0, 0, 0, 0], [7, 4, 2, 0])
    assert gop == [3] * 4
    found = {power: s.vp[number(s, power)] - 3 for power in s.box.powers}
    assert found == {"greece": 5, "east": 2, "rome": 2, "carthage": 0}
    assert (stability(s, "greece"), stability(s, "rome"), stability(s, "east")) == (1, 0, 0)
    assert stability(s, "carthage") == -1


@pytest.mark.rule("PR-15.3.3-EX1", "PR-15.3.3b")
def test_the_ties_of_the_cvp_text() -> None:
    def vp(towns: dict[str, list[str]]) -> dict[str, int]:
        sites = {space: town(power) for power, spaces in towns.items() for space in spaces}
        s = world({}, sites=sites, operation="choose")
        s.provinces = [-1] * len(s.provinces)
        award(s, False)
        return {power: s.vp[number(s, power)] - 3 for power in s.box.powers}

    third = {
        "greece": ["athens", "argos", "sparta"],
        "east": ["gaza", "joppa"],
        "rome": ["capua"],
        "carthage": ["utica"],
    }
    assert vp(third) == {"greece": 5, "east": 3, "rome": 0, "carthage": 0}
    first = {"greece": ["athens"], "east": ["gaza"], "rome": ["capua"], "carthage": []}
    assert vp(first) == {"greece": 3, "east": 3, "rome": 3, "carthage": 0}


# 15.4.5 Drawing


@pytest.mark.rule("PR-15.4.5b", "PR-15.4.9-B", "PR-15.4.9-F")
def test_objectives_that_are_of_no_use_go_back() -> None:
    box = GAME.box(ULTRA)
    east, greece, rome = (box.powers.index(word) for word in ("east", "greece", "rome"))
    assert [usable(box, east, B), usable(box, greece, F), usable(box, rome, B), usable(box, rome, F)] == [
        False,
        False,
        True,
        True,
    ]
    s = with_objectives({}, operation="choose")
    s.objective_pool = [B, B, M]
    draw_objective(s, east)
    assert letters(s, "east") == ["M"]
    assert s.objective_pool == [B, B]
    draw_objective(s, east)
    assert letters(s, "east") == ["M"], "there is nothing to draw"


def draws_a_duplicate() -> PaxRomanaState:
    s = with_objectives({"rome": ["A"]}, operation="choose", dice=[1])
    s.objective_pool = [0, M]
    draw_objective(s, number(s, "rome"))
    s.stack.append(s.stack.pop(-2))
    s.run()
    return s


@pytest.mark.rule("PR-15.4.5b", "PR-15.4.5a")
def test_a_duplicate_may_be_kept_or_put_back() -> None:
    kept = draws_a_duplicate()
    assert (actor(kept), choices(kept)) == ("rome", ["keep", "discard:A"])
    play(kept, "keep")
    assert letters(kept, "rome") == ["A", "A"]
    s = draws_a_duplicate()
    told: list[Event] = []
    s.listener = told.append
    s.dice = FastDice(random.Random(1))
    play(s, "discard:A")
    assert letters(s, "rome") == ["A", "M"], "another in its place"
    assert s.objective_pool == [0]
    assert not any("A" in str(event.seen_by(0).facts) for event in told), "nobody saw it"


@pytest.mark.rule("PR-15.4.5b", "PR-15.4.4a")
def test_a_duplicate_bought_in_the_manpower_phase_is_asked_about() -> None:
    s = with_objectives(
        {"rome": ["A"]},
        operation="phase",
        phase="E",
        treasury={"rome": 5},
        dice=FastDice(random.Random(2)),
    )
    s.objective_pool = [0]
    rome = number(s, "rome")
    s.play(rome, s.unspell("objective"))
    for seat in range(4):
        s.play(seat, s.unspell("done"))
    assert s.stack[-1].name == "duplicate"
    assert s.actors() == (rome,)
    play(s, "keep")
    assert s.stack[-1].name != "duplicate"


@pytest.mark.rule("PR-15.4.5b")
def test_what_replaces_a_duplicate_may_be_a_duplicate_too() -> None:
    """He is asked again at once, not at the end of the game."""
    s = with_objectives(
        {"rome": ["A", "C"]},
        operation="phase",
        phase="E",
        treasury={"rome": 5},
        dice=FastDice(random.Random(2)),
    )
    s.objective_pool = [0]
    rome = number(s, "rome")
    s.play(rome, s.unspell("objective"))
    for seat in range(4):
        s.play(seat, s.unspell("done"))
    s.objective_pool = [LETTERS.index("C")]
    play(s, "discard:A")
    assert s.stack[-1].name == "duplicate"
    assert choices(s) == ["keep", "discard:C"]
    assert s.objective_pool == [0], "the first has gone back"
    play(s, "keep")
    assert letters(s, "rome") == ["A", "C", "C"]
    assert not any(procedure.name == "duplicate" for procedure in s.stack)


def buys_an_objective(held: list[str], letter: str, told: list[Event]) -> PaxRomanaState:
    """Rome buys the only marker of the pool, as the one who is asked about what it drew."""
    s = with_objectives(
        {"rome": held}, operation="phase", phase="E", treasury={"rome": 5}, dice=FastDice(random.Random(2))
    )
    s.objective_pool = [LETTERS.index(letter)]
    s.listener = told.append
    s.play(number(s, "rome"), s.unspell("objective"))
    for seat in range(4):
        s.play(seat, s.unspell("done"))
    return s


def known_to_others(s: PaxRomanaState, told: list[Event]) -> str:
    """All that anybody but Rome can see, hear or be asked."""
    others = [seat for seat in range(4) if seat != number(s, "rome")]
    seen = [s.view(seat) for seat in (*others, None)]
    heard = [event.seen_by(seat) for event in told for seat in others]
    asked = [(s.actors(), s.legal(seat), s.prompt(seat)) for seat in others]
    return repr((seen, heard, asked, [s.veil(seat).snapshot() for seat in others]))


@pytest.mark.rule("PR-15.4.5a", "PR-15.4.5b", "PR-15.4.6a")
def test_nobody_else_learns_whether_a_power_drew_a_second_copy() -> None:
    told: tuple[list[Event], list[Event]] = ([], [])
    double, single = (buys_an_objective(["A"], letter, log) for letter, log in zip("AM", told, strict=True))
    assert (choices(double), choices(single)) == (["keep", "discard:A"], ["keep"])
    assert known_to_others(double, told[0]) == known_to_others(single, told[1])
    for s in (double, single):
        play(s, "keep")
        assert s.stack[-1].name != "duplicate"
    assert known_to_others(double, told[0]) == known_to_others(single, told[1])


@pytest.mark.rule("PR-15.4.5b")
def test_a_first_objective_is_no_duplicate_and_asks_nothing() -> None:
    s = buys_an_objective([], "A", [])
    assert letters(s, "rome") == ["A"]
    assert not any(procedure.name == "duplicate" for procedure in s.stack)


@pytest.mark.rule("PR-15.4.5b")
def test_a_duplicate_that_nothing_can_replace_comes_back() -> None:
    s = buys_an_objective(["A"], "A", [])
    rome = number(s, "rome")
    useless = [letter for letter in range(len(LETTERS)) if not usable(s.box, rome, letter)]
    s.objective_pool = useless[:]
    play(s, "discard:A")
    assert letters(s, "rome") == ["A", "A"]
    assert s.objective_pool == useless
    assert s.stack[-1].name != "duplicate", "he is not asked without end"


@pytest.mark.rule("PR-15.4.5b")
def test_what_replaces_a_duplicate_is_shown_to_its_drawer_like_any_other() -> None:
    s = buys_an_objective(["A"], "A", [])
    s.objective_pool = [M]
    play(s, "discard:A")
    assert (actor(s), choices(s)) == ("rome", ["keep"])
    assert letters(s, "rome") == ["A", "M"]
    play(s, "keep")
    assert s.stack[-1].name != "duplicate"


# 15.4.6 Secrecy


@pytest.mark.rule("PR-15.4.6a")
def test_an_objective_may_be_shown_to_an_ally_and_to_nobody_else() -> None:
    s = with_objectives({"rome": ["B", "M"]}, active="rome", operation="choose", treasury={"rome": 5, "carthage": 5})
    play(s, "meet", "invite:carthage", "done")
    assert not any(word.startswith("show") for word in choices(s)), "not allied yet"
    play(s, "promise-peace:carthage", "propose", "accept", "done")
    told: list[Event] = []
    s.listener = told.append
    assert {"show:B", "show:M"} <= set(choices(s))
    play(s, "show:M")
    rome, carthage, greece = (number(s, word) for word in ("rome", "carthage", "greece"))
    assert s.view(carthage)["powers"][rome]["objectives"] == [None, "M"]
    assert s.view(greece)["powers"][rome]["objectives"] == [None, None]
    assert s.view(None)["powers"][rome]["objectives"] == [None, None]
    assert s.objectives[rome] != s.veil(carthage).objectives[rome]
    assert s.veil(carthage).objectives[rome][1] & 15 == M
    assert s.veil(greece).objectives[rome] == [15, 15]
    shown = next(event for event in told if event.kind == "show")
    assert "M" in str(shown.seen_by(carthage).facts)
    assert "letter" not in shown.seen_by(greece).facts
    assert "show:M" not in choices(s), "he has seen it"
    assert letters(s, "rome") == ["B", "M"], "never given away"
    assert letters(s, "carthage") == []
    twin = position(**s.snapshot())
    assert twin.objectives == s.objectives
    sample = s.perspective(carthage).sample(random.Random(3))
    assert sample.view(carthage)["powers"][rome]["objectives"] == [None, "M"]


@pytest.mark.rule("PR-15.4.2", "PR-15.4.6b", "PR-15.4.8", "PR-15.2.2d", "PR-15.4.7a", "PR-15.4.7b")
def test_objectives_are_secret_until_they_score() -> None:
    spaces = ("alexandria", "pelusium", "memphis", "faiyum", "hermopolis")
    s = with_objectives(
        {"rome": ["B", "M"]},
        units={"rome": {word: {"legion": 1} for word in spaces}},
        operation="phase",
        phase="H",
    )
    rome = number(s, "rome")
    assert s.view(rome)["powers"][rome]["objectives"] == ["B", "M"]
    assert s.view(0)["powers"][rome]["objectives"] == [None, None]
    before = q.standings(s)["rome"]["gop"]
    play(s, "reveal:B")
    assert q.standings(s)["rome"]["gop"] == before + 8
    assert s.view(0)["powers"][rome]["objectives"] == ["B", None]
    points = s.vp[rome]
    play(s, "reveal:M")
    assert s.vp[rome] >= points + 3
    assert [each & 15 for each in s.objectives[rome]] == [B], "M went back at once"
    assert M in s.objective_pool
    assert s.objectives[rome][0] & SHOWN, "B stays and scores again"


@pytest.mark.rule("PR-15.4.8", "PR-15.2.2d")
def test_what_is_not_revealed_does_not_score() -> None:
    spaces = ("alexandria", "pelusium", "memphis", "faiyum", "hermopolis")
    units = {"rome": {word: {"legion": 1} for word in spaces}}
    s = with_objectives({"rome": ["M"]}, units=units, operation="phase", phase="H")
    twin = s.copy()
    play(s, "done")
    play(twin, "reveal:M")
    rome = number(s, "rome")
    assert twin.vp[rome] - s.vp[rome] == 3
    assert letters(s, "rome") == ["M"]


# 15.4.7 Discarding


@pytest.mark.rule("PR-15.4.7b", "PR-15.4.7a", "PR-3.2-C")
def test_objectives_may_be_put_back_in_the_removal_phase() -> None:
    s = with_objectives({"rome": ["A+", "C"], "greece": ["M"]}, operation="phase", phase="C")
    assert s.stack[-1].name == "discarding"
    asked = []
    while s.stack[-1].name == "discarding":
        asked.append(actor(s))
        if actor(s) == "rome" and "C" in letters(s, "rome"):
            assert choices(s) == ["done", "discard:A", "discard:C"]
            pool = s.objective_pool[:]
            play(s, "discard:C")
            assert sorted(s.objective_pool) == sorted([*pool, 2])
        else:
            play(s, "done")
    assert asked == ["greece", "rome", "rome"]
    assert (letters(s, "rome"), letters(s, "greece")) == (["A"], ["M"]), "nobody has to"


# 15.4.9


def in_phase_a(marks: dict[str, list[str]], treasury: dict[str, int]) -> PaxRomanaState:
    return with_objectives(marks, operation="phase", phase="A", treasury=treasury)


@pytest.mark.rule("PR-15.4.9-L", "PR-15.4.7a", "PR-15.4.8")
def test_the_richest_may_reveal_l_at_the_end_of_the_income_phase() -> None:
    s = in_phase_a({"rome": ["L", "A"], "carthage": ["C"]}, {"rome": 30, "carthage": 20})
    rome = number(s, "rome")
    assert (actor(s), choices(s)) == ("rome", ["done", "reveal:L"])
    kept = s.copy()
    kept.dice = FastDice(random.Random(1))
    play(s, "reveal:L")
    assert (s.gained[rome], letters(s, "rome")) == (3, ["A"])
    assert L in s.objective_pool
    play(kept, "done")
    assert (kept.gained[rome], letters(kept, "rome")) == (0, ["L", "A"]), "it is his choice"


@pytest.mark.rule("PR-15.4.9-L")
def test_nobody_is_richest_in_a_tie() -> None:
    s = world({}, operation="choose", treasury={"rome": 7, "carthage": 7, "greece": 3, "east": 1})
    assert richest(s) == -1
    assert objective_worth(s, number(s, "rome"), L) == 0
    alone = world({}, operation="choose", treasury={"rome": 7, "carthage": 6, "greece": 3, "east": 1})
    assert richest(alone) == number(alone, "rome")
    assert objective_worth(alone, number(alone, "rome"), L) == 3
    assert objective_worth(alone, number(alone, "carthage"), L) == 0


@pytest.mark.rule("PR-15.4.9-L", "PR-15.4.6a")
def test_being_asked_does_not_tell_that_one_holds_l() -> None:
    s = in_phase_a({"rome": ["A"], "carthage": ["L"]}, {"rome": 30, "carthage": 20})
    assert (actor(s), choices(s)) == ("rome", ["done"])
    play(s, "done")
    assert letters(s, "carthage") == ["L"]


@pytest.mark.rule("PR-15.4.9-L")
def test_l_does_not_count_in_the_victory_phase() -> None:
    s = with_objectives({"rome": ["L"]}, operation="phase", phase="H", treasury={"rome": 30})
    assert choices(s) == ["done"]


@pytest.mark.rule("PR-15.4.9-N", "PR-15.4.7a")
def test_objective_n_counts_each_of_four_territories() -> None:
    box = GAME.box(ULTRA)
    atlas = box.atlas

    def provinces(word: str) -> list[int]:
        return list(atlas.provinces_of[atlas.territory_ids.index(word)])

    index = atlas.province_index
    parts = [
        provinces("the-sicilies"),
        provinces("germania"),
        [index["chersonese"]],
        [index["rhodes"], index["crete"]],
    ]
    rome = box.powers.index("rome")
    for wanted in range(16):
        s = with_objectives({"rome": ["N"]}, operation="choose")
        s.provinces = [-1] * len(s.provinces)
        for place, part in enumerate(parts):
            for province in part:
                s.provinces[province] = rome if wanted >> place & 1 else -1
        assert objective_worth(s, rome, N) == 2 * wanted.bit_count()
    for part in parts:
        for missing in part:
            s.provinces = [-1] * len(s.provinces)
            for province in part:
                s.provinces[province] = rome
            s.provinces[missing] = number(s, "greece")
            assert objective_worth(s, rome, N) == 0, "the whole Territory"


@pytest.mark.rule("PR-15.4.9-N", "PR-15.4.7a", "PR-15.1.1")
def test_n_scores_in_the_victory_phase_and_goes_back() -> None:
    units = {"rome": {word: {"legion": 1} for word in ("cnossus", "rhodes")}}
    s = with_objectives({"rome": ["N"]}, units=units, operation="phase", phase="H")
    rome = number(s, "rome")
    twin = s.copy()
    play(s, "reveal:N")
    play(twin, "done")
    assert s.vp[rome] - twin.vp[rome] == 2
    assert letters(s, "rome") == []
    assert N in s.objective_pool
