"""The map of Pax Romana in a terminal, as a report by Territories.

For every Territory its Provinces, who Controls them, and what stands in their Spaces: Cities and Towns with their wall
points, Armies with their leaders, fleets, Tribes. A side is marked by a letter as well as by its colour. ``focus``
shows only the Territories that matter for the decision at hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludi.cli.boards.pax_romana_notes import leader_words, note
from ludi.core import Phrase, Phrasebook, View, capital
from ludi.games.pax_romana.asking.wording import files_of_match
from ludi.games.pax_romana.drawing.chart import chart
from ludi.games.pax_romana.drawing.counters import letter, stack_words, strength
from ludi.games.pax_romana.world.atlas import atlas

__all__ = ["CITES", "draw", "focus", "holds", "note", "part", "picture", "reckon", "whose"]

CITES = True
COLOURS = {
    "red": "#d0685c",
    "green": "#6aa765",
    "blue": "#6f9fd8",
    "purple": "#b58acb",
    "orange": "#d8924a",
    "yellow": "#cdb24f",
}
OTHERS = "#a39a8a"
MOST = 4
"""If more Territories than this matter, only those with Units of the one who decides are shown."""
PHASES = {
    "A": "income",
    "B": "maintenance",
    "C": "removal",
    "D": "leader selection",
    "E": "manpower",
    "F": "activations",
    "G": "attrition and isolation",
    "H": "victory",
    "I": "play order",
}
ROMAN = ("0", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def draw(view: View, book: Phrasebook, width: int) -> RenderableType:
    """The whole table."""
    return Group(*_head(view, book), *_body(view, book, width, None), _key(view, book))


def focus(view: View, book: Phrasebook, width: int, words: Set[str]) -> RenderableType:
    """The table with only the Territories in which the named places lie."""
    named = {territory for territory, _, spaces in _territories(view, book) if words & set(spaces)}
    if len(named) > MOST:
        own = set(view["units"].get(view["decider"], ()))
        named = {territory for territory, _, spaces in _territories(view, book) if own & set(spaces)} & named
    if not named:
        return Group(*_head(view, book), Text("b shows the whole map.", style="dim"))
    hidden = len(view["territories"]) - len(named & set(view["territories"]))
    parts: list[RenderableType] = [*_head(view, book), *_body(view, book, width, named)]
    if hidden > 0:
        parts.append(Text("Other territories: b shows the whole map, b NAME a part of it.", style="dim"))
    return Group(*parts)


def part(view: View, book: Phrasebook, width: int, text: str) -> RenderableType | None:
    """The Territories that a typed name means: their own, a Province's, a Space's or a side's; None if none is."""
    wanted = text.lower()
    for whole in (True, False):
        named = set()
        for territory, provinces, spaces in _territories(view, book):
            words = [territory, *provinces, *spaces]
            words += [side for side, stacks in view["units"].items() if stacks.keys() & set(spaces)]
            titles = [word for word in words if word] + [book.name(word).lower() for word in words if word]
            if wanted in titles or (not whole and any(wanted in title for title in titles)):
                named.add(territory)
        if named:
            break
    return Group(*_body(view, book, width, named)) if named else None


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    del width
    account = view["outcome"]
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("power")
    for title in ("victory points", "Stability", "GOP", "CVP", "Talents"):
        table.add_column(title, justify="right")
    order = sorted(account["powers"].items(), key=lambda item: -item[1]["vp"])
    for power, row in order:
        wins = "  wins" if _seat(view, power) in account["winners"] else ""
        numbers = (row["vp"], row["stability"], row["gop"], row["cvp"], row["treasury"])
        table.add_row(
            Text(capital(book.name(power)), style=_style(view, power)), *(str(each) for each in numbers), wins
        )
    return table


def holds(view: View, book: Phrasebook, seat: int) -> str:
    """The Powers of a seat, by name."""
    return capital(" and ".join(book.name(each["power"]) for each in view["powers"] if each["seat"] == seat))


def whose(view: View, book: Phrasebook) -> str:
    """The Power that decides, for the heading over the choices."""
    return f"Your decision for {book.name(view['decider'])}" if view["decider"] else "Your decision"


def picture(view: View, book: Phrasebook) -> str:
    """The map with the position on it."""
    return chart(view, book)


# The head: turn, breadcrumb, powers


