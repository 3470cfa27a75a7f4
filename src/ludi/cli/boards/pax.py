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
WIDE = 124
"""From this width on, Legions and displays stand side by side."""
LEGIONS_SHARE = 52
NAME_WIDTH = 9


def draw(view: View, book: Phrasebook, width: int) -> RenderableType:
    parts: list[RenderableType] = [_header(view, book)]
    displays = _displays(view, book)
    if width >= WIDE:
        side_by_side = Table.grid(padding=(0, 4))
        side_by_side.add_row(_legions(view, book, width - LEGIONS_SHARE - 18), displays)
        parts += [Text(), side_by_side]
    else:
        parts += [Text(), _legions(view, book, width), Text(), displays]
    parts += [Text(), *_secrets(view, book, width)]
    return Group(*parts)


# The header


def _header(view: View, book: Phrasebook) -> Text:
    facts = []
    if view["solo_level"]:
        facts.append(f"solitaire, level {view['solo_level']}")
    if view["phase"] == "over":
        facts.append(f"over after {_count(view['round'], 'round')}")
    elif view["phase"] == "draft":
        facts.append("set-up")
    else:
        facts.append(f"round {view['round']}")
        facts.append(f"{_seat(view, book, view['turn'])} to move")
    facts.append(f"{_count(view['deck']['count'], 'card')} in the deck")
    if not view["solo_level"]:
        facts.append(f"{_seat(view, book, view['starter'])} starts the round")
        facts.append(f"Primus Conspiratus: {_seat(view, book, view['conspirator'])}")
    line = Text("PAX", style="bold")
    line.append("  " + " · ".join(facts), style="not bold")
    if view["last_round"] and view["phase"] != "over":
        line.append(" · LAST ROUND", style="bold")
    return line


def _seat(view: View, book: Phrasebook, seat: int | None) -> str:
    if seat is None:
        return book.name("nobody")
    return "you" if seat == view["you"] else _called(book, seat)


def _called(book: Phrasebook, seat: int) -> str:
    return book.seats[seat] if seat < len(book.seats) else f"{book.name('player')} {seat + 1}"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


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
    return _row_of_cards((chip(word, book) for word in words), width) if words else Text("none", style="dim")


# Legions


def _legions(view: View, book: Phrasebook, width: int) -> Table:
    priced = any(legion["price"] is not None for legion in view["legions"])
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="dim")
    table.add_column("Legion", justify="right", no_wrap=True)
    table.add_column("open cards", no_wrap=True)
    table.add_column("value", justify="right", no_wrap=True)
    if priced:
        table.add_column("you pay", justify="right", no_wrap=True)
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


# Displays


def _displays(view: View, book: Phrasebook) -> Table:
    """One row for each category, one column for Rome and for each player: symbols, and in brackets cards."""
    players = view["players"]
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("symbols (cards)", no_wrap=True)
    table.add_column("Rome", justify="right", no_wrap=True, header_style="bold")
    for player in players:
        mine = player["seat"] == view["you"]
        name = "You" if mine else _called(book, player["seat"])
        table.add_column(
            Text(name[:NAME_WIDTH], style="bold"),
            justify="right",
            no_wrap=True,
            min_width=min(6, NAME_WIDTH),
            style="bold" if mine else "",
        )
    for category, colour in COLOURS.items():
        label = Text(f" {book.name(category)[0]} ", style=f"bold {INK} on {colour}")
        label.append(f" {book.name(category)}", style="not bold default on default")
        table.add_row(
            label,
            _pile(view["rome"]["display"][category]),
            *(_pile(player["display"][category]) for player in players),
        )
    for title, tell in _BROUGHT:
        cells = [tell(player) for player in players]
        if any(cells):
            table.add_row(Text(title, style="dim"), "", *cells)
    return table


def _pile(pile: dict[str, Any]) -> Text:
    if not pile["count"]:
        return Text("-   ", style="dim")
    return Text.assemble(str(pile["symbols"]), (f" ({pile['count']})", "dim not bold"))


def _bonus(player: dict[str, Any]) -> str:
    return " ".join(f"{kind[0].upper()}+{number}" for kind, number in player["bonus"].items() if number)


