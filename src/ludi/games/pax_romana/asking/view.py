"""What a seat may know, as JSON-ready data.

- ``game``, ``scenario``, ``turn`` (its printed number), ``last_turn``, ``years``, ``phase`` (A to I)
- ``you``, ``actors``
- ``breadcrumb``: the names of the procedures under way; ``path``: the same as phrases (``key``, ``facts``, ``rule``)
- ``decider``: the Power of yours that decides now
- ``powers``: for each ``power`` its ``seat``, ``talents``, ``stability``, ``vp``, ``gop``, ``cvp``, ``income``,
  ``markers`` left, ``objectives`` (own and shown ones by letter, else None)
- ``units``: by side and place; ``leaders``: by place; ``sites``: Cities and Towns; ``tribes``: strength or None
- ``commanders``: the ``side``, ``rating`` and ``elite`` of each
- ``territories``: for each its ``provinces`` in play and who Controls it
- ``spaces``: who Controls each Space that somebody Controls; ``provinces``: who Controls each
- ``pirates``, ``event_markers``; ``allies``, ``pass_rights``, ``passage`` (where), ``promises``, ``meeting``
- ``plan``: what you have planned in secret so far
- ``outcome`` once the game is over
"""

from __future__ import annotations

from typing import Any

from ludi.core import View
from ludi.games.pax_romana.ch03_sequence.phases import PHASES
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting
from ludi.games.pax_romana.ch05_control.control import realm_controller
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch06_treasury.maintenance import Maintenance
from ludi.games.pax_romana.ch06_treasury.manpower import Manpower
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch15_victory.points import civilization, geography
from ludi.games.pax_romana.engine.board import read_way
from ludi.games.pax_romana.engine.promises import PROMISE_KINDS, Promise
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.box import Leader, PaxRomanaBox
from ludi.games.pax_romana.world.pieces import (
    HIDDEN,
    NOBODY,
    SITE_WORDS,
    UNITS,
    count,
    is_revealed,
    is_shown,
    kinds,
    known_to,
    letter_of,
    node_of,
    side_of,
    tribe_strength,
    unpack,
)
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import LETTERS


def view(s: PlayedPosition, seat: int | None) -> View:
    """The position as ``seat`` (None: a spectator) knows it."""
    box = s.box
    own = () if seat is None else box.seat_powers[seat]
    powers = range(len(box.powers))
    return {
        **_moment(s, seat),
        "powers": [_power(s, power, own) for power in powers],
        **_pieces(s),
        **_control(s),
        "pirates": [box.atlas.ids[node] for node in s.pirates],
        "event_markers": s.pool[-1],
        "order": [box.powers[power] for power in s.order],
        "pass_rights": [[q for q in powers if has(rights, q)] for rights in s.pass_rights],
        "passage": [_way(s, way) for way in s.ways],
        "allies": [[box.powers[q] for q in powers if has(allies, q)] for allies in s.allies],
        "promises": [_promise(s, promise) for promise in s.promises],
        "meeting": _meeting(s),
        "under_way": _under_way(s),
        "plan": _plans(s, own),
        "outcome": _outcome(s),
    }


def _moment(s: PlayedPosition, seat: int | None) -> dict[str, Any]:
    """When it is, what is under way, and who decides."""
    box = s.box
    return {
        "game": "pax-romana",
        "scenario": box.scenario["number"],
        "turn": s.turn + box.first_turn,
        "last_turn": box.turns + box.first_turn - 1,
        "years": _years(s),
        "phase": PHASES[s.phase],
        "you": seat,
        "actors": list(s.actors()),
        "breadcrumb": [procedure.name for procedure in s.stack],
        "path": [
            {"key": crumb.key, "facts": dict(crumb.facts), "rule": crumb.rule}
            for crumb in (procedure.crumb(s) for procedure in s.stack)
        ],
        "decider": None if seat is None or (decider := s.decider(seat)) < 0 else box.powers[decider],
        "active": None if s.active < 0 else box.powers[s.active],
    }


def _pieces(s: PlayedPosition) -> dict[str, Any]:
    """What stands on the map."""
    box = s.box
    ids = box.atlas.ids
    units: dict[str, dict[str, dict[str, int]]] = {}
    for key in sorted(s.force):
        units.setdefault(box.side_word(side_of(key)), {})[ids[node_of(key)]] = unpack(s.force[key])
    leaders = [(box.leaders[number], where) for number, where in enumerate(s.leader_at) if where >= 0]
    return {
        "units": units,
        "leaders": {leader.word: ids[where] for leader, where in leaders},
        "commanders": {leader.word: _commander(box, leader) for leader, _ in leaders},
        "sites": {
            ids[node]: {"owner": box.side_word(site.owner), "kind": SITE_WORDS[site.kind], "walls": site.walls}
            for node, site in sorted(s.sites.items())
        },
        "tribes": {
            ids[node]: tribe_strength(counter) if is_revealed(counter) else None
            for node, counter in sorted(s.tribes.items())
        },
    }


