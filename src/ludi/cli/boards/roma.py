"""The table of Roma in a terminal: two rows of cards and the six discs between them.

The other player's row lies above, yours below, as at a real table. Persons and buildings differ in colour and by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludi.cli.words import beside
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
    account, words = view["outcome"], beside(book)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(words("roma.points"))
    table.add_column(words("roma.at-the-end"), justify="right")
    for seat, points in enumerate(account["points"]):
        wins = f"  {words('board.wins')}" if account["winners"] == [seat] else ""
        table.add_row(Text(_called(book, seat), style="bold"), f"{points}{wins}")
    table.add_row(words("roma.left"), str(account["stock"]))
    if account["credited"]:
        table.add_row(words("roma.beyond"), str(account["credited"]))
    return table


def _header(view: View, book: Phrasebook) -> Text:
    facts, words, turn = [], beside(book), view["turn"]
    if view["phase"] == "over":
        facts.append(words("roma.over", number=view["turns"]))
    elif turn is None or not view["turns"]:
        facts.append(words("board.set-up"))
    else:
        yours = turn == view["you"]
        facts.append(words("roma.turn", number=view["turns"]))
        facts.append(words("board.your-turn") if yours else words("board.to-move", name=_called(book, turn)))
    facts.append(words("roma.stock", number=view["stock"]))
    facts.append(words("roma.pile", number=view["deck_count"]))
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


def _player(view: View, book: Phrasebook, seat: int) -> Text:
    player, words = view["players"][seat], beside(book)
    name = words("word.You") if seat == view["you"] else _called(book, seat)
    counts = {"points": player["points"], "money": player["sestertii"], "cards": player["hand_count"]}
    facts = words("roma.counts", **counts)
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
    lines, words = [], beside(book)
    if place["card"] is not None:
        lines = [book.name(place["type"]), words("roma.defence", number=place["defence"])]
        if place["face_down"]:
            lines.append(words("roma.face-down"))
    if place["disc"] in blocked:
        lines.append(words("roma.blocked"))
    return Text("\n".join(lines), style="dim")


def _names(words: Iterable[str | None], book: Phrasebook) -> str:
    return ", ".join(book.name(word) if word else beside(book)("word.unknown") for word in words)


def _facts(view: View, book: Phrasebook, width: int) -> Table:
    """The dice, the hands, and whatever lies open for the moment."""
    del width
    said = beside(book)
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    if view["dice"]:
        dice = Text()
        for die in view["dice"]:
            used = f" {die['face']} {said('roma.used')} "
            dice.append(used if die["used"] else f"[{die['face']}]", "dim" if die["used"] else "bold")
            dice.append(" ")
        grid.add_row(said("roma.dice"), dice)
    for player in view["players"]:
        mine, name = player["seat"] == view["you"], _called(book, player["seat"])[:9]
        title = said("board.your-hand") if mine else said("board.hand-of", name=name)
        if player["hand"] is not None:
            hand = _names(player["hand"], book) or said("word.none")
            grid.add_row(Text(title, style="bold not dim" if mine else "dim"), hand)
        elif player["known_hand"]:
            grid.add_row(said("board.holds", name=name), _names(player["known_hand"], book))
    mine, turn = view["you"] is not None, view["turn"]
    drew = said("board.you-drew") if mine or turn is None else said("board.drew", name=_called(book, turn)[:9])
    for title, words in (
        (drew, view["drawn"]),
        (said("roma.taken-up"), view["taken_up"]),
        (said("roma.the-pile"), view["pile"]),
        (said("roma.you-give"), (view["gifts"] or {}).get("yours", []) if mine else []),
        (said("roma.discarded"), view["discard"]),
    ):
        if words:
            grid.add_row(title, _names(words, book))
    if view["effect"]:
        effect = view["effect"]
        told = said("roma.at-disc", card=book.name(effect["card"]), disc=effect["disc"])
        grid.add_row(said("roma.under-way"), told)
    if view["essedum"]:
        grid.add_row("Essedum", said("roma.essedum", number=view["essedum"]))
    return grid
