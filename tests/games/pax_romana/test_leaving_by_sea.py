"""Chapters 9.4.5 and 10.7.5: Withdrawal and Retreat by sea into a Port with enemy Galley Squadrons."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import actor, at, choices, node, play, script, west, world
from games.pax_romana.sea_tools import alive, number
from ludi.games.pax_romana import PaxRomanaState, position
from ludi.games.pax_romana.ch09_movement.movement import WALK, WithdrawalMarch
from ludi.games.pax_romana.world.pieces import SOF, squadrons

# 9.4.5, 10.7.5: by sea into a Port with enemy Galley Squadrons


def withdrawn(escort: int, answer: str, dice: list[int]) -> PaxRomanaState:
    """Carthage Withdraws by sea from Lilybaeum to Agrigentum, where a Roman Fleet lies."""
    units = {
        "rome": {"panormus": {"legion": 3}, "agrigentum": {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 2, "galley": escort}, "agrigentum": {"light": 1}, "zama": {"light": 1}},
    }
    s = west(units, dice=[4], leaders={"carthage-9": "lilybaeum"})
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [3])
    play(s, "withdraw", "take-all", "sail:agrigentum")
    assert (actor(s), s.stack[-1].name) == ("rome", "encounter")
    script(s, dice)
    return play(s, answer)


@pytest.mark.rule("PR-9.4.5d", "PR-11.4.1a")
def test_a_withdrawal_by_sea_into_a_port_with_an_enemy_fleet_meets_it() -> None:
    passed = withdrawn(1, "let-pass", [])
    assert at(passed, "carthage", "agrigentum") == {"heavy": 2, "light": 1, "galley": 1}
    assert at(passed, "carthage", "lilybaeum") == {}
    won = withdrawn(3, "fight", [6, 1, 2])
    assert at(won, "carthage", "agrigentum") == {"heavy": 2, "light": 1, "galley": 3}, "11 against 5"
    assert at(won, "rome", "agrigentum") == {}
    beaten = withdrawn(2, "fight", [1, 3, 2])
    while beaten.stack[-1].name == "losses":
        play(beaten, choices(beaten)[0])
    assert at(beaten, "carthage", "agrigentum") == {"light": 1}, "5 and 6 with the leader against 7: put elsewhere"
    assert sum(squadrons(v) for k, v in beaten.force.items() if k >> 9 == number(beaten, "carthage")) == 1
    assert alive(beaten, "carthage-9")
    sunk = withdrawn(1, "fight", [1, 6, 2])
    assert at(sunk, "carthage", "agrigentum") == {"light": 1}
    assert not alive(sunk, "carthage-9")
    bare = withdrawn(0, "fight", [])
    assert at(bare, "carthage", "agrigentum") == {"light": 1}, "unescorted it is lost"
    assert not alive(bare, "carthage-9")


def retreated(escort: int, answer: str, dice: list[int]) -> PaxRomanaState:
    """Carthage, beaten in Lilybaeum, Retreats by sea to Agrigentum, where a Roman Fleet lies."""
    units = {
        "rome": {"panormus": {"legion": 4}, "agrigentum": {"galley": 2}},
        "carthage": {"lilybaeum": {"heavy": 3, "galley": escort}, "agrigentum": {"light": 1}, "zama": {"light": 1}},
    }
    s = west(units, dice=[5], leaders={"carthage-9": "lilybaeum"})
    play(s, "major:panormus", "take-all", "march:lilybaeum")
    while "no" in choices(s):
        play(s, "no")
    script(s, [4, 1])
    play(s, "stand")
    while "retreat" not in choices(s):
        play(s, "done")
    play(s, "retreat")
    while s.stack[-1].name == "losses":
        play(s, choices(s)[0])
    assert "sail:agrigentum" in choices(s)
    script(s, dice)
    play(s, "sail:agrigentum")
    assert (actor(s), s.stack[-1].name) == ("rome", "encounter")
    twin = position(**s.snapshot())
    assert twin.snapshot() == s.snapshot()
    play(s, answer)
    while s.stack[-1].name in ("losses", "militia", "interception"):
        play(s, "no" if "no" in choices(s) else choices(s)[0])
    return s


@pytest.mark.rule("PR-10.7.5", "PR-11.4.1a")
def test_a_retreat_by_sea_into_a_port_with_an_enemy_fleet_meets_it() -> None:
    passed = retreated(2, "let-pass", [3, 4, 3, 4])
    assert at(passed, "carthage", "agrigentum")["galley"] == 2
    assert "heavy" in at(passed, "carthage", "agrigentum")
    assert passed.leader_at[passed.box.leader("carthage-9")] == node("agrigentum")
    won = retreated(3, "fight", [6, 1, 2, 3, 4, 3, 4])
    assert at(won, "rome", "agrigentum") == {}
    assert "heavy" in at(won, "carthage", "agrigentum")
    beaten = retreated(2, "fight", [1, 3, 2, 3, 4, 3, 4])
    assert at(beaten, "carthage", "agrigentum") == {"light": 1}
    refuge = beaten.leader_at[beaten.box.leader("carthage-9")]
    assert refuge not in (-1, node("agrigentum"), node("lilybaeum"))
    assert beaten.at(number(beaten, "carthage"), refuge)
    sunk = retreated(1, "fight", [1, 6, 2, 3, 4])
    assert at(sunk, "carthage", "agrigentum") == {"light": 1}, "those who were there are none of the beaten"
    assert not alive(sunk, "carthage-9")


@pytest.mark.rule("PR-12.4.4d", "PR-9.4.5d")
def test_a_soldier_of_fortune_gives_the_squadrons_back_after_a_withdrawal_by_sea() -> None:
    units = {
        "rome": {"capua": {"legion": 4}, "croton": {"galley": 1}},
        "soldier-of-fortune": {"tarentum": {"heavy": 3}},
        "greece": {"tarentum": {"galley": 1}, "croton": {"heavy": 1}, "athens": {"heavy": 1}},
    }
    s = world(units, soldier_of_fortune="greece", dice=[6])
    side = s.box.powers.index("greece")
    move = WithdrawalMarch(SOF, side, node("tarentum"), mp=4)
    move.army, move.stage = s.at(SOF, node("tarentum")), WALK
    s.push(move)
    s.run()
    port = next(word for word in choices(s) if word.startswith("sail"))
    play(s, port)
    if s.stack[-1].name == "encounter":
        play(s, "let-pass")
    place = port.partition(":")[2]
    assert at(s, "greece", place).get("galley") == 1
    assert "galley" not in at(s, "soldier-of-fortune", place)
