"""Why not? For any unit, place or operation: the condition that fails, and its rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from contract import check_phrase
from games.pax_romana.helpers import choices, city, play, script, town, west, world
from ludi.core import FastDice
from ludi.games.pax_romana import GAME, PaxRomanaState, position

Case = tuple[Callable[[], PaxRomanaState], str, str, str]


def expanding(**facts: Any) -> PaxRomanaState:
    units = {"rome": {"roma": {"legion": 2, "galley": 1}}, "carthage": {"utica": {"heavy": 1}}}
    return west(units, **facts)


def marching(die: int = 3) -> PaxRomanaState:
    return play(expanding(dice=[die]), "major:roma", "take:legion", "go")


def choosing() -> PaxRomanaState:
    return west({"rome": {"roma": {"legion": 1}}}, operation="choose", treasury={"rome": 0, "carthage": 9})


def recruiting(power: str = "rome") -> PaxRomanaState:
    return world({"rome": {"roma": {"legion": 1}}}, active=power, operation="recruitment", treasury={power: 2})


def phase(letter: str, **facts: Any) -> PaxRomanaState:
    units = {"rome": {"roma": {"legion": 1, "galley": 3}}, "carthage": {"utica": {"light": 1, "galley": 1}}}
    facts.setdefault("treasury", {"rome": 2, "carthage": 5})
    dice = FastDice(random.Random(2))
    return position({"scenario": "II"}, units=units, operation="phase", phase=letter, dice=dice, **facts)


def attacked(**facts: Any) -> PaxRomanaState:
    units = {"rome": {"roma": {"legion": 4}}, "carthage": {"capua": {"heavy": 2, "light": 1}}}
    s = west(units, dice=[3], **facts)
    return play(s, "major:roma", "take-all", "march:capua")


def losing() -> PaxRomanaState:
    s = attacked()
    script(s, [4, 3, *[3] * 20])
    play(s, "stand")
    for _ in range(30):
        if s.stack[-1].name == "losses" and s.decider(1) == 1:
            break
        words = choices(s)
        play(s, next((word for word in ("raise", "hold", "done") if word in words), words[0]))
    return s


CASES: dict[str, Case] = {
    "an unpaid marker": (choosing, "rome", "expand", "PR-3.4.4a"),
    "the corvus is Rome's": (lambda: west({}, active="carthage", operation="choose"), "carthage", "corvus", "PR-3.1"),
    "not his turn": (choosing, "carthage", "pass", "PR-3.2-F1"),
    "no such seat of his": (expanding, "carthage", "major:utica", "PR-3.5.1b"),
    "nobody there": (expanding, "rome", "major:capua", "PR-9.1.1a"),
    "nobody there for a minor": (expanding, "rome", "minor:utica", "PR-9.1.1b"),
    "no soldier of fortune": (expanding, "rome", "soldier:roma", "PR-12.4.2a"),
    "no conqueror": (expanding, "rome", "conquer:roma", "PR-16.2-CONQUEROR"),
    "a town without garrison": (expanding, "rome", "town:roma", "PR-7.1.2a"),
    "a city without town": (expanding, "rome", "city:roma", "PR-7.1.2b"),
    "a repair without site": (expanding, "rome", "repair:roma", "PR-7.1.4"),
    "a repair without need": (lambda: expanding(sites={"roma": city("rome")}), "rome", "repair:roma", "PR-7.1.6"),
    "mercenaries for Rome": (expanding, "rome", "hire:roma", "PR-12.2.1b"),
    "raising in an expansion": (expanding, "rome", "legion:roma", "PR-3.5.1a"),
    "marching before a move": (expanding, "rome", "march:capua", "PR-9.2.2"),
    "no connection": (marching, "rome", "march:tarentum", "PR-9.2.2"),
    "too few MP": (
        lambda: play(west({"rome": {"taurinorum": {"legion": 1}}}, dice=[2]), "minor:taurinorum", "take:legion"),
        "rome",
        "march:valentia",
        "PR-9.2.1n",
    ),
    "embarking inland": (lambda: play(marching(4), "march:capua"), "rome", "embark", "PR-11.3.1a"),
    "no such unit to take": (lambda: play(expanding(), "major:roma"), "rome", "take:heavy", "PR-9.1.1a"),
    "galleys with an army": (lambda: play(expanding(), "major:roma", "take:legion"), "rome", "take:galley", "PR-3.5.2"),
    "nobody chosen": (lambda: play(expanding(), "major:roma"), "rome", "go", "PR-9.1.1a"),
    "everybody in a minor move": (lambda: play(expanding(), "minor:roma"), "rome", "take-all", "PR-9.1.1b"),
    "garrisons of cavalry": (marching, "rome", "break:cavalry", "PR-12.1.7"),
    "nothing to raze": (marching, "rome", "raze", "PR-7.4.3a"),
    "no such recruits": (recruiting, "rome", "light:roma", "PR-6.2.6"),
    "a province of another": (recruiting, "rome", "heavy:carthago", "PR-6.2.4a"),
    "too dear": (lambda: play(recruiting(), "legion:roma"), "rome", "legion:roma", "PR-6.2.5b"),
    "one kind": (lambda: play(recruiting(), "galley:roma"), "rome", "legion:roma", "PR-3.2-F3b"),
    "no port": (recruiting, "rome", "galley:capua", "PR-6.3c"),
    "no elephants": (recruiting, "rome", "elephant:roma", "PR-12.8.1"),
    "nothing reduced": (recruiting, "rome", "rebuild-legion:roma", "PR-10.6.6b"),
    "a town in a recruitment": (recruiting, "rome", "town:roma", "PR-7.1.2a"),
    "unpaid galleys": (lambda: phase("B"), "rome", "done", "PR-6.4.1a"),
    "no galley there": (lambda: phase("B"), "rome", "scrap:ancona", "PR-6.4.1a"),
    "below the maximum": (lambda: phase("B"), "rome", "disband-legion:roma", "PR-6.4.2a"),
    "no objectives": (lambda: phase("E"), "rome", "objective", "PR-15.4.3"),
    "leader not in the capital": (lambda: phase("D"), "rome", "lead:capua", "PR-8.1.5a"),
    "meeting oneself": (lambda: play(west({}, operation="choose"), "meet"), "rome", "invite:rome", "PR-4.1"),
    "an empty offer": (
        lambda: play(west({}, operation="choose"), "meet", "invite:carthage", "done"),
        "rome",
        "propose",
        "PR-4.3.1c",
    ),
    "intercepting out of turn": (attacked, "carthage", "intercept:capua", "PR-9.3.1a"),
    "a bid without walls": (attacked, "carthage", "bid:1", "PR-10.5.1a"),
    "retreating before the battle": (attacked, "carthage", "retreat", "PR-10.7.1"),
    "losing what is not there": (losing, "carthage", "lose:cavalry", "PR-10.3.2a"),
    "a town in a mountain": (
        lambda: west({"rome": {"cirta": {"legion": 1, "garrison": 1}}}, operation="choose"),
        "rome",
        "town:cirta",
        "PR-7.1.3",
    ),
    "a possible town at the wrong moment": (
        lambda: west({"rome": {"gades": {"garrison": 1}}}, operation="choose"),
        "rome",
        "town:gades",
        "PR-7.1.1a",
    ),
    "halting before setting out": (lambda: play(expanding(), "major:roma"), "rome", "halt", "PR-9.1.1a"),
    "halting before a move": (expanding, "rome", "halt", "PR-9.2.2"),
    "halting with an army on board": (
        lambda: play(marching(5), "embark", "escort:0"),
        "rome",
        "halt",
        "PR-11.3.2d",
    ),
    "halting before the escort is named": (lambda: play(marching(5), "embark"), "rome", "halt", "PR-11.3.2b"),
    "levying in peace": (expanding, "rome", "levy:roma", "PR-12.3.1"),
    "revealing in an expansion": (expanding, "rome", "reveal:A", "PR-15.4.6b"),
    "walls of nobody": (lambda: attacked(sites={"utica": town("carthage")}), "carthage", "walls", "PR-7.3.1b"),
}


@pytest.mark.parametrize("name", CASES)
def test_the_condition_that_fails(name: str) -> None:
    build, power, word, rule = CASES[name]
    s = build()
    before = s.snapshot()
    why = s.why_not(s.box.seat_of[s.box.powers.index(power)], word)
    assert why is not None, f"{word} is open"
    if name in ("not his turn", "no such seat of his"):
        assert why.key == "why.not-your-turn"
        return
    assert why.rule == rule, why
    assert why.key != "why.not-now"
    check_phrase(GAME.phrases("en", s.box), why)
    assert s.snapshot() == before


def test_what_is_open_has_no_why_not() -> None:
    s = expanding()
    for action in s.legal(0):
        assert s.why_not(0, s.spell(action)) is None


def test_in_random_games_hardly_anything_is_left_without_a_reason() -> None:
    """Over positions of whole games, words of other moments and missing conditions are told apart."""
    told: Counter[str] = Counter()
    for scenario in ("II", "V", "IX"):
        rng = random.Random(scenario)
        s = GAME.deal(GAME.box({"scenario": scenario}), FastDice(rng))
        book = GAME.phrases("en", s.box)
        while s.actors():
            seat = rng.choice(s.actors())
            if rng.random() < 0.01:
                for action in rng.sample(list(s.box.vocabulary), 400):
                    why = s.why_not(seat, s.spell(action))
                    if why is not None:
                        check_phrase(book, why)
                        told[why.key] += 1
            s.play(seat, rng.choice(s.legal(seat)))
    assert sum(told.values()) > 5000
    assert told["why.not-now"] < 0.03 * sum(told.values()), told.most_common(8)
    assert len(told) > 30
