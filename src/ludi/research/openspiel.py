"""Every game as an OpenSpiel game: ``pyspiel.load_game("ludi_pax(players=4)")`` after importing this module.

- **Players** are the seats. Where the rules let several decide at once they are asked one after another and do not see
  what the others chose; so every game is sequential with imperfect information.
- **Chance** is explicit. In a small game (its deal has at most a thousand ways) every die and every card drawn is a
  chance node with its own outcomes, so tabular methods can walk the whole tree. In a large one it is sampled: the deal
  is eight chance nodes, and a decision that asks for dice or a shuffle is followed by four, each with 16 equally likely
  outcomes, and all that chance then does follows from them. The parameter ``chance`` (``spelled`` or ``sampled``) asks
  for one kind. Which decisions need chance the engine itself says: it is tried on a copy whose dice refuse to roll.
- **Actions** are numbered as the words of the match's vocabulary; ``action_to_string`` spells them.
- **Observation**: the seat's view as text (JSON) and as the vector of :mod:`ludi.research.encoding`. **Information
  state**: the same, and a short digest of all that the seat has seen and done whenever it decided; its tensor is the
  vector with the twelve bytes of that digest behind it.
- ``resample_from_infostate`` draws a state that the player cannot tell from this one, so OpenSpiel's ISMCTS can play:
  the one in Python. Its C++ ``ISMCTSBot`` does not run games written in Python, not even OpenSpiel's own.
- **Returns**: 1 for the winner, shared out among several, 0 for the others. A game that is not over after ``longest``
  decisions (a parameter; the default is far beyond the longest of some random games) ends there, shared by all: so
  ``max_game_length`` is true.
- Games and states can be pickled.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from math import ceil
from typing import Any

import numpy as np
import pyspiel

from ludi.bots.simulation import play_at_random
from ludi.core import BadOption, Box, FastDice, Game, Option, State, registry
from ludi.research.chance import NeedsChance, SpelledDice
from ludi.research.course import DEAL_NODES, EVENT_NODES, TERMINAL, Course, Match
from ludi.research.encoding import Encoder
from ludi.research.memory import DIGEST, Memory

MOST_FACES = 256
"""Nothing is thrown or drawn in more ways than this."""
FEW_DEALS = 1_000
"""A game that can be dealt in no more ways is small."""
TRIED, TRIALS = 12_000, 4
"""Random games of so many decisions altogether, but so many games at least, are played to see how long they get."""
BEYOND, LONGER = 8, 1.5
"""A game may last so many times as far beyond their mean as the longest of them, and so many times as long as that one
at least."""
SPELLED, SAMPLED = "spelled", "sampled"
OURS: dict[str, Any] = {"chance": "auto", "longest": 0}
"""The parameters of a game here that are none of its options."""


def short_name(name: str) -> str:
    """The name of one of our games in OpenSpiel."""
    return f"ludi_{name.replace('-', '_')}"


_NAMES = {short_name(name): name for name in registry.names()}


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults: its options that can be typed, and ours."""
    found = dict(OURS)
    for option in game.options:
        if option.read is None and isinstance(option.default, (bool, int, str)):
            found[option.name] = 0 if _is_numbered(option) else option.default
    return found


def _is_numbered(option: Option) -> bool:
    """Whether all values of an option but the default are numbers in words (``start``).

    OpenSpiel takes ``start=1`` for a number, so such a parameter is one here, and 0 stands for the default.
    """
    others = [each for each in option.choices or () if each != option.default]
    return isinstance(option.default, str) and bool(others) and all(str(each).isdigit() for each in others)


