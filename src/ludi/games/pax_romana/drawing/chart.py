"""The map with a position on it, as one SVG picture.

It is drawn from a view (what one seat may know) and the map data, so it shows no secret. The same view gives the same
picture, letter for letter. Colour is never the only sign: counters have the letter of their side, Spaces their names.
"""

from __future__ import annotations

from xml.sax.saxutils import escape

from ludi.core import Phrasebook, View
from ludi.games.pax_romana.asking.wording import files_of_match
from ludi.games.pax_romana.drawing import signs as signs
from ludi.games.pax_romana.drawing.counters import NAMES, letter, stack_words
from ludi.games.pax_romana.drawing.dusk import dusk
from ludi.games.pax_romana.drawing.land import project
from ludi.games.pax_romana.drawing.room import Box, Room, around
from ludi.games.pax_romana.drawing.shapes import Shapes, stored
from ludi.games.pax_romana.drawing.sheet import WIDE, sheet_around
from ludi.games.pax_romana.drawing.signs import INK, OTHERS, PAPER, SIDES, WHITE, Colours
from ludi.games.pax_romana.drawing.svg import Value, element, group, path, steps, text, title
from ludi.games.pax_romana.drawing.terrain import SEA, Terrain, patterns
from ludi.games.pax_romana.world.atlas import ALPINE, DEEP_POINT, LAND_POINT, STRAIT, Atlas, atlas
from ludi.games.pax_romana.world.scenario import read_scenario

ROAD, SEAWAY, DEEP, FAINT = "#b09a73", "#7ea3b3", "#6f97a8", "#7d7059"
WAYS: dict[str, dict[str, Value]] = {
    "sea": {"stroke": SEAWAY, "stroke_width": 1, "stroke_dasharray": "1 4", "stroke_linecap": "round"},
    "road": {"stroke": ROAD, "stroke_width": 1.5},
    "alpine": {"stroke": "#8a6f4d", "stroke_width": 2, "stroke_dasharray": "5 3"},
    "strait": {"stroke": "#6f94a0", "stroke_width": 2.4, "stroke_dasharray": "2 2.5"},
}
FOOT = 150.0
FONTS = "Palatino, 'Palatino Linotype', 'Book Antiqua', 'URW Palladio L', Georgia, serif"


def chart(view: View, book: Phrasebook) -> str:
    """The picture, on the real coast if there is a file of it."""
    return chart_on(view, book, stored())


def chart_on(view: View, book: Phrasebook, shapes: Shapes | None) -> str:
    """The picture with these shapes; without any on a coast made from the Connections, with letters for silhouettes."""
    return _Chart(view, book, shapes).draw()