def _control(s: PlayedPosition) -> dict[str, Any]:
    """Who holds Spaces, Provinces and Territories."""
    box = s.box
    atlas = box.atlas
    return {
        "spaces": {
            atlas.ids[node]: box.side_word(s.holder(node))
            for node in range(atlas.spaces)
            if box.open[node] and s.holder(node) >= 0
        },
        "provinces": {
            atlas.province_ids[p]: box.side_word(s.provinces[p]) if s.provinces[p] >= 0 else None
            for p in box.open_provinces
        },
        "territories": {
            realm.word: {
                "provinces": [atlas.province_ids[province] for province in realm.provinces],
                "owner": None if (owner := realm_controller(s, number)) < 0 else box.side_word(owner),
            }
            for number, realm in enumerate(box.realms)
        },
    }


def _outcome(s: PlayedPosition) -> dict[str, Any] | None:
    result = s.outcome()
    if result is None:
        return None
    return {
        "winners": list(result.winners),
        "reason": result.reason,
        "rule": result.rule,
        "scores": list(result.scores),
        "powers": dict(result.reckoning),
    }


def _years(s: PlayedPosition) -> str:
    labels = s.box.scenario.get("turn_labels", ())
    return labels[s.turn] if s.turn < len(labels) else ""


def _commander(box: PaxRomanaBox, leader: Leader) -> dict[str, Any]:
    rating = f"{leader.tactical}-{leader.campaign}"
    return {"side": box.side_word(leader.side), "rating": rating, "elite": leader.elite, "title": leader.title}


def _power(s: PlayedPosition, power: int, own: tuple[int, ...]) -> dict[str, Any]:
    box = s.box
    open_hand = power in own or not s.stack
    return {
        "power": box.powers[power],
        "name": box.titles[power],
        "colour": box.colours[power],
        "seat": box.seat_of[power],
        "talents": s.treasury[power],
        "stability": s.stability[power],
        "vp": s.vp[power],
        "gop": geography(s, power),
        "cvp": civilization(s, power),
        "income": income(s, power),
        "markers": s.pool[power] + s.order.count(power),
        "objectives": [
            LETTERS[letter_of(marker)]
            if (open_hand or any(known_to(marker, each) for each in own) or is_shown(marker))
            and letter_of(marker) != HIDDEN
            else None
            for marker in s.objectives[power]
        ],
        "galley_technology": has(s.galley_technology, power),
    }


def _way(s: PlayedPosition, way: int) -> dict[str, str]:
    """Passage that one Power grants another in a Province or in a single Space."""
    box = s.box
    granted = read_way(way)
    told = {"by": box.powers[granted.host], "to": box.powers[granted.guest]}
    if granted.node != NOBODY:
        return {**told, "space": box.atlas.ids[granted.node]}
    return {**told, "province": box.atlas.province_ids[granted.province]}


def _promise(s: PlayedPosition, promise: Promise) -> dict[str, str]:
    """A promise: who gave it to whom, what, and the Power, Province or place it is about."""
    box = s.box
    kind = promise.kind
    about = (box.powers, box.powers, box.atlas.province_ids, box.atlas.ids)[kind][promise.about]
    return {"by": box.powers[promise.by], "to": box.powers[promise.to], "kind": PROMISE_KINDS[kind], "about": about}


def _meeting(s: PlayedPosition) -> dict[str, Any] | None:
    """The Meeting under way: who takes part, who speaks to whom, what is on the table."""
    for procedure in s.stack:
        if isinstance(procedure, Meeting):
            powers = s.box.powers
            return {
                "table": [powers[power] for power in procedure.table()],
                "speaker": powers[procedure.speaker],
                "to": powers[procedure.guest] if procedure.guest >= 0 else None,
                "terms": [s.spell(action) for action in procedure.terms],
                "offers_left": s.box.parley - procedure.offers,
            }
    return None


def _under_way(s: PlayedPosition) -> dict[str, Any] | None:
    """The Move or Battle on top of the stack, as far as everybody sees it."""
    box = s.box
    for procedure in reversed(s.stack):
        if isinstance(procedure, Battle):
            return {
                "kind": "battle",
                "space": box.place(procedure.node),
                "attackers": [box.side_word(side) for side in procedure.attackers],
                "defenders": [box.side_word(side) for side in procedure.defenders],
                "walls": procedure.walls,
                "attack_die": procedure.attack_die,
                "defence_die": procedure.defence_die,
                "shifts": procedure.shifts,
            }
        if isinstance(procedure, Convoy):
            return {
                "kind": "move",
                "space": box.place(procedure.node),
                "side": box.side_word(procedure.side),
                "mp": procedure.mp,
                "army": {UNITS[kind]: count(procedure.army, kind) for kind in kinds(procedure.army)},
            }
    return None


def _plans(s: PlayedPosition, own: tuple[int, ...]) -> list[str]:
    """What this seat has planned in secret so far."""
    found: list[str] = []
    for procedure in s.stack:
        if isinstance(procedure, (Maintenance, Manpower)):
            for power in own:
                found += [s.spell(action) for action in procedure.plan(power)]
        elif isinstance(procedure, LeaderSelection):
            for index, where in enumerate(procedure.placed):
                if where >= 0 and procedure.owner(index) in own:
                    found.append(f"lead:{s.box.place(where)}")
    return found
