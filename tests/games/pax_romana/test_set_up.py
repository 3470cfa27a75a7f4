"""Chapter 3.1: set-ups as the files of the scenarios state them, and who plays which Powers."""

from __future__ import annotations

import random
import tomllib
from importlib import resources
from typing import Any

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play
from ludi.core import BadOption, FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position
from ludi.games.pax_romana.world.pieces import SOF, pack, unpack
from ludi.games.pax_romana.world.scenario import FILES

FOLDER = resources.files("ludi.games.pax_romana") / "data" / "scenarios"

INDEPENDENTS = {
    "rhodes": ["rhodes"],
    "syracuse": ["syracuse"],
    "mamertines": ["messana"],
    "pergamum": ["pergamum", "ephesus", "cyzicus"],
}


def file_of(number: str) -> dict[str, Any]:
    """A scenario file as it stands, what it takes over from another filled in."""
    raw = tomllib.loads((FOLDER / f"{FILES[number]}.toml").read_text(encoding="utf-8"))
    if "setup_from" in raw:
        base = tomllib.loads((FOLDER / f"{raw['setup_from']}.toml").read_text(encoding="utf-8"))
        raw = {**base, **raw}
    return raw


def deal(number: str, seed: int = 1, **options: Any) -> PaxRomanaState:
    return GAME.deal(GAME.box({"scenario": number, **options}), FastDice(random.Random(seed)))


# 3.1 Set-up


@pytest.mark.rule("PR-3.1", "PR-6.1.2", "PR-14.1.2", "PR-3.3")
@pytest.mark.parametrize("number", FILES)
def test_each_power_is_set_up_exactly_as_the_scenario_states(number: str) -> None:
    data, s = file_of(number), deal(number)
    assert s.box.powers == list(data["powers"])
    sites: dict[str, tuple[str, str, int]] = {}
    units: dict[str, dict[str, dict[str, int]]] = {}
    for index, (name, entry) in enumerate(data["powers"].items()):
        assert (s.treasury[index], s.stability[index], s.vp[index]) == (
            entry["treasury"],
            entry["stability"],
            entry["vp"] + data["formats"][0].get("head_start", {}).get(name, 0),
        )
        sites |= dict.fromkeys(entry["cities"], (name, "city", 5))
        sites |= dict.fromkeys(entry["towns"], (name, "town", 2))
        units[name] = {space: unpack(pack(counts)) for space, counts in entry["units"].items()}
        homes = {s.box.atlas.province_ids[p] for p, home in enumerate(s.box.home_of_province) if home == index}
        assert homes == set(entry["home"])
        assert s.box.places(s.box.capitals[index]) == entry["capitals"]
        places = sorted(
            s.box.place(s.leader_at[n])
            for n, each in enumerate(s.box.leaders)
            if s.leader_at[n] >= 0 and each.side == index
        )
        assert places == sorted(each["place"] for each in entry["leaders"])
        for each in entry["leaders"]:
            here = [s.box.leaders[n] for n in s.leaders_of(index, node(each["place"]))]
            if "rating" in each:
                assert each["rating"] in [[leader.tactical, leader.campaign] for leader in here]
            if "named" in each:
                assert each["named"] in [leader.word for leader in here]
    for custom in data["independents"].get("custom", {}).values():
        for space, force in custom["forces"].items():
            kinds = {word: number for word, number in force.items() if word not in ("city", "town")}
            units.setdefault("independents", {})[space] = unpack(pack(kinds))
            if "town" in force:
                sites[space] = ("independents", "town", 2)
    for name in data["independents"]["standard"]:
        for space in INDEPENDENTS[name]:
            assert at(s, "independents", space), space
            units.setdefault("independents", {})[space] = at(s, "independents", space)
        if name in ("rhodes", "syracuse"):
            sites[name] = ("independents", "city", 5)
        elif name == "pergamum":
            sites[name] = ("independents", "town", 2)
    if "soldier_of_fortune" in data:
        soldier = data["soldier_of_fortune"]
        units["soldier-of-fortune"] = {soldier["place"]: unpack(pack(soldier["units"]))}
        assert s.box.powers[s.sof_owner] == soldier["owner"]
        assert [s.box.leaders[s.box.side_leader[SOF]].tactical, 4] == soldier["leader"]
    snapshot = s.snapshot()
    assert snapshot["units"] == units
    assert {space: (site["owner"], site["kind"], site["walls"]) for space, site in snapshot["sites"].items()} == sites
    while s.stack[-1].name == "opening-purchase":
        play(s, "done")
    order = [actor(s), *(s.box.powers[power] for power in s.order)]
    assert order == data["play_order"]


@pytest.mark.rule("PR-13.1.1a", "PR-2.1.3i")
@pytest.mark.parametrize("number", FILES)
def test_tribes_stand_in_the_tribal_spaces_the_scenario_names(number: str) -> None:
    data, s = file_of(number), deal(number)
    spaces = data["tribes"]["spaces"]
    if spaces == ["all"]:
        spaces = [s.box.place(n) for n in range(s.box.atlas.spaces) if s.box.atlas.is_tribal[n] and s.box.open[n]]
    held = {s.box.place(n) for n in range(s.box.atlas.spaces) if s.occupier(n) not in (-1, 5)}
    assert {s.box.place(n) for n in s.tribes} == set(spaces) - held
    assert all(2 <= value <= 8 for value in s.tribes.values()), "face down"


