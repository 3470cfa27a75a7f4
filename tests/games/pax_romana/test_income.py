"""Chapter 6.1: income line by line, and the lines of communication it needs."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import city, node, play, talents, town, west, world
from ludi.games.pax_romana import PaxRomanaState
from ludi.games.pax_romana.asking import questions as q
from ludi.games.pax_romana.ch06_treasury.communication import communicating
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.world.pieces import LEGION, ONE
from ludi.games.pax_romana.world.sets import has


def lines(s: PaxRomanaState, power: str) -> dict[str, int]:
    return {line["what"]: line["talents"] for line in q.income_of(s, power)}


def connected(s: PaxRomanaState, power: str, space: str) -> bool:
    answer = q.line_of_communication(s, power, space)
    assert answer["open"] == has(communicating(s, s.box.powers.index(power)), node(space))
    assert answer["open"] != bool(answer["blocks"]), "open, or blocked by something"
    return bool(answer["open"])


@pytest.mark.rule("PR-6.1.1a", "PR-6.1.4")
def test_what_each_province_pays() -> None:
    s = world({})
    rich = {"ionia": 2, "italia": 2, "narbonensis": 2, "egypt": 3}
    poor = ("balearic-islands", "melita", "germania-magna")
    for number, word in enumerate(s.box.atlas.province_ids):
        assert s.box.atlas.income[number] == rich.get(word, 0 if word in poor else 1), word
    s = world({"rome": {"palma": {"legion": 1}, "melita": {"legion": 1}, "aliso": {"legion": 1}}})
    found = lines(s, "rome")
    assert [found[word] for word in poor] == [0, 0, 0]


@pytest.mark.rule("PR-6.1.3", "PR-6.1.1b")
def test_presence_without_control_pays_nothing() -> None:
    units = {"rome": {"gades": {"legion": 1}}, "carthage": {"malacca": {"light": 1}, "corduba": {"light": 1}}}
    s = west(units)
    assert "baetica" not in lines(s, "rome")
    assert lines(s, "carthage")["baetica"] == 1
    islands = {word: {"light": 1} for word in ("lilybaeum", "messana", "caralis", "aleria", "melita")}
    assert lines(west({"carthage": islands}), "carthage")["the-sicilies"] == 1
    islands.pop("aleria")
    assert "the-sicilies" not in lines(west({"carthage": islands}), "carthage")


@pytest.mark.rule("PR-6.1.1g", "PR-2.1.3e")
def test_the_mine_pays_its_holder_whoever_has_the_province() -> None:
    units = {
        "carthage": {"bergidum": {"light": 1}},
        "rome": {"bracara": {"legion": 1}, "brigantium-hispania": {"legion": 1}},
    }
    s = west(units)
    assert q.who_controls_province(s, "gallaecia")["who"] == "rome"
    assert lines(s, "carthage")["mine-bergidum"] == 1
    assert "mine-bergidum" not in lines(s, "rome")


def cut_off_spain(extra: Any = None, **facts: Any) -> PaxRomanaState:
    """Carthage at Bergidum, Salmantica (a Town) and Gallaecia, everything around held by Rome."""
    ring = ("olisipo", "emerita", "brigantium-hispania", "bracara", "toletum", "numantia", "calagurris")
    rome = {
        word: {"legion": 1, **({"galley": 1} if word in ("olisipo", "brigantium-hispania") else {})} for word in ring
    }
    units = {"carthage": {"bergidum": {"light": 1}, "salmantica": {"light": 1}}, "rome": {**rome, **(extra or {})}}
    return west(units, sites={"salmantica": town("carthage")}, **facts)


@pytest.mark.rule("PR-6.1.5a", "PR-6.1.6a")
def test_nothing_abroad_pays_without_a_line_to_a_home_space() -> None:
    s = cut_off_spain()
    assert not connected(s, "carthage", "bergidum")
    assert not connected(s, "carthage", "salmantica")
    found = lines(s, "carthage")
    assert found["mine-bergidum"] == 0
    assert found["salmantica"] == 0
    rules = {line["what"]: line["rule"] for line in q.income_of(s, "carthage")}
    assert rules["mine-bergidum"] == rules["salmantica"] == "PR-6.1.5a"
    blocks = q.line_of_communication(s, "carthage", "bergidum")["blocks"]
    assert {block["rule"] for block in blocks} == {"PR-6.1.6a"}
    assert {block["space"] for block in blocks} <= {
        *("olisipo", "emerita", "brigantium-hispania", "bracara", "toletum", "numantia", "calagurris")
    }
    free = west({"carthage": {"bergidum": {"light": 1}}}, sites={"salmantica": town("carthage")})
    assert lines(free, "carthage")["mine-bergidum"] == lines(free, "carthage")["salmantica"] == 1
    sardinia = {"caralis": {"light": 1, "garrison": 1}, "olbia-sardinia": {"light": 1}}
    fleets = {word: {"galley": 1} for word in ("caralis", "olbia-sardinia")}
    s = west({"carthage": sardinia, "rome": fleets})
    assert lines(s, "carthage")["sardinia"] == 0


@pytest.mark.rule("PR-6.1.5a")
def test_at_home_no_line_is_asked_for() -> None:
    far = {word: {"heavy": 1} for word in ("leptis-magna", "oea")}
    around = {word: {"legion": 1, "galley": 1} for word in ("leptis-magna", "oea")}
    s = west({"carthage": far})
    assert lines(s, "carthage")["tripolitania"] == 1
    s = west({"rome": {"oea": {"legion": 1, "galley": 1}}, "carthage": {"leptis-magna": {"heavy": 1}}})
    assert lines(s, "carthage")["tripolitania"] == 1
    assert around
    home = {n for n in range(s.box.atlas.spaces) if s.box.home[n] == 1}
    taken = {s.box.place(n): {"legion": 1} for n in home if s.box.place(n) != "cirta"}
    alone = west({"rome": taken, "carthage": {"cirta": {"light": 1}}}, sites={"gades": town("carthage")})
    assert lines(alone, "carthage")["gades"] == 0


@pytest.mark.rule("PR-6.1.5b", "PR-6.1.8")
def test_a_line_runs_any_way_by_land_and_sea_through_empty_spaces() -> None:
    s = world({"carthage": {"eboracum": {"light": 1}}, "rome": {"artaxata": {"legion": 1}}})
    assert connected(s, "carthage", "eboracum")
    assert connected(s, "rome", "artaxata")
    assert connected(world({"rome": {"cnossus": {"legion": 1}}}), "rome", "cnossus")


@pytest.mark.rule("PR-6.1.6b")
@pytest.mark.parametrize("side", ["tribes", "western-gauls", "eastern-gauls", "germans", "slaves-0"])
def test_barbarians_cut_a_line(side: str) -> None:
    units = {"carthage": {"olbia-sardinia": {"light": 1}}}
    assert connected(west(units), "carthage", "olbia-sardinia")
    neck = {"toletum", "numantia", "calagurris", "ilerda", "bergidum", "salmantica", "emerita"}
    ring = [n for n, _ in west({}).box.atlas.land[node("bracara")]]
    stop = {west({}).box.place(n): {"barbarian": 1} for n in ring if n < 222}
    s = west({"carthage": {"bracara": {"light": 1}}, side: stop})
    assert neck
    assert not connected(s, "carthage", "bracara")
    rules = {block["rule"] for block in q.line_of_communication(s, "carthage", "bracara")["blocks"]}
    assert rules == {"PR-6.1.6b"}


@pytest.mark.rule("PR-6.1.6b", "PR-5.4.1a")
def test_a_tribal_counter_cuts_a_line_face_down_or_up() -> None:
    atlas = west({}).box.atlas
    tribal = [n for n in range(atlas.spaces) if atlas.is_tribal[n]]
    target = next(n for n in tribal if any(near < atlas.spaces for near, _ in atlas.land[n]) and west({}).box.open[n])
    start = next(near for near, _ in atlas.land[target] if near < atlas.spaces and not atlas.is_tribal[near])
    word = atlas.ids[start]
    others: dict[str, dict[str, int]] = {}
    for near, _ in atlas.land[start]:
        beyond = [near] if near < atlas.spaces else [n for n, _ in atlas.land[near] if n < atlas.spaces]
        others |= {atlas.ids[n]: {"legion": 1} for n in beyond if n not in (target, start)}
    units = {
        "carthage": {word: {"light": 1}},
        "rome": {**others, **({word: {"galley": 1}} if atlas.is_port[start] else {})},
    }
    free = west(units)
    for flag in (0, 16):
        s = west(units, tribes={atlas.ids[target]: 3 | flag})
        assert not connected(s, "carthage", word)
        assert "PR-6.1.6b" in {block["rule"] for block in q.line_of_communication(s, "carthage", word)["blocks"]}
    assert connected(free, "carthage", word), "without the Tribe the way is open"


def asia(*towns: str) -> PaxRomanaState:
    """Greece in Towns of Cilicia, every land way held by Rome, Pirates at sea: only Rhodes, Independent, is left."""
    s = world({})
    atlas = s.box.atlas
    ring: set[str] = set()
    for word in towns:
        for near, _ in atlas.land[node(word)]:
            beyond = [near] if near < atlas.spaces else [n for n, _ in atlas.land[near] if n < atlas.spaces]
            ring |= {s.box.place(n) for n in beyond}
    units: Any = {
        "independents": {"rhodes": {"heavy": 2, "galley": 2}},
        "rome": {word: {"legion": 1} for word in ring - set(towns)},
    }
    at_sea = {s.box.place(n) for word in towns for n in atlas.sea[node(word)]} - {"rhodes", *towns}
    pirates = [place for place in at_sea if not place.startswith("dstp")]
    return world(units, sites={word: town("greece") for word in towns}, pirates=pirates)


@pytest.mark.rule("PR-6.1.6c", "PR-12.5.1e")
def test_rhodes_is_passed_for_a_talent_for_each_space() -> None:
    for towns in (("patara",), ("patara", "side")):
        s = asia(*towns)
        assert not connected(s, "greece", "patara")
        assert "PR-6.1.6c" in {block["rule"] for block in q.line_of_communication(s, "greece", "patara")["blocks"]}
        found = lines(s, "greece")
        assert found["patara"] == 1
        assert found["rhodes-toll"] == -len(towns)
        assert income(s, s.box.powers.index("greece")) == sum(found.values())


@pytest.mark.rule("PR-6.1.6c")
def test_other_independents_are_not_passed() -> None:
    messana = west(
        {"independents": {"messana": {"heavy": 2}, "syracuse": {"heavy": 2}}, "rome": {"panormus": {"legion": 1}}}
    )
    assert connected(messana, "rome", "panormus"), "by sea"
    island = {"independents": {"panormus": {"heavy": 1}, "agrigentum": {"heavy": 1}, "messana": {"heavy": 1}}}
    s = west({**island, "rome": {"lilybaeum": {"legion": 1}}, "carthage": {"lilybaeum": {"galley": 1}}})
    assert not connected(s, "rome", "lilybaeum")
    assert "PR-6.1.6c" in {block["rule"] for block in q.line_of_communication(s, "rome", "lilybaeum")["blocks"]}


@pytest.mark.rule("PR-6.1.6d", "PR-6.1.7")
def test_enemy_galleys_close_a_port_to_the_line_by_sea_only() -> None:
    here = {"carthage": {"melita": {"light": 1}}}
    assert connected(west(here), "carthage", "melita")
    s = west({**here, "rome": {"melita": {"galley": 1}}})
    assert not connected(s, "carthage", "melita")
    assert q.line_of_communication(s, "carthage", "melita")["blocks"][0]["rule"] == "PR-6.1.6d"
    own = west({"carthage": {"melita": {"light": 1, "galley": 1}}})
    assert connected(own, "carthage", "melita"), "one's own Galleys close nothing"
    port = {"carthage": {"gades": {"light": 1}, "corduba": {"light": 1}}, "rome": {"gades": {"galley": 1}}}
    assert connected(west(port), "carthage", "corduba"), "by land through the Port"


@pytest.mark.rule("PR-6.1.6e", "PR-12.6.2a")
def test_pirates_close_their_place_to_the_line_by_sea_only() -> None:
    ways = [west({}).box.place(n) for n in west({}).box.atlas.sea[node("melita")]]
    ways = [way for way in ways if not way.startswith("dstp")]
    closed = west({"carthage": {"melita": {"light": 1}}}, pirates=ways)
    assert not connected(closed, "carthage", "melita")
    for way in ways:
        rest = [each for each in ways if each != way]
        s = west({"carthage": {"melita": {"light": 1}}}, pirates=rest)
        assert connected(s, "carthage", "melita"), way
    land = west({"carthage": {"gades": {"light": 1}}}, pirates=["gades"])
    assert connected(land, "carthage", "gades")


@pytest.mark.rule("PR-6.1.6f")
def test_the_deep_sea_carries_no_line() -> None:
    ways = [west({}).box.place(n) for n in west({}).box.atlas.sea[node("palma")]]
    near = [way for way in ways if not way.startswith("dstp")]
    assert len(near) < len(ways)
    s = west({"carthage": {"palma": {"light": 1}}}, pirates=near)
    assert not connected(s, "carthage", "palma")
    assert "PR-6.1.6f" in {block["rule"] for block in q.line_of_communication(s, "carthage", "palma")["blocks"]}


@pytest.mark.rule("PR-1.4-FRIENDLY", "PR-6.1.6a")
def test_an_allys_spaces_and_galleys_do_not_cut_a_line() -> None:
    units = {"greece": {"melita": {"light": 1}}, "rome": {"melita": {"galley": 1}}}
    s = world(units)
    greece, rome = s.box.powers.index("greece"), s.box.powers.index("rome")
    assert not connected(s, "greece", "melita")
    allied = world(units)
    allied.pass_rights[rome] |= 1 << greece
    assert connected(allied, "greece", "melita")


@pytest.mark.rule("PR-6.1.6a", "PR-4.3.1h")
def test_a_new_alliance_opens_the_line_at_once() -> None:
    s = world(
        {"greece": {"melita": {"light": 1}}, "rome": {"melita": {"galley": 1}}}, active="greece", operation="choose"
    )
    assert not connected(s, "greece", "melita")
    play(s, "meet", "invite:rome", "done", "passage", "propose", "accept")
    assert connected(s, "greece", "melita")


@pytest.mark.rule("PR-1.4-TREASURY", "PR-3.2-A")
def test_income_fills_the_treasury_line_by_line() -> None:
    from ludi.games.pax_romana.ch06_treasury.income import collect_income

    s = west({"carthage": {"gades": {"light": 1}}}, sites={"gades": town("carthage"), "utica": city("carthage", 4)})
    before = talents(s, "carthage")
    due = sum(lines(s, "carthage").values())
    assert due == 4 + 1 + 1 + 1 + 1, "four home Provinces, their Territory, Baetica, a Town, a reduced City"
    collect_income(s)
    assert talents(s, "carthage") == before + due


def test_what_is_worked_out_after_a_copy_was_made_is_not_the_copys() -> None:
    """A position and its copy go different ways: what one reckons then, the other does not take for its own."""
    s = west({"rome": {"roma": {"legion": 1}}, "carthage": {"carthago": {"legion": 1}}})
    s.changed()
    other = s.copy()
    other.add(0, node("gades"), ONE[LEGION])
    assert other.holders()[node("gades")] == 0
    assert s.holders()[node("gades")] == s.holder(node("gades")) != 0
