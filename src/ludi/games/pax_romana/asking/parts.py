"""The view in parts, and what each of them depends on, for those who read very many views: of each only what is new."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ludi.core import OnDemand, ViewPart
from ludi.games.pax_romana.asking.in_force import depends_on, in_force
from ludi.games.pax_romana.asking.scenes import stack_of
from ludi.games.pax_romana.asking.view import (
    commander,
    crumb,
    identity,
    known_objectives,
    meeting,
    moment,
    outcome,
    passage,
    plans,
    promise_view,
    site_view,
    territories,
    ties,
    tribe,
    under_way,
    years,
)
from ludi.games.pax_romana.ch03_sequence.phases import PHASES
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting
from ludi.games.pax_romana.ch05_control.control import realm_controllers
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch15_victory.points import civilization, geography
from ludi.games.pax_romana.ch17_cards.deck import known_cards
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.pieces import NOBODY, node_of, side_of
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import LETTERS

Path = tuple[str | int, ...]
Where = Callable[[int], Path | None]
MEETING_KEYS = ("table", "speaker", "to", "terms", "offers_left")
"""Of a Meeting what is told one by one."""


def parts(box: PaxRomanaBox) -> list[ViewPart]:
    """The view in parts; :func:`keys` tells what they depend on."""
    return [*_of_the_moment(), *_of_powers(box), *_of_the_map(box), *_of_the_table(box)]


def keys(s: PlayedPosition, seat: int) -> list[Any] | None:
    """For the :func:`parts` what they depend on, one after another, as this seat knows it."""
    box, over = s.box, not s.stack
    own = box.seat_powers[seat]
    decider = s.decider(seat)
    found: list[Any] = [
        s.turn + box.first_turn,
        years(s),
        PHASES[s.phase],
        s.actors(),
        [procedure.name for procedure in s.stack],
        [procedure.trail(s) for procedure in s.stack],
        None if decider < 0 else box.powers[decider],
        None if s.active < 0 else box.powers[s.active],
    ]
    for power, (points, cities, talents) in enumerate(_takings(s)):
        found += (
            s.treasury[power],
            s.stability[power],
            s.vp[power],
            points,
            cities,
            talents,
            s.pool[power] + s.order.count(power),
            tuple(s.objectives[power]) if over else s.objectives[power],  # which are never equal: now they lie open
            has(s.galley_technology, power),
            s.hands[power],
        )
    found += (s.force, s.leader_at, s.leader_at, s.sites, s.tribes, s.holders(), s.provinces, s.provinces)
    found += (
        s.pirates,
        depends_on(s),
        s.pool[-1],
        s.order,
        tuple(s.pass_rights),
        s.ways,
        tuple(s.allies),
        s.promises,
        _meeting_code(s),
        _under_way_code(s),
        plans(s, own),
        len(s.deck),
        s.discards,
        s.used_up,
        outcome(s) if over else None,
    )
    return found


def _of_the_moment() -> list[ViewPart]:
    return [
        *(ViewPart((), (key,), moment, reads=0, public=True) for key in ("scenario", "last_turn")),
        *(ViewPart((), (key,)) for key in ("turn", "years", "phase", "actors", "breadcrumb")),
        ViewPart((), ("path",), _path, leaves=(("path",),), alike=True),
        *(ViewPart((), (key,)) for key in ("decider", "active")),
    ]


def _of_powers(box: PaxRomanaBox) -> list[ViewPart]:
    found = []
    for power in range(len(box.powers)):
        at = ("powers", power)
        found.append(ViewPart(at, ("power", "name", "colour", "seat"), partial(_identity, power), reads=0))
        found += [ViewPart(at, (key,)) for key in ("talents", "stability", "vp", "gop", "cvp", "income", "markers")]
        found.append(ViewPart(at, ("objectives",), tell=_objectives_of, words=LETTERS, item=power))
        found.append(ViewPart(at, ("galley_technology",)))
        found.append(ViewPart(at, ("hand",), tell=_hand_of, words=CARD_NAMES, item=power))
    return found


def _of_the_map(box: PaxRomanaBox) -> list[ViewPart]:
    """Pieces and Control. They are told by the position's own dictionaries and lists, by place or number."""
    ids, leaders, seats = box.atlas.ids, box.leaders, box.seat_powers
    open_spaces = [node < box.atlas.spaces and bool(box.open[node]) for node in range(box.atlas.nodes)]

    def named(key: str, words: Callable[[int], str]) -> Where:
        return lambda number: (key, words(number))

    def spaces(node: int) -> Path | None:
        return ("spaces", ids[node]) if open_spaces[node] else None

    def provinces(province: int) -> Path | None:
        return ("provinces", box.atlas.province_ids[province]) if province in box.open_provinces else None

    def units(key: int) -> Path:
        return ("units", box.side_word(side_of(key)), ids[node_of(key)])

    def table(
        key: str,
        where: Where,
        spell: Callable[[int, int, Any], Any],
        absent: Any = None,
        alike: bool = True,
        public: bool = False,
    ) -> ViewPart:
        return ViewPart((), (key,), where=where, spell=spell, absent=absent, alike=alike, public=public)

    leader, place = (lambda number: leaders[number].word), (lambda node: ids[node])
    owners = tuple(("territories", realm.word) for realm in box.realms)
    return [
        table("units", units, lambda seat, key, stack: stack_of(stack)),
        table("leaders", named("leaders", leader), lambda seat, number, node: ids[node], NOBODY),
        table(
            "commanders",
            named("commanders", leader),
            lambda seat, number, node: commander(box, leaders[number]),
            NOBODY,
            alike=False,
            public=True,
        ),
        table("sites", named("sites", place), lambda seat, node, site: site_view(box, site)),
        table("tribes", named("tribes", place), lambda seat, node, counter: tribe(counter, seats[seat]), alike=False),
        table("spaces", spaces, lambda seat, node, side: box.side_word(side), NOBODY),
        table("provinces", provinces, lambda seat, number, side: box.side_word(side) if side >= 0 else None),
        ViewPart((), ("territories",), _territories, tell=_owners_of, leaves=owners, alike=True),
    ]


