"""What happened and what may be done, in sentences on the screen. Shared by play and replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table as Grid
from rich.text import Text

from ludi.cli.screen import Screen, clean
from ludi.core import Event, Phrase, Phrasebook, State

MANY = 16
"""So many paragraphs of the log are shown of themselves; 'l' shows all."""


def paragraphs(events: Iterable[Event], book: Phrasebook, seat: int | None, *, opened: bool = False) -> list[Text]:
    """The log: events of one seat in a row make one paragraph, and so do events of nobody.

    "Livia draws a card. Livia passes." is told as "Livia draws a card; passes."
    """
    told: list[list[str]] = []
    owners: list[str] = []
    whose: object = ()
    named = False
    for event in events:
        sentence = clean(book.say(event.opened() if opened else event.seen_by(seat)))
        owner = event.facts.get("seat")
        name = clean(book.seats[owner]) if isinstance(owner, int) and 0 <= owner < len(book.seats) else ""
        begins = bool(name) and sentence.startswith(f"{name} ")
        if owner != whose:
            told.append([sentence])
            owners.append(name if begins else "")
        else:
            last = told[-1][-1]
            if named and begins and last.endswith(".") and ". " not in last:
                told[-1][-1] = f"{last[:-1]};"
                sentence = sentence[len(name) + 1 :]
            told[-1].append(sentence)
        whose, named = owner, begins
    texts = []
    for sentences, name in zip(told, owners, strict=True):
        text = Text(" ".join(sentences))
        text.stylize("bold", 0, len(name))
        texts.append(text)
    return texts


def tell(screen: Screen, told: Sequence[Text | str], *, most: int | None = None) -> None:
    """Print paragraphs as a list, the last ``most`` of them."""
    grid = Grid.grid(padding=(0, 1))
    if most is not None and len(told) > most:
        grid.add_row(Text("·", style="dim"), Text("... (l shows the whole log)", style="dim"))
        told = told[-most:]
    for each in told:
        grid.add_row(Text("·", style="dim"), Text(clean(each)) if isinstance(each, str) else each)
    screen.say(grid)


def with_rule(phrase: Phrase, book: Phrasebook) -> Text:
    """A sentence and the rule it rests on."""
    text = Text(clean(book.say(phrase)))
    if phrase.rule:
        text.append(f" [{phrase.rule}]", style="dim")
    return text


def choices(screen: Screen, state: State, legal: Sequence[int], book: Phrasebook) -> None:
    """The numbered choices with their stable words."""
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), width=min(screen.width, 100))
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    grid.add_column(ratio=1)
    grid.add_column(justify="right", style="dim", no_wrap=True)
    for number, action in enumerate(legal, 1):
        label = Text(clean(book.say(state.label(action))))
        grid.add_row(Text(str(number), style="bold"), label, Text(state.spell(action)))
    screen.say(grid)


def explanations(screen: Screen, state: State, legal: Sequence[int], book: Phrasebook, only: int | None = None) -> None:
    """The choices explained, each with its rule; ``only`` picks one by its number."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    for number, action in enumerate(legal, 1):
        if only is not None and number != only:
            continue
        text = Text(clean(book.say(state.label(action))), style="bold")
        text.append("\n")
        text.append_text(Text(style="not bold").append_text(with_rule(state.explain(action), book)))
        grid.add_row(Text(str(number), style="bold"), text)
    screen.say(grid)