def _head(view: View, book: Phrasebook) -> Iterator[RenderableType]:
    turn, last = ROMAN[view["turn"]], ROMAN[view["last_turn"]]
    facts = f"scenario {view['scenario']} · turn {turn} of {last} ({view['years'].replace('BCE', 'BC')})"
    if view["outcome"] is None:
        facts += f" · phase {view['phase']}, {PHASES[view['phase']]}"
    yield Text.assemble(("Pax Romana", "bold"), f"  {facts}")
    if view["path"]:
        crumbs = [book.say(Phrase(each["key"], each["facts"])) for each in view["path"]]
        yield Text(" > ".join(each[:1].upper() + each[1:] for each in crumbs), style="bold")
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    table.add_column("power")
    for title in ("VP", "GOP", "CVP", "Stability", "Talents", "income", "markers"):
        table.add_column(title, justify="right", no_wrap=True)
    table.add_column("played by")
    for power in view["powers"]:
        name = Text.assemble(
            (letter(power["power"]), f"{_style(view, power['power'])} reverse"),
            (f" {capital(book.name(power['power']))}", _style(view, power["power"])),
        )
        numbers = [power["vp"], power["gop"], power["cvp"], _stability(power["stability"]), power["talents"]]
        seat = power["seat"]
        who = "you" if seat == view["you"] else _called(book, seat)
        table.add_row(name, *map(str, numbers), f"+{power['income']}", str(power["markers"]), who)
    yield table
    yield from _remarks(view, book)


def _remarks(view: View, book: Phrasebook) -> Iterator[Text]:
    secret = {each["power"]: " ".join(letter or "?" for letter in each["objectives"]) for each in view["powers"]}
    if any(secret.values()):
        told = ", ".join(f"{book.name(power)} {letters or 'none'}" for power, letters in secret.items())
        yield Text(f"Objectives: {told}.")
    for mark in view["in_force"]:
        facts = {key: word for key, word in (("side", mark["side"]), ("space", mark["place"])) if word}
        yield Text(book.say(Phrase(mark["text"], facts)))
    if view["phase"] == "F" and view["outcome"] is None:
        cup = f"{view['event_markers']} event marker{'s' if view['event_markers'] != 1 else ''} still in the cup"
        order = ", ".join(book.name(each) for each in view["order"])
        yield Text(f"Assigned to act next: {order}; {cup}." if order else f"{cup[:1].upper()}{cup[1:]}.", style="dim")
    names = [book.name(each["power"]) for each in view["powers"]]
    for first, rights in enumerate(view["pass_rights"]):
        for second in rights:
            if second > first:
                yield Text(f"Free passage: {names[first]} and {names[second]}.")
    under = view["under_way"]
    if under and under["kind"] == "battle":
        yield Text(_battle(under, book))
    elif under and under["army"]:
        side, space = book.name(under["side"]), book.name(under["space"])
        yield Text(f"Under way: {side} at {space}, {stack_words(under['army'])}.")
    if view["plan"]:
        yield Text(f"Planned in secret so far: {', '.join(book.name(word) for word in view['plan'])}.")


def _battle(under: Mapping[str, Any], book: Phrasebook) -> str:
    sides = [", ".join(book.name(each) for each in under[part]) for part in ("attackers", "defenders")]
    told = f"Battle of {book.name(under['space'])}: {sides[0]} against {sides[1]}"
    if under["walls"]:
        told += f" behind {under['walls']} wall points"
    if under["attack_die"] or under["defence_die"]:
        told += f"; dice {under['attack_die']} and {under['defence_die']}, net shifts {under['shifts']:+d}"
    return f"{told}."


def _stability(level: int) -> str:
    state = "stable" if level >= 0 else "unrest" if level >= -4 else "turmoil"
    return f"{level} {state}"


def _called(book: Phrasebook, seat: int) -> str:
    return book.seats[seat] if seat < len(book.seats) else f"{book.name('player')} {seat + 1}"


def _seat(view: View, power: str) -> int:
    return next(int(each["seat"]) for each in view["powers"] if each["power"] == power)


def _style(view: View, side: str | None) -> str:
    colour = next((each["colour"] for each in view["powers"] if each["power"] == side), "")
    return COLOURS.get(colour, OTHERS)


# The map