def _of_the_table(box: PaxRomanaBox) -> list[ViewPart]:
    """What lies beside the map, and what is under way."""
    return [
        ViewPart((), ("pirates",), words=box.atlas.ids),
        ViewPart((), ("in_force",), lambda s, seat: {"in_force": in_force(s)}, alike=True),
        ViewPart((), ("event_markers",)),
        ViewPart((), ("order",), words=box.powers),
        ViewPart((), ("pass_rights",), _ties, alike=True),
        ViewPart((), ("passage",), _passages, leaves=(("passage",),), alike=True),
        ViewPart((), ("allies",), _ties, alike=True),
        ViewPart((), ("promises",), _promises, leaves=(("promises",),), alike=True),
        ViewPart((), ("meeting",), lambda s, seat: {"meeting": meeting(s)}, spread=MEETING_KEYS, alike=True),
        ViewPart((), ("under_way",), lambda s, seat: {"under_way": under_way(s)}, alike=True),
        ViewPart((), ("plan",)),
        ViewPart((), ("deck",)),
        ViewPart((), ("discards",), words=CARD_NAMES),
        ViewPart((), ("used_up",), words=CARD_NAMES),
        ViewPart((), ("outcome",)),
    ]


# Codes: other facts, another code


def _takings(s: PlayedPosition) -> list[tuple[int, int, int]]:
    """GOP, CVP and income of each Power, reckoned when something on the map or an objective has changed."""
    known: tuple[list[int], list[list[int]], list[tuple[int, int, int]]] | None = s.kept("takings")
    if known is None or known[0] != s.provinces or known[1] != s.objectives:
        powers = range(len(s.box.powers))
        found = [(geography(s, power), civilization(s, power), income(s, power)) for power in powers]
        known = s.provinces[:], [held[:] for held in s.objectives], found
        s.keep("takings", known)
    return known[2]


def _meeting_code(s: PlayedPosition) -> tuple[Any, ...] | None:
    for procedure in s.stack:
        if isinstance(procedure, Meeting):
            left = s.box.parley - procedure.offers
            terms = tuple(procedure.terms)
            return (tuple(procedure.table()), procedure.speaker, procedure.guest, terms, left)
    return None


def _under_way_code(s: PlayedPosition) -> tuple[Any, ...] | None:
    for procedure in reversed(s.stack):
        if isinstance(procedure, Battle):
            shifts = procedure.shifts if isinstance(procedure, Clash) else 0
            sides = tuple(procedure.attackers), tuple(procedure.defenders)
            return (procedure.node, sides, procedure.walls, tuple(procedure.dice), shifts)
        if isinstance(procedure, Convoy):
            return (procedure.node, procedure.side, procedure.mp, procedure.army)
    return None


# What parts tell, and what stands where they tell a code


def _objectives_of(s: PlayedPosition, seat: int, power: int) -> list[Any]:
    return [known_objectives(s, power, s.box.seat_powers[seat])]


def _hand_of(s: PlayedPosition, seat: int, power: int) -> list[Any]:
    return [known_cards(s, power, s.box.seat_powers[seat])]


def _owners_of(s: PlayedPosition, seat: int, item: int) -> list[Any]:
    return [*realm_controllers(s)]


def _identity(power: int, s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {**identity(s.box, power)}


def _path(s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {"path": [crumb(procedure.crumb(s)) for procedure in s.stack]}


def _territories(s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {"territories": territories(s)}


def _ties(s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {**ties(s)}


def _passages(s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {"passage": OnDemand(lambda number: passage(s, s.ways[number]))}


def _promises(s: PlayedPosition, seat: int) -> Mapping[str, Any]:
    return {"promises": OnDemand(lambda number: promise_view(s, s.promises[number]))}
