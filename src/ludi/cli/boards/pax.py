"""The table of PAX in a terminal.

Every card is written out ("Army 2/3": two symbols, value three) on the colour of its category, so no fact hangs on
colour alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludi.cli.words import beside
from ludi.core import Phrase, Phrasebook, View

INK = "#1c1a17"
COLOURS = {
    "wealth": "#dcc79a",
    "fleet": "#7fb0dc",
    "army": "#e39a4e",
    "religion": "#b9b9b9",
    "senator": "#e9d65b",
    "land": "#8cc178",
    "intrigue": "#df7468",
}
LABELS = 15
"""The width of the titles at the left of the displays."""
LEAST_LEGIONS = 58
"""Where so much is left beside the displays, the Legions stand beside them."""


def draw(view: View, book: Phrasebook, width: int) -> RenderableType:
    column = _column(view, width, LABELS, most=9)
    displays = _displays(view, book, column)
    left = width - (LABELS + 1) - (column + 1) * (len(view["players"]) + 1) - 4
    parts: list[RenderableType] = [_header(view, book), Text()]
    if left >= LEAST_LEGIONS:
        side_by_side = Table.grid(padding=(0, 4, 0, 0))
        side_by_side.add_row(_legions(view, book, left), displays)
        parts.append(side_by_side)
    else:
        parts += [_legions(view, book, width), Text(), displays]
    parts += [Text(), _secrets(view, book, width), Text()]
    return Group(*parts)


def _column(view: View, width: int, labels: int, most: int, others: int = 1) -> int:
    """How wide the column of a player can be beside titles and so many other columns."""
    return max(3, min(most, (width - labels - 1) // (len(view["players"]) + others) - 1))


def _short_names(book: Phrasebook, seats: int, width: int) -> list[str]:
    """The players' names, cut to a width but still different."""
    names = [_called(book, seat) for seat in range(seats)]
    cut = [name[:width].strip() for name in names]
    if len(set(cut)) < seats:
        cut = [f"{name[: max(1, width - 2)].strip()} {seat + 1}" for seat, name in enumerate(names)]
    return cut


# The header


def _header(view: View, book: Phrasebook) -> Text:
    facts, roles, words, you = [], [], beside(book), view["you"]
    if view["solo_level"]:
        facts.append(words("pax.solitaire", level=view["solo_level"]))
    if view["phase"] == "over":
        facts.append(words("pax.over", number=view["round"]))
    elif view["phase"] == "draft":
        facts.append(words("board.set-up"))
    else:
        turn = view["turn"]
        facts.append(words("pax.round", number=view["round"]))
        facts.append(words("board.your-turn") if turn == you else words("board.to-move", name=_called(book, turn)))
    facts.append(words("pax.deck", number=view["deck"]["count"]))
    if not view["solo_level"]:
        starter = view["starter"]
        roles.append(words("pax.you-start") if starter == you else words("pax.starts", name=_called(book, starter)))
        roles.append(words("pax.primus", name=_seat(view, book, view["conspirator"])))
    line = Text("PAX", style="bold")
    line.append("  " + " · ".join(facts), style="not bold")
    if view["last_round"] and view["phase"] != "over":
        line.append(f" · {words('pax.last-round')}", style="bold")
    if roles:
        line.append("\n     " + " · ".join(roles), style="not bold dim")
    return line


def _seat(view: View, book: Phrasebook, seat: int | None) -> str:
    if seat is None:
        return book.name("nobody")
    return beside(book)("word.you") if seat == view["you"] else _called(book, seat)


def _called(book: Phrasebook, seat: int) -> str:
    return book.seats[seat] if seat < len(book.seats) else f"{book.name('player')} {seat + 1}"


# Cards


def chip(word: str, book: Phrasebook) -> Text:
    """A card on the colour of its category."""
    category = word.partition("-")[0]
    return Text(f" {book.name(word)} ", style=f"{INK} on {COLOURS[category]}")


def _row_of_cards(chips: Iterable[Text], width: int) -> Text:
    """Cards side by side, broken into lines between cards only."""
    text = Text()
    used = 0
    for each in chips:
        if used and used + 1 + each.cell_len > width:
            text.append("\n")
            used = 0
        if used:
            text.append(" ")
            used += 1
        text.append_text(each)
        used += each.cell_len
    return text


