"""The games' own flags come from the options they declare; the command line itself names no game's."""

from __future__ import annotations

import inspect

import pytest

from ludi.cli import flags
from ludi.cli.main import play, simulate
from ludi.core import BadOption, registry

from .conftest import Ludi

OWN = {"--players", "--people", "--option", "--help"}
GENERAL = {"players", "people", "data"}
"""Options of single games that the command line asks for itself."""


@pytest.mark.parametrize("game", registry.names())
def test_every_option_of_a_game_is_a_flag(game: str) -> None:
    for option in registry.find(game).options:
        if flags.flag_of(option) in OWN:
            continue
        if isinstance(option.default, bool):
            typed, value = [flags.flag_of(option)], "true"
        else:
            typed, value = [flags.flag_of(option), "7"], "7"
            assert flags.as_options([f"{typed[0]}=7"], OWN) == ["--option", f"{option.name}=7"]
        assert flags.as_options([game, *typed, "--players", "2"], OWN) == [
            game,
            "--option",
            f"{option.name}={value}",
            "--players",
            "2",
        ]


def test_the_commands_name_no_option_of_a_single_game() -> None:
    declared = {option.name for name in registry.names() for option in registry.find(name).options}
    for command in (play, simulate):
        assert set(inspect.signature(command).parameters) & declared <= GENERAL


def test_a_value_may_be_negative_and_two_dashes_end_the_flags() -> None:
    assert flags.as_options(["--event-markers", "-1"], OWN) == ["--option", "event_markers=-1"]
    assert flags.as_options(["--solo", "--", "--deck"], OWN) == ["--option", "solo=next", "--", "--deck"]


def test_a_flag_without_its_value_and_one_with_too_much_are_refused() -> None:
    with pytest.raises(BadOption, match="--deck needs a value behind it"):
        flags.as_options(["pax", "--deck", "--players", "2"], OWN)
    with pytest.raises(BadOption, match="--rerolls stands alone"):
        flags.as_options(["--rerolls=yes"], OWN)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("play pax --dek mine.csv", "There is no option --dek; did you mean --deck?"),
        ("simulate pax-romana --scenarios II", "There is no option --scenarios; did you mean --scenario?"),
        ("play pax --scenario II", "There is no option 'scenario'; the options are players, solo,"),
        ("play roma --solo", "Roma has no solitaire campaign."),
        ("play pax --start 1 --start 2", "The option 'start' is given twice."),
        ("play pax-romana --parley 99", "The option 'parley' cannot be 99"),
        ("arena pax --scenario II", "There is no option 'scenario'"),
    ],
)
def test_a_wrong_flag_gets_a_sentence(ludi: Ludi, line: str, says: str) -> None:
    done = ludi(*line.split())
    assert done.code == 2
    assert says in done.err


def test_a_flag_that_no_command_knows_of_sets_the_option_of_its_game(ludi: Ludi) -> None:
    begin = ("simulate", "pax-romana", "--scenario", "I", "--games", 1, "--seed", "x", "--json")
    assert ludi(*begin, "--event-markers", 0).code == 0
    assert "cannot be 9" in ludi(*begin, "--event-markers", 9).err