_BROUGHT: tuple[tuple[str, Callable[[dict[str, Any]], str]], ...] = (
    ("most A, most F", lambda player: str(player["limit"])),
    ("groups cost", lambda player: f"-{player['discount']}" if player["discount"] else ""),
    ("sees at once", lambda player: _count(player["sight"], "card") if player["sight"] > 1 else ""),
    ("bonus at end", _bonus),
    ("Aurei", lambda player: "" if player["coins"] is None else str(player["coins"])),
    ("cards in hand", lambda player: "" if player["hand_count"] is None else str(player["hand_count"])),
)
"""What a display brings, shown once somebody has it; and what is known of purses and hands."""


# What you know and the others do not


def _secrets(view: View, book: Phrasebook, width: int) -> list[RenderableType]:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column()
    room = width - 20
    backs = [chip(word, book) if word else Text(" ▒▒▒▒▒▒ ") for word in view["rome"]["hidden"]]
    grid.add_row("Rome, face down", _row_of_cards(backs, room))
    for player in view["players"]:
        known = player["known_hand"]
        if player["hand"] is not None:
            mine = player["seat"] == view["you"]
            whose = "Your hand" if mine else f"Hand of {_called(book, player['seat'])[:9]}"
            grid.add_row(Text(whose, style="bold" if mine else "dim"), _cards(player["hand"], book, room))
        elif known:
            grid.add_row(f"{_called(book, player['seat'])[:9]} holds", _cards(known, book, room))
    if view["offer"]:
        grid.add_row(Text("You were dealt", style="bold"), _cards(view["offer"], book, room))
    if view["drawn"]:
        grid.add_row(Text("You drew", style="bold"), _cards(view["drawn"], book, room))
    under = [word for _, word in view["deck"]["known"]]
    if under:
        first = _count(view["deck"]["known"][0][0], "card")
        grid.add_row("You put under", Group(_cards(under, book, room), Text(f"below {first} of the deck", style="dim")))
    if view["you"] is not None and view["phase"] != "over":
        me = view["players"][view["you"]]
        grid.add_row(Text("Your purse", style="bold"), _purse(view, me))
    return [grid]


def _purse(view: View, me: dict[str, Any]) -> str:
    coins = f"{me['coins']} {'Aureus' if me['coins'] == 1 else 'Aurei'}"
    if view["income"] is not None and view["turn"] == view["you"]:
        return f"{coins}; income of this turn so far {view['income']}"
    return coins


# The end


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    del width
    account = view["outcome"]
    alone = bool(view["solo_level"])
    parts: list[RenderableType] = [_holders(view, account, book, alone)]
    if alone:
        parts += [
            Text(),
            Text(f"Stronger than Rome in {len(account['beaten'])} of {account['needed']} categories needed."),
        ]
        if account["missing"]:
            missing = ", ".join(book.name(each) for each in account["missing"])
            parts.append(Text(f"Missing in your display: {missing}."))
    else:
        parts += [Text(), _points(account, book)]
    return Group(*parts)


def _holders(view: View, account: dict[str, Any], book: Phrasebook, alone: bool) -> Table:
    """Who held each category against Rome, bonuses included."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("symbols at the end", no_wrap=True)
    table.add_column("Rome", justify="right", header_style="bold")
    for player in view["players"]:
        name = Text(_called(book, player["seat"])[:7], style="bold")
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("held by", no_wrap=True, max_width=14, overflow="ellipsis")
    for category, colour in COLOURS.items():
        label = Text(f" {book.name(category)[0]} ", style=f"bold {INK} on {colour}")
        label.append(f" {book.name(category)}", style="not bold default on default")
        strengths = [strength[category] for strength in account["players"]]
        if alone:
            holder = "you" if category in account["beaten"] else "Rome"
        elif category in account["held_by_rome"]:
            holder = "Rome"
        else:
            best = [seat for seat, strength in enumerate(strengths) if strength == max(strengths)]
            holder = ", ".join(_called(book, seat) for seat in best)
        table.add_row(label, str(account["rome"][category]), *map(str, strengths), holder)
    return table


def _points(account: dict[str, Any], book: Phrasebook) -> Table:
    """The points, item by item."""
    points = account["points"]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("points", no_wrap=True)
    for seat in range(len(points)):
        table.add_column(Text(_called(book, seat)[:7], style="bold"), justify="right", no_wrap=True)
    for item in points[0]:
        table.add_row(book.say(Phrase(f"points.{item}")), *(str(each[item]) for each in points))
    table.add_row(Text("together", style="bold"), *(Text(str(each), style="bold") for each in account["scores"]))
    return table