def _cards(words: Sequence[str], book: Phrasebook, width: int) -> Text:
    if not words:
        return Text(f" {beside(book)('word.none')} ", style="dim")
    return _row_of_cards((chip(word, book) for word in words), width)


# Legions


def _legions(view: View, book: Phrasebook, width: int) -> Table:
    priced = bool(_payer(view, book)) and any(legion["price"] is not None for legion in view["legions"])
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    words = beside(book)
    table.add_column(words("pax.legion"), justify="right", no_wrap=True)
    table.add_column(words("pax.open-cards"), no_wrap=True)
    table.add_column(words("pax.value"), justify="right", no_wrap=True)
    if priced:
        table.add_column(_payer(view, book), justify="right", no_wrap=True)
    for legion in view["legions"]:
        cells: list[RenderableType] = [
            Text(str(legion["number"]), style="bold"),
            _cards(legion["cards"], book, width - 28),
            str(legion["value"]) if legion["cards"] else "",
        ]
        if priced:
            cells.append(str(legion["price"]) if legion["cards"] else "")
        table.add_row(*cells)
    return table


def _payer(view: View, book: Phrasebook) -> str:
    """Whose prices are shown: yours, or with all hands open those of the one player who decides."""
    if view["phase"] == "over" or (view["you"] is None and len(view["actors"]) != 1):
        return ""
    words = beside(book)
    if view["you"] is not None:
        return words("pax.you-pay")
    return words("pax.pays", name=_called(book, view["actors"][0])[:9])


# Displays


def _displays(view: View, book: Phrasebook, column: int) -> Table:
    """One row for each category, one column for Rome and each player: symbols, and in brackets cards if they fit."""
    players = view["players"]
    names = _short_names(book, len(players), column)
    owners = [view["rome"], *players]
    widest = max(_pile(owner["display"][category], True).cell_len for owner in owners for category in COLOURS)
    counts = widest <= column
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    words = beside(book)
    table.add_column(words("pax.symbols-cards" if counts else "pax.symbols"), no_wrap=True, width=LABELS)
    table.add_column(Text(words("pax.rome")[:column], style="bold"), justify="right", no_wrap=True, width=column)
    for seat, name in enumerate(names):
        mine = seat == view["you"]
        heading = Text(words("word.You")[:column] if mine else name, style="bold")
        table.add_column(heading, justify="right", no_wrap=True, width=column, style="bold" if mine else "")
    for category, colour in COLOURS.items():
        table.add_row(
            _category(category, colour, book),
            *(_pile(owner["display"][category], counts) for owner in owners),
        )
    for title, tell in _BROUGHT:
        cells = [tell(player) for player in players]
        if any(cells):
            table.add_row(Text(words(title), style="dim"), "", *cells)
    for title, key in _COUNTS:
        if len(players) > 1 and all(player[key] is not None for player in players):
            table.add_row(Text(words(title), style="dim"), "", *(str(player[key]) for player in players))
    return table


def _category(category: str, colour: str, book: Phrasebook) -> Text:
    name = book.name(category)
    return Text.assemble((f" {name[0]} ", f"bold {INK} on {colour}"), f" {name}")


def _pile(pile: dict[str, Any], counts: bool) -> Text:
    if not pile["count"]:
        return Text("-", style="dim")
    if not counts:
        return Text(str(pile["symbols"]))
    return Text.assemble(str(pile["symbols"]), (f" ({pile['count']})", "dim not bold"))


_BROUGHT: tuple[tuple[str, Callable[[dict[str, Any]], str]], ...] = (
    ("pax.limit", lambda player: str(player["limit"])),
    ("pax.discount", lambda player: f"-{player['discount']}" if player["discount"] else ""),
    ("pax.sight", lambda player: str(player["sight"]) if player["sight"] > 1 else ""),
    ("pax.bonus-fleets", lambda player: f"+{player['bonus']['fleet']}" if player["bonus"]["fleet"] else ""),
    ("pax.bonus-armies", lambda player: f"+{player['bonus']['army']}" if player["bonus"]["army"] else ""),
)
"""What a display brings, shown once somebody has it."""

_COUNTS = (("pax.aurei", "coins"), ("pax.in-hand", "hand_count"))
"""Purses and hands, shown where those of others are known."""


# What you know and the others do not


