"""Whoever holds an Opportunity Objective can look up what it asks and brings."""

from __future__ import annotations

import pytest

from ludi.games.pax_romana import GAME


@pytest.mark.rule("PR-15.4.9")
def test_every_objective_that_is_played_with_names_the_rule_that_says_what_it_asks() -> None:
    box = GAME.box({"scenario": "VI"})
    told = box.chart()["objectives"]
    rules = GAME.rules("en")
    assert len(told) == 14
    assert all(rules[rule].requirement.startswith(f"{letter}:") for letter, rule in told.items())


def test_nothing_is_told_of_objectives_where_none_are_played_with() -> None:
    assert GAME.box({"scenario": "II"}).chart()["objectives"] == {}
