"""11.1.3: a Stop binds the Fleet that Stopped, not one that the Army boards in another Port."""

from __future__ import annotations

import pytest

from games.pax_romana.helpers import choices, play, script, west


@pytest.mark.rule("PR-11.1.3")
def test_an_army_that_marched_to_another_port_sails_on_without_continuity() -> None:
    s = west(
        {"rome": {"aleria": {"legion": 2}}},
        under_way={"voyage": {"space": "aleria", "mp": 10, "sailed_from": "pisae", "stopped": True}},
    )
    assert "debark" in choices(s)
    play(s, "debark")
    same = s.copy()
    script(same, [])
    play(same, "embark", "escort:0")
    assert not any(word.startswith("sail:") for word in choices(same)), "the same Fleet, which has Stopped"
    play(s, "march:urcinium", "embark", "escort:0")
    assert any(word.startswith("sail:") for word in choices(s)), "another Fleet"