def _secrets(view: View, book: Phrasebook, width: int) -> Table:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    room, words = width - 20, beside(book)
    backs = [chip(word, book) if word else Text(" ▒▒▒▒▒▒ ") for word in view["rome"]["hidden"]]
    grid.add_row(words("pax.hidden"), _row_of_cards(backs, room))
    for player in view["players"]:
        known = player["known_hand"]
        if player["hand"] is not None:
            mine = player["seat"] == view["you"]
            name = _called(book, player["seat"])[:9]
            whose = words("board.your-hand") if mine else words("board.hand-of", name=name)
            grid.add_row(Text(whose, style="bold not dim" if mine else "dim"), _cards(player["hand"], book, room))
        elif known:
            grid.add_row(words("board.holds", name=_called(book, player["seat"])[:9]), _cards(known, book, room))
    you = view["you"]
    if view["offer"] and you is not None:
        grid.add_row(Text(words("pax.dealt"), style="bold not dim"), _cards(view["offer"], book, room))
    if view["drawn"]:
        name = _called(book, view["turn"])[:9]
        drew = words("board.you-drew") if you is not None else words("board.drew", name=name)
        grid.add_row(Text(drew, style="bold not dim"), _cards(view["drawn"], book, room))
    under = [word for _, word in view["deck"]["known"]]
    if under:
        above = view["deck"]["known"][0][0]
        lies = "it" if len(under) == 1 else "first"
        place = words(f"pax.{lies}-below", number=above) if above else words(f"pax.{lies}-on-top")
        where = Text(place, style="dim")
        grid.add_row(words("pax.you-put" if you is not None else "pax.put"), Group(_cards(under, book, room), where))
    if view["you"] is not None and view["phase"] != "over":
        me = view["players"][view["you"]]
        grid.add_row(Text(words("pax.purse"), style="bold not dim"), _purse(view, book, me))
    return grid


def _purse(view: View, book: Phrasebook, me: dict[str, Any]) -> str:
    words = beside(book)
    if view["income"] is not None and view["turn"] == view["you"]:
        return words("pax.income", number=me["coins"], income=view["income"])
    return words("pax.coins", number=me["coins"])


# The end


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    account = view["outcome"]
    alone, words = bool(view["solo_level"]), beside(book)
    parts: list[RenderableType] = [_holders(view, account, book, width, alone)]
    if alone:
        beaten = len(account["beaten"])
        parts += [Text(), Text(words("pax.stronger", number=beaten, needed=account["needed"]))]
        if account["missing"]:
            missing = ", ".join(book.name(each) for each in account["missing"])
            parts.append(Text(words("pax.missing", names=missing)))
    elif "points" in account:
        parts += [Text(), _points(view, account, book, width)]
    return Group(*parts)


def _holders(view: View, account: dict[str, Any], book: Phrasebook, width: int, alone: bool) -> Table:
    """Who held each category against Rome, bonuses included."""
    column, words = _column(view, width - 12, LABELS, most=9), beside(book)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(words("pax.symbols"), no_wrap=True, width=LABELS)
    table.add_column(Text(words("pax.rome")[:column], style="bold"), justify="right", no_wrap=True, width=column)
    for name in _short_names(book, len(view["players"]), column):
        table.add_column(Text(name, style="bold"), justify="right", no_wrap=True, width=column)
    table.add_column(f" {words('pax.held-by')}")
    for category, colour in COLOURS.items():
        strengths = [strength[category] for strength in account["players"]]
        if category in account["beaten"] if alone else category not in account["held_by_rome"]:
            holder = ", ".join(_called(book, seat) for seat, each in enumerate(strengths) if each == max(strengths))
        else:
            holder = words("pax.rome")
        row = [str(account["rome"][category]), *map(str, strengths), f" {holder}"]
        table.add_row(_category(category, colour, book), *row)
    return table


def _points(view: View, account: dict[str, Any], book: Phrasebook, width: int) -> Table:
    """The points, item by item."""
    points = account["points"]
    titles = [book.say(Phrase(f"points.{item}")) for item in points[0]]
    labels = max(map(len, titles))
    column = _column(view, width, labels, most=9, others=0)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column(beside(book)("board.points"), no_wrap=True, width=labels)
    for name in _short_names(book, len(points), column):
        table.add_column(Text(name, style="bold"), justify="right", no_wrap=True, width=column)
    for title, item in zip(titles, points[0], strict=True):
        table.add_row(title, *(str(each[item]) for each in points))
    table.add_row(
        Text(beside(book)("pax.together"), style="bold"), *(Text(str(each), style="bold") for each in account["scores"])
    )
    return table
