"""The ground of Spaces on a real coast."""

from __future__ import annotations

from itertools import pairwise

import pytest

from ludi.games.pax_romana.drawing.areas import Landmass, landmasses
from ludi.games.pax_romana.drawing.land import project
from ludi.games.pax_romana.drawing.shapes import Frame, Shapes, area, holds, shapes_of, stored, within
from ludi.games.pax_romana.world.atlas import atlas

MAP = atlas()


def ring(*corners: tuple[int, int]) -> list[int]:
    steps = [*corners[0]]
    for (x, y), (u, v) in pairwise(corners):
        steps += [u - x, v - y]
    return steps


def coast(*rings: list[int]) -> Shapes:
    return shapes_of({"coast": {"unit": 10, "levels": [[], list(rings)]}, "icons": {}})


MAINLAND = ring((-120, -660), (550, -660), (550, -200), (-120, -200))
STRANGE = ring((560, -660), (570, -660), (570, -650))


def of(space: str, found: list[Landmass]) -> int:
    node = MAP.index[space]
    at = project(MAP.lat[node], MAP.lon[node])
    return next(
        number
        for number, mass in enumerate(found)
        if any(each.space == node and holds(each.outline, at) for each in mass.areas)
    )


def test_every_space_has_the_ground_it_stands_on_and_far_country_belongs_to_nobody() -> None:
    found = landmasses(MAP, coast(MAINLAND, STRANGE))
    assert len(found) == 1
    for space in range(MAP.spaces):
        of(MAP.ids[space], found)
    sahara = 5.0, -23.0
    assert not any(holds(each.outline, sahara) for each in found[0].areas)


def test_edges_know_whose_ground_lies_behind_them() -> None:
    (mass,) = landmasses(MAP, coast(MAINLAND))
    roma = next(each for each in mass.areas if each.space == MAP.index["roma"])
    behind = {MAP.ids[other] for _, _, other in roma.borders if other >= 0}
    assert "capua" in behind
    assert not behind & {"carthago", "athens", "mediolanum"}


def test_what_of_a_ring_lies_in_a_frame_is_cut_along_it() -> None:
    square = [(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)]
    assert area(within(square, Frame(1, 1, 9, 2))) == pytest.approx(3.0)
    assert within(square, Frame(5, 1, 9, 2)) == []


def test_the_real_coast_keeps_islands_apart() -> None:
    shapes = stored()
    if shapes is None:
        pytest.skip("no page was built, so there is no coast")
    found = landmasses(MAP, shapes)
    mainland = of("roma", found)
    for island in ("melita", "rhodes", "naxos", "samos", "caralis", "messana", "gortyna", "paphos", "londinium"):
        assert of(island, found) != mainland, island
    for place in ("rhegium", "carthago", "athens", "alexandria", "lutetia"):
        assert of(place, found) == mainland, place
