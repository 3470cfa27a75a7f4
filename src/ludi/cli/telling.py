"""What happened and what may be done, in sentences on the screen. Shared by play and replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from rich.table import Table as Grid
from rich.text import Text

from ludi.cli.screen import Screen
from ludi.cli.words import beside as words_of
from ludi.core import Event, Phrase, Phrasebook, State, Table, clean

FEW = 4
"""So many choices with one explanation are named; of more, only some."""

LONG = 16
"""A list of choices longer than this is drawn together by verbs."""

OPENERS = ("activation",)
"""Events that begin a paragraph even when the one before speaks of the same."""

MANY = 16
"""So many paragraphs of the log are shown of themselves; 'l' shows all."""


def paragraphs(events: Iterable[Event], book: Phrasebook, seat: int | None, *, opened: bool = False) -> list[Text]:
    """The log: events of one seat in a row make one paragraph, and so do events of nobody.

    "Livia draws a card. Livia passes." is told as "Livia draws a card; passes." The one who reads is marked: the same
    player stands as "You" above the log.
    """
    names = book.seats
    if seat is not None and not opened and seat < len(names):
        book.seats = [
            words_of(book)("log.you", name=name) if number == seat else name for number, name in enumerate(names)
        ]
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
        owner, name = _owner(event, book)
        begins = bool(name) and sentence.startswith(f"{name} ")
        if owner != whose or event.kind in OPENERS:
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


def _owner(event: Event, book: Phrasebook) -> tuple[object, str]:
    """Whose deed it is, a seat's or a side's, and how that one is called."""
    owner = event.facts.get("seat")
    if isinstance(owner, int):
        return owner, clean(book.seats[owner]) if 0 <= owner < len(book.seats) else ""
    side = event.facts.get("power", event.facts.get("side"))
    return (side, clean(book.name(side))) if isinstance(side, str) else (None, "")


def tell(screen: Screen, told: Sequence[Text | str], *, most: int | None = None) -> None:
    """Print paragraphs as a list, the last ``most`` of them."""
    grid = Grid.grid(padding=(0, 1))
    if most is not None and len(told) > most:
        grid.add_row(Text("·", style="dim"), Text(screen.words("log.more"), style="dim"))
        told = told[-most:]
    for each in told:
        grid.add_row(Text("·", style="dim"), Text(clean(each)) if isinstance(each, str) else each)
    screen.say(grid)


def seed(screen: Screen, table: Table) -> None:
    """What a game that is over was dealt from: the word that was typed, and the seed it stands for."""
    if table.seed_word is not None:
        screen.tell("table.seed-word", word=table.seed_word, style="dim")
    screen.say_line(screen.words("table.seed-was"), table.seed.hex(), style="dim")


def with_rule(phrase: Phrase, book: Phrasebook) -> Text:
    """A sentence and the rule it rests on."""
    text = Text(clean(book.say(phrase)))
    if phrase.rule:
        text.append(f" [{phrase.rule}]", style="dim")
    return text


def choices(
    screen: Screen,
    state: State,
    legal: Sequence[int],
    book: Phrasebook,
    note: Callable[[str], str] | None = None,
    only: Sequence[int] | None = None,
    cite: bool = False,
) -> None:
    """The numbered choices with their stable words; of a long list, those with the same verb on one line.

    ``note`` adds what is worth knowing beside a choice; ``only`` picks some by their numbers; with ``cite`` the rule
    stands where it changes.
    """
    grid = Grid(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), width=min(screen.width, 100))
    grid.add_column(justify="right", no_wrap=True, min_width=3)
    grid.add_column(ratio=1)
    grid.add_column(justify="right", style="dim", no_wrap=True)
    numbers = list(range(1, len(legal) + 1)) if only is None else list(only)
    cited = ""
    grouped = only is None and len(numbers) > LONG
    for group in _groups(state, legal, numbers) if grouped else [[number] for number in numbers]:
        first = legal[group[0] - 1]
        if len(group) <= FEW:
            for number in group:
                word = state.spell(legal[number - 1])
                label = Text(clean(book.say(state.label(legal[number - 1]))))
                beside = note(word) if note is not None else ""
                if beside:
                    label.append(f" ({clean(beside)})", style="dim")
                rule = state.label(legal[number - 1]).rule
                if cite and rule and rule != cited:
                    label.append(f" [{rule}]", style="dim")
                    cited = rule
                grid.add_row(Text(str(number), style="bold"), label, Text(word))
            continue
        verb, cited = state.box.vocabulary.verb(first), state.label(first).rule
        together = Text(_together(state, legal, group, book))
        if cite and cited:
            together.append(f" [{cited}]", style="dim")
        grid.add_row(Text(spans(group), style="bold"), together, Text(f"{verb}:..."))
    screen.say(grid)
    if grouped:
        screen.tell("log.narrow", style="dim")


def _groups(state: State, legal: Sequence[int], numbers: Sequence[int]) -> list[list[int]]:
    """Neighbours that differ only in the thing they name."""
    groups: list[list[int]] = []
    last: object = None
    for number in numbers:
        phrase = state.label(legal[number - 1])
        same = (phrase.key, *((fact, str(value)) for fact, value in phrase.facts.items() if fact != "what"))
        if same == last:
            groups[-1].append(number)
        else:
            groups.append([number])
        last = same
    return groups


def _together(state: State, legal: Sequence[int], group: Sequence[int], book: Phrasebook) -> str:
    """One sentence for all choices of a group."""
    phrases = [state.label(legal[number - 1]) for number in group]
    things = [phrase.facts["what"] for phrase in phrases if "what" in phrase.facts]
    facts = {**phrases[0].facts, "what": cast("Sequence[str]", things)}
    return clean(book.say(Phrase(phrases[0].key, facts)))


def matching(state: State, legal: Sequence[int], book: Phrasebook, typed: str, note: Callable[[str], str]) -> list[int]:
    """The numbers of the choices that speak of every typed word."""
    words = typed.lower().split()
    found = []
    for number, action in enumerate(legal, 1):
        word = state.spell(action)
        text = f"{word} {book.say(state.label(action))} {note(word)}".lower()
        if all(each in text for each in words):
            found.append(number)
    return found


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
