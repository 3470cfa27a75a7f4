"""A match being played: the position, the record of decisions, undo, save, load and replay."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ludi.core import registry
from ludi.core.dice import ScriptedDice, SeededDice, commitment, new_seed, seed_from_text
from ludi.core.errors import BadOption, BadRecord, CannotUndo, LudiError
from ludi.core.events import Event
from ludi.core.game import Game, State
from ludi.core.record import MOST_TAKEN_BACK, RECORDED, Chair, Record, Start, TakenBack
from ludi.core.text import Phrasebook, clean


class Table:
    """One match from the deal to the result.

    >>> table = Table.new("pax", {"players": 2, "start": "1"}, seed=bytes(32))
    >>> seat = table.state.actors()[0]
    >>> table.play(seat, table.state.legal(seat)[0])
    >>> len(table.decisions)
    1

    A seat may undo its own decisions until chance or a secret came in, or another seat decided (but for plans made in
    secret, in which nobody learns of the others' steps): copies of the position are kept just as far back as that.
    """

    def __init__(
        self,
        game: Game,
        options: Mapping[str, Any],
        seats: Sequence[Chair],
        seed: bytes | str,
        start: Start | None = None,
    ) -> None:
        """Deal; or begin from a position, which brings its own options. A seed may be a word that stands for one."""
        self.game = game
        self.seed_word = seed if isinstance(seed, str) else None
        """The word somebody typed for the seed."""
        self.seed = seed_from_text(seed) if isinstance(seed, str) else seed
        self.start = start
        self.decisions: list[tuple[int, str]] = []
        self.events: list[tuple[int, Event]] = []
        """Every event, with the number of the decision that led to it (1 for the first; 0 for the deal)."""
        self.taken_back: list[TakenBack] = []
        """What was taken back with leave, as the record tells it."""
        self._earlier: list[State] = []
        self._number = 0
        if start is None:
            self.state = game.deal(game.box(options), SeededDice(self.seed), self._hear)
        else:
            self.state = game.position(start.position, ScriptedDice(start.dice, SeededDice(self.seed)))
            self.state.listener = self._hear
        self.box = self.state.box
        self.seats = list(seats) or [Chair(f"Player {number + 1}") for number in range(self.box.seats)]
        many = self.box.seats
        if len(self.seats) != many:
            raise BadOption(
                f"{game.title} is set up for {many} {'seat' if many == 1 else 'seats'}, not for {len(self.seats)}."
            )

    @classmethod
    def new(
        cls,
        game: str | Game,
        options: Mapping[str, Any] | None = None,
        seats: Sequence[Chair] = (),
        seed: bytes | str | None = None,
    ) -> Table:
        """Set up a match; without a seed, chance picks one."""
        found = registry.find(game) if isinstance(game, str) else game
        return cls(found, options or {}, seats, new_seed() if seed is None else seed)

    def _hear(self, event: Event) -> None:
        self.events.append((self._number, event))

    # Playing

    def play(self, seat: int, action: int | str) -> None:
        """Carry out and write down a decision, given as an action or as its word."""
        state = self.state
        if isinstance(action, str):
            action = state.unspell(action)
        word = state.spell(action)
        before = state.copy()
        self._number = len(self.decisions) + 1
        state.play(seat, action)
        planned = before.in_secret() is not None
        if self.decisions and self.decisions[-1][0] != seat and not planned:
            self._earlier.clear()
        self.decisions.append((seat, word))
        if state.irrevocable != before.irrevocable or (state.in_secret() is not None and not planned):
            self._earlier.clear()
        else:
            self._earlier.append(before)

    def can_undo(self, seat: int) -> bool:
        """Whether ``seat`` may take back its last decision."""
        return self._taken_back(seat) is not None

    def _taken_back(self, seat: int) -> int | None:
        """The number of the decision (from 0) that ``seat`` may take back.

        It is the last one, or in a secret plan the last one of that seat: whether others went on with theirs, which it
        may not know, makes no difference.
        """
        first = len(self.decisions) - len(self._earlier)
        last = len(self.decisions) - 1
        while last > first and self.decisions[last][0] != seat and self.state.in_secret() is not None:
            last -= 1
        return last if last >= first and self.decisions[last][0] == seat else None

    def undo(self, seat: int) -> None:
        """Take back the last decision of ``seat``."""
        number = self._taken_back(seat)
        if number is None and (not self.decisions or self.decisions[-1][0] != seat):
            raise CannotUndo("Only the player who made the last decision may take it back.")
        if number is None:
            raise CannotUndo("That cannot be taken back: since then chance has come in or a hidden card was seen.")
        at = number - len(self.decisions)
        others = self.decisions[number + 1 :]
        self.state = self._earlier[at]
        self.state.listener = self._hear
        del self._earlier[at:]
        del self.decisions[number:]
        while self.events and self.events[-1][0] > number:
            self.events.pop()
        for other, word in others:
            self.play(other, word)

    def before_last(self, seat: int) -> int:
        """How many decisions stood before the last one of ``seat``: as far as it may ask to go back."""
        for number in range(len(self.decisions) - 1, -1, -1):
            if self.decisions[number][0] == seat:
                return number
        raise CannotUndo("This player has decided nothing yet.")

    def dealt_again(self, to: int) -> Table:
        """Another table with the same deal and the first ``to`` decisions. It takes as long as playing them."""
        again = Table(self.game, self.box.options, self.seats, self.seed, self.start)
        for other, word in self.decisions[:to]:
            again.play(other, word)
        return again

    def take_back(self, seat: int, again: Table | None = None) -> None:
        """With leave of all at the table: back to before the last decision of ``seat``, whatever came since.

        All is dealt and played again up to there (``again``, if somebody did that already), so the same dice come for
        the same decisions: nobody throws anew by asking. The record keeps a note of what was taken back.
        """
        to = self.before_last(seat)
        if len(self.taken_back) >= MOST_TAKEN_BACK:
            raise CannotUndo("Too much was taken back in this match already.")
        if again is None or again.decisions != self.decisions[:to]:
            again = self.dealt_again(to)
        self.taken_back.append(TakenBack(seat, to, tuple(self.decisions[to:])))
        self.state, self.decisions, self.events = again.state, again.decisions, again.events
        self.state.listener = self._hear
        self._earlier = again._earlier

    # Saying

    def phrases(self, language: str = "en") -> Phrasebook:
        """The phrasebook of this match: it knows the players' names."""
        book = self.game.phrases(language, self.box)
        book.seats = [clean(chair.name) for chair in self.seats]
        return book

    # Keeping

    def record(self) -> Record:
        """The match as it is written down."""
        return Record(
            game=self.game.name,
            rules=self.game.rules_version,
            options=self.box.options,
            commitment=commitment(self.seed),
            seats=list(self.seats),
            seed=self.seed.hex(),
            seed_word=self.seed_word,
            decisions=list(self.decisions),
            result=self._result(),
            start=self.start,
            taken_back=list(self.taken_back),
        )

    def _result(self) -> dict[str, Any] | None:
        outcome = self.state.outcome()
        if outcome is None:
            return None
        whole = outcome.to_json() | {"position": self.state.fingerprint()}
        return {name: whole[name] for name in RECORDED}

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        self.record().save(path, overwrite=overwrite)

    @classmethod
    def from_record(cls, record: Record, *, source: str = "The record", to: int | None = None) -> Table:
        """Deal the match again and play its decisions (only the first ``to``, if given); every one is checked."""
        return deque(cls.replay(record, source=source, to=to), maxlen=1)[0]

    @classmethod
    def replay(cls, record: Record, *, source: str = "The record", to: int | None = None) -> Iterator[Table]:
        """The one table of a record as it was dealt and after each of its decisions, the result checked at the end."""
        try:
            game = registry.find(record.game)
        except LudiError as error:
            raise BadRecord(f"{source} cannot be played here: {error}") from None
        if record.rules != game.rules_version:
            raise BadRecord(
                f"{source} was played by version {record.rules} of the rules of {game.title}; "
                f"this program has version {game.rules_version}."
            )
        try:
            seed = bytes.fromhex(record.seed) if record.seed_word is None else record.seed_word
            table = cls(game, record.options, record.seats, seed, record.start)
        except LudiError as error:
            raise BadRecord(f"{source} is no valid saved game: {error}") from None
        yield table
        for number, (seat, word) in enumerate(record.decisions[:to], 1):
            try:
                table.play(seat, word)
            except LudiError as error:
                raise BadRecord(
                    f"{source} is no valid saved game: decision {number} ('{seat} {word}'): {error}"
                ) from None
            yield table
        if to is not None and to < len(record.decisions):
            return
        if record.result != table._result():
            raise BadRecord(f"{source} has been tampered with: its result is not what its decisions lead to.")
        table._check_taken_back(record, source)
        table.taken_back = list(record.taken_back)

    def _check_taken_back(self, record: Record, source: str) -> None:
        """What was taken back must have been open when it was decided."""
        try:
            for note, stood in zip(record.taken_back, record.earlier(), strict=True):
                again = Table(self.game, record.options, record.seats, self.seed, record.start)
                for seat, word in stood:
                    again.play(seat, word)
                if again.before_last(note.seat) != note.to:
                    raise BadRecord("the player had decided something else last.")
        except LudiError as error:
            raise BadRecord(f"{source} is no valid saved game: what was taken back: {error}") from None

    @classmethod
    def load(cls, path: Path, *, to: int | None = None) -> Table:
        """Read a saved game and play it up to its last decision (or only the first ``to``)."""
        return cls.from_record(Record.load(path), source=str(path), to=to)
