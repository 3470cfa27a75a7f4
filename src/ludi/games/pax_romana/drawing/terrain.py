"""Sea, coast and who Controls what: on the real coast if a build has left it, else on one made from the Connections."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludi.core import Phrasebook, View
from ludi.games.pax_romana.drawing.areas import NOBODY, Landmass, landmasses
from ludi.games.pax_romana.drawing.land import ground
from ludi.games.pax_romana.drawing.shapes import Shapes, within
from ludi.games.pax_romana.drawing.sheet import Sheet
from ludi.games.pax_romana.drawing.signs import PAPER, Colours
from ludi.games.pax_romana.drawing.svg import Value, element, path, title
from ludi.games.pax_romana.world.atlas import Atlas

SEA, SHALLOWS, SHORE, CLOSED, BORDER = "#d3e2e4", "#bdd2d7", "#6d8b96", "#e9e1d1", "#a2927a"
EDGE = 40.0
LINES: dict[bool, dict[str, Value]] = {
    False: {"stroke_width": 0.8, "stroke_dasharray": "1.5 3"},
    True: {"stroke_width": 1.5, "stroke_dasharray": "7 3"},
}
"""How borders are drawn: between Provinces, and between Territories."""
HATCHES: dict[str, str] = {
    "red": "M-2 10L10 -2M6 18L18 6M-6 6L6 -6",
    "green": "M-2 -2L10 10M6 -6L18 6M-6 6L6 18",
    "blue": "M2 2h.01M6 6h.01",
    "purple": "M4 0V8",
    "orange": "M0 4H8",
    "yellow": "M-2 10L10 -2M-2 -2L10 10",
}
"""The pattern on a Power's ground by its colour, in a square of 8: colour is never the only sign."""


def patterns(powers: Mapping[str, Colours]) -> str:
    """The hatchings of Powers, by the word of their colour."""
    told = ""
    for colour, (deep, _) in powers.items():
        mark = path(HATCHES[colour], fill="none", stroke=deep, stroke_width=1.7 if colour == "blue" else 1)
        lines = mark.replace("/>", ' stroke-linecap="round"/>') if colour == "blue" else mark
        told += element("pattern", lines, id=f"hatch-{colour}", width=8, height=8, patternUnits="userSpaceOnUse")
    return told


def _use(what: str, **attributes: Value) -> str:
    """Something that was drawn before, once more."""
    return element("use", href=f"#{what}", **attributes)


