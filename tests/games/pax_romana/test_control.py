"""Chapter 5: Control."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import city, node, play, stability, town, west, world
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch04_diplomacy.parting import part_allies
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch05_control.ports import friendly_port


def space(s: object, word: str) -> str:
    return str(q.who_controls_space(s, word)["who"])  # type: ignore[arg-type]


def province(s: object, word: str) -> str:
    return str(q.who_controls_province(s, word)["who"])  # type: ignore[arg-type]


@pytest.mark.rule("PR-5.1.1a", "PR-1.4-CONTROL", "PR-12.1.2", "PR-7.2.1a", "PR-12.2.5b")
def test_units_garrisons_cities_and_towns_control_their_space() -> None:
    units = {"carthage": {"emporiae": {"light": 1}, "tarraco": {"garrison": 1}, "saguntum": {"mercenary": 1}}}
    s = west(units, sites={"gades": town("carthage"), "corduba": city("rome")})
    assert [space(s, word) for word in ("emporiae", "tarraco", "saguntum", "gades")] == ["carthage"] * 4
    assert space(s, "corduba") == "rome"


@pytest.mark.rule("PR-5.1.1b", "PR-5.1.1c", "PR-5.1.4a", "PR-5.1.4b", "PR-5.1.3")
def test_unoccupied_spaces_belong_to_their_home_or_to_nobody() -> None:
    s = west({"carthage": {"carthago-nova": {"light": 1}}})
    assert space(s, "arretium") == "rome"
    assert space(s, "brundisium") == "rome"
    assert province(s, "tarraconensis") == "carthage"
    assert space(s, "saguntum") == "nobody"
    assert s.holder(node("melita")) == -1
    assert all(s.holder(n) == -1 for n in range(s.box.atlas.spaces, s.box.atlas.nodes))


@pytest.mark.rule("PR-5.1.1d", "PR-5.4.2", "PR-1.4-LCU", "PR-1.4-LAND-UNIT")
def test_elephants_leaders_and_galleys_alone_control_nothing() -> None:
    s = west({"carthage": {"gades": {"galley": 3}, "roma": {"galley": 2}, "corduba": {"elephant": 1}}})
    s.leader_at[s.box.leader("carthage-1")] = node("malacca")
    assert space(s, "gades") == space(s, "corduba") == space(s, "malacca") == "nobody"
    assert space(s, "roma") == "rome"


@pytest.mark.rule("PR-5.2.1a", "PR-5.2.1b", "PR-13.1.5", "PR-5.4.1a", "PR-13.2.2")
def test_a_province_abroad_needs_a_majority_or_to_be_alone() -> None:
    alone = west({"carthage": {"gades": {"light": 1}}})
    assert q.who_controls_province(alone, "baetica") == {"who": "carthage", "why": "control.alone", "rule": "PR-5.2.1b"}
    both = west({"carthage": {"gades": {"light": 1}}, "rome": {"malacca": {"legion": 1}}})
    assert province(both, "baetica") == "nobody"
    two = west({"carthage": {"gades": {"light": 1}, "corduba": {"garrison": 1}}, "rome": {"malacca": {"legion": 1}}})
    assert province(two, "baetica") == "carthage"
    for side in ("tribes", "independents", "western-gauls", "slaves-0"):
        other = west({"carthage": {"gades": {"light": 1}}, side: {"malacca": {"barbarian": 1}}})
        assert province(other, "baetica") == "nobody", side
    hidden = west({"carthage": {"tarraco": {"light": 1}}}, tribes={"numantia": 5})
    assert province(hidden, "tarraconensis") == "nobody"


@pytest.mark.rule("PR-5.2.2a", "PR-5.2.2-EX1")
def test_the_east_holds_egypt_by_alexandria() -> None:
    units = {"east": {"alexandria": {"heavy": 1}}}
    units |= {"rome": {"memphis": {"legion": 1}, "pelusium": {"legion": 1}, "faiyum": {"legion": 1}}}
    units["rome"] |= {"hermopolis": {"legion": 1}, "diospolis": {"legion": 1}}
    assert q.who_controls_province(world(units), "egypt") == {
        "who": "east",
        "why": "control.holds-capital",
        "rule": "PR-5.2.2a",
    }


@pytest.mark.rule("PR-5.2.2b", "PR-5.2.2-EX2")
def test_rome_keeps_bruttium_while_present() -> None:
    s = west({"rome": {"rhegium": {"legion": 1}}, "carthage": {"tarentum": {"heavy": 1}, "croton": {"heavy": 1}}})
    assert q.who_controls_province(s, "bruttium")["rule"] == "PR-5.2.2b"
    assert province(s, "bruttium") == "rome"


@pytest.mark.rule("PR-5.2.3a", "PR-5.2.3-EX1")
def test_italia_needs_five_spaces_and_rome_without_roma() -> None:
    five = ["pisae", "arretium", "ariminum", "ancona", "capua"]
    s = west({"carthage": {word: {"heavy": 1} for word in five}})
    assert province(s, "italia") == "rome"
    four = west({"carthage": {word: {"heavy": 1} for word in ["roma", *five[:3]]}})
    assert province(four, "italia") == "rome"
    taken = west({"carthage": {word: {"heavy": 1} for word in ["roma", *five[:4]]}})
    assert province(taken, "italia") == "carthage"


@pytest.mark.rule("PR-5.2.3b", "PR-5.2.3-EX2")
def test_thrace_needs_more_than_half() -> None:
    ports = ["byzantium", "sestus", "apollonia", "abdera"]
    three = world({"rome": {word: {"legion": 1} for word in ports[:3]}})
    assert province(three, "thrace") == "greece"
    assert province(world({"rome": {word: {"legion": 1} for word in ports}}), "thrace") == "rome"
    macedonia = ["dyrrhachium", "thessalonica", "larissa", "ambracia"]
    s = world({"rome": {word: {"legion": 1} for word in macedonia}, "carthage": {"pella": {"heavy": 1}}})
    assert province(s, "macedonia") == "rome"
    s = world({"rome": {word: {"legion": 1} for word in macedonia[:3]}, "carthage": {"pella": {"heavy": 1}}})
    assert province(s, "macedonia") == "greece"


@pytest.mark.rule("PR-5.3.1", "PR-5.3.1-EX1", "PR-5.3.1-EX2", "PR-5.3.1-EX3", "PR-5.3.1-EX4", "PR-5.3.1-EX5")
def test_the_conquest_of_gaul() -> None:
    tribes = {"gergovia": 4, "nemausus": 5, "tolosa": 5, "alesia": 5, "cenabum": 5, "bibrax": 5, "londinium": 5}
    tribes["eboracum"] = 5
    one = {"light": 1}

    def gaul(spaces: dict[str, dict[str, int]], gone: list[str]) -> object:
        return world({"carthage": spaces}, tribes={t: v for t, v in tribes.items() if t not in gone})

    three = dict.fromkeys(("avaricum", "limonum", "burdigala"), one)
    assert province(gaul(three, []), "aquitania") == "nobody"
    assert province(gaul({**three, "uxellodorum": one}, []), "aquitania") == "carthage"
    assert province(gaul({"gergovia": one}, ["gergovia"]), "aquitania") == "carthage"
    garrisons = {word: {"garrison": 1} for word in ("narbo", "massilia", "valentia")}
    assert province(gaul(garrisons, []), "narbonensis") == "carthage"
    assert province(gaul({"lugdunum": one}, []), "lugdunensis") == "nobody"
    five = dict.fromkeys(("lugdunum", "bibracte", "agedincum", "lutetia"), one)
    assert province(gaul(five, []), "lugdunensis") == "nobody"
    assert province(gaul({**five, "rotomagus": one}, []), "lugdunensis") == "carthage"
    assert province(gaul({"lugdunum": one}, ["alesia", "cenabum"]), "lugdunensis") == "carthage"
    assert province(gaul({"bibrax": {"cavalry": 1}}, ["bibrax"]), "belgica") == "carthage"
    britain = dict.fromkeys(("dubris", "camulodunum", "isca", "glevum"), one)
    assert province(gaul(britain, []), "britannia") == "nobody"
    assert province(gaul({**britain, "deva": one}, []), "britannia") == "carthage"
    everywhere = {"gergovia": one, "lugdunum": one, "bibrax": one, "londinium": one, **garrisons}
    s = gaul(everywhere, ["gergovia", "alesia", "cenabum", "bibrax", "londinium", "eboracum"])
    assert q.who_controls_territory(s, "gaul")["who"] == "carthage"  # type: ignore[arg-type]


@pytest.mark.rule("PR-5.3.2a", "PR-5.3.2b", "PR-6.1.4")
def test_islands_are_needed_for_the_territory_but_pay_nothing() -> None:
    sicily = {word: {"light": 1} for word in ("lilybaeum", "messana", "caralis", "aleria")}
    s = west({"carthage": sicily})
    assert q.who_controls_territory(s, "the-sicilies")["who"] == "nobody"
    s = west({"carthage": {**sicily, "melita": {"light": 1}}})
    assert q.who_controls_territory(s, "the-sicilies")["who"] == "carthage"
    lines = {line["what"]: line["talents"] for line in q.income_of(s, "carthage")}
    assert lines["melita"] == 0
    gop = {line["what"] for line in q.standings(s)["carthage"]["gop_lines"]}
    assert {"melita", "the-sicilies"} <= gop
    spain = {word: {"light": 1} for word in ("olisipo", "bergidum", "gades", "tarraco")}
    assert q.who_controls_territory(west({"rome": spain}), "hispania")["who"] == "nobody"
    s = west({"rome": {**spain, "palma": {"light": 1}}})
    assert q.who_controls_territory(s, "hispania")["who"] == "rome"


@pytest.mark.rule("PR-14.2.1b", "PR-14.2.1c", "PR-14.2.1d", "PR-14.2.1e", "PR-5.4.3a")
def test_stability_follows_control_at_once() -> None:
    s = west({"carthage": {"gades": {"light": 1}}})
    s.remove(1, node("gades"), s.at(1, node("gades")))
    recount(s)
    assert stability(s, "carthage") == -1
    s.add(1, node("gades"), 1)
    recount(s)
    assert stability(s, "carthage") == 0
    for word in ("rhegium", "croton", "tarentum"):
        s.add(1, node(word), 1)
    recount(s)
    assert stability(s, "rome") == -2
    assert stability(s, "carthage") == 1
    s.remove(1, node("rhegium"), 1)
    recount(s)
    assert stability(s, "rome") == 0
    assert province(s, "bruttium") == "rome"


@pytest.mark.rule("PR-2.1.1f", "PR-14.2.1b", "PR-14.2.1c", "PR-15.2.2a", "PR-15.2.2b")
@pytest.mark.parametrize(
    ("territory", "space"),
    [("greater-german-tribes", "treva"), ("sarmatia", "petrodava"), ("scythia", "gelonus"), ("armenia", "amida")],
)
def test_a_barbarian_territory_pays_and_scores_but_moves_no_stability(territory: str, space: str) -> None:
    s = world({"east": {"antioch": {"heavy": 1}}}, active="east")
    east = s.box.powers.index("east")
    gop = q.standings(s)["east"]["gop"]
    s.add(east, node(space), 1)
    recount(s)
    assert province(s, territory) == "east"
    assert stability(s, "east") == 0, "it is no Province"
    assert q.standings(s)["east"]["gop"] == gop + 1
    assert [line["talents"] for line in q.income_of(s, "east") if line["what"] == territory] == [1]
    s.remove(east, node(space), 1)
    recount(s)
    assert province(s, territory) == "nobody"
    assert stability(s, "east") == 0
    s.add(east, node("cnossus"), 1)
    recount(s)
    assert stability(s, "east") == 1, "an undivided Minor Territory is a Province too"


@pytest.mark.rule("PR-14.2.1m", "PR-14.2.1q")
def test_losing_and_regaining_the_capital() -> None:
    s = west({})
    s.add(1, node("roma"), 1)
    recount(s)
    assert stability(s, "rome") == -1
    s.remove(1, node("roma"), 1)
    recount(s)
    assert stability(s, "rome") == 0


@pytest.mark.rule("PR-12.4.1", "PR-5.4.1b")
def test_a_soldier_of_fortune_controls_nothing_for_his_player_and_denies_others() -> None:
    army = {"soldier-of-fortune": {"gades": {"heavy": 4}, "rhegium": {"heavy": 1}}}
    s = west(army, soldier_of_fortune="carthage")
    assert province(s, "baetica") == "nobody"
    assert space(s, "rhegium") == "soldier-of-fortune"
    home = west({"soldier-of-fortune": {"utica": {"heavy": 4}}}, soldier_of_fortune="carthage")
    assert space(home, "utica") == "carthage"


@pytest.mark.rule("PR-12.7.3b", "PR-7.2.1b")
def test_slaves_in_a_city_leave_it_its_owner_but_deny_its_use() -> None:
    units = {"slaves-0": {"capua": {"barbarian": 2}}}
    s = west(units, sites={"capua": city("rome")})
    assert s.site_owner(node("capua")) == 0
    assert space(s, "capua") == "slaves-0"
    assert q.standings(s)["rome"]["cvp"] == 0
    assert "capua" not in {line["what"] for line in q.income_of(s, "rome")}


@pytest.mark.rule("PR-5.1.2a", "PR-5.1.2b")
def test_two_sides_never_rest_in_one_space() -> None:
    s = west({"rome": {"rhegium": {"legion": 4}}, "carthage": {"croton": {"light": 1}}}, dice=[6, 6, 1])
    play(s, "major:rhegium", "take-all", "march:croton")
    if "stand" in [s.spell(action) for action in s.legal(s.actors()[0])]:
        play(s, "stand")
    from ludi.core import ScriptedDice

    s.dice = ScriptedDice([1, 6] + [4] * 8)
    while s.actors() and s.stack[-1].name in ("battle", "losses", "move", "withdrawal"):
        words = [s.spell(a) for a in s.legal(s.actors()[0])]
        play(s, next(w for w in ("stand", "hold", "keep", "done", "halt", words[0]) if w in words))
    assert not (s.at(0, node("croton")) and s.at(1, node("croton")))


# Exact numbers


@pytest.mark.rule("PR-5.1.1b", "PR-5.1.1c", "PR-5.1.4a", "PR-5.1.4b")
def test_the_engine_and_the_question_agree_on_every_space() -> None:
    s = world({"carthage": {"carthago-nova": {"light": 1}, "rhegium": {"heavy": 1}}})
    for n in range(s.box.atlas.spaces):
        home = s.box.home[n]
        word = s.box.place(n)
        expected = {"carthago-nova": "carthage", "rhegium": "carthage"}.get(word, s.box.side_word(home))
        assert q.who_controls_space(s, word)["who"] == expected == s.box.side_word(s.holder(n)), word
    assert q.who_controls_space(s, "arretium") == {"who": "rome", "why": "control.unoccupied-home", "rule": "PR-5.1.1b"}
    assert q.who_controls_space(s, "ancona")["rule"] == "PR-5.1.4a"
    assert q.who_controls_space(s, "saguntum")["rule"] == "PR-5.1.1c"
    assert q.who_controls_province(s, "tarraconensis")["who"] == "carthage"
    assert not friendly_port(s, s.box.powers.index("carthage"), node("saguntum")), "the Province is not enough"
    assert friendly_port(s, s.box.powers.index("rome"), node("ancona"))


@pytest.mark.rule("PR-5.2.1a")
def test_half_of_a_province_is_not_more_than_half() -> None:
    half = {word: {"light": 1} for word in ("gesoriacum", "durocortorum")}
    s = world({"carthage": half, "rome": {"bibrax": {"legion": 1}}})
    assert province(s, "belgica") == "nobody"
    s = world({"carthage": {**half, "augusta-treverorum": {"light": 1}}, "rome": {"bibrax": {"legion": 1}}})
    assert province(s, "belgica") == "carthage"
    assert q.who_controls_province(s, "belgica")["rule"] == "PR-5.2.1a"


@pytest.mark.rule("PR-5.2.2b")
def test_a_home_province_is_kept_by_one_space_while_nobody_has_most() -> None:
    two = {"carthage": {"croton": {"heavy": 1}, "tarentum": {"heavy": 1}}}
    s = world({**two, "greece": {"brundisium": {"heavy": 1}, "venusia": {"heavy": 1}}})
    assert province(s, "bruttium") == "rome", "2, 2 and 1"
    three = {"carthage": {**two["carthage"], "brundisium": {"heavy": 1}}}
    assert province(world(three), "bruttium") == "carthage"
    barbarians = {word: {"barbarian": 1} for word in ("croton", "tarentum", "brundisium")}
    assert province(world({"western-gauls": barbarians}), "bruttium") == "nobody"


@pytest.mark.rule("PR-5.3.1")
def test_a_territory_needs_every_province() -> None:
    everywhere = {word: {"light": 1} for word in ("gesoriacum", "lugdunum", "burdigala", "narbo", "londinium")}
    assert q.who_controls_territory(world({"carthage": everywhere}), "gaul")["who"] == "carthage"
    for missing in everywhere:
        s = world({"carthage": {word: units for word, units in everywhere.items() if word != missing}})
        answer = q.who_controls_territory(s, "gaul")
        assert answer["who"] == "nobody", missing
        assert answer["missing"], "the question names the Provinces that are not held"


@pytest.mark.rule("PR-5.3.1-EX1", "PR-5.3.1-EX2", "PR-5.3.1-EX3", "PR-5.3.1-EX4", "PR-5.3.1-EX5")
def test_the_conquest_of_gaul_step_by_step() -> None:
    """The rulebook's own march: what is left behind where, and what it gives."""
    tribes = dict.fromkeys(
        ("gergovia", "nemausus", "tolosa", "alesia", "cenabum", "bibrax", "londinium", "eboracum"), 5
    )
    held: dict[str, dict[str, int]] = {}
    taken: list[str] = []
    steps: list[tuple[list[str], dict[str, dict[str, int]], str]] = [
        (["gergovia"], {"gergovia": {"light": 1}}, "aquitania"),
        ([], {word: {"garrison": 1} for word in ("narbo", "massilia", "valentia")}, "narbonensis"),
        (["alesia", "cenabum"], {"lugdunum": {"light": 1}}, "lugdunensis"),
        (["bibrax"], {"bibrax": {"cavalry": 1}}, "belgica"),
        (["londinium", "eboracum"], {"londinium": {"light": 1}}, "britannia"),
    ]
    for number, (gone, left, won) in enumerate(steps, 1):
        for tribe in gone:
            tribes.pop(tribe)
        before = world({"carthage": held} if held else {}, tribes=tribes)
        assert province(before, won) == "nobody"
        held |= left
        taken.append(won)
        s = world({"carthage": held}, tribes=tribes)
        assert [province(s, word) for word in taken] == ["carthage"] * number
        assert (q.who_controls_territory(s, "gaul")["who"] == "carthage") == (number == 5)
    sizes = {"aquitania": 6, "narbonensis": 5, "lugdunensis": 9, "britannia": 8}
    for word, spaces in sizes.items():
        assert len(s.box.atlas.spaces_of[s.box.atlas.province_index[word]]) == spaces


