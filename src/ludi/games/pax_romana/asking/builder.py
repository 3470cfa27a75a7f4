"""Any position, from plain data: for tests, puzzles, lessons, and to read a snapshot back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.core import BadPosition, Dice, ScriptedDice, registry
from ludi.games.pax_romana.asking.cards import put_cards
from ludi.games.pax_romana.asking.possible import check
from ludi.games.pax_romana.asking.state import PaxRomanaState
from ludi.games.pax_romana.asking.under_way import put_under_way
from ludi.games.pax_romana.ch03_sequence.activation import Activation
from ludi.games.pax_romana.ch03_sequence.expansion import Expansion
from ludi.games.pax_romana.ch03_sequence.phases import PHASE_F, PHASES
from ludi.games.pax_romana.ch03_sequence.turn import GameTurn
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch06_treasury.recruitment import Recruitment
from ludi.games.pax_romana.engine.fields import LISTS, NUMBERS
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.promises import Promise
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.counters import HIDDEN, seen_too, shown, tribe_strength
from ludi.games.pax_romana.world.pieces import (
    CITY,
    FULL_WALLS,
    LEAST_WALLS,
    NOBODY,
    SIDE_NAMES,
    SLAVES,
    TOWN,
    UNITS,
    is_slave,
    pack,
    stack_key,
)
from ludi.games.pax_romana.world.sets import all_below
from ludi.games.pax_romana.world.stability_track import HIGHEST, LOWEST
from ludi.games.pax_romana.world.words import LETTERS

OPERATIONS = ("choose", "expansion", "recruitment", "meeting", "phase")
MOST_OBJECTIVES = 3
MOST_EVENTS = 2
MOST_ON_A_DIE = 30
"""Draws from a pool of counters are rolls too."""
Stacks = Mapping[str, Mapping[str, Mapping[str, int]]]


def position(
    options: Mapping[str, Any] | None = None,
    *,
    units: Stacks | None = None,
    sites: Mapping[str, Mapping[str, Any]] | None = None,
    leaders: Mapping[str, str] | None = None,
    tribes: Mapping[str, int] | None = None,
    treasury: Mapping[str, int] | None = None,
    stability: Mapping[str, int] | None = None,
    vp: Mapping[str, int] | None = None,
    soldier_of_fortune: str = "",
    pirates: Sequence[str] = (),
    turn: int = 0,
    active: str = "",
    operation: str = "choose",
    phase: str = "F",
    markers: Mapping[str, int] | None = None,
    under_way: Mapping[str, Mapping[str, Any]] | None = None,
    dice: Sequence[int] | Dice | None = None,
    moved: Stacks | None = None,
    escorted: Stacks | None = None,
    objectives: Sequence[Sequence[str]] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    deck: Sequence[str] | None = None,
    discards: Sequence[str] = (),
    used_up: Sequence[str] = (),
    promises: Sequence[Sequence[int]] = (),
    result: Sequence[Any] = (),
    numbers: Mapping[str, int] | None = None,
    lists: Mapping[str, Sequence[int]] | None = None,
    stack: Sequence[Mapping[str, Any]] | None = None,
) -> PaxRomanaState:
    """Build a position.

    ``units`` are by side, place and kind; ``sites`` by place with ``owner``, ``kind`` and ``walls``; ``leaders`` by
    their word. With ``active`` and ``operation`` a Power is at a point of its Activation; ``phase`` starts at another
    phase of the turn (``operation="phase"``), and ``under_way`` puts it in the middle of a march, a voyage, a Battle or
    losses (:mod:`under_way`). ``hands`` are Event cards by Power, ``deck`` those on top of the deck, the next first.
    ``dice`` are the coming rolls. What a snapshot holds beyond that (``numbers``, ``lists``, ``stack`` ...) is taken as
    it is. An impossible position is refused with a reason.
    """
    s = _empty_map(options, dice)
    box = s.box
    s.rhodes_ally, s.pergamum_ally = ((numbers or {}).get(f"{each}_ally", NOBODY) for each in ("rhodes", "pergamum"))
    _put_pieces(s, units or {}, sites or {}, tribes or {}, leaders or {})
    s.sof_owner = _power(box, soldier_of_fortune) if soldier_of_fortune else s.sof_owner
    s.pirates = [_node(box, place) for place in pirates]
    _scores(s, treasury, stability, vp)
    _objectives(s, objectives or (), stack is None)
    put_cards(s, hands or (), deck or (), discards, used_up, checked=stack is None)
    s.turn, s.pool = _turn(box, turn), _markers(box, markers or {})
    _count(s, checked=stack is None)
    if stack is not None:
        _restore(s, moved, escorted, promises, result, numbers or {}, lists or {}, stack)
        return s
    _set(s, numbers or {}, lists or {})
    _begin(s, active, "expansion" if under_way else operation, phase)
    if under_way:
        put_under_way(s, under_way)
    return s


def _count(s: PaxRomanaState, *, checked: bool) -> None:
    """Who Controls what, once the pieces are found possible."""
    s.start_scores = [0] * (2 * len(s.box.powers))
    if checked:
        check(s)
    s.dirty = all_below(len(s.box.atlas.province_ids))
    recount(s, quiet=True)


def _empty_map(options: Mapping[str, Any] | None, dice: Sequence[int] | Dice | None) -> PaxRomanaState:
    box = registry.find("pax-romana").box(options)
    assert isinstance(box, PaxRomanaBox)
    return PaxRomanaState(box, ScriptedDice(_dice(dice or ())) if dice is None or isinstance(dice, Sequence) else dice)


def _turn(box: PaxRomanaBox, turn: int) -> int:
    if not 0 <= turn < box.turns:
        raise BadPosition(f"Turn {turn} is not played: this scenario has {box.turns}, counted from 0.")
    return turn


def _begin(s: PaxRomanaState, active: str, operation: str, phase: str) -> None:
    box = s.box
    if operation not in OPERATIONS:
        raise BadPosition(f"There is no operation '{operation}'; there are {', '.join(OPERATIONS)}.")
    if operation == "phase":
        if phase not in PHASES:
            raise BadPosition(f"There is no phase '{phase}'; they are A to I.")
        s.phase = PHASES.index(phase)
        s.push(GameTurn(s.phase))
        s.run()
        return
    power = _power(box, active or box.powers[0])
    s.phase = PHASE_F
    s.active = power
    s.streak = 1
    s.push(GameTurn(PHASE_F))
    activation = Activation(power, False)
    activation.choose(s)
    s.push(activation)
    if operation != "choose":
        activation.operate()
        if operation == "meeting":
            s.push(Meeting(power))
        else:
            s.push(Expansion(power, s) if operation == "expansion" else Recruitment(power))
    s.run()


def _restore(
    s: PaxRomanaState,
    moved: Stacks | None,
    escorted: Stacks | None,
    promises: Sequence[Sequence[int]],
    result: Sequence[Any],
    numbers: Mapping[str, int],
    lists: Mapping[str, Sequence[int]],
    stack: Sequence[Mapping[str, Any]],
) -> None:
    """What only a snapshot tells."""
    box = s.box
    for told, stacks in ((moved, s.moved), (escorted, s.escorted)):
        for side, places in (told or {}).items():
            for place, counts in places.items():
                stacks[stack_key(_side(box, side), _node(box, place))] = _pack(counts)
    s.promises = [Promise(*promise) for promise in promises]
    s.result = tuple(result)
    _set(s, numbers, lists)
    for entry in stack:
        s.push(restore_procedure(entry))


def _set(s: PaxRomanaState, numbers: Mapping[str, int], lists: Mapping[str, Sequence[int]]) -> None:
    for name, value in numbers.items():
        if name not in NUMBERS:
            raise BadPosition(f"There is no number '{name}' in a position.")
        setattr(s, name, value)
    for name, values in lists.items():
        if name not in LISTS:
            raise BadPosition(f"There is no list '{name}' in a position.")
        setattr(s, name, list(values))
    s.forget()


def _objectives(s: PaxRomanaState, objectives: Sequence[Sequence[str]], checked: bool) -> None:
    box = s.box
    if len(objectives) > len(box.powers):
        raise BadPosition(f"There are objectives for {len(objectives)} powers; this scenario has {len(box.powers)}.")
    left = list(box.objective_markers)
    for held_by, marks in enumerate(objectives):
        for mark in marks:
            face_up, _, seen = mark[1:].partition("@")
            if mark[:1] not in (*LETTERS, "?") or face_up not in ("", "+") or not set(seen) <= set("0123"):
                raise BadPosition(f"There is no objective '{mark}'; they are A to N, with a + when they are shown.")
            letter = HIDDEN if mark[0] == "?" else LETTERS.index(mark[0])
            if letter in left:
                left.remove(letter)
            elif checked:
                raise BadPosition(f"There is no such objective marker '{mark[0]}' left in this scenario.")
            marker = shown(letter) if face_up else letter
            for power in seen:
                marker = seen_too(marker, int(power))
            s.objectives[held_by].append(marker)
        if checked and len(s.objectives[held_by]) > MOST_OBJECTIVES:
            raise BadPosition(f"{box.powers[held_by]} cannot hold more than {MOST_OBJECTIVES} objectives.")
    s.objective_pool = left


def _markers(box: PaxRomanaBox, markers: Mapping[str, int]) -> list[int]:
    """The pool: Activation Markers by Power, then Event markers."""
    for word, number in markers.items():
        if word != "events" and word not in box.powers:
            raise BadPosition(
                f"There are no markers of '{word}'; there are those of {', '.join(box.powers)} and events."
            )
        most = MOST_EVENTS if word == "events" else box.markers[box.powers.index(word)]
        if not 0 <= number <= most:
            raise BadPosition(f"There cannot be {number} markers of '{word}' in the pool; a turn has {most}.")
    return [*(markers.get(power, 0) for power in box.powers), markers.get("events", 0)]


def restore_procedure(entry: Mapping[str, Any]) -> Procedure:
    """A procedure from its snapshot."""
    kind = Procedure.kinds.get(str(entry.get("procedure")))
    if kind is None:
        raise BadPosition(f"There is no procedure '{entry.get('procedure')}'.")
    procedure = kind.__new__(kind)
    for field in kind.fields():
        if field not in entry:
            raise BadPosition(f"The procedure '{kind.name}' lacks its field '{field}'.")
        value = entry[field]
        if field in kind.values:
            value = _named(kind, field, value)
        elif isinstance(value, (list, tuple)):
            value = tuple(value) if field in kind.tuples else list(value)
        setattr(procedure, field, value)
    if procedure.stage not in kind.stages:
        raise BadPosition(f"The procedure '{kind.name}' has no stage '{procedure.stage}'.")
    return procedure


def _named(kind: type[Procedure], field: str, parts: Any) -> Any:
    """A field that is told by the names of its parts."""
    named = kind.values[field]
    if not isinstance(parts, Mapping) or set(parts) != set(named._fields):
        raise BadPosition(f"'{field}' of the procedure '{kind.name}' has these parts: {', '.join(named._fields)}.")
    return named(**{name: tuple(part) if isinstance(part, list) else part for name, part in parts.items()})


def _scores(
    s: PaxRomanaState,
    treasury: Mapping[str, int] | None,
    stability: Mapping[str, int] | None,
    vp: Mapping[str, int] | None,
) -> None:
    for word, talents in (treasury or {}).items():
        if type(talents) is not int or talents < 0:
            raise BadPosition(f"The treasury of {word} cannot be {talents!r}.")
        s.treasury[_power(s.box, word)] = talents
    for word, level in (stability or {}).items():
        if type(level) is not int or not LOWEST <= level <= HIGHEST:
            raise BadPosition(f"The Stability of {word} cannot be {level}; it goes from {LOWEST} to +{HIGHEST}.")
        s.stability[_power(s.box, word)] = level
    for word, points in (vp or {}).items():
        if type(points) is not int:
            raise BadPosition(f"The victory points of {word} cannot be {points!r}.")
        s.vp[_power(s.box, word)] = points


def _dice(rolls: Sequence[int]) -> Sequence[int]:
    for roll in rolls:
        if type(roll) is not int or not 1 <= roll <= MOST_ON_A_DIE:
            raise BadPosition(f"No die shows {roll!r}; the coming rolls are whole numbers from 1 up.")
    return rolls


def _tribes_left(s: PaxRomanaState) -> list[int]:
    """The Tribal Counters that are not on the map: which ones nobody knows while some lie there unknown."""
    left = list(s.box.tribal_counters)
    unknown = 0
    for value in s.tribes.values():
        strength = tribe_strength(value)
        if strength == HIDDEN:
            unknown += 1
        elif strength in left:
            left.remove(strength)
    return [HIDDEN] * (len(left) - unknown) if unknown else left


def _put_pieces(
    s: PaxRomanaState,
    units: Stacks,
    sites: Mapping[str, Mapping[str, Any]],
    tribes: Mapping[str, int],
    leaders: Mapping[str, str],
) -> None:
    for side, places in units.items():
        for place, counts in places.items():
            s.add(_side(s.box, side), _node(s.box, place), _pack(counts))
    for place, site in sites.items():
        _put_site(s, place, site)
    for place, strength in tribes.items():
        if type(strength) is not int or (not 2 <= tribe_strength(strength) <= 8 and tribe_strength(strength) != HIDDEN):
            raise BadPosition(
                f"A tribe of strength {strength} does not exist; they have 2 to 8 (16 more when turned up)."
            )
        s.set_tribe(_node(s.box, place), strength)
    s.tribe_pool = _tribes_left(s)
    for word, place in leaders.items():
        s.leader_at[_leader(s.box, word)] = _node(s.box, place)


def _put_site(s: PaxRomanaState, place: str, site: Mapping[str, Any]) -> None:
    kind = {"town": TOWN, "city": CITY}.get(str(site.get("kind")))
    if kind is None:
        raise BadPosition(f"{place} is a '{site.get('kind')}'; there are only town and city.")
    walls = site.get("walls", FULL_WALLS[kind])
    if type(walls) is not int or not LEAST_WALLS[kind] <= walls <= FULL_WALLS[kind]:
        least, most = LEAST_WALLS[kind], FULL_WALLS[kind]
        raise BadPosition(f"{place} cannot have {walls!r} wall points; a {site['kind']} has {least} to {most}.")
    if "owner" not in site:
        raise BadPosition(f"The {site['kind']} in {place} needs an owner.")
    s.set_site(_node(s.box, place), _side(s.box, str(site["owner"])), kind, walls)


def _pack(counts: Mapping[str, int]) -> int:
    for word, number in counts.items():
        if word not in UNITS:
            raise BadPosition(f"There is no unit '{word}'; the kinds are {', '.join(UNITS)}.")
        if type(number) is not int or not 0 <= number <= 99:
            raise BadPosition(f"There cannot be {number!r} of '{word}' in one place.")
    return pack(counts)


def _node(box: PaxRomanaBox, place: str) -> int:
    node = box.atlas.index.get(place)
    if node is None:
        raise BadPosition(f"There is no place '{place}' on the map.")
    return node


def _power(box: PaxRomanaBox, word: str) -> int:
    if word not in box.powers:
        raise BadPosition(f"There is no power '{word}' in this scenario; there are {', '.join(box.powers)}.")
    return box.powers.index(word)


def _side(box: PaxRomanaBox, word: str) -> int:
    for side, name in SIDE_NAMES.items():
        if name == word:
            if is_slave(side) and side - SLAVES >= len(box.powers):
                raise BadPosition(f"There are no '{word}': this scenario has {len(box.powers)} powers.")
            return side
    return _power(box, word)


def _leader(box: PaxRomanaBox, word: str) -> int:
    for number, leader in enumerate(box.leaders):
        if leader.word == word:
            return number
    known = ", ".join(leader.word for leader in box.leaders[:4])
    raise BadPosition(f"There is no leader '{word}'; there are {known} ...")