class Terrain:
    """The ground of one picture."""

    def __init__(
        self, sheet: Sheet, view: View, places: Atlas, book: Phrasebook, colour: Callable[[str | None], Colours]
    ) -> None:
        self.sheet, self.view, self.places, self.book, self.colour = sheet, view, places, book, colour
        self.words = {each["power"]: each["colour"] for each in view["powers"]}
        self.told: set[str] = set()

    def draw(self, shapes: Shapes | None) -> list[str]:
        return self._stylised() if shapes is None else self._real(shapes)

    def _fill(self, province: str, d: str, holder: str | None = None) -> list[str]:
        """A Province's ground, or a part of it, in the colour and with the hatching of its Power.

        ``holder``: who Controls the Space of this part, where nobody Controls the Province.
        """
        owner = self.view["provinces"][province]
        told = title(f"{self.book.name(province)}: {self.book.name(owner or 'nobody')}")
        fill = self.colour(owner)[1] if owner else PAPER
        first: dict[str, Value] = {} if province in self.told else {"id": f"province-{province}"}
        self.told.add(province)
        drawn = [element("path", told, d=d, fill=fill, **first)]
        if holder is not None:
            drawn.append(path(d, fill=self.colour(holder)[1], fill_opacity="0.45"))
        if owner in self.words and self.words[owner] in HATCHES:
            drawn.append(path(d, fill=f"url(#hatch-{self.words[owner]})", opacity="0.25"))
        return drawn

    # The real coast

    def _real(self, shapes: Shapes) -> list[str]:
        sheet, frame = self.sheet, self.sheet.frame(EDGE)
        seen = [shore for shore in shapes.shores if shore.frame.meets(frame)]
        coast = "".join(sheet.ring(within(shore.ring, frame)) for shore in seen)
        drawn = [element("defs", element("g", path(coast), id="coast"))]
        halo: dict[str, Value] = {"stroke": SHALLOWS, "stroke_opacity": "0.5", "stroke_linejoin": "round"}
        drawn += [_use("coast", fill="none", stroke_width=breadth, **halo) for breadth in (20, 11, 5)]
        drawn.append(_use("coast", fill=CLOSED, fill_rule="evenodd"))
        for number, mass in enumerate(landmasses(self.places, shapes)):
            if mass.shore.frame.meets(frame):
                drawn += self._landmass(number, mass)
        drawn.append(_use("coast", fill="none", stroke=SHORE, stroke_width=1.1, stroke_linejoin="round"))
        # A Province of which no ground lies on the sheet is told all the same.
        return [*drawn, *(part for province in self.view["provinces"] for part in self._unseen(province))]

    def _unseen(self, province: str) -> list[str]:
        return [] if province in self.told else self._fill(province, "M0 0")

    def _province(self, space: int) -> str:
        word = self.places.province_ids[self.places.province_of[space]] if space != NOBODY else ""
        return word if word in self.view["provinces"] else ""

    def _landmass(self, number: int, mass: Landmass) -> list[str]:
        sheet, frame = self.sheet, self.sheet.frame(EDGE)
        ground: dict[tuple[str, str | None], str] = {}
        lines = {False: "", True: ""}
        for area in mass.areas:
            province = self._province(area.space)
            for a, b, behind in area.borders:
                other = self._province(behind)
                if province and province != other and (province < other or not other):
                    lines[self._territory(province) != self._territory(other)] += sheet.line(a, b)
            if province:
                part = province, self._holder(province, area.space)
                ground[part] = ground.get(part, "") + sheet.ring(within(area.outline, frame), 0.0)
        if not any(ground.values()):
            return []
        shore = path(sheet.ring(within(mass.shore.ring, frame)), clip_rule="evenodd")
        inner = [part for (province, side), d in ground.items() if d for part in self._fill(province, d, side)]
        inner += [path(d, fill="none", stroke=BORDER, **LINES[great]) for great, d in lines.items() if d]
        return [
            element("clipPath", shore, id=f"land-{number}"),
            element("g", "".join(inner), clip_path=f"url(#land-{number})"),
        ]

    def _holder(self, province: str, space: int) -> str | None:
        """The Power that Controls a Space of a Province that nobody Controls."""
        side: str | None = self.view["spaces"].get(self.places.ids[space])
        return side if side in self.words and not self.view["provinces"][province] else None

    def _territory(self, province: str) -> str | None:
        return next((word for word, each in self.view["territories"].items() if province in each["provinces"]), None)

    # The coast made from the Connections

    def _stylised(self) -> list[str]:
        shapes, sheet = ground(self.places), self.sheet
        coast = "".join(sheet.smooth(loop) for loop in shapes.coast)
        drawn = [
            path(coast, fill="none", stroke=SHALLOWS, stroke_width=13, stroke_linejoin="round"),
            path(coast, fill=CLOSED, stroke=SHORE, stroke_width=2.4, stroke_linejoin="round"),
        ]
        for province, word in enumerate(self.places.province_ids):
            if word in self.view["provinces"]:
                drawn += self._fill(word, "".join(sheet.smooth(loop) for loop in shapes.provinces[province]))
        for great, style in LINES.items():
            d = "".join(sheet.line(a, b) for a, b, outer in shapes.borders if outer == great)
            drawn.append(element("path", d=d, fill="none", stroke=BORDER, stroke_linecap="round", **style))
        d = "".join(sheet.line(a, b) for a, b in shapes.channels)
        for colour, breadth in ((SHORE, 7.4), (SEA, 4.6)):
            drawn.append(path(d, fill="none", stroke=colour, stroke_width=breadth, stroke_linecap="round"))
        drawn.append(path(coast, fill="none", stroke=SHORE, stroke_width=1.2, stroke_linejoin="round"))
        return drawn
