"""The map of Pax Romana in a terminal, as a report by Territories.

For every Territory its Provinces, who Controls them, and what stands in their Spaces: Cities and Towns with their wall
points, Armies with their leaders, fleets, Tribes. A side is marked by a letter as well as by its colour. ``focus``
shows only the Territories that matter for the decision at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludi.cli.boards import plain
from ludi.cli.boards.pax_romana_notes import leader_words, note, stack_words
from ludi.cli.words import beside
from ludi.core import Phrase, Phrasebook, View, capital
from ludi.games.pax_romana.asking.wording import files_of_match
from ludi.games.pax_romana.drawing.chart import chart
from ludi.games.pax_romana.drawing.counters import letter, strength
from ludi.games.pax_romana.world.atlas import atlas

__all__ = ["CITES", "draw", "focus", "holds", "note", "part", "parts", "picture", "reckon", "whose"]

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
YEARS = re.compile(r"(\d+)-(\d+) BCE")
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
        return Group(*_head(view, book), Text(beside(book)("pr.whole-map"), style="dim"))
    hidden = len(view["territories"]) - len(named & set(view["territories"]))
    parts: list[RenderableType] = [*_head(view, book), *_body(view, book, width, named)]
    if hidden > 0:
        parts.append(Text(beside(book)("pr.other-territories"), style="dim"))
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


def parts(view: View, book: Phrasebook) -> Sequence[str]:
    """The Territories and the Provinces that belong to none; single places and sides are understood as well."""
    named: list[str] = []
    for territory, provinces, _ in _territories(view, book):
        named += [territory] if territory else provinces
    return [capital(book.name(word)) for word in named if word != "on-the-way"]


def reckon(view: View, book: Phrasebook, width: int) -> RenderableType:
    del width
    account, words = view["outcome"], beside(book)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(words("pr.power"))
    for title in ("victory-points", "stability", "gop", "cvp", "talents"):
        table.add_column(words(f"pr.{title}"), justify="right")
    order = sorted(account["powers"].items(), key=lambda item: -item[1]["vp"])
    for power, row in order:
        wins = f"  {words('board.wins')}" if _seat(view, power) in account["winners"] else ""
        numbers = (row["vp"], row["stability"], row["gop"], row["cvp"], row["treasury"])
        table.add_row(
            Text(capital(book.name(power)), style=_style(view, power)), *(str(each) for each in numbers), wins
        )
    return table


def holds(view: View, book: Phrasebook, seat: int) -> str:
    """The Powers of a seat, by name."""
    return capital(
        beside(book)("word.and").join(book.name(each["power"]) for each in view["powers"] if each["seat"] == seat)
    )


def whose(view: View, book: Phrasebook, name: str | None) -> str:
    """The Power that decides, for the heading over the choices."""
    if not view["decider"]:
        return plain.whose(view, book, name)
    words, power = beside(book), book.name(view["decider"])
    if name is None:
        return words("table.decision-for", power=power)
    return words("table.decides-for", name=name, power=power)


def picture(view: View, book: Phrasebook) -> str:
    """The map with the position on it."""
    return chart(view, book)


# The head: turn, breadcrumb, powers


def _head(view: View, book: Phrasebook) -> Iterator[RenderableType]:
    turn, last, words = ROMAN[view["turn"]], ROMAN[view["last_turn"]], beside(book)
    years = YEARS.fullmatch(view["years"])
    span = words("pr.years", first=years[1], last=years[2]) if years else view["years"]
    facts = words("pr.turn", scenario=view["scenario"], turn=turn, last=last, years=span)
    if view["outcome"] is None:
        phase = view["phase"]
        facts += f" · {words('pr.phase', letter=phase, name=words(f'pr.phase-{phase}'))}"
    yield Text.assemble(("Pax Romana", "bold"), f"  {facts}")
    if view["path"]:
        crumbs = [book.say(Phrase(each["key"], each["facts"])) for each in view["path"]]
        yield Text(" > ".join(each[:1].upper() + each[1:] for each in crumbs), style="bold")
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_edge=False)
    table.add_column(words("pr.power"))
    for title in ("vp", "gop", "cvp", "stability", "talents", "income", "markers"):
        table.add_column(words(f"pr.{title}"), justify="right", no_wrap=True)
    table.add_column(words("pr.played-by"))
    for power in view["powers"]:
        name = Text.assemble(
            (letter(power["power"]), f"{_style(view, power['power'])} reverse"),
            (f" {capital(book.name(power['power']))}", _style(view, power["power"])),
        )
        numbers = [power["vp"], power["gop"], power["cvp"], _stability(book, power["stability"]), power["talents"]]
        seat = power["seat"]
        who = words("word.you") if seat == view["you"] else _called(book, seat)
        table.add_row(name, *map(str, numbers), f"+{power['income']}", str(power["markers"]), who)
    yield table
    yield from _remarks(view, book)


def _remarks(view: View, book: Phrasebook) -> Iterator[Text]:
    words = beside(book)
    secret = {each["power"]: " ".join(letter or "?" for letter in each["objectives"]) for each in view["powers"]}
    if any(secret.values()):
        told = ", ".join(f"{book.name(power)} {letters or words('word.none')}" for power, letters in secret.items())
        yield Text(words("pr.objectives", told=told))
    for mark in view["in_force"]:
        facts = {key: word for key, word in (("side", mark["side"]), ("space", mark["place"])) if word}
        yield Text(book.say(Phrase(mark["text"], facts)))
    if view["phase"] == "F" and view["outcome"] is None:
        cup = words("pr.cup", number=view["event_markers"])
        order = ", ".join(book.name(each) for each in view["order"])
        yield Text(words("pr.order", order=order, cup=cup) if order else f"{capital(cup)}.", style="dim")
    names = [book.name(each["power"]) for each in view["powers"]]
    for first, rights in enumerate(view["pass_rights"]):
        for second in rights:
            if second > first:
                yield Text(words("pr.passage", first=names[first], second=names[second]))
    under = view["under_way"]
    if under and under["kind"] == "battle":
        yield Text(_battle(under, book))
    elif under and under["army"]:
        side, space = book.name(under["side"]), book.name(under["space"])
        yield Text(words("pr.under-way", side=side, space=space, units=stack_words(under["army"], book)))
    if view["plan"]:
        yield Text(words("pr.planned", words=", ".join(book.name(word) for word in view["plan"])))


def _battle(under: Mapping[str, Any], book: Phrasebook) -> str:
    sides = [", ".join(book.name(each) for each in under[part]) for part in ("attackers", "defenders")]
    words = beside(book)
    told = words("pr.battle", space=book.name(under["space"]), attackers=sides[0], defenders=sides[1])
    if under["walls"]:
        told += words("pr.behind-walls", number=under["walls"])
    if under["attack_die"] or under["defence_die"]:
        # The log tells the dice as they fell; here they stand as the shifts have left them.
        told += words("pr.dice", first=under["attack_die"], second=under["defence_die"])
        if shifts := under["shifts"]:
            told += words("pr.shifts-of-attacker" if shifts > 0 else "pr.shifts-of-defender", number=abs(shifts))
    return f"{told}."


def _stability(book: Phrasebook, level: int) -> str:
    state = "stable" if level >= 0 else "unrest" if level >= -4 else "turmoil"
    return beside(book)(f"pr.{state}", level=level)


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
                yield _title(beside(book)("pr.on-the-way"), None, view, book, width)
                yield _lines([(Text(), told)], width)
            continue
        owner = view["territories"][territory]["owner"] if territory else None
        title = capital(book.name(territory)) if territory else beside(book)("pr.other-provinces")
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
            held = _held(view, book, members, controller)
            rows.append((mark, [*(each for each in found if each is not None), *held]))
        yield _lines(rows, width)


def _held(view: View, book: Phrasebook, members: list[str], controller: str | None) -> list[Text]:
    """Where a Province is nobody's or shared: who holds how many of its Spaces without standing there."""
    holders: dict[str, int] = {}
    for space in members:
        side = view["spaces"].get(space)
        if side:
            holders[side] = holders.get(side, 0) + 1
    if controller is None and holders and set(holders) - {"tribes", "independents"}:
        told = ", ".join(f"{letter(side)} {number}" for side, number in sorted(holders.items()))
        return [Text(beside(book)("pr.spaces-held", told=told, number=len(members)), style="dim")]
    return []


