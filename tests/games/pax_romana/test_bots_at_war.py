"""What people found wrong in the bots' way of war: bare Capitals, transports without escort, Talents left over."""

from __future__ import annotations

from collections.abc import Sequence

from games.pax_romana.helpers import choices, city, node, play, west
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.advice.planning import best_host
from ludi.games.pax_romana.advice.policy import points
from ludi.games.pax_romana.advice.threats import danger
from ludi.games.pax_romana.world.pieces import size

FLEET = {"caralis": {"heavy": 4, "galley": 3}}


def best(s: PaxRomanaState) -> str:
    """What greedy does."""
    seat = s.actors()[0]
    legal = s.legal(seat)
    found = points(s, seat, legal)
    return s.spell(legal[found.index(max(found))])


def planned(s: PaxRomanaState, stop: Sequence[str] = ("done",)) -> list[str]:
    """What greedy plans, one thing after another, until it is done."""
    found = []
    while (word := best(s)) not in stop:
        found.append(word)
        s.play(s.actors()[0], s.unspell(word))
    return found


def test_an_army_that_crosses_the_deep_sea_takes_the_galleys_along() -> None:
    s = west(
        {"carthage": FLEET, "rome": {"capua": {"legion": 1}}},
        active="carthage",
        markers={"carthage": 1},
        sites={"roma": city("rome")},
        leaders={"carthage-1": "caralis"},
        dice=[6, 6],
    )
    play(s, "major:caralis", "take-all", "embark")
    assert best(s) == "escort:3"


def test_leaders_alone_do_not_put_to_sea() -> None:
    """It costs them nothing (8.2.3d), so who goes aboard for what an Army could take would do it again and again."""
    s = west(
        {"carthage": FLEET, "rome": {"capua": {"legion": 1}}},
        active="carthage",
        markers={"carthage": 1},
        sites={"roma": city("rome")},
        leaders={"carthage-1": "caralis"},
        dice=[6, 6],
    )
    play(s, "major:caralis", "take-leader:carthage-1", "go")
    assert "embark" in choices(s)
    assert best(s) == "halt"


def test_galleys_stay_where_nothing_is_to_be_feared() -> None:
    s = west(
        {"rome": {"roma": {"legion": 4, "galley": 3}}, "carthage": {"caralis": {"light": 1}}},
        leaders={"rome-4": "roma"},
        dice=[6, 6],
    )
    play(s, "major:roma", "take-all", "embark")
    assert best(s) == "escort:0"


def test_somebody_stays_in_a_capital_before_which_an_enemy_stands() -> None:
    roma = node("roma")
    calm = west({"rome": {"roma": {"legion": 4}}}, leaders={"rome-4": "roma"}, sites={"roma": city("rome")})
    assert size(best_host(calm, 0, roma)[1]) == 4
    feared = west(
        {"rome": {"roma": {"legion": 4}}, "carthage": {"aleria": {"heavy": 4}}},
        leaders={"rome-4": "roma"},
        sites={"roma": city("rome")},
    )
    assert 0 < size(best_host(feared, 0, roma)[1]) < 4


def test_a_bare_capital_is_in_danger_and_a_fleet_in_its_port_keeps_landings_off() -> None:
    def fear(guard: int, galleys: int = 0) -> float:
        units = {
            "rome": {"roma": {"galley": galleys} if galleys else {"legion": 1}},
            "carthage": {"aleria": {"heavy": 5}},
        }
        s = west(units, sites={"roma": city("rome")})
        return danger(s, 0, node("roma"), guard)

    assert fear(0) > 2.0 > fear(4)
    assert fear(0, galleys=1) < 0.5


def manpower(turn: int, treasury: int = 20) -> PaxRomanaState:
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"carthago": {"heavy": 6, "light": 1}}}
    return position(
        {"scenario": "II"},
        units=units,
        operation="phase",
        phase="E",
        turn=turn,
        sites={"roma": city("rome"), "carthago": city("carthage")},
        leaders={"rome-4": "roma", "carthage-1": "carthago"},
        treasury={"rome": treasury, "carthage": treasury},
        dice=[1] * 60,
    )


def spent(s: PaxRomanaState, seat: int) -> list[str]:
    while s.actors() and s.actors()[0] != seat:
        s.play(s.actors()[0], s.unspell("done"))
    return planned(s)


def test_in_the_last_turn_no_talents_are_kept_for_later() -> None:
    rome = spent(manpower(turn=3), 0)
    assert rome.count("legion:roma") >= 7, "nobody asks any more whether there are more Legions than civilisation"
    assert spent(manpower(turn=1), 0).count("legion:roma") == 0


def test_mercenaries_join_an_army_that_marches_if_there_are_talents_enough() -> None:
    assert spent(manpower(turn=1), 1).count("hire:carthago") == 2
    assert "hire:carthago" not in spent(manpower(turn=1, treasury=6), 1)
