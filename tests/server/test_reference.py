"""What can be looked up: cards and other things of the box, all rules, and the campaign with one's progress."""

from __future__ import annotations

from typing import Any

import pytest

from ludi.core import registry
from ludi.server.campaigns import told
from server_tools import Browser

GAMES = ("pax", "pax-romana", "roma")
LEVEL_1 = {"players": 1, "solo": 1}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "de", "nl"])
def test_all_rules_of_a_game_are_listed_in_the_language_asked_for(ann: Browser, game: str, lang: str) -> None:
    listed = ann.call("GET", f"/api/games/{game}/rules?lang={lang}")
    rules = registry.find(game).rules(lang)
    assert [each["id"] for each in listed] == list(rules)
    for line in listed:
        rule = rules[line["id"]]
        assert (line["requirement"], line["lang"], line["proofs"]) == (rule.requirement, lang, len(rule.proofs))
    alone = ann.call("GET", f"/api/rules/{listed[0]['id']}?lang={lang}")
    assert (alone["game"], alone["requirement"]) == (game, listed[0]["requirement"])


@pytest.mark.parametrize("game", GAMES)
def test_what_the_box_holds_is_told_and_every_rule_it_cites_exists(ann: Browser, game: str) -> None:
    words: dict[str, list[Any]] = {}
    rules = registry.find(game).rules()
    for lang in ("en", "de", "nl"):
        chapters = ann.call("GET", f"/api/games/{game}/reference?lang={lang}")
        words[lang] = sorted((chapter["id"], each["word"]) for chapter in chapters for each in chapter["entries"])
        for chapter in chapters:
            assert chapter["title"]
            for entry in chapter["entries"]:
                assert entry["name"]
                assert entry["text"] or entry["facts"]
                assert set(entry["rules"]) <= set(rules)
            assert set(chapter["rules"]) <= set(rules)
    assert words["en"] == words["de"] == words["nl"]
    assert {each["name"]: each["reference"] for each in ann.call("GET", "/api/games")}[game]


def test_an_unknown_game_has_nothing_to_look_up(ann: Browser) -> None:
    for what in ("rules", "reference", "campaign"):
        ann.call("GET", f"/api/games/moon/{what}", status=404)


# The campaign


def begin(person: Browser, **options: Any) -> str:
    asked = {"game": "pax", "options": options, "seats": [{"kind": "me"}]}
    match: str = person.call("POST", "/api/matches", asked, status=201)["match"]["id"]
    return match


def play_out(person: Browser, match: str) -> dict[str, Any]:
    """To the end, always the last thing that is open."""
    while True:
        state = person.call("GET", f"/api/matches/{match}/state")
        if not state["legal"]:
            found: dict[str, Any] = state["match"]["result"]
            return found
        body = {"word": state["legal"][-1]["word"], "version": state["version"]}
        person.call("POST", f"/api/matches/{match}/play", body)


def levels(person: Browser, lang: str = "en") -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = person.call("GET", f"/api/games/pax/campaign?lang={lang}")["levels"]
    return found


def finished(level: int, beaten: list[str], *, won: bool = False) -> dict[str, Any]:
    """A finished match, as the store has it."""
    reckoning = {"beaten": beaten, "missing": [] if won else ["land"]}
    result = {"winners": [0] if won else [], "reason": "solo-won" if won else "solo-lost", "reckoning": reckoning}
    return {"id": "m", "status": "finished", "options": {"players": 1, "solo": level, "deck": "x"}, "result": result}


def test_who_has_not_played_begins_with_the_first_level(ann: Browser) -> None:
    campaign = ann.call("GET", "/api/games/pax/campaign")
    assert [each["state"] for each in campaign["levels"]] == ["open", "locked", "locked", "locked", "locked"]
    assert (campaign["next"], campaign["over"]) == ("1", False)
    assert [each["options"] for each in campaign["levels"]] == [{"players": 1, "solo": level} for level in range(1, 6)]
    for lang in ("en", "de", "nl"):
        offered = registry.find("pax").offers(lang)["solo"]
        assert [each["text"] for each in levels(ann, lang)] == [choice.label for choice in offered]
    for game in ("roma", "pax-romana"):
        ann.call("GET", f"/api/games/{game}/campaign", status=404)
    shelf = ann.call("GET", "/api/games")
    assert {each["name"] for each in shelf if each["campaign"]} == {"pax"}


def test_a_match_under_way_is_named_and_one_that_was_played_counts_for_its_own_player(
    ann: Browser, ben: Browser
) -> None:
    match = begin(ann, **LEVEL_1)
    first = levels(ann)[0]
    assert (first["match"], first["played"], first["best"]) == (match, 0, "")
    result = play_out(ann, match)
    first = levels(ann)[0]
    assert (first["match"], first["played"]) == (None, 1)
    assert first["state"] == ("won" if result["winners"] else "open")
    assert str(len(result["reckoning"]["beaten"])) in first["best"]
    assert levels(ben)[0]["played"] == 0


def test_a_won_level_opens_the_next_and_the_best_match_is_kept() -> None:
    played = [
        finished(1, ["army", "fleet", "land", "wealth", "senator"]),
        finished(1, ["army", "fleet", "land"], won=True),
        finished(1, ["army", "fleet", "land", "wealth"], won=True),
        finished(2, ["army"]),
    ]
    game = registry.find("pax")
    assert game.campaign is not None
    campaign = told(game, game.campaign, played, "en")
    first, second, *others = campaign.levels
    assert (first.state, first.played, first.won) == ("won", 3, 2)
    assert first.best == "all seven categories on display, more symbols than Rome in 4", (
        "not the five beaten, for one lacks"
    )
    assert (second.state, second.played, second.won) == ("open", 1, 0)
    assert second.best == "more symbols than Rome in 1 category; not on display: Land"
    assert [each.state for each in others] == ["locked"] * 3
    assert (campaign.next, campaign.over) == ("2", False)
    everything = told(game, game.campaign, [finished(level, [], won=True) for level in range(1, 6)], "en")
    assert (everything.next, everything.over) == ("5", True)


def test_what_was_given_up_or_begun_elsewhere_brings_nothing(ann: Browser) -> None:
    given_up = begin(ann, **LEVEL_1)
    ann.call("POST", f"/api/matches/{given_up}/concede", {"seat": None})
    first = levels(ann)[0]
    assert (first["played"], first["won"], first["best"], first["state"]) == (1, 0, "", "open")
    ann.call("POST", "/api/lessons/pax/07-solo", status=201)
    ann.call(
        "POST", "/api/matches", {"game": "pax", "options": {"players": 2}, "seats": [{"kind": "me"}] * 2}, status=201
    )
    first = levels(ann)[0]
    assert (first["played"], first["match"]) == (1, None)
