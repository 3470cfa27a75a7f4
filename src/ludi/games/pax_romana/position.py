"""Any position, from plain data: for tests, puzzles, lessons, and to read a snapshot back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ludi.core import BadPosition, Dice, ScriptedDice
from ludi.games.pax_romana.atlas import MOUNTAIN, NAVAL_POINT, PORT
from ludi.games.pax_romana.control import recount
from ludi.games.pax_romana.interception import Interception
from ludi.games.pax_romana.manpower import Recruitment
from ludi.games.pax_romana.naval_battle import Encounter
from ludi.games.pax_romana.objectives import objective_markers
from ludi.games.pax_romana.operations import Activation, Expansion
from ludi.games.pax_romana.pieces import (
    CITY,
    FULL_WALLS,
    GALLEYS,
    LAND,
    NODE_BITS,
    OCCUPY,
    SIDE_NAMES,
    SOF,
    TOWN,
    UNITS,
    pack,
)
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.rerolls import Reroll
from ludi.games.pax_romana.rules import PaxRomanaState
from ludi.games.pax_romana.scenario import PaxRomanaBox
from ludi.games.pax_romana.sequence import PHASE_F, PHASES, GameTurn
from ludi.games.pax_romana.stability import HIGHEST, LOWEST
from ludi.games.pax_romana.state import HIDDEN, LISTS, NUMBERS, SEEN, SHOWN
from ludi.games.pax_romana.withdrawal import Withdrawal
from ludi.games.pax_romana.words import LETTERS

ON_DEMAND: tuple[type[Procedure], ...] = (Encounter, Interception, Reroll, Withdrawal)
"""Procedures that the engine loads only when they happen; a snapshot may hold them at any time."""
OPERATIONS = ("choose", "expansion", "recruitment", "phase")
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
    dice: Sequence[int] | Dice | None = None,
    moved: Stacks | None = None,
    objectives: Sequence[Sequence[str]] | None = None,
    promises: Sequence[Sequence[int]] = (),
    held: Sequence[int] = (),
    result: Sequence[Any] = (),
    numbers: Mapping[str, int] | None = None,
    lists: Mapping[str, Sequence[int]] | None = None,
    stack: Sequence[Mapping[str, Any]] | None = None,
) -> PaxRomanaState:
    """Build a position.

    ``units`` are by side, place and kind; ``sites`` by place with ``owner``, ``kind`` and ``walls``; ``leaders`` by
    their word. With ``active`` and ``operation`` a Power is at a point of its Activation; ``phase`` starts at another
    phase of the turn (``operation="phase"``). ``dice`` are the coming rolls. What a snapshot holds beyond that
    (``numbers``, ``lists``, ``stack`` ...) is taken as it is. An impossible position is refused with a reason.
    """
    from ludi.games.pax_romana import GAME

    box = GAME.box(options)
    source: Dice = ScriptedDice(dice or ()) if dice is None or isinstance(dice, Sequence) else dice
    s = PaxRomanaState(box, source)
    for side, places in (units or {}).items():
        for place, counts in places.items():
            s.add(_side(box, side), _node(box, place), _pack(counts))
    for place, site in (sites or {}).items():
        _put_site(s, place, site)
    for place, strength in (tribes or {}).items():
        if not 2 <= strength & 15 <= 8 and strength & 15 != HIDDEN:
            raise BadPosition(f"A tribe of strength {strength & 15} does not exist; they have 2 to 8.")
        s.set_tribe(_node(box, place), strength)
    for word, place in (leaders or {}).items():
        s.leader_at[_leader(box, word)] = _node(box, place)
    if soldier_of_fortune:
        s.sof_owner = _power(box, soldier_of_fortune)
    s.pirates = [_node(box, place) for place in pirates]
    _scores(s, treasury, stability, vp)
    for held_by, marks in enumerate(objectives or ()):
        s.objectives[held_by] = [
            (HIDDEN if mark[0] == "?" else LETTERS.index(mark[0]))
            | (SHOWN if "+" in mark else 0)
            | sum(SEEN << int(power) for power in mark.partition("@")[2])
            for mark in marks
        ]
    s.turn = turn
    s.pool = [*((markers or {}).get(power, 0) for power in box.powers), (markers or {}).get("events", 0)]
    s.start_scores = [0] * (2 * len(box.powers))
    left = objective_markers(box)
    for held_markers in s.objectives:
        for each in held_markers:
            if each & 15 in left:
                left.remove(each & 15)
    s.objective_pool = left
    if stack is None:
        _check(s)
    s.dirty = (1 << len(box.atlas.province_ids)) - 1
    recount(s, quiet=True)
    if stack is not None:
        _restore(s, moved, promises, held, result, numbers or {}, lists or {}, stack)
        return s
    for name, value in (numbers or {}).items():
        setattr(s, name, value)
    _begin(s, active, operation, phase)
    return s


def _begin(s: PaxRomanaState, active: str, operation: str, phase: str) -> None:
    box = s.box
    if operation not in OPERATIONS:
        raise BadPosition(f"There is no operation '{operation}'; there are {', '.join(OPERATIONS)}.")
    if operation == "phase":
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
    activation.stage = 2
    activation.guard = activation._capital_points(s)
    s.push(activation)
    if operation != "choose":
        activation.stage = 3
        s.push(Expansion(power, s) if operation == "expansion" else Recruitment(power))
    s.run()


def _restore(
    s: PaxRomanaState,
    moved: Stacks | None,
    promises: Sequence[Sequence[int]],
    held: Sequence[int],
    result: Sequence[Any],
    numbers: Mapping[str, int],
    lists: Mapping[str, Sequence[int]],
    stack: Sequence[Mapping[str, Any]],
) -> None:
    """What only a snapshot tells."""
    box = s.box
    for side, places in (moved or {}).items():
        for place, counts in places.items():
            s.moved[_side(box, side) << NODE_BITS | _node(box, place)] = _pack(counts)
    s.promises = [tuple(promise) for promise in promises]
    s.held = tuple(held)
    s.result = tuple(result)
    for name, value in numbers.items():
        if name not in NUMBERS:
            raise BadPosition(f"There is no number '{name}' in a position.")
        setattr(s, name, value)
    for name, values in lists.items():
        if name not in LISTS:
            raise BadPosition(f"There is no list '{name}' in a position.")
        setattr(s, name, list(values))
    s.forget()
    for entry in stack:
        s.push(restore_procedure(entry))


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
        if isinstance(value, (list, tuple)):
            value = tuple(value) if field in kind.tuples else list(value)
        setattr(procedure, field, value)
    return procedure


def _scores(
    s: PaxRomanaState,
    treasury: Mapping[str, int] | None,
    stability: Mapping[str, int] | None,
    vp: Mapping[str, int] | None,
) -> None:
    for word, talents in (treasury or {}).items():
        if talents < 0:
            raise BadPosition(f"The treasury of {word} cannot be {talents}.")
        s.treasury[_power(s.box, word)] = talents
    for word, level in (stability or {}).items():
        if not LOWEST <= level <= HIGHEST:
            raise BadPosition(f"The Stability of {word} cannot be {level}; it goes from {LOWEST} to +{HIGHEST}.")
        s.stability[_power(s.box, word)] = level
    for word, points in (vp or {}).items():
        s.vp[_power(s.box, word)] = points


def _check(s: PaxRomanaState) -> None:
    """What no position can hold."""
    box = s.box
    atlas = box.atlas
    holders: dict[int, int] = {}
    for key, stack in s.force.items():
        side, node = key >> NODE_BITS, key & (1 << NODE_BITS) - 1
        place = atlas.ids[node]
        if not box.open[node]:
            raise BadPosition(f"{place} is not in play in this scenario.")
        if stack & GALLEYS and not atlas.flags[node] & PORT and atlas.kind[node] != NAVAL_POINT:
            raise BadPosition(f"Galley squadrons cannot be in {place}, which is no port.")
        if node >= atlas.spaces and stack & LAND and atlas.kind[node] != NAVAL_POINT:
            raise BadPosition(f"No army rests on the transit point {place}.")
        if node < atlas.spaces and stack & OCCUPY and side != SOF and holders.setdefault(node, side) != side:
            raise BadPosition(f"Two sides cannot both hold {place}.")
    for node in s.sites:
        if atlas.flags[node] & MOUNTAIN:
            raise BadPosition(f"{atlas.ids[node]} is a mountain fortress: no town or city stands there.")


def _put_site(s: PaxRomanaState, place: str, site: Mapping[str, Any]) -> None:
    kind = {"town": TOWN, "city": CITY}.get(str(site.get("kind")))
    if kind is None:
        raise BadPosition(f"{place} is a '{site.get('kind')}'; there are only town and city.")
    walls = int(site.get("walls", FULL_WALLS[kind]))
    if not 1 <= walls <= FULL_WALLS[kind]:
        raise BadPosition(f"{place} cannot have {walls} wall points.")
    s.set_site(_node(s.box, place), _side(s.box, str(site["owner"])), kind, walls)


def _pack(counts: Mapping[str, int]) -> int:
    for word, number in counts.items():
        if word not in UNITS:
            raise BadPosition(f"There is no unit '{word}'; the kinds are {', '.join(UNITS)}.")
        if not 0 <= number <= 99:
            raise BadPosition(f"There cannot be {number} of '{word}' in one place.")
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
            return side
    return _power(box, word)


def _leader(box: PaxRomanaBox, word: str) -> int:
    for number, leader in enumerate(box.leaders):
        if leader.word == word:
            return number
    known = ", ".join(leader.word for leader in box.leaders[:4])
    raise BadPosition(f"There is no leader '{word}'; there are {known} ...")
