"""One Move, by land and by sea: what it is at each point, and what its parts hand to whoever waits for them (9, 11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.pax_romana.helpers import at, choices, mp, node, play, script, west
from games.pax_romana.test_leaving_by_sea import retreated, withdrawn
from ludi.core import BadPosition
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch09_movement.movement import InvasionMarch, March, WithdrawalMarch
from ludi.games.pax_romana.ch09_movement.ways import kept_back, unit_ban
from ludi.games.pax_romana.ch09_movement.withdrawal_crossing import Crossing
from ludi.games.pax_romana.ch09_movement.withdrawal_ways import Marched
from ludi.games.pax_romana.ch11_naval.afloat import FleetVoyage, Transport
from ludi.games.pax_romana.ch11_naval.drowning import Drowned
from ludi.games.pax_romana.ch11_naval.encounter import Encountered, How
from ludi.games.pax_romana.ch11_naval.harbour import Waved
from ludi.games.pax_romana.ch11_naval.landfall import Landed
from ludi.games.pax_romana.ch11_naval.withdrawal import FleetWithdrawn
from ludi.games.pax_romana.ch13_barbarians.invasion import invasion_move
from ludi.games.pax_romana.world.pieces import BARBARIAN, EAST_GAULS, HEAVY, MILITIA, NOBODY, ONE, pack


def of_kind(results: list[Any], kind: type) -> list[Any]:
    return [result for result in results if isinstance(result, kind)]


def twin_of(s: PaxRomanaState) -> PaxRomanaState:
    """The same position, built anew from its snapshot."""
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()
    assert choices(twin) == choices(s)
    return twin


def to_corsica() -> PaxRomanaState:
    """A Roman Army with two leaders sets out from Pisae, 11 MP, and leaves one of them behind."""
    units = {"rome": {"pisae": {"legion": 3, "galley": 1}}}
    s = west(units, dice=[6], leaders={"rome-9": "pisae", "rome-4": "pisae"})
    return play(s, "major:pisae", "take-all", "drop-leader:rome-4")


@pytest.mark.rule("PR-9.2.1d", "PR-11.3.2a", "PR-9.1.2a")
def test_a_move_goes_on_as_a_voyage_and_again_as_a_march() -> None:
    s = to_corsica()
    left = mp(s)
    kinds = [type(twin_of(s).stack[-1])]
    play(s, "embark", "escort:1")
    kinds.append(type(twin_of(s).stack[-1]))
    play(s, "sail:aleria", "debark")
    kinds.append(type(twin_of(s).stack[-1]))
    assert kinds == [March, Transport, March]
    assert mp(s) == left - 3, "to embark, to sail and to debark, of the one die of the Move"
    assert at(s, "rome", "aleria") == {"legion": 3, "galley": 1}
    assert [crumb["key"] for crumb in s.view(0)["path"]].count("crumb.major") == 1, "all the while one Move"


@pytest.mark.rule("PR-8.2.3c", "PR-9.2.1f")
def test_who_was_left_behind_by_land_does_not_join_after_a_voyage() -> None:
    s = to_corsica()
    assert "take-leader:rome-4" not in choices(s)
    play(s, "embark", "escort:1", "sail:aleria", "debark")
    s.leader_at[s.box.leader("rome-4")] = node("aleria")
    s._legal = {}
    assert "take-leader:rome-4" not in choices(s)


@pytest.mark.rule("PR-11.1.1b", "PR-9.1.1b")
def test_galley_squadrons_alone_are_a_voyage_from_the_start() -> None:
    for first in ("major", "minor"):
        s = west({"rome": {"pisae": {"galley": 2}}})
        play(s, f"{first}:pisae", "take:galley", *(["go"] if first == "major" else []))
        voyage = twin_of(s).stack[-1]
        assert isinstance(voyage, FleetVoyage)
        assert (voyage.minor, voyage.mp, voyage.army) == (first == "minor", 0, 0)


@pytest.mark.rule("PR-9.4.5d", "PR-9.4.1a")
def test_a_withdrawal_by_sea_is_a_crossing_until_it_is_ashore(results: list[Any]) -> None:
    units = {
        "rome": {"panormus": {"legion": 3}, "agrigentum": {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 2, "galley": 1}, "agrigentum": {"light": 1}},
    }
    s = west(units, dice=[4])
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all")
    assert type(twin_of(s).stack[-1]) is WithdrawalMarch
    play(s, "sail:agrigentum")
    assert type(twin_of(s).stack[-2]) is Crossing, "a Roman Fleet is met"
    play(s, "let-pass")
    (met,) = of_kind(results, Encountered)
    assert met == Encountered(How.PASSED, (pack({"heavy": 2}),), (pack({"galley": 1}),)), "the whole Fleet"
    assert of_kind(results, Marched) == [Marched(node("agrigentum"))]


@pytest.mark.rule("PR-9.4.4b", "PR-9.4.1a")
def test_a_withdrawal_by_land_says_where_it_ended(results: list[Any]) -> None:
    s = west({"rome": {"roma": {"legion": 6}}, "carthage": {"capua": {"heavy": 2}}}, dice=[5])
    play(s, "major:roma", "take-all", "march:capua")
    script(s, [4])
    play(s, "withdraw")
    assert isinstance(twin_of(s).stack[-1], WithdrawalMarch)
    play(s, "take-all")
    way = next(word for word in choices(s) if word.startswith("march"))
    play(s, way)
    if "halt" in choices(s):
        play(s, "halt")
    assert of_kind(results, Marched) == [Marched(node(way.partition(":")[2]))]


@pytest.mark.rule("PR-11.4.1b", "PR-11.4.4a", "PR-11.4.6c")
@pytest.mark.parametrize(
    ("escort", "answer", "dice", "how"),
    [
        (3, "fight", [6, 1, 2], How.WON),
        (2, "fight", [1, 3, 2], How.BEATEN),
        (1, "fight", [1, 6, 2], How.SUNK),
        (0, "fight", [], How.SUNK),
        (1, "let-pass", [], How.PASSED),
    ],
)
def test_a_meeting_of_fleets_says_how_it_ended(
    escort: int, answer: str, dice: list[int], how: How, results: list[Any]
) -> None:
    s = withdrawn(escort, answer, dice)
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    (met,) = of_kind(results, Encountered)
    assert met.how == how
    assert (sum(met.armies) + sum(met.escorts) > 0) == (how != How.SUNK)


@pytest.mark.rule("PR-11.4.6b", "PR-10.3.2a")
def test_units_that_go_down_are_told_to_the_fleet_that_carried_them(results: list[Any]) -> None:
    s = withdrawn(2, "fight", [1, 3, 2])
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    (drowned,) = of_kind(results, Drowned)
    assert drowned == Drowned((pack({"heavy": 1, "reduced-heavy": 1}),)), "one Squadron lost, 2 BP of 6"


@pytest.mark.rule("PR-10.7.5", "PR-11.4.4c")
def test_a_retreat_by_sea_is_told_what_is_left_of_it(results: list[Any]) -> None:
    retreated(2, "let-pass", [3, 4, 3, 4])
    (landed,) = of_kind(results, Landed)
    assert landed.to == node("agrigentum")
    results.clear()
    retreated(1, "fight", [1, 6, 2, 3, 4, 3, 4])
    (landed,) = of_kind(results, Landed)
    assert (landed.to, sum(landed.army)) == (NOBODY, 0)


@pytest.mark.rule("PR-11.1.6")
def test_the_holder_of_a_port_says_whether_the_fleet_sails_on(results: list[Any]) -> None:
    units = {"rome": {"melita": {"legion": 4}}, "carthage": {"carthago": {"heavy": 9}}}
    s = west(units, dice=[6], sites={"thapsus": {"owner": "carthage", "kind": "town", "walls": 2}})
    play(s, "major:melita", "take-all", "embark", "escort:0", "sail:thapsus")
    play(s.copy(), "hold")
    play(s.copy(), "let-pass")
    assert of_kind(results, Waved) == [Waved(on=False), Waved(on=True)]


@pytest.mark.rule("PR-11.4.2a")
def test_a_fleet_that_withdraws_says_whether_it_got_away(results: list[Any]) -> None:
    s = west({"rome": {"pisae": {"galley": 3}}, "carthage": {"ntp-cosa": {"galley": 1}, "aleria": {"light": 1}}})
    play(s, "major:pisae", "take-all")
    script(s, [1, 1, 1, 1])
    play(s, "sail:ntp-cosa", "withdraw", "sail:aleria")
    while s.stack[-1].name == "naval-withdrawal":
        play(s, "halt")
    assert of_kind(results, FleetWithdrawn) == [FleetWithdrawn(away=True)]
    assert of_kind(results, Encountered) == [Encountered(How.WITHDREW, (0,), (pack({"galley": 3}),))]


@pytest.mark.rule("PR-13.4.5a")
def test_an_invasion_has_a_march_of_its_own() -> None:
    s = west({"rome": {"roma": {"legion": 1}}})
    s.add(EAST_GAULS, node("roma"), 3 * ONE[BARBARIAN])
    march = invasion_move(s, EAST_GAULS, 1, node("roma"), placed=True)
    assert isinstance(march, InvasionMarch)
    assert (march.army, march.placed, march.minor) == (3 * ONE[BARBARIAN], True, False)


@pytest.mark.rule("PR-12.3.3b")
def test_one_question_keeps_militia_at_home_on_every_way() -> None:
    s = west({"rome": {"roma": {"militia": 1}}})
    army = ONE[MILITIA] + ONE[HEAVY]
    assert not unit_ban(s, 0, army, node("capua")), "another Space at home"
    assert unit_ban(s, 0, army, node("carthago")) == "PR-12.3.3b"
    assert unit_ban(s, 0, army) == "PR-12.3.3b", "at sea"
    assert not unit_ban(s, 0, ONE[HEAVY], node("carthago"))
    assert kept_back(s, 0, army, node("carthago")) == kept_back(s, 0, army) == ONE[MILITIA], "the others may go"
    assert not kept_back(s, 0, army, node("capua"))


def test_what_a_fleet_remembers_is_saved_by_the_names_of_its_parts() -> None:
    s = play(to_corsica(), "embark", "escort:1", "sail:aleria")
    data = s.snapshot()
    assert data["stack"][-1]["course"]["sailed_from"] == node("pisae")
    del data["stack"][-1]["course"]["stopped"]
    with pytest.raises(BadPosition, match="'course' of the procedure 'move' has these parts: sailed, sailed_from"):
        position(**data)


def test_at_sea_a_refusal_names_its_own_condition() -> None:
    s = west({"rome": {"pisae": {"galley": 2, "legion": 1}}})
    play(s, "major:pisae", "take:galley", "go")

    def why(word: str) -> tuple[str, str]:
        found = s.why_not(0, word)
        assert found is not None
        return found.key, found.rule

    assert why("fight") == ("why.no-prey", "PR-11.4.5b")
    assert why("take:legion") == ("why.only-squadrons-join", "PR-11.1.7")
    assert why("debark") == ("why.cannot-land", "PR-11.3.2d")
    assert why("sail:carthago") == ("why.no-sea-way", "PR-11.1.1a")
    assert s.why_not(0, "halt") is None