def _territories(view: View, book: Phrasebook) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each Territory with its Provinces and Spaces in play; Provinces that belong to none, and the sea, come last."""
    places = atlas(files_of_match(book))
    spaces = {
        province: [places.ids[node] for node in places.spaces_of[places.province_index[province]]]
        for province in view["provinces"]
    }
    left = dict(spaces)
    for territory, entry in view["territories"].items():
        provinces = [province for province in entry["provinces"] if province in spaces]
        for province in provinces:
            left.pop(province, None)
        yield territory, provinces, [space for province in provinces for space in spaces[province]]
    if left:
        yield "", list(left), [space for members in left.values() for space in members]
    yield "on-the-way", [], [places.ids[node] for node in range(places.spaces, places.nodes)]


def _body(view: View, book: Phrasebook, width: int, named: set[str] | None) -> Iterator[RenderableType]:
    places = atlas(files_of_match(book))
    for territory, provinces, spaces in _territories(view, book):
        if named is not None and territory not in named:
            continue
        if territory == "on-the-way":
            told = [each for each in (_space(view, book, space) for space in spaces) if each is not None]
            if told:
                yield _title("On the way", None, view, book, width)
                yield _lines([(Text(), told)], width)
            continue
        owner = view["territories"][territory]["owner"] if territory else None
        title = capital(book.name(territory)) if territory else "Other provinces"
        yield _title(title, owner, view, book, width)
        rows = []
        for province in provinces:
            members = [places.ids[node] for node in places.spaces_of[places.province_index[province]]]
            found = [_space(view, book, space) for space in members]
            controller = view["provinces"][province]
            mark = Text.assemble(
                (letter(controller) if controller else "-", _style(view, controller) if controller else "dim"),
                f" {capital(book.name(province))}",
            )
            held = _held(view, members, controller)
            rows.append((mark, [*(each for each in found if each is not None), *held]))
        yield _lines(rows, width)


def _held(view: View, members: list[str], controller: str | None) -> list[Text]:
    """Where a Province is nobody's or shared: who holds how many of its Spaces without standing there."""
    holders: dict[str, int] = {}
    for space in members:
        side = view["spaces"].get(space)
        if side:
            holders[side] = holders.get(side, 0) + 1
    if controller is None and holders and set(holders) - {"tribes", "independents"}:
        told = ", ".join(f"{letter(side)} {number}" for side, number in sorted(holders.items()))
        return [Text(f"spaces held: {told} of {len(members)}", style="dim")]
    return []


def _title(title: str, owner: str | None, view: View, book: Phrasebook, width: int) -> Text:
    text = Text.assemble((f"─ {title} ", "bold"))
    if owner is not None:
        text.append(f"controlled by {book.name(owner)} ", style=_style(view, owner))
    text.append("─" * max(2, min(width, 100) - len(text.plain)), style="dim")
    return text


def _lines(rows: list[tuple[Text, list[Text]]], width: int) -> Table:
    grid = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0), width=min(width, 100))
    grid.add_column(width=24)
    grid.add_column(ratio=1)
    for mark, told in rows:
        body = Text("\n").join(told) if told else Text("-", style="dim")
        grid.add_row(mark, body)
    return grid


def _space(view: View, book: Phrasebook, space: str) -> Text | None:
    """One Space with all that stands there; None if nothing does."""
    site = view["sites"].get(space)
    stacks = [(side, by_place[space]) for side, by_place in view["units"].items() if space in by_place]
    leaders = [leader for leader, where in view["leaders"].items() if where == space]
    tribe = space in view["tribes"]
    if not (site or stacks or leaders or tribe or space in view["pirates"]):
        return None
    text = Text(book.name(space), style="bold")
    parts: list[Text] = []
    if site:
        parts.append(
            Text.assemble((letter(site["owner"]), _style(view, site["owner"])), f" {site['kind']} {site['walls']}")
        )
    for side, stack in stacks:
        with_them = [leader for leader in leaders if view["commanders"][leader]["side"] == side]
        leaders = [leader for leader in leaders if leader not in with_them]
        part = Text.assemble((letter(side), _style(view, side)), f" {stack_words(stack)}")
        if strength(stack):
            part.append(f" ({strength(stack)} BP)", style="dim")
        if side not in {each["power"] for each in view["powers"]}:
            part.append(f" of the {book.name(side)}", style="dim")
        for leader in with_them:
            part.append(f", leader {leader_words(view, leader)}")
        parts.append(part)
    for leader in leaders:
        side = view["commanders"][leader]["side"]
        parts.append(Text.assemble((letter(side), _style(view, side)), f" leader {leader_words(view, leader)} alone"))
    if tribe:
        parts.append(Text(f"tribe {view['tribes'][space] or '?'}", style=OTHERS))
    if space in view["pirates"]:
        parts.append(Text("pirates", style="bold"))
    text.append(": ", style="not bold")
    return text.append_text(Text("; ", style="not bold").join(Text(style="not bold").append_text(p) for p in parts))


def _key(view: View, book: Phrasebook) -> Text:
    letters = [f"{letter(each['power'])} {book.name(each['power'])}" for each in view["powers"]]
    return Text(
        f"Letters: {', '.join(letters)}; small letters are others. City 5, town 2: wall points. BP: battle points. "
        "Leaders by tactical-campaign rating; tribe ?: strength unknown.",
        style="dim",
    )
