"""Every game as an OpenSpiel game: ``pyspiel.load_game("ludi_pax(players=4)")`` after importing this module.

- **Players** are the seats. Where the rules let several decide at once they are asked one after another and do not see
  what the others chose; so every game is sequential with imperfect information.
- **Chance** is explicit. The deal is a row of chance nodes, and a decision that asks for dice or a shuffle is followed
  by some more: each has 256 equally likely outcomes, and all that chance then does follows from them. Which decisions
  need chance the engine itself says: it is tried on a copy whose dice refuse to roll.
- **Actions** are numbered as the words of the match's vocabulary; ``action_to_string`` spells them.
- **Observation**: the seat's view as text (JSON) and as the vector of :mod:`ludi.research.encoding`. **Information
  state**: the view, and a short digest of all that the seat has seen and done whenever it decided.
- ``resample_from_infostate`` draws a state that the player cannot tell from this one, so OpenSpiel's ISMCTS can play.
- **Returns**: 1 for the winner, shared out among several, 0 for the others.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NoReturn, TypeVar

import numpy as np
import pyspiel

from ludi.core import Box, FastDice, Game, State, registry
from ludi.research.encoding import Encoder

T = TypeVar("T")

FACES = 256
DEAL_NODES = 4
EVENT_NODES = 2
MOST_DECISIONS = 20_000


class NeedsChance(Exception):
    """Raised by dice that are only asked whether they are needed."""


class _ProbeDice:
    __slots__ = ()

    def roll(self, sides: int = 6, purpose: str = "") -> int:
        self._refuse()

    def shuffle(self, items: list[T]) -> None:
        self._refuse()

    def choose(self, items: Sequence[T]) -> T:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise NeedsChance


_PROBE = _ProbeDice()


def short_name(name: str) -> str:
    """The name of one of our games in OpenSpiel."""
    return f"ludi_{name.replace('-', '_')}"


_NAMES = {short_name(name): name for name in registry.names()}


def _game_type(game: Game) -> Any:
    parameters = {
        option.name: option.default
        for option in game.options
        if isinstance(option.default, (bool, int, str)) and option.read is None
    }
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
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=parameters,
    )


class Facts:
    """What is the same in all states of a game with certain options."""

    def __init__(self, game: Game, params: Mapping[str, Any]) -> None:
        self.box: Box = game.box(params)
        self.seats = self.box.seats
        self.numbers = list(self.box.vocabulary)
        self.places = {action: place for place, action in enumerate(self.numbers)}

    @property
    def encoder(self) -> Encoder:
        return Encoder.of(self.box.game.name, self.box.options)

    def __deepcopy__(self, memo: object) -> Facts:
        return self


@cache
def _facts(name: str, params: tuple[tuple[str, Any], ...]) -> Facts:
    return Facts(registry.find(name), dict(params))


def facts_of(game: Any) -> Facts:
    """The facts of an OpenSpiel game. OpenSpiel makes new Python objects of games at will, so nothing is kept there."""
    return _facts(_NAMES[game.get_type().short_name], tuple(sorted(game.get_parameters().items())))


class LudiGame(pyspiel.Game):
    """One of our games with its options."""

    ludi_game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        box = self.ludi_game.box(params)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(box.vocabulary),
            max_chance_outcomes=FACES,
            num_players=box.seats,
            min_utility=0.0,
            max_utility=1.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(_game_type(self.ludi_game), info, params)

    def new_initial_state(self, state_as_string: str | None = None) -> LudiState:
        return LudiState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> LudiObserver:
        return LudiObserver(self, bool(iig_obs_type and iig_obs_type.perfect_recall))

    def max_chance_nodes_in_history(self) -> int:
        return MOST_DECISIONS


class Held:
    """Holds a position; a deep copy, which OpenSpiel makes when it clones a state, is a cheap one."""

    __slots__ = ("now",)

    def __init__(self, now: State | None = None) -> None:
        self.now = now

    def __deepcopy__(self, memo: object) -> Held:
        return Held(None if self.now is None else self.now.copy())


class LudiState(pyspiel.State):
    """A position, or a chance node on the way to the next one."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.facts = facts_of(game)
        self.held = Held()
        self.pending: tuple[int, int] | None = None
        """The decision that waits for chance; None during the deal."""
        self.faces: list[int] = []
        self.wanted = DEAL_NODES
        self.memory = [b""] * self.facts.seats

    @property
    def position(self) -> State | None:
        return self.held.now

    # OpenSpiel's questions

    def current_player(self) -> int:
        if self.wanted:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.position is not None
        actors = self.position.actors()
        return actors[0] if actors else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return not self.wanted and self.position is not None and not self.position.actors()

    def _legal_actions(self, player: int) -> list[int]:
        assert self.position is not None
        places = self.facts.places
        return sorted(places[action] for action in self.position.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(face, 1.0 / FACES) for face in range(FACES)]

    def _apply_action(self, action: int) -> None:
        if self.wanted:
            self.faces.append(action)
            self.wanted -= 1
            if not self.wanted:
                self._chance_is_settled()
            return
        position = self.position
        assert position is not None
        seat = position.actors()[0]
        number = self.facts.numbers[action]
        digest = hashlib.blake2b(self.memory[seat], digest_size=12)
        digest.update(json.dumps([position.view(seat), position.spell(number)], sort_keys=True).encode())
        self.memory[seat] = digest.digest()
        trial = position.copy()
        trial.dice = _PROBE
        try:
            trial.play(seat, number)
        except NeedsChance:
            self.pending = (seat, number)
            self.wanted = EVENT_NODES
        else:
            self.held.now = trial

    def _chance_is_settled(self) -> None:
        dice = FastDice(random.Random(bytes(self.faces)))
        self.faces = []
        if self.held.now is None:
            self.held.now = self.facts.box.game.deal(self.facts.box, dice)
        else:
            assert self.pending is not None
            self.held.now.dice = dice
            self.held.now.play(*self.pending)
            self.pending = None
        self.held.now.dice = _PROBE

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance:{action}"
        return self.facts.box.vocabulary.spell(self.facts.numbers[action])

    def returns(self) -> list[float]:
        outcome = None if self.position is None else self.position.outcome()
        seats = self.facts.seats
        return [0.0] * seats if outcome is None else outcome.returns(seats)

    def __str__(self) -> str:
        if self.position is None:
            return f"deal {self.faces}"
        return json.dumps({"position": self.position.snapshot(), "chance": self.faces, "pending": self.pending})

    # What a player knows

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return "{}" if self.position is None else json.dumps(self.position.view(seat), sort_keys=True)

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return f"{self.memory[seat].hex()} {self.observation_string(seat)}"

    def vector(self, player: int) -> Sequence[float]:
        """The player's observation as numbers."""
        encoder = self.facts.encoder
        return [0.0] * encoder.size if self.position is None else encoder.encode(self.position.view(player))

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> LudiState:
        """A state that ``player`` cannot tell from this one."""
        assert self.position is not None
        other = LudiState(self.get_game())
        other.held.now = self.position.perspective(player).sample(random.Random(sampler()))
        other.wanted = 0
        other.memory = list(self.memory)
        return other


class LudiObserver:
    """OpenSpiel's observer: the encoded view, and the strings."""

    def __init__(self, game: Any, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.tensor: Any = np.zeros(facts_of(game).encoder.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: LudiState, player: int) -> None:
        self.tensor[:] = state.vector(player)

    def string_from(self, state: LudiState, player: int) -> str:
        return state.information_state_string(player) if self.perfect_recall else state.observation_string(player)


def _register(game: Game) -> None:
    kind = type(f"Ludi{game.name.title().replace('-', '')}", (LudiGame,), {"ludi_game": game})
    pyspiel.register_game(_game_type(game), kind)


for _name in registry.names():
    _register(registry.find(_name))