@pytest.mark.rule("PR-5.2.3-EX2")
def test_macedonia_needs_four_of_six_and_its_capital_lost() -> None:
    spaces = ["thessalonica", "larissa", "ambracia", "dyrrhachium"]
    four = {"rome": {word: {"legion": 1} for word in spaces}, "carthage": {"pella": {"heavy": 1}}}
    assert province(world(four), "macedonia") == "rome"
    three = {"rome": {word: {"legion": 1} for word in spaces[:3]}, "carthage": {"pella": {"heavy": 1}}}
    assert province(world(three), "macedonia") == "greece"
    assert province(world({"rome": four["rome"]}), "macedonia") == "greece", "Pella is held"


@pytest.mark.rule("PR-5.4.2", "PR-5.1.3")
def test_galleys_neither_give_nor_deny_control() -> None:
    s = world({"rome": {"athens": {"galley": 4}, "gades": {"galley": 2}, "ntp-cosa": {"galley": 1}}})
    assert space(s, "athens") == "greece"
    assert space(s, "gades") == "nobody"
    assert s.holder(node("ntp-cosa")) == -1
    assert province(s, "baetica") == "nobody"


@pytest.mark.rule("PR-2.1.1d", "PR-2.1.1f", "PR-6.1.1b")
def test_undivided_and_barbarian_territories_count_once() -> None:
    for word, where in (("crete", "cnossus"), ("chersonese", "tyras"), ("armenia", "amida"), ("sarmatia", "petrodava")):
        s = world({"rome": {where: {"legion": 1}}})
        assert q.who_controls_territory(s, word)["who"] == "rome"
        assert [line["talents"] for line in q.income_of(s, "rome") if line["what"] == word] == [1], word
        lines = q.standings(s)["rome"]["gop_lines"]
        assert [line["points"] for line in lines if line["what"] == word] == [1], word
    barbarian = [line for line in q.standings(s)["rome"]["gop_lines"] if line["what"] == "sarmatia"]
    assert [line["rule"] for line in barbarian] == ["PR-15.2.2b"], "as a Territory, not as a Province"


@pytest.mark.rule("PR-7.2.1a", "PR-5.4.1b", "PR-4.3.1f", "PR-4.3.1j")
def test_the_owner_of_a_town_keeps_its_space_from_his_guests_who_leave_with_the_turn() -> None:
    s = world({"rome": {"roma": {"legion": 1}}}, sites={"gades": town("carthage")}, operation="choose")
    rome, carthage = s.box.powers.index("rome"), s.box.powers.index("carthage")
    s.pass_rights[carthage] |= 1 << rome
    s.add(rome, node("gades"), 2)
    recount(s)
    assert space(s, "gades") == "carthage"
    assert province(s, "baetica") == "carthage"
    assert part_allies(s)
    s.run()
    assert s.at(rome, node("gades")) == 0
    assert s.at(rome, node("roma")) == 3