@pytest.mark.rule("PR-1.0a", "PR-1.1a", "PR-1.1b", "PR-3.2-F3c")
def test_a_standard_game_has_meetings_and_no_cards_and_an_advanced_one_the_reverse() -> None:
    for number in FILES:
        data = file_of(number)
        games = {each["game"] for each in data["formats"]}
        assert games == ({"standard", "advanced"} if data["game"] == "either" else {data["game"]})
        for each in data["formats"]:
            s = deal(number, format=each["id"])
            advanced = each["game"] == "advanced"
            assert s.box.advanced == advanced
            dealt = len(s.deck) + sum(len(hand) for hand in s.hands)
            assert dealt == (55 if advanced else 0)
            assert any(s.spell(action).startswith("play:") for action in s.box.vocabulary) == advanced
            while advanced and "expand" not in choices(s):
                play(s, next(word for word in ("pay", "done", "pass") if word in choices(s)))
            assert ("meet" in choices(s)) == (not advanced), "the Standard Game's operation"


@pytest.mark.rule("PR-3.2-F3c", "PR-1.1b")
@pytest.mark.parametrize("wanted", [-1, 0, 1, 2])
def test_event_markers_are_of_the_standard_game_whatever_the_option_says(wanted: int) -> None:
    assert deal("IV", event_markers=wanted).pool[-1] == 0
    assert deal("V", format="advanced", event_markers=wanted).pool[-1] == 0
    assert deal("II", event_markers=wanted).pool[-1] == (1 if wanted < 0 else wanted)


@pytest.mark.rule("PR-3.8.1a", "PR-3.8.1d", "PR-3.8.1e", "PR-3.4.2c")
def test_formats_give_markers_and_turns() -> None:
    for number in FILES:
        data = file_of(number)
        for each in data["formats"]:
            s = deal(number, format=each["id"])
            last = each["last_turn"] if isinstance(each["last_turn"], list) else [each["last_turn"]]
            assert s.box.turns == last[0] - data["first_turn"] + 1
            for turn in last:
                assert deal(number, format=each["id"], last_turn=turn).box.turns == turn - data["first_turn"] + 1
            markers = each["activation_markers"]
            left = [(markers[power] if isinstance(markers, dict) else markers) - 1 for power in s.box.powers]
            assert s.pool == [*left, each["event_markers"]]


# Who plays


@pytest.mark.rule("PR-1.0b")
@pytest.mark.parametrize("number", FILES)
def test_people_share_the_powers_as_the_scenario_says(number: str) -> None:
    data = file_of(number)
    for people, seating in data["people"].items():
        s = deal(number, people=int(people))
        named = [tuple(s.box.powers[power] for power in powers) for powers in s.box.seat_powers]
        assert named == [*(tuple(powers) for powers in seating["seats"]), *((power,) for power in seating["bots"])]
        assert len(seating["seats"]) == int(people)
        assert sorted(power for powers in named for power in powers) == sorted(data["powers"])
        assert s.actors() == (s.box.seat_of[s.box.powers.index(data["play_order"][0])],)
    too_many = len(data["powers"]) + 1
    with pytest.raises(BadOption):
        GAME.box({"scenario": number, "people": too_many})


@pytest.mark.rule("PR-1.0b", "PR-4.1")
@pytest.mark.parametrize("number", ["V", "VII"])
def test_powers_of_one_person_do_not_meet_bribe_or_share_a_space(number: str) -> None:
    s = deal(number, people=2)
    mates = {power: next(set(p) for p in s.box.seat_powers if power in p) for power in range(4)}
    play(s, "meet")
    guests = {s.box.powers.index(word.partition(":")[2]) for word in choices(s) if word.startswith("invite")}
    assert guests == set(range(4)) - mates[s.active]
    s = position(
        {"scenario": number, "people": 2},
        units={"rome": {"rhegium": {"legion": 4}}, "east": {"croton": {"heavy": 1}}},
        active="rome",
        operation="expansion",
        treasury={"east": 9, "rome": 9},
        dice=[6],
    )
    play(s, "major:rhegium", "take-all", "march:croton")
    assert set(choices(s)) == {"stand", "withdraw"}, "attacked, and no bribe"


def test_one_persons_plans_are_hidden_from_the_others_but_not_from_himself() -> None:
    s = position(
        {"scenario": "V", "people": 2},
        units={"rome": {"roma": {"legion": 1}}, "east": {"antioch": {"heavy": 1}}},
        treasury={"rome": 5, "east": 5, "carthage": 5, "greece": 5},
        operation="phase",
        phase="E",
    )
    rome_and_east = s.box.seat_of[s.box.powers.index("rome")]
    other = 1 - rome_and_east
    first = actor_of(s, rome_and_east)
    word = next(w for w in (s.spell(a) for a in s.legal(rome_and_east)) if w != "done")
    s.play(rome_and_east, s.unspell(word))
    s.play(rome_and_east, s.unspell("done"))
    assert actor_of(s, rome_and_east) != first, "then the same person plans for the second Power"
    assert s.view(rome_and_east)["plan"] == [word]
    assert s.view(other)["plan"] == []
    assert s.view(None)["plan"] == []


def actor_of(s: PaxRomanaState, seat: int) -> str:
    return s.box.powers[s.decider(seat)]
