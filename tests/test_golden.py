"""The golden playthroughs are what the engines still play. Re-made by ``make golden``; read the diff."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playthroughs import FOLDER, playthroughs
from scenes import Played, Scene, play_scene, scenes
from story import choice, facts, tell_menu, tell_view

TOLD = playthroughs()
SCENES = list(scenes())
SHOWN_OF_PAX_ROMANA = {
    *("interception-won", "interception-beaten-off", "interception-failed", "siege", "sea-battle", "landing"),
    *("withdrawal", "withdrawal-by-sea", "retreat-by-sea", "retreat-by-land-or-sea", "sea-battle-lost"),
    *("slave-revolt", "invasion", "soldier-of-fortune", "meeting", "bribe"),
}
LONGEST_LINE = 180


@pytest.mark.parametrize(("name", "tell"), TOLD.items(), ids=list(TOLD))
def test_the_golden_playthrough_is_unchanged(name: str, tell: Callable[[], str]) -> None:
    assert tell() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_every_file_is_told_and_no_line_is_too_long_to_read() -> None:
    files = {file.stem: file for file in FOLDER.glob("*.txt")}
    assert set(files) == set(TOLD)
    for file in files.values():
        longest = max(file.read_text(encoding="utf-8").splitlines(), key=len)
        assert len(longest) <= LONGEST_LINE, f"{file.name}: {longest}"


def test_the_scenes_of_pax_romana_show_what_whole_games_by_chance_do_not() -> None:
    assert {scene.name for scene in SCENES if scene.game == "pax-romana"} >= SHOWN_OF_PAX_ROMANA


@pytest.mark.parametrize("scene", SCENES, ids=[scene.golden for scene in SCENES])
def test_a_scene_shows_what_it_promises(scene: Scene) -> None:
    played = play_scene(scene)
    assert scene.shows
    assert not played.missing(scene)
    assert not played.unused, "dice that nobody rolled"


@pytest.mark.parametrize("scene", SCENES, ids=[scene.golden for scene in SCENES])
def test_a_promise_that_is_not_kept_is_seen(scene: Scene) -> None:
    played = play_scene(scene)
    last = scene.shows[-1]
    assert Played(played.text, played.happened[:1], []).missing(scene)
    assert played.missing(_promising(scene, [*scene.shows, {"told": "end"}])) == [{"told": "end"}]
    assert played.missing(_promising(scene, [{**last, "space": "nowhere", "decision": "9 pass"}]))


def _promising(scene: Scene, shows: list[dict[str, object]]) -> Scene:
    return Scene(scene.game, scene.name, scene.title, scene.position, scene.dice, scene.decisions, shows)


def test_a_view_is_told_one_fact_a_line_and_then_what_changed() -> None:
    site = {"kind": "city", "walls": 5}
    view = {"turn": 1, "sites": {"roma": site}, "tribes": {"alesia": 4}, "units": {"rome": {"roma": {"legion": 2}}}}
    assert tell_view(view, None, "") == [
        'sites.roma = {"kind": "city", "walls": 5}',
        "tribes.alesia = 4",
        "turn = 1",
        'units.rome.roma = {"legion": 2}',
    ]
    later = {"turn": 2, "tribes": {"alesia": 4}, "units": {"rome": {"roma": {"legion": 2}, "capua": {"light": 1}}}}
    assert tell_view(later, dict(facts(view)), "") == [
        "sites.roma is gone",
        "turn = 2 (was 1)",
        'units.rome.capua = {"light": 1}',
    ]


def test_a_menu_is_told_one_verb_a_line() -> None:
    words = ["pass", "march:roma", "march:capua", "done"]
    assert tell_menu(words, [], "") == ["may pass done", "may march: roma capua"]
    many = [f"bid:{number}" for number in range(14)]
    assert tell_menu(many, many[1:], "") == ["may do as before", "  and now bid:0"]


def test_chance_in_a_playthrough_hardly_heeds_what_else_is_on_offer() -> None:
    words = ["pass", "expand", "recruit", "meet"]
    same = 0
    for number in range(100):
        chosen = choice(words, str(number))
        assert choice(words[::-1], str(number)) == chosen
        same += choice([*words, "corvus"], str(number)) == chosen
    assert same > 65, "about four of five"
