"""Playing at the terminal: show the table, ask, play, let the bots answer, until the end."""

from __future__ import annotations

import random
from pathlib import Path

from ludi import bots
from ludi.cli import boards, saves, telling
from ludi.cli.campaign import Campaign, levels
from ludi.cli.screen import Closed, Screen, complain
from ludi.core import Event, LudiError, MalformedAction, Phrasebook, Table, commitment

HELP = """\
  3            choose number 3 (or type its word, like the one at the right)
  ?            explain all choices;  ? 3  explains one
  w WORD       ask why an action is not possible now
  u            take back your last decision, if nothing secret came in since
  l            the whole log of the game, as you know it
  b            show the table again
  s [FILE]     save the game
  h            this help
  q            leave the game; it asks whether to save"""

COMMANDS = {
    "?": "explain",
    "explain": "explain",
    "w": "why",
    "why": "why",
    "u": "undo",
    "undo": "undo",
    "l": "log",
    "log": "log",
    "b": "board",
    "board": "board",
    "s": "save",
    "save": "save",
    "h": "help",
    "help": "help",
    "q": "quit",
    "quit": "quit",
}


class Leave(Exception):
    """A person has left the table."""


class Play:
    """One sitting at one table."""

    def __init__(self, screen: Screen, table: Table, *, auto: bool = False, resumed: Path | None = None) -> None:
        self.screen = screen
        self.table = table
        self.auto = auto
        self.board = boards.find(table.game.name)
        self.book: Phrasebook = table.phrases()
        self.bots = {
            seat: bots.find(chair.player, table.game)
            for seat, chair in enumerate(table.seats)
            if chair.player != "person"
        }
        self.people = [seat for seat in range(table.box.seats) if seat not in self.bots]
        self.hot_seat = len(self.people) > 1
        self.sitting: int | None = None if self.hot_seat else self.people[0] if self.people else None
        self.autosave = saves.Autosave(resumed)
        self.saved_to: Path | None = None
        """Where this sitting has saved the game, and may do so again."""
        self.saved: list[tuple[int, str]] | None = None
        """The decisions that file holds."""

    # The sitting

    def run(self) -> None:
        """Play until the game is over or the person leaves; a closed input or Ctrl-C never loses the game."""
        try:
            self._welcome()
            while actors := self.table.state.actors():
                # Where several decide at once, the bots do so first: then a person may still take back.
                seat = next((each for each in actors if each in self.bots), actors[0])
                if seat in self.bots:
                    self._let_bot_decide(seat)
                else:
                    self._sit_down(seat)
                    self._ask(seat)
                    # What bots do next need not be kept: they would do the same again.
                    self._keep()
            self._finish()
        except Leave:
            pass
        except Closed:
            self.screen.say_path(self._where_left("The input has ended."))
        except KeyboardInterrupt:
            self._cover()
            self.screen.say_path(self._where_left("Stopped."))
            raise

    def _keep(self) -> None:
        """Autosave; say so once, if it no longer works."""
        before = self.autosave.trouble
        self.autosave.keep(self.table)
        if self.autosave.trouble and not before:
            complain(self.autosave.trouble)

    def _cover(self) -> None:
        """Leave no hand on a screen that several people share."""
        if self.hot_seat:
            self.screen.clear()
        else:
            self.screen.say()

    def _welcome(self) -> None:
        chairs = [
            chair.name if chair.player == "person" else f"{chair.name} ({chair.player} bot)"
            for chair in self.table.seats
        ]
        self.screen.say()
        self.screen.say(f"{self.table.game.title}: {', '.join(chairs)}.")
        self.screen.say(
            "The seed is fixed, and at the end it is shown: then anyone can verify the deal. Its hash is now "
            f"{commitment(self.table.seed)}",
            style="dim",
        )
        self.screen.say("Type h for help.", style="dim")
        self._keep()
        if self.screen.interactive and not self.hot_seat:
            self.screen.ask("Press Enter to begin")

    def _where_left(self, why: str) -> str:
        if not self.table.state.actors():
            return f"{why} The game is over."
        if self.saved == self.table.decisions:
            return f"{why} The game is saved in {self.saved_to}"
        if self.autosave.kept:
            return f"{why} The game is not over; 'ludi play --resume' goes on with it."
        return f"{why} The game is not over."

    def _let_bot_decide(self, seat: int) -> None:
        table = self.table
        # The stream follows from the seed and the place in the game: undo and resume do not change what a bot does.
        rng = random.Random(f"{table.seed.hex()}/{len(table.decisions)}/{seat}")
        with self.screen.waiting(f"{table.seats[seat].name} thinks ..."):
            action = self.bots[seat].choose(table.state.perspective(seat), rng)
        table.play(seat, action)

    def _sit_down(self, seat: int) -> None:
        """On a shared keyboard: hide everything before the next person looks."""
        if self.sitting == seat:
            return
        self.sitting = seat
        self.screen.clear()
        self.screen.heading("The next player")
        self.screen.ask(f"{self.table.seats[seat].name}, press Enter when you sit at the keyboard")

    # One decision

    def _show(self, seat: int) -> None:
        screen, state = self.screen, self.table.state
        screen.clear()
        screen.say(self.board.draw(state.view(seat), self.book, screen.width))
        told = telling.paragraphs(self._news(seat), self.book, seat)
        if told:
            screen.heading("Since your last decision" if self._last(seat) else "So far")
            telling.tell(screen, told, most=telling.MANY)
        screen.heading(self.table.seats[seat].name if self.hot_seat else "Your decision")
        self._prompt(seat)

    def _prompt(self, seat: int) -> None:
        state = self.table.state
        self.screen.say(telling.with_rule(state.prompt(seat), self.book))
        telling.choices(self.screen, state, state.legal(seat), self.book)

    def _last(self, seat: int) -> int:
        """The number of the last decision of this seat, 0 if it has made none."""
        decisions = self.table.decisions
        return next((number for number in range(len(decisions), 0, -1) if decisions[number - 1][0] == seat), 0)

    def _news(self, seat: int) -> list[Event]:
        since = self._last(seat)
        return [event for number, event in self.table.events if number >= since]

    def _ask(self, seat: int) -> None:
        """Ask until a decision is made (or taken back)."""
        self._show(seat)
        decisions = len(self.table.decisions)
        while len(self.table.decisions) == decisions:
            legal = self.table.state.legal(seat)
            if len(legal) == 1 and self.auto:
                self.screen.say(f"Played of itself: {self.book.say(self.table.state.label(legal[0]))}")
                self.table.play(seat, legal[0])
                return
            line = self.screen.ask("Enter plays the only choice" if len(legal) == 1 else "")
            if line or len(legal) == 1:
                self._answer(seat, line or "1")

    def _answer(self, seat: int, line: str) -> None:
        state = self.table.state
        legal = state.legal(seat)
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if line.isascii() and line.isdigit():
            number = int(line) if len(line) < 6 else 0
            if 1 <= number <= len(legal):
                self.table.play(seat, legal[number - 1])
            else:
                self.screen.say(f"There is no choice {line[:20]}: the choices are 1 to {len(legal)}.")
            return
        if line.startswith("?"):
            word, rest = "?", line[1:].strip()
        command = COMMANDS.get(word.lower())
        if command is None or self._is_action(line):
            self._play_word(seat, line)
        elif command == "explain":
            self._explain(seat, rest)
        elif command == "why":
            self._why(seat, rest)
        elif command == "undo":
            self._undo(seat)
        elif command == "log":
            telling.tell(self.screen, telling.paragraphs((event for _, event in self.table.events), self.book, seat))
        elif command == "board":
            self._show(seat)
        elif command == "save":
            self._save(rest)
        elif command == "help":
            self.screen.say(HELP)
        else:
            self._quit()

    def _is_action(self, word: str) -> bool:
        try:
            self.table.state.unspell(word.lower())
        except MalformedAction:
            return False
        return True

    def _play_word(self, seat: int, word: str) -> None:
        try:
            refusal = self.table.state.why_not(seat, word.lower())
        except MalformedAction as error:
            self.screen.say(f"{error} Type h for help.")
            return
        if refusal is not None:
            self.screen.say(telling.with_rule(refusal, self.book))
            return
        self.table.play(seat, word.lower())

    def _explain(self, seat: int, rest: str) -> None:
        state = self.table.state
        legal = state.legal(seat)
        words = {state.spell(action): number for number, action in enumerate(legal, 1)}
        if not rest:
            telling.explanations(self.screen, state, legal, self.book)
        elif rest.lower() in words:
            telling.explanations(self.screen, state, legal, self.book, words[rest.lower()])
        elif rest.isascii() and rest.isdigit() and len(rest) < 6 and 1 <= int(rest) <= len(legal):
            telling.explanations(self.screen, state, legal, self.book, int(rest))
        elif self._is_action(rest):
            self._why(seat, rest)
        else:
            self.screen.say(f"There is no choice {rest[:40]}: the choices are 1 to {len(legal)}.")

    def _why(self, seat: int, word: str) -> None:
        if not word:
            self.screen.say("Ask with the word of an action, for example: w " + self._example())
            return
        try:
            refusal = self.table.state.why_not(seat, word.lower())
        except MalformedAction as error:
            self.screen.say(str(error))
            return
        if refusal is None:
            self.screen.say("That is possible now.")
        else:
            self.screen.say(telling.with_rule(refusal, self.book))

    def _example(self) -> str:
        vocabulary = self.table.box.vocabulary
        return vocabulary.spell(list(vocabulary)[-1])

    def _undo(self, seat: int) -> None:
        try:
            self.table.undo(seat)
        except LudiError as error:
            self.screen.say(str(error))

    # Keeping

    def _save(self, name: str = "") -> None:
        try:
            again = not name and self.saved_to is not None
            path = Path(name).expanduser() if name else self.saved_to or saves.fresh_path(self.table)
            saves.write(self.table, path, overwrite=again)
        except (LudiError, RuntimeError) as error:
            self.screen.say_path(str(error))
            return
        self.saved_to = path
        self.saved = list(self.table.decisions)
        self.autosave.drop()
        self.screen.say_path(f"Saved in {path}")

    def _quit(self) -> None:
        if self.saved != self.table.decisions:
            if self.screen.ask_yes("Save the game before you leave?"):
                self._save()
                if self.saved != self.table.decisions:
                    return
            else:
                self.autosave.drop()
        self._cover()
        if self.saved_to is not None and self.saved == self.table.decisions:
            self.screen.say_path(f"Go on with: ludi play --load {self.saved_to}")
        self.screen.say("Vale.")
        raise Leave

    # The end

    def _finish(self) -> None:
        screen, table = self.screen, self.table
        outcome = table.state.outcome()
        assert outcome is not None
        self.autosave.drop()
        seat = self.people[0] if len(self.people) == 1 else None
        view = table.state.view(seat)
        screen.clear()
        screen.say(self.board.draw(view, self.book, screen.width))
        since = min((self._last(each) for each in self.people), default=0)
        screen.heading("The end")
        ending = [event for number, event in table.events if number >= since]
        telling.tell(screen, telling.paragraphs(ending, self.book, seat), most=telling.MANY)
        screen.heading("The reckoning")
        screen.say(self.board.reckon(view, self.book, screen.width))
        screen.say()
        screen.say(telling.with_rule(outcome.phrase(), self.book), style="bold")
        self._campaign(bool(outcome.winners))
        screen.say()
        screen.say(f"The seed was {table.seed.hex()}", style="dim")
        screen.say("Saved, the record can be checked by anyone with 'ludi verify FILE'.", style="dim")
        try:
            if screen.ask_yes("Save the record of this game?"):
                self._save()
                if self.saved_to is not None:
                    screen.say_path(f"Check it with: ludi verify {self.saved_to}")
        except Closed:
            screen.say("The game is over; its record was not saved.")

    def _campaign(self, won: bool) -> None:
        level = self.table.box.options.get("solo")
        if self.table.box.seats > 1 or not levels(self.table.game) or not isinstance(level, int):
            return
        if not won:
            self.screen.say(f"Level {level} of the campaign is still to be won.")
            return
        try:
            progress = Campaign()
            if level > progress.open_level(self.table.game):
                self.screen.say(f"Level {level} is won, but it is still locked: the campaign does not count it.")
                return
            unlocked = progress.win(self.table.game, level)
        except LudiError as error:
            complain(error)
            return
        if unlocked is not None:
            self.screen.say(f"Level {level} is won: level {unlocked} of the campaign is now open.")
        elif level == levels(self.table.game)[-1]:
            self.screen.say("The last level of the campaign is won.")
        else:
            self.screen.say(f"Level {level} is won.")