def _chosen(game: Game, params: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game that its parameters stand for."""
    numbered = {option.name: option.default for option in game.options if _is_numbered(option)}
    return {
        name: (str(value) if value else numbered[name]) if name in numbered else value
        for name, value in params.items()
        if name not in OURS
    }


def _game_type(game: Game) -> Any:
    counts = list(game.seat_counts)
    return pyspiel.GameType(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(game),
    )


class Facts:
    """What is the same in all states of a game with certain parameters."""

    def __init__(self, game: Game, params: Mapping[str, Any]) -> None:
        chance, longest = params.get("chance", "auto"), params.get("longest", 0)
        if chance not in ("auto", SPELLED, SAMPLED):
            raise BadOption(f"chance is auto, {SPELLED} or {SAMPLED}, not '{chance}'.")
        if longest < 0:
            raise BadOption("longest is a number of decisions, or 0 for one that fits the game.")
        self.box: Box = game.box(_chosen(game, params))
        self.seats = self.box.seats
        self.numbers = list(self.box.vocabulary)
        self.spelled = self._is_small() if chance == "auto" else chance == SPELLED
        self.longest: int = longest or length_of(self.box)

    def _is_small(self) -> bool:
        """Whether the match can be dealt in a few ways only."""
        told: list[int] = []
        ways = 1
        while ways <= FEW_DEALS:
            try:
                self.box.game.deal(self.box, SpelledDice(told))
            except NeedsChance as needs:
                told.append(0)
                ways *= needs.sides
            else:
                return True
        return False

    @property
    def encoder(self) -> Encoder:
        return Encoder.of_box(self.box)

    @cached_property
    def match(self) -> Match:
        return Match(self.box, self.spelled, self.longest)

    def __deepcopy__(self, memo: object) -> Facts:
        return self


@cache
def length_of(box: Box) -> int:
    """So many decisions that hardly any game is longer, in tens."""
    rng = random.Random(1)
    lengths: list[int] = []
    while sum(lengths) < TRIED or len(lengths) < TRIALS:
        lengths.append(max(1, play_at_random(box.game.deal(box, FastDice(rng)), rng)))
    longest, mean = max(lengths), sum(lengths) / len(lengths)
    return 10 * ceil(max(LONGER * longest, mean + BEYOND * (longest - mean)) / 10)


@cache
def _facts(name: str, params: tuple[tuple[str, Any], ...]) -> Facts:
    return Facts(registry.find(name), dict(params))


def facts_of(game: Any) -> Facts:
    """The facts of an OpenSpiel game. OpenSpiel makes new Python objects of games at will: not all of them have any."""
    kept: Facts | None = getattr(game, "facts", None)
    return kept or _facts(_NAMES[game.get_type().short_name], tuple(sorted(game.get_parameters().items())))


class LudiGame(pyspiel.Game):
    """One of our games with its options."""

    ludi_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        facts = _facts(self.ludi_game.name, tuple(sorted({**_parameters(self.ludi_game), **params}.items())))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(facts.numbers),
            max_chance_outcomes=MOST_FACES,
            num_players=facts.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=facts.longest,
        )
        super().__init__(_game_type(self.ludi_game), info, params)
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (self.get_type().short_name, self.get_parameters())

    def new_initial_state(self, state_as_string: str | None = None) -> LudiState:
        return LudiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudiObserver:
        return LudiObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def max_chance_nodes_in_history(self) -> int:
        facts = facts_of(self)
        return DEAL_NODES + EVENT_NODES * facts.longest if not facts.spelled else MOST_FACES * facts.longest


@cache
def outcomes_of(sides: int) -> list[tuple[int, float]]:
    """So many outcomes, each as likely as another."""
    return [(face, 1.0 / sides) for face in range(sides)]


class LudiState(pyspiel.State):
    """A position, or a chance node on the way to the next one."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.facts = facts_of(game)
        self.course = Course(self.facts.match)
        self.course.go_on()

    @property
    def position(self) -> State | None:
        return self.course.now

    @property
    def memory(self) -> Memory:
        return self.course.memory

    # OpenSpiel's questions

    def current_player(self) -> int:
        return self.course.player

    def is_terminal(self) -> bool:
        return self.course.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.course.sides > 0

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Asked in Python it is answered here, without the way through C++."""
        return self.course.legal(self.course.player) if player is None else super().legal_actions(player)

    def _legal_actions(self, player: int) -> list[int]:
        return self.course.legal(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(outcomes_of(self.course.sides))

    def _apply_action(self, action: int) -> None:
        self.course.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance:{action}"
        return self.facts.box.vocabulary.spell(self.facts.numbers[action])

    def returns(self) -> list[float]:
        seats = self.facts.seats
        outcome = None if self.position is None else self.position.outcome()
        if outcome is not None:
            return outcome.returns(seats)
        return [1.0 / seats if self.is_terminal() else 0.0] * seats

    def __str__(self) -> str:
        if self.position is None:
            return f"deal {self.course.faces}"
        waits = self.course.pending
        pending = waits and (waits.seat, waits.action)
        return json.dumps({"position": self.position.snapshot(), "chance": self.course.faces, "pending": pending})

    # What a player knows

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return "{}" if self.position is None else json.dumps(self.position.view(seat), sort_keys=True)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{self.memory.of(seat).hex()} {self.observation_string(seat)}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LudiState:
        """A state that ``player`` cannot tell from this one."""
        assert self.position is not None
        other = LudiState(self.get_game())
        other.course = self.course.at(self.position.perspective(player).sample(random.Random(sampler())), player)
        return other


class LudiObserver:
    """OpenSpiel's observer: the encoded view, and the strings; with perfect recall a digest of all that was before."""

    def __init__(self, game: Any, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.size = facts_of(game).encoder.size
        self.tensor: Any = np.zeros(self.size + (DIGEST if perfect_recall else 0), np.float32)
        self.view = self.tensor[: self.size]
        self._cells = self.view.data
        self.dict = {"view": self.view}
        if perfect_recall:
            self.dict["before"] = self.tensor[self.size :]

    def set_from(self, state: LudiState, player: int) -> None:
        state.course.show(player, self._cells)
        if self.perfect_recall:
            before = np.frombuffer(state.memory.of(player).ljust(DIGEST, b"\0"), np.uint8)
            self.tensor[self.size :] = before.astype(np.float32) / 255.0

    def string_from(self, state: LudiState, player: int) -> str:
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


def _register(game: Game) -> None:
    name = f"Ludi{game.name.title().replace('-', '')}"
    kind = type(name, (LudiGame,), {"ludi_game": game, "__module__": __name__})
    globals()[name] = kind
    pyspiel.register_game(_game_type(game), kind)


for _name in registry.names():
    _register(registry.find(_name))
