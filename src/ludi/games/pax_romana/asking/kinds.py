"""The words that can stand in the views of a match, by the kinds that the shape of the view names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from ludi.games.pax_romana.ch03_sequence.phases import PHASES
from ludi.games.pax_romana.ch10_battle.battle import STEPS
from ludi.games.pax_romana.ch17_cards.effect import Effect
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import (
    GALLIC_REBELS,
    INDEPENDENT,
    MAX_POWERS,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    PERGAMENE_GALLEY,
    PERGAMENE_HEAVY,
    PERGAMUM,
    PONTUS,
    REBELS,
    RHODIAN,
    SIDE_NAMES,
    SLAVES,
    SUCCESSORS,
    UNITS,
)
from ludi.games.pax_romana.world.words import LETTERS


def words_for(box: PaxRomanaBox, kind: str) -> dict[str, int] | None:
    """The words of a kind, each once; None for a kind that is not known here."""
    found = KINDS.get(kind)
    return None if found is None else dict.fromkeys(found(box), 1)


def _spaces(box: PaxRomanaBox) -> list[str]:
    return [box.place(node) for node in range(box.atlas.spaces) if box.open[node]]


def _sides(box: PaxRomanaBox) -> list[str]:
    """The Powers, and those that belong to nobody; Slaves revolt against the Powers that play."""
    missing = [*range(SLAVES + len(box.powers), SLAVES + MAX_POWERS)]
    if not box.advanced:
        missing += [GALLIC_REBELS, REBELS, PONTUS, SUCCESSORS, PERGAMUM]
    return [*box.powers, *(name for side, name in SIDE_NAMES.items() if side not in missing)]


def _units(box: PaxRomanaBox) -> list[str]:
    """The Units that can come up: those of Rhodes where it lies open, hired ones and Pergamum's in the Advanced one."""
    rhodes = box.atlas.index.get("rhodes")
    missing: set[int] = set() if rhodes is not None and box.open[rhodes] else {RHODIAN}
    if not box.advanced:
        missing = {*missing, MERCENARY_LIGHT, MERCENARY_CAVALRY, *range(PERGAMENE_HEAVY, PERGAMENE_GALLEY + 1)}
    return [unit for kind, unit in enumerate(UNITS) if kind not in missing]


@cache
def _procedures() -> tuple[str, ...]:
    return tuple(sorted({procedure.name for procedure in Procedure.kinds.values()}))


@cache
def _crumb_rules() -> tuple[str, ...]:
    own = {procedure.rule for procedure in Procedure.kinds.values()}
    phases = {f"PR-3.2-{phase}" for phase in PHASES}
    steps = {f"PR-10.2-{step}" for step in STEPS.values()}
    cards = {effect.rule for effect in Effect.all.values()}
    return tuple(sorted(own | phases | steps | cards))


KINDS: dict[str, Callable[[PaxRomanaBox], Iterable[str]]] = {
    "scenarios": lambda box: [box.scenario["number"]],
    "years": lambda box: ["", *box.scenario.get("turn_labels", ())],
    "powers": lambda box: box.powers,
    "names": lambda box: box.titles,
    "colours": lambda box: box.colours,
    "sides": _sides,
    "units": _units,
    "settled": lambda box: [*box.powers, SIDE_NAMES[INDEPENDENT]],
    "spaces": _spaces,
    "transit": lambda box: box.atlas.ids[box.atlas.spaces :],
    "provinces": lambda box: [box.atlas.province_ids[province] for province in box.open_provinces],
    "territories": lambda box: [realm.word for realm in box.realms],
    "leaders": lambda box: [leader.word for leader in box.leaders],
    "ratings": lambda box: sorted({f"{leader.tactical}-{leader.campaign}" for leader in box.leaders}),
    "titles": lambda box: sorted({leader.title for leader in box.leaders}),
    "letters": lambda box: LETTERS,
    "cards": lambda box: CARD_NAMES if box.advanced else (),
    "procedures": lambda box: _procedures(),
    "crumbs": lambda box: sorted(box.game.phrases("en").section("crumb")),
    "crumb-rules": lambda box: _crumb_rules(),
}
"""How the words of each kind are found."""
