"""What can be chosen before a match, in words: it follows from the scenario files, and every choice can be played."""

from __future__ import annotations

import pytest

from ludi.core import Choice, registry
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.scenario import ADVANCED_OPTIONS, FILES, read_scenario

GAME = registry.find("pax-romana")


@pytest.mark.parametrize("language", GAME.languages)
def test_every_scenario_has_a_name_and_a_line_about_it(language: str) -> None:
    found = GAME.offers(language)["scenario"]
    assert [choice.value for choice in found] == list(FILES)
    for choice in found:
        assert choice.label.startswith(f"{choice.value} · ")
        assert choice.about.count(" · ") == 2
    if language != "en":
        english = {choice.label for choice in GAME.offers("en")["scenario"]}
        assert not english & {choice.label for choice in found}


@pytest.mark.rule("PR-3.7")
def test_the_line_tells_years_powers_and_length() -> None:
    punic = next(choice for choice in GAME.offers("en")["scenario"] if choice.value == "II")
    assert (punic.label, punic.about) == ("II · The Punic Wars", "275 to 175 BC · Rome, Carthage · 2 to 4 turns")
    german = next(choice for choice in GAME.offers("de")["scenario"] if choice.value == "II")
    assert german.about == "275 bis 175 v. Chr. · Rom, Karthago · 2 bis 4 Runden"


@pytest.mark.parametrize("scenario", list(FILES))
def test_formats_follow_the_scenario_and_each_can_be_played(scenario: str) -> None:
    formats = read_scenario(scenario)["formats"]
    found = [choice for choice in GAME.offers("en")["format"] if scenario in choice.when["scenario"]]
    assert [choice.label for choice in found] == [each["name"] for each in formats]
    for choice, each in zip(found, formats, strict=True):
        box = GAME.box({"scenario": scenario, "format": choice.value})
        assert isinstance(box, PaxRomanaBox)
        last = each["last_turn"] if isinstance(each["last_turn"], list) else [each["last_turn"]]
        longest = GAME.box({"scenario": scenario, "format": choice.value, "last_turn": last[-1]})
        assert isinstance(longest, PaxRomanaBox)
        turns = str(box.turns) if len(last) == 1 else f"{box.turns} to {longest.turns}"
        assert choice.about.startswith(f"{turns} turn")
        assert f"until turn {last[0] if len(last) == 1 else f'{last[0]}-{last[-1]}'};" in choice.about
        assert ("event cards;" in choice.about) == box.advanced


def _inside(title: str) -> str:
    """A title as it stands inside a sentence."""
    return title.replace("The ", "the ")


@pytest.mark.parametrize("scenario", list(FILES))
def test_what_hangs_on_the_format_is_offered_where_it_counts(scenario: str) -> None:
    offers = GAME.offers("en")
    for choice in offers["format"]:
        if scenario not in choice.when["scenario"]:
            continue
        chosen = {"scenario": scenario, "format": choice.value}
        box = GAME.box(chosen)
        assert isinstance(box, PaxRomanaBox)

        def is_open(option: str, chosen: dict[str, str] = chosen) -> list[Choice]:
            return [each for each in offers[option] if all(chosen[name] in each.when[name] for name in each.when)]

        assert bool(is_open("event_markers")) is not box.advanced
        for option in ADVANCED_OPTIONS:
            assert [each.value for each in is_open(option)] == ([False, True] if box.advanced else [])
        ends = [GAME.box({**chosen, "last_turn": each.value}) for each in is_open("last_turn")]
        turns = [each.turns for each in ends if isinstance(each, PaxRomanaBox)]
        assert turns == sorted(set(turns))
        assert len(turns) != 1


@pytest.mark.parametrize("scenario", list(FILES))
def test_seatings_name_the_powers_of_every_seat(scenario: str) -> None:
    found = [choice for choice in GAME.offers("en")["seats"] if scenario in choice.when["scenario"]]
    assert found[0].value == ""
    for choice in found:
        box = GAME.box({"scenario": scenario, "seats": choice.value})
        assert isinstance(box, PaxRomanaBox)
        titles = [" and ".join(sorted(_inside(box.titles[power]) for power in powers)) for powers in box.seat_powers]
        assert [" and ".join(sorted(name.split(" and "))) if choice.value else name for name in choice.seats] == titles
        assert 0 <= choice.yours < box.seats
    alone = read_scenario(scenario)["people"]["1"]["seats"][0][0]
    box = GAME.box({"scenario": scenario})
    assert isinstance(box, PaxRomanaBox)
    assert box.powers[found[0].yours] == alone


def test_every_option_is_described_in_every_language() -> None:
    for language in GAME.languages:
        book = GAME.phrases(language)
        assert {key.partition(".")[2] for key in book.section("option")} == {option.name for option in GAME.options}
    covered = {option.name: option.covered_by for option in GAME.options if option.covered_by}
    assert covered == {"people": "seats"}
    assert [option.name for option in GAME.options if option.when] == ["pyrrhus_waits"]
