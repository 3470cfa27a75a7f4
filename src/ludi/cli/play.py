"""Playing at the terminal: show the table, ask, play, let the bots answer, until the end."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from ludi import bots
from ludi.cli import boards, counsel, guide, hinting, saves, telling
from ludi.cli.campaign import Campaign, levels
from ludi.cli.keys import COMMANDS
from ludi.cli.screen import Closed, Screen, command, complain, refused
from ludi.cli.words import bot_seated, language_of
from ludi.core import Event, IllegalAction, LudiError, MalformedAction, Phrasebook, Table, commitment


class Leave(Exception):
    """A person has left the table."""


class Play:
    """One sitting at one table."""

    def __init__(self, screen: Screen, table: Table, *, auto: bool = False, resumed: Path | None = None) -> None:
        self.screen = screen
        self.table = table
        self.auto = auto
        self.board = boards.find(table.game.name)
        self.book: Phrasebook = table.phrases(language_of(table.game))
        self.bots = {
            seat: bots.find(chair.player, table.game)
            for seat, chair in enumerate(table.seats)
            if chair.player != "person"
        }
        self.people = [seat for seat in range(table.box.seats) if seat not in self.bots]
        self.hot_seat = len(self.people) > 1
        self.shown: set[int] = set()
        """The seats that have seen the whole table in this sitting."""
        self.narrowed: list[int] = []
        """The number of the one choice that typed words have left."""
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
            self._tell_where_left(self.screen.words("table.ended"))
        except KeyboardInterrupt:
            self._cover()
            self._tell_where_left(self.screen.words("table.stopped"))
            raise
        finally:
            self.autosave.release()

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
        view, words = self.table.state.view(None), self.screen.words
        chairs = []
        for seat, chair in enumerate(self.table.seats):
            held = self.board.holds(view, self.book, seat)
            told = ", ".join(filter(None, [held, "" if chair.player == "person" else bot_seated(words, chair.player)]))
            chairs.append(f"{chair.name} ({told})" if told else chair.name)
        self.screen.say()
        self.screen.say(f"{self.table.game.title}: {', '.join(chairs)}.")
        self.screen.tell("table.keys")
        if self.table.start is not None:
            self.screen.tell("table.from-position", style="dim")
        self.screen.say_line(words("table.seed-fixed"), commitment(self.table.seed), style="dim")
        self._keep()
        if self.screen.interactive and not self.hot_seat:
            self.screen.ask(words("table.press-enter"))

    def _tell_where_left(self, why: str) -> None:
        screen, words = self.screen, self.screen.words
        if not self.table.state.actors():
            if self.autosave.kept:
                screen.say_line(words("table.left-kept", why=why), command("play", "--resume"))
            else:
                screen.tell("table.left-over", why=why)
        elif self.saved == self.table.decisions and self.saved_to is not None:
            screen.say_line(words("table.left-saved", why=why), self._way_on(self.saved_to))
        elif self.autosave.kept:
            screen.say_line(words("table.left-unfinished", why=why), command("play", "--resume"))
        else:
            screen.tell("table.left", why=why)

    def _way_on(self, path: Path) -> str:
        return command("play", "--load", path)

    def _let_bot_decide(self, seat: int) -> None:
        table = self.table
        # The stream follows from the seed and the place in the game: undo and resume do not change what a bot does.
        rng = random.Random(f"{table.seed.hex()}/{len(table.decisions)}/{seat}")
        with self.screen.waiting(self.screen.words("table.thinks", name=table.seats[seat].name)):
            action = self.bots[seat].choose(table.state.perspective(seat), rng)
        table.play(seat, action)

    def _sit_down(self, seat: int) -> None:
        """On a shared keyboard: hide everything before the next person looks."""
        if self.sitting == seat:
            return
        self.sitting = seat
        self.screen.clear()
        self.screen.heading(self.screen.words("table.next-player"))
        self.screen.ask(self.screen.words("table.sit-down", name=self.table.seats[seat].name))

    # One decision

    def _show(self, seat: int, *, whole: bool = False) -> None:
        screen, state = self.screen, self.table.state
        view, news = state.view(seat), self._news(seat)
        screen.clear()
        if whole or seat not in self.shown:
            screen.say(self.board.draw(view, self.book, screen.width))
        else:
            screen.say(self.board.focus(view, self.book, screen.width, self._spoken_of(seat, news)))
        self.shown.add(seat)
        told = telling.paragraphs(news, self.book, seat)
        if told:
            screen.heading(screen.words("table.since" if self._last(seat) else "table.so-far"))
            telling.tell(screen, told, most=telling.MANY)
        who = self.table.seats[seat].name if self.hot_seat else None
        screen.heading(self.board.whose(view, self.book, who))
        self._prompt(seat)

    def _spoken_of(self, seat: int, news: list[Event]) -> set[str]:
        """The things that the choices and the news name."""
        state = self.table.state
        words = {state.box.vocabulary.argument(action) for action in state.legal(seat)}
        facts = [*state.prompt(seat).facts.values(), *(fact for event in news for fact in event.facts.values())]
        return words | {fact for fact in facts if isinstance(fact, str)}

    def _prompt(self, seat: int, only: list[int] | None = None) -> None:
        state = self.table.state
        self.screen.say(telling.with_rule(state.prompt(seat), self.book))
        telling.choices(self.screen, state, state.legal(seat), self.book, self._noted(seat), only, self.board.CITES)

    def _noted(self, seat: int) -> Callable[[str], str]:
        view = self.table.state.view(seat)
        return lambda word: self.board.note(view, self.book, word)

    def _last(self, seat: int) -> int:
        """The number of the last decision of this seat, 0 if it has made none."""
        decisions = self.table.decisions
        return next((number for number in range(len(decisions), 0, -1) if decisions[number - 1][0] == seat), 0)

    def _news(self, seat: int) -> list[Event]:
        since = self._last(seat)
        return [event for number, event in self.table.events if number >= since]

    def _ask(self, seat: int) -> None:
        """Ask until a decision is made (or taken back)."""
        self.narrowed = []
        self._show(seat)
        decisions = len(self.table.decisions)
        while len(self.table.decisions) == decisions:
            legal = self.table.state.legal(seat)
            if len(legal) == 1 and self.auto:
                self.screen.tell("table.of-itself", label=self.book.say(self.table.state.label(legal[0])))
                self.table.play(seat, legal[0])
                return
            only = [1] if len(legal) == 1 else self.narrowed
            key = "table.enter-only" if len(legal) == 1 else "table.enter-this"
            line = self.screen.ask(self.screen.words(key) if only else "")
            if line or only:
                self._answer(seat, line or str(only[0]))
            else:
                self.screen.tell("table.type-number", last=len(legal))

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
                self.screen.say(counsel.no_choice(self.screen.words, line[:20], len(legal)))
            return
        if line.startswith("?"):
            word, rest = "?", line[1:].strip()
        asked = COMMANDS.get(word.lower())
        if asked is None or counsel.is_action(state, line):
            self._play_word(seat, line)
        elif asked == "explain":
            counsel.explain(self.screen, state, seat, self.book, rest)
        elif asked == "rules":
            guide.show(self.screen, self.table.game, self.book)
        elif asked == "why":
            counsel.why(self.screen, state, seat, self.book, rest)
        elif asked == "undo":
            self._undo(seat)
        elif asked == "back":
            self._take_back(seat)
        elif asked == "hint":
            self._hint(seat)
        elif asked == "log":
            telling.tell(self.screen, telling.paragraphs((event for _, event in self.table.events), self.book, seat))
        elif asked == "board":
            self._board(seat, rest)
        elif asked == "save":
            self._save(rest)
        elif asked == "help":
            self.screen.tell("table.help")
        else:
            self._quit()

    def _board(self, seat: int, name: str) -> None:
        """``b`` draws the whole table, ``b NAME`` a part of it; which parts there are is told to whoever names none."""
        view = self.table.state.view(seat)
        part = self.board.part(view, self.book, self.screen.width, name) if name else None
        if part is not None:
            self.screen.say(part)
            return
        if name:
            self.screen.tell("table.no-part", name=name[:40])
        else:
            self._show(seat, whole=True)
        if parts := self.board.parts(view, self.book):
            self.screen.tell("table.parts", parts=", ".join(parts))

    def _narrow(self, seat: int, typed: str) -> bool:
        """Show only the choices that speak of the typed words; False if none does, or all do."""
        state = self.table.state
        legal = state.legal(seat)
        found = telling.matching(state, legal, self.book, typed, self._noted(seat))
        if not found or (len(found) == len(legal) and len(legal) > 1):
            return False
        self.narrowed = found if len(found) == 1 else []
        telling.choices(self.screen, state, legal, self.book, self._noted(seat), found, self.board.CITES)
        return True

    def _play_word(self, seat: int, word: str) -> None:
        word = counsel.spelled(self.table.state, word)
        if ":" not in word and not counsel.is_action(self.table.state, word) and self._narrow(seat, word):
            return
        try:
            self.table.play(seat, word)
        except IllegalAction as refused:
            self.screen.say(telling.with_rule(refused.why, self.book))
        except MalformedAction:
            if ":" in word or not counsel.tell_reasons(self.screen, self.table.state, seat, self.book, word):
                said = counsel.unknown(self.screen.words, self.table.state, seat, word)
                self.screen.tell("table.no-action", said=said)

    def _undo(self, seat: int) -> None:
        try:
            self.table.undo(seat)
        except LudiError as error:
            self.screen.say(refused(error))

    def _take_back(self, seat: int) -> None:
        try:
            hinting.take_back(self.screen, self.table, seat, several=self.hot_seat)
        except LudiError as error:
            self.screen.say(refused(error))

    def _hint(self, seat: int) -> None:
        if self.hot_seat:
            self.screen.tell("hint.among-people")
        else:
            hinting.show(self.screen, self.table, seat, self.book)

    # Keeping

    def _save(self, name: str = "") -> None:
        try:
            again = not name and self.saved_to is not None
            path = Path(name).expanduser() if name else self.saved_to or saves.fresh_path(self.table)
            saves.write(self.table, path, overwrite=again)
            saves.remember(path)
        except (LudiError, RuntimeError) as error:
            self.screen.say_path(refused(error))
            return
        self.saved_to = path
        self.saved = list(self.table.decisions)
        self.autosave.drop()
        self.screen.say_line(self.screen.words("table.saved"), str(path))

    def _quit(self) -> None:
        if self.saved != self.table.decisions:
            if self.screen.ask_yes(self.screen.words("table.save-first")):
                self._save()
                if self.saved != self.table.decisions:
                    return
            else:
                self.autosave.drop()
                self._cover()
                self._say_thrown_away()
                raise Leave
        self._cover()
        if self.saved_to is not None and self.saved == self.table.decisions:
            self.screen.say_line(self.screen.words("table.go-on"), self._way_on(self.saved_to))
        self.screen.tell("word.vale")
        raise Leave

    def _say_thrown_away(self) -> None:
        if self.saved_to is None:
            self.screen.tell("table.thrown-away")
        else:
            self.screen.say_line(self.screen.words("table.thrown-since"), self._way_on(self.saved_to))
            self.screen.tell("word.vale")

    # The end

    def _finish(self) -> None:
        screen, table = self.screen, self.table
        outcome = table.state.outcome()
        assert outcome is not None
        self._keep()
        seat = self.people[0] if len(self.people) == 1 else None
        view = table.state.view(seat)
        screen.clear()
        screen.say(self.board.draw(view, self.book, screen.width))
        since = min((self._last(each) for each in self.people), default=0)
        screen.heading(screen.words("table.the-end"))
        ending = [event for number, event in table.events if number >= since]
        telling.tell(screen, telling.paragraphs(ending, self.book, seat), most=telling.MANY)
        screen.heading(screen.words("table.reckoning"))
        screen.say(self.board.reckon(view, self.book, screen.width))
        screen.say()
        screen.say(telling.with_rule(outcome.phrase(), self.book), style="bold")
        if table.start is None:
            self._campaign(bool(outcome.winners))
        screen.say()
        telling.seed(screen, table)
        screen.tell("table.can-verify", style="dim")
        if not screen.ask_yes(screen.words("table.save-record")):
            self.autosave.drop()
            return
        self._save()
        if self.saved_to is not None and self.saved == table.decisions:
            screen.say_line(screen.words("table.check"), command("verify", self.saved_to))
        elif self.autosave.kept:
            screen.say_line(screen.words("table.record-kept"), command("play", "--resume"))

    def _campaign(self, won: bool) -> None:
        level = self.table.box.options.get("solo")
        if self.table.box.seats > 1 or not levels(self.table.game) or not isinstance(level, int):
            return
        if not won:
            self.screen.tell("campaign.still", level=level)
            return
        try:
            progress = Campaign()
            if level > progress.open_level(self.table.game):
                self.screen.tell("campaign.not-counted", level=level)
                return
            unlocked = progress.win(self.table.game, level)
        except LudiError as error:
            complain(error)
            return
        if unlocked is not None:
            self.screen.tell("campaign.unlocked", level=level, next=unlocked)
        elif level == levels(self.table.game)[-1]:
            self.screen.tell("campaign.last")
        else:
            self.screen.tell("campaign.won", level=level)
