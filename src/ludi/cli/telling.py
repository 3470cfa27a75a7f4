"""What happened and what may be done, in sentences on the screen. Shared by play and replay."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.table import Table as Grid
from rich.text import Text

from ludi.cli.screen import Screen, clean
from ludi.core import Event, Phrase, Phrasebook, State

FEW = 4
"""So many choices with one explanation are named; of more, only some."""

MANY = 16
"""So many paragraphs of the log are shown of themselves; 'l' shows all."""


def paragraphs(events: Iterable[Event], book: Phrasebook, seat: int | None, *, opened: bool = False) -> list[Text]:
    """The log: events of one seat in a row make one paragraph, and so do events of nobody.

    "Livia draws a card. Livia passes." is told as "Livia draws a card; passes." The one who reads is marked: the same
    player stands as "You" above the log.
    """
    names = book.seats
    if seat is not None and not opened and seat < len(names):
        book.seats = [f"{name} (you)" if number == seat else name for number, name in enumerate(names)]
    try:
        return _paragraphs(events, book, seat, opened)
    finally:
        book.seats = names


def _paragraphs(events: Iterable[Event], book: Phrasebook, seat: int | None, opened: bool) -> list[Text]:
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
    """The choices explained, each with its rule; equal explanations once. ``only`` picks one by its number."""
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    groups: dict[str, list[int]] = {}
    for number, action in enumerate(legal, 1):
        if only is None or number == only:
            groups.setdefault(with_rule(state.explain(action), book).plain, []).append(number)
    for numbers in groups.values():
        actions = [legal[number - 1] for number in numbers]
        labels = [clean(book.say(state.label(action))) for action in actions]
        shown = labels if len(labels) <= FEW else [*labels[: FEW - 1], "...", labels[-1]]
        text = Text(" · ".join(shown), style="bold")
        text.append("\n")
        text.append_text(Text(style="not bold").append_text(with_rule(state.explain(actions[0]), book)))
        for about in dict.fromkeys(_about_card(state, action, book) for action in actions):
            if about:
                text.append(f"\n{about}", style="not bold")
        grid.add_row(Text(spans(numbers), style="bold"), text)
    screen.say(grid)


def _about_card(state: State, action: int, book: Phrasebook) -> str:
    """What the card of a choice does, from the rules in short, where the explanation does not say it."""
    card = state.label(action).facts.get("card")
    kind = card.partition("-")[0] if isinstance(card, str) else ""
    if not book.has(f"guide.{kind}") or state.explain(action).key.endswith(f"-{kind}"):
        return ""
    return clean(book.say(Phrase(f"guide.{kind}")))


def spans(numbers: Sequence[int]) -> str:
    """Numbers in order, neighbours drawn together: '1, 3-5'."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1][1:] = [number]
        else:
            parts.append([number])
    return ", ".join("-".join(map(str, part)) for part in parts)