class _Chart:
    """One picture in the making."""

    def __init__(self, view: View, book: Phrasebook, shapes: Shapes | None) -> None:
        self.shapes = shapes
        self.view = view
        self.book = book
        self.files = files_of_match(book)
        self.places: Atlas = atlas(self.files)
        self.colours = {each["power"]: SIDES.get(each["colour"], OTHERS) for each in view["powers"]}
        self._frame()
        self.room = Room(self.width, self.height)
        self.ties: list[str] = []

    def _frame(self) -> None:
        """How much of the map is shown, and how large."""
        places = self.places
        self.open = [node for node in range(places.spaces) if self._province(node) in self.view["provinces"]]
        self.sheet = sheet_around([project(places.lat[node], places.lon[node]) for node in self.open])
        self.width, self.height = self.sheet.width, self.sheet.height
        self.foot = max(1.0, self.width / WIDE)
        """How much the foot is enlarged, so that it can be read under a wide picture."""
        self.at = [self.sheet.place(project(places.lat[n], places.lon[n])) for n in range(places.nodes)]
        self.shown = [node for node in range(places.nodes) if self._is_shown(node)]

    def _province(self, node: int) -> str:
        return self.places.province_ids[self.places.province_of[node]]

    def _is_shown(self, node: int) -> bool:
        """Whether a place is on the sheet and in play (a point is if something in play is near)."""
        places = self.places
        if not self.sheet.inside(self.at[node], 0.0):
            return False
        if node < places.spaces:
            return self._province(node) in self.view["provinces"]
        near = [*(other for other, _ in places.land[node]), *places.sea[node]]
        return any(other >= places.spaces or self._province(other) in self.view["provinces"] for other in near)

    def _colour(self, side: str | None) -> Colours:
        return self.colours.get(side or "", OTHERS)

    def draw(self) -> str:
        view = self.view
        name = f"Pax Romana, scenario {view['scenario']}: {read_scenario(view['scenario'], self.files)['title']}"
        when = f"Turn {view['turn']} of {view['last_turn']}, {view['years'].replace('BCE', 'BC')}"
        height = round(self.height + FOOT * self.foot)
        sheet = element("rect", width=self.width, height=self.height)
        held = {each["colour"]: SIDES[each["colour"]] for each in view["powers"] if each["colour"] in SIDES}
        map_ = [
            element("rect", width=self.width, height=self.height, fill=SEA),
            *Terrain(self.sheet, view, self.places, self.book, self._colour).draw(self.shapes),
            *self._ways(),
            *self._territories(),
            *self._pieces(),
            *self._names(),
        ]
        parts = [
            element("title", escape(f"{name}. {when}."), id="title"),
            element("desc", escape(self._description()), id="desc"),
            element("style", dusk()),
            element("defs", element("clipPath", sheet, id="sheet") + patterns(held) + self._symbols()),
            element("rect", width=self.width, height=height, fill=PAPER),
            element("g", "\n".join(map_), clip_path="url(#sheet)"),
            *self._legend(name.partition(": ")[2], when),
        ]
        return (
            element(
                "svg",
                "\n" + "\n".join(parts) + "\n",
                xmlns="http://www.w3.org/2000/svg",
                viewBox=f"0 0 {self.width} {height}",
                width=self.width,
                height=height,
                role="img",
                aria_labelledby="title desc",
                font_family=FONTS,
                fill=INK,
            )
            + "\n"
        )

    def _symbols(self) -> str:
        """The silhouettes of the Units, once for all counters."""
        icons = self.shapes.icons if self.shapes else {}
        return "".join(
            element("symbol", path(icons[kind]), id=f"icon-{kind}", viewBox="0 0 512 512")
            for kind in NAMES
            if kind in icons
        )

    def _description(self) -> str:
        """The position in a few sentences, for those who do not see the picture."""
        told = []
        for power in self.view["powers"]:
            stacks = self.view["units"].get(power["power"], {})
            where = "; ".join(f"{self.book.name(place)}: {stack_words(stack)}" for place, stack in stacks.items())
            told.append(
                f"{self.book.name(power['power'])} has {power['vp']} victory points, {power['talents']} Talents, "
                f"Stability {power['stability']}. Units: {where or 'none'}."
            )
        return " ".join(told)

    # Ways

    def _ways(self) -> list[str]:
        """Connections and Transit Points."""
        places, shown = self.places, set(self.shown)
        ways: dict[str, str] = dict.fromkeys(WAYS, "")
        for a in self.shown:
            links = [(b, {STRAIT: "strait", ALPINE: "alpine"}.get(link, "road")) for b, link in places.land[a]]
            links += [(b, "sea") for b in places.sea[a]]
            for b, kind in links:
                if a < b and b in shown:
                    ways[kind] += steps("M", *map(round, self.at[a]), "L", *map(round, self.at[b]))
        drawn = [element("path", class_=kind, d=ways[kind], fill="none", **WAYS[kind]) for kind in WAYS if ways[kind]]
        for node in self.shown:
            if node >= places.spaces:
                (x, y), deep = self.at[node], places.kind[node] == DEEP_POINT
                fill = ROAD if places.kind[node] == LAND_POINT else DEEP if deep else SEAWAY
                told = title(self.book.name(places.ids[node]))
                drawn.append(element("circle", told, cx=x, cy=y, r=2.6 if deep else 1.9, fill=fill))
        return drawn

    def _territories(self) -> list[str]:
        """The names of Territories, pale and wide, behind everything else."""
        drawn = []
        for word, entry in self.view["territories"].items():
            members = [self.at[node] for node in self.open if self._province(node) in entry["provinces"]]
            if len(members) < 4:
                continue
            name = self.book.name(word).upper()
            spread = max(x for x, _ in members) - min(x for x, _ in members)
            size = round(max(15.0, min(34.0, 1.15 * spread / max(6, len(name)))))
            half = size * len(name) * 0.45
            x = min(max(sum(x for x, _ in members) / len(members), half), self.width - half)
            y = sum(y for _, y in members) / len(members)
            drawn.append(text(x, y, name, size, text_anchor="middle", letter_spacing=4, fill=FAINT, opacity="0.34"))
        return drawn

    # Pieces and names

    def _pieces(self) -> list[str]:
        view, ids = self.view, self.places.ids
        for node in self.open:
            x, y = self.at[node]
            self.room.take(Box(x - 5, y - 5, 10, 10))
        sites = [self._site(node) for node in self.open if ids[node] in view["sites"]]
        stacks = [sign for node in self.shown for sign in self._stacks(node)]
        return [*self.ties, *(self._spot(node) for node in self.open), *sites, *stacks]

    def _spot(self, node: int) -> str:
        word, (x, y) = self.places.ids[node], self.at[node]
        holder = self.view["spaces"].get(word)
        fill = self._colour(holder)[0] if holder in self.colours else WHITE
        province, held = self.book.name(self._province(node)), self.book.name(holder or "nobody")
        told = f"{self.book.name(word)}, {province}: held by {held}"
        return group(told, signs.spot(x, y, self.places, node, fill), id=f"space-{word}")

    def _site(self, node: int) -> str:
        word, (x, y) = self.places.ids[node], self.at[node]
        site = self.view["sites"][word]
        owner = self.book.name(site["owner"])
        told = f"{self.book.name(word)}: {site['kind']} of {owner}, {site['walls']} wall points"
        box = self.room.find(around(x, y, *signs.wall_size(site["kind"]), (6.0, 9.0, 14.0, 20.0)))
        sign = signs.wall(box, site["kind"], site["walls"], self._colour(site["owner"])[0])
        return group(told, sign, class_="site", data_space=word)

    def _stacks(self, node: int) -> list[str]:
        view, word, (x, y) = self.view, self.places.ids[node], self.at[node]
        drawn = []
        leaders = [leader for leader, where in view["leaders"].items() if where == word]
        sides = [side for side, stacks in view["units"].items() if word in stacks]
        for side in dict.fromkeys([*sides, *(view["commanders"][each]["side"] for each in leaders)]):
            own = [view["commanders"][each] for each in leaders if view["commanders"][each]["side"] == side]
            units = view["units"].get(side, {}).get(word, {})
            width = signs.row_width(units, len(own)) if self.shapes else signs.stack_width(units, len(own))
            box = self.room.find(around(x, y, width, signs.HIGH, (7.0, 11.0, 17.0, 25.0, 34.0, 46.0)))
            told = [stack_words(units)] * bool(units) + [_commander(each) for each in own]
            words = f"{self.book.name(side)} at {self.book.name(word)}: {', '.join(told)}"
            self._tie(x, y, box, side)
            colours = self._colour(side)
            sign = signs.row(box, units, own, colours) if self.shapes else signs.stack(box, side, units, own, colours)
            drawn.append(group(words, sign, class_="army", data_side=side, data_space=word))
        if word in view["tribes"]:
            value = str(view["tribes"][word] or "?")
            box = self.room.find(around(x, y, 14.0, 14.0, (6.0, 10.0, 16.0)))
            words = f"Tribe at {self.book.name(word)}, strength {value}"
            drawn.append(group(words, signs.tribe(box.x, box.y, value), class_="tribe", data_space=word))
        if word in view["pirates"]:
            box = self.room.find(around(x, y, 46.0, 12.0, (7.0, 12.0, 18.0)))
            sign = text(box.x + 23, box.y + 10, "PIRATES", 9, text_anchor="middle", font_weight="bold")
            drawn.append(group(f"Pirates at {self.book.name(word)}", sign, class_="pirates", data_space=word))
        return drawn

    def _tie(self, x: float, y: float, box: Box, side: str) -> None:
        """A thread from a place to counters that found no room beside it."""
        u, v = min(max(x, box.x), box.x + box.width), min(max(y, box.y), box.y + box.height)
        if abs(u - x) + abs(v - y) > 13:
            self.ties.append(path(steps("M", x, y, "L", u, v), stroke=self._colour(side)[0], stroke_width=1))

    def _names(self) -> list[str]:
        """Every Space in play by name; those with pieces first."""
        busy = {*self.view["sites"], *(place for stacks in self.view["units"].values() for place in stacks)}
        ids, drawn = self.places.ids, []
        for node in sorted(self.open, key=lambda each: (ids[each] not in busy, -len(self.places.land[each]), each)):
            name, (x, y) = self.book.name(ids[node]), self.at[node]
            great = self.places.is_capital[node]
            size = 12.5 if great else 10.0 if ids[node] in busy else 9.2
            width = (0.56 if great else 0.5) * size * len(name) + 2
            box = self.room.find(around(x, y, width, size, (5.5, 8.0, 12.0, 17.0, 23.0, 30.0)))
            drawn.append(
                text(
                    box.x + 1,
                    box.y + size * 0.82,
                    name,
                    size,
                    class_="name",
                    paint_order="stroke",
                    stroke=PAPER,
                    stroke_width=2,
                    stroke_opacity="0.75",
                    font_weight="bold" if great else "normal",
                )
            )
        return drawn

    # The legend

    def _legend(self, name: str, when: str) -> list[str]:
        view, wide = self.view, self.width / self.foot
        phase = "the game is over" if view["outcome"] is not None else f"phase {view['phase']}"
        drawn = [
            text(24, 34, name, 21),
            text(24, 56, f"Scenario {view['scenario']} · {when} · {phase}", 13, fill=FAINT),
        ]
        if view["active"] and view["outcome"] is None:
            drawn.append(text(24, 76, f"Active: {self.book.name(view['active'])}", 13))
        drawn.append(text(24, FOOT - 16, self._provenance(), 10, fill=FAINT))
        drawn += self._powers(max(360.0, wide * 0.27))
        if wide > 1100:
            drawn += _key(wide - 390.0, silhouettes=self.shapes is not None)
        moved = f"translate(0 {self.height}) scale({self.foot:.3f})"
        return [
            path(f"M0 {self.height}H{self.width}", stroke=INK, stroke_width=1.5),
            element("g", "\n".join(drawn), id="legend", transform=moved),
        ]

    def _provenance(self) -> str:
        told = "Map and set-up partly reconstructed: ludi data pax-romana"
        coast = (
            "Coast: Natural Earth"
            if self.shapes
            else "The coast is stylised: the real one comes with a build of the page"
        )
        return f"{told}. {coast}."

    def _powers(self, left: float) -> list[str]:
        columns = (
            ("VP", "vp", 200),
            ("Talents", "talents", 260),
            ("Stability", "stability", 325),
            ("income", "income", 385),
        )
        drawn = [text(left + x, 24, word, 11, text_anchor="end", fill=FAINT) for word, _, x in columns]
        for row, power in enumerate(self.view["powers"]):
            y, deep = 44 + 24 * row, self._colour(power["power"])[0]
            name = self.book.name(power["power"])
            drawn += [
                signs.counter(left, y - 13, 22, deep, deep),
                text(left + 11, y, letter(power["power"]), 12, text_anchor="middle", font_weight="bold", fill=WHITE),
                text(left + 30, y, name if len(name) < 20 else name.partition(" (")[0][:20], 14),
            ]
            for _, field, x in columns:
                sign = "+" if field == "income" else ""
                drawn.append(text(left + x, y, f"{sign}{power[field]}", 14, text_anchor="end"))
        return drawn


def _commander(who: dict[str, str]) -> str:
    return " ".join(filter(None, ("leader", who["title"], who["rating"], "Elite" if who["elite"] else "")))


def _key(left: float, *, silhouettes: bool) -> list[str]:
    """What the signs mean."""
    army = (
        signs.army(left - 4, 10, "R", "12", OTHERS, several=False),
        "army: side and battle points; two edges: several kinds",
    )
    fleet = (signs.fleet(left, 30, "3", OTHERS), "fleet: galley squadrons")
    if silhouettes:
        army = (signs.piece(left, 8, "reduced-legion", 2, OTHERS), "units: kind and number; pale below: reduced")
        fleet = (signs.piece(left, 32, "galley", 3, OTHERS), "fleet: galley squadrons")
    rows = (
        army,
        fleet,
        (signs.leader(left, 55, "2-4", OTHERS, elite=False), "leader: tactical-campaign rating; thick rim: Elite"),
        (signs.wall(Box(left + 3, 80, 17, 15), "city", "5", OTHERS[0]), "city or town: wall points"),
        (signs.tribe(left + 5, 103, "?"), "tribe: strength, if known"),
    )
    return [sign + text(left + 34, 26 + 23 * row, words, 12) for row, (sign, words) in enumerate(rows)]
