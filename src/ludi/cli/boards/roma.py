"""The table of Roma in a terminal: two rows of cards and the six discs between them.

The other player's row lies above, yours below, as at a real table. Persons and buildings differ in colour and by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludi.core import Phrasebook, View

INK = "#1c1a17"
COLOURS = {"person": "#e6cb74", "building": "#c3b6a6"}
WIDEST = 18


def draw(view: View, book: Phrasebook, width: int) -> RenderableType:
    near = view["you"] or 0
    far = 1 - near
    column = min(WIDEST, width // 6 - 1)
    parts: list[RenderableType] = [_header(view, book), Text(), _player(view, book, far)]
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    for _ in range(6):
        table.add_column(width=column, justify="center")
    rows = [view["players"][seat]["row"] for seat in (far, near)]
    blocked = [view["players"][seat]["blocked"] for seat in (far, near)]
    table.add_row(*(_place(place, book, column) for place in rows[0]))
    table.add_row(*(_note(place, blocked[0], book) for place in rows[0]))
    table.add_row(*(Text(f"─ {place['disc']} ─".center(column, "─"), style="dim") for place in rows[0]))
    table.add_row(*(_place(place, book, column) for place in rows[1]))
    table.add_row(*(_note(place, blocked[1], book) for place in rows[1]))
    parts += [table, _player(view, book, near), Text(), _facts(view, book, width), Text()]
    return Group(*parts)


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    del width
    account = view["outcome"]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("victory points")
    table.add_column("at the end", justify="right")
    for seat, points in enumerate(account["points"]):
        wins = "  wins" if account["winners"] == [seat] else ""
        table.add_row(Text(_called(book, seat), style="bold"), f"{points}{wins}")
    table.add_row("left in the stock", str(account["stock"]))
    if account["credited"]:
        table.add_row("paid out beyond it", str(account["credited"]))
    return table


def _header(view: View, book: Phrasebook) -> Text:
    facts = []
    if view["phase"] == "over":
        facts.append(f"over after {_count(view['turns'], 'turn', 'turns')}")
    elif view["turn"] is None or not view["turns"]:
        facts.append("set-up")
    else:
        whose = "your turn" if view["turn"] == view["you"] else f"{_called(book, view['turn'])} to move"
        facts += [f"turn {view['turns']}", whose]
    facts.append(_count(view["stock"], "victory point", "victory points") + " in the stock")
    facts.append(_count(view["deck_count"], "card", "cards") + " in the pile")
    return Text.assemble(("Roma", "bold"), "  " + " · ".join(facts))


def _called(book: Phrasebook, seat: int) -> str:
    return book.seats[seat] if seat < len(book.seats) else f"{book.name('player')} {seat + 1}"


def about(view: View, word: str) -> str:
    """The card that a disc stands for: the own one for a die, the opposing one for a target."""
    verb, _, disc = word.partition(":")
    if verb not in ("activate", "target") or view["you"] is None:
        return ""
    whose = view["you"] if verb == "activate" else 1 - view["you"]
    card = view["players"][whose]["row"][int(disc) - 1]["card"]
    return card or ""


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _player(view: View, book: Phrasebook, seat: int) -> Text:
    player = view["players"][seat]
    name = "You" if seat == view["you"] else _called(book, seat)
    counts = (
        _count(player["points"], "victory point", "victory points"),
        _count(player["sestertii"], "sestertius", "sestertii"),
        _count(player["hand_count"], "card in hand", "cards in hand"),
    )
    facts = " · ".join(counts)
    return Text.assemble((name, "bold"), f"  {facts}")


def _place(place: dict[str, Any], book: Phrasebook, column: int) -> Text:
    if place["card"] is None:
        return Text("▒▒▒▒▒▒" if place["face_down"] else "-", style="" if place["face_down"] else "dim")
    name = book.name(place["card"])
    style = f"{INK} on {COLOURS[place['type']]}"
    if len(name) + 2 <= column:
        return Text(f" {name} ", style=style)
    # The one long name stands on two lines.
    first, _, second = name.partition(" ")
    return Text.assemble((f" {first} ", style), "\n", (f" {second} ", style)) if second else Text(name, style=style)


def _note(place: dict[str, Any], blocked: Sequence[int], book: Phrasebook) -> Text:
    lines = []
    if place["card"] is not None:
        lines = [book.name(place["type"]), f"defence {place['defence']}"]
        if place["face_down"]:
            lines.append("face down")
    if place["disc"] in blocked:
        lines.append("BLOCKED")
    return Text("\n".join(lines), style="dim")


def _names(words: Iterable[str | None], book: Phrasebook) -> str:
    return ", ".join(book.name(word) if word else "unknown" for word in words)


def _facts(view: View, book: Phrasebook, width: int) -> Table:
    """The dice, the hands, and whatever lies open for the moment."""
    del width
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    if view["dice"]:
        dice = Text()
        for die in view["dice"]:
            dice.append(
                f" {die['face']} used " if die["used"] else f"[{die['face']}]", "dim" if die["used"] else "bold"
            )
            dice.append(" ")
        grid.add_row("Dice", dice)
    for player in view["players"]:
        mine = player["seat"] == view["you"]
        title = "Your hand" if mine else f"Hand of {_called(book, player['seat'])[:9]}"
        if player["hand"] is not None:
            grid.add_row(Text(title, style="bold not dim" if mine else "dim"), _names(player["hand"], book) or "none")
        elif player["known_hand"]:
            grid.add_row(f"{_called(book, player['seat'])[:9]} holds", _names(player["known_hand"], book))
    mine = view["you"] is not None
    turn = view["turn"]
    for title, words in (
        ("You drew" if mine or turn is None else f"{_called(book, turn)[:9]} drew", view["drawn"]),
        ("Taken up", view["taken_up"]),
        ("The pile", view["pile"]),
        ("You give", (view["gifts"] or {}).get("yours", []) if mine else []),
        ("Discarded", view["discard"]),
    ):
        if words:
            grid.add_row(title, _names(words, book))
    if view["effect"]:
        grid.add_row("Being carried out", f"{book.name(view['effect']['card'])} at disc {view['effect']['disc']}")
    if view["essedum"]:
        grid.add_row("Essedum", f"defence lowered by {view['essedum']}")
    return grid
