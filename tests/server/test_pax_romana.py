"""Pax Romana at the server's table: a person may hold several powers, and powers of others keep their secrets."""

from __future__ import annotations

from typing import Any

import pytest

from server_tools import House, pass_until


@pytest.mark.rule("PR-1.0b", "PR-3.2-Ec", "PR-6.2.2")
def test_two_people_hold_two_powers_each_and_plan_in_secret(house: House) -> None:
    options: dict[str, Any] = {"scenario": "V", "people": 2, "event_markers": 0}
    ann, ben = house.browser("Ann"), house.browser("Ben")
    match = ann.create({"game": "pax-romana", "options": options, "seats": [{"kind": "me"}, {"kind": "open"}]})
    ben.join(match)
    lines = [ann.look(match["id"]), ben.look(match["id"])]
    powers = {mat["power"]: mat["seat"] for mat in lines[0].state["view"]["powers"]}
    assert powers == {"rome": 0, "east": 0, "carthage": 1, "greece": 1}
    pass_until(lines, "E")
    word = next(word for word in lines[0].words() if word != "done")
    lines[0].play(word)
    for line in lines:
        line.catch_up()
    assert lines[0].state["view"]["plan"] == [word]
    assert lines[1].state["view"]["plan"] == []
    assert word not in str(lines[1].state["log"]["entries"])
    for _ in range(2):
        lines[0].play("done")
        for line in lines:
            line.catch_up()
    assert not lines[0].state["legal"], "both of Ann's powers have planned"
    assert lines[1].state["legal"]


@pytest.mark.rule("PR-1.0b")
def test_one_person_plays_a_power_against_bots_for_the_others(house: House) -> None:
    bot = {"kind": "bot", "level": "random"}
    options = {"scenario": "VII", "people": 1, "format": "quick"}
    ann = house.browser("Ann")
    match = ann.create({"game": "pax-romana", "options": options, "seats": [{"kind": "me"}, bot, bot, bot]})
    line = ann.look(match["id"])
    for _ in range(400):
        if line.state["match"]["status"] == "finished":
            break
        if not line.state["legal"]:
            line.until("state")
            continue
        words = line.words()
        answer = line.play(next((word for word in ("pass", "done", "no", "stand") if word in words), words[0]))
        if answer["type"] == "ack":
            line.until_version(answer["version"])
        else:
            line.until("state")
    assert line.state["match"]["status"] == "finished"