def _title(title: str, owner: str | None, view: View, book: Phrasebook, width: int) -> Text:
    text = Text.assemble((f"─ {title} ", "bold"))
    if owner is not None:
        text.append(f"{beside(book)('pr.controlled', name=book.name(owner))} ", style=_style(view, owner))
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
    words = beside(book)
    text = Text(book.name(space), style="bold")
    parts: list[Text] = []
    if site:
        kind = words(f"pr.{site['kind']}", walls=site["walls"])
        parts.append(Text.assemble((letter(site["owner"]), _style(view, site["owner"])), f" {kind}"))
    for side, stack in stacks:
        with_them = [leader for leader in leaders if view["commanders"][leader]["side"] == side]
        leaders = [leader for leader in leaders if leader not in with_them]
        part = Text.assemble((letter(side), _style(view, side)), f" {stack_words(stack, book)}")
        if strength(stack):
            part.append(f" {words('pr.bp', number=strength(stack))}", style="dim")
        if side not in {each["power"] for each in view["powers"]}:
            part.append(f" {words('pr.of-side', name=book.name(side))}", style="dim")
        for leader in with_them:
            part.append(f", {words('pr.leader', leader=leader_words(view, book, leader))}")
        parts.append(part)
    for leader in leaders:
        side = view["commanders"][leader]["side"]
        alone = words("pr.leader-alone", leader=leader_words(view, book, leader))
        parts.append(Text.assemble((letter(side), _style(view, side)), f" {alone}"))
    if tribe:
        parts.append(Text(words("pr.tribe", strength=view["tribes"][space] or "?"), style=OTHERS))
    if space in view["pirates"]:
        parts.append(Text(words("pr.pirates"), style="bold"))
    text.append(": ", style="not bold")
    return text.append_text(Text("; ", style="not bold").join(Text(style="not bold").append_text(p) for p in parts))


def _key(view: View, book: Phrasebook) -> Text:
    letters = [f"{letter(each['power'])} {book.name(each['power'])}" for each in view["powers"]]
    return Text(beside(book)("pr.key", letters=", ".join(letters)), style="dim")
