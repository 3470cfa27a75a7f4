"""What a seat may know, as JSON-ready data: :mod:`ludi.games.pax_romana.asking.shape` says what each key means."""

from __future__ import annotations

from typing import TypedDict, cast

from ludi.core import Phrase
from ludi.games.pax_romana.asking.in_force import in_force
from ludi.games.pax_romana.asking.names import Stack
from ludi.games.pax_romana.asking.scenes import scenes, stack_of
from ludi.games.pax_romana.asking.shape import (
    BattleView,
    Commander,
    Control,
    Crumb,
    CrumbFacts,
    End,
    MeetingView,
    Moment,
    MoveView,
    Passage,
    PaxRomanaView,
    Pieces,
    PowerView,
    PromiseView,
    SiteView,
    TerritoryView,
)
from ludi.games.pax_romana.ch03_sequence.phases import PHASES
from ludi.games.pax_romana.ch04_diplomacy.meeting import Meeting
from ludi.games.pax_romana.ch04_diplomacy.terms import binding
from ludi.games.pax_romana.ch05_control.control import realm_controllers
from ludi.games.pax_romana.ch06_treasury.income import income
from ludi.games.pax_romana.ch06_treasury.maintenance import Maintenance
from ludi.games.pax_romana.ch06_treasury.manpower import Manpower
from ludi.games.pax_romana.ch08_leaders.selection import LeaderSelection
from ludi.games.pax_romana.ch09_movement.convoy import Convoy
from ludi.games.pax_romana.ch10_battle.battle import Battle
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER
from ludi.games.pax_romana.ch15_victory.points import civilization, geography
from ludi.games.pax_romana.ch17_cards.deck import known_cards
from ludi.games.pax_romana.engine.passage import read_way
from ludi.games.pax_romana.engine.promises import PROMISE_KINDS, Promise
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.box import PaxRomanaBox
from ludi.games.pax_romana.world.cards import CARD_NAMES
from ludi.games.pax_romana.world.counters import HIDDEN, is_known, is_shown, known_to, letter_of, tribe_strength
from ludi.games.pax_romana.world.pieces import CITY, NOBODY, Leader, Site, node_of, side_of
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import LETTERS


class Identity(TypedDict):
    """What a Power is in a match."""

    power: str
    name: str
    colour: str
    seat: int


class Ties(TypedDict):
    """Who lets whom pass, and who is allied with whom."""

    pass_rights: list[list[int]]
    allies: list[list[str]]


def view(s: PlayedPosition, seat: int | None) -> PaxRomanaView:
    """The position as ``seat`` (None: a spectator) knows it."""
    box = s.box
    own = () if seat is None else box.seat_powers[seat]
    powers = range(len(box.powers))
    return {
        **moment(s, seat),
        "powers": [power_view(s, power, own) for power in powers],
        **_pieces(s, own),
        **_control(s),
        "pirates": [box.atlas.ids[node] for node in s.pirates],
        "in_force": in_force(s),
        "event_markers": s.pool[-1],
        "order": [box.powers[power] for power in s.order],
        **ties(s),
        "passage": [passage(s, way) for way in s.ways],
        "promises": [promise_view(s, promise) for promise in s.promises],
        "meeting": meeting(s),
        "under_way": under_way(s),
        "scenes": scenes(s, own),
        "plan": plans(s, own),
        "deck": len(s.deck),
        "discards": [CARD_NAMES[title] for title in s.discards],
        "used_up": [CARD_NAMES[title] for title in s.used_up],
        "outcome": outcome(s),
    }


def moment(s: PlayedPosition, seat: int | None) -> Moment:
    """When it is, what is under way, and who decides."""
    box = s.box
    return {
        "game": "pax-romana",
        "scenario": box.scenario["number"],
        "turn": s.turn + box.first_turn,
        "last_turn": box.turns + box.first_turn - 1,
        "years": years(s),
        "phase": PHASES[s.phase],
        "you": seat,
        "actors": list(s.actors()),
        "breadcrumb": [procedure.name for procedure in s.stack],
        "path": [crumb(procedure.crumb(s)) for procedure in s.stack],
        "decider": None if seat is None or (decider := s.decider(seat)) < 0 else box.powers[decider],
        "active": None if s.active < 0 else box.powers[s.active],
    }


def _pieces(s: PlayedPosition, own: tuple[int, ...]) -> Pieces:
    """What stands on the map."""
    box = s.box
    ids = box.atlas.ids
    units: dict[str, dict[str, Stack]] = {}
    side = NOBODY
    for key, stack in sorted(s.force.items()):
        if side_of(key) != side:
            side = side_of(key)
            here = units[box.side_word(side)] = {}
        here[ids[node_of(key)]] = stack_of(stack)
    leaders = [(box.leaders[number], where) for number, where in enumerate(s.leader_at) if where >= 0]
    return {
        "units": units,
        "leaders": {leader.word: ids[where] for leader, where in leaders},
        "commanders": {leader.word: commander(box, leader) for leader, _ in leaders},
        "sites": {ids[node]: site_view(box, site) for node, site in sorted(s.sites.items())},
        "tribes": {ids[node]: tribe(counter, own) for node, counter in sorted(s.tribes.items())},
    }


def site_view(box: PaxRomanaBox, site: Site) -> SiteView:
    return {
        "owner": box.side_word(site.owner),
        "kind": "city" if site.kind == CITY else "town",
        "walls": site.walls,
    }


def tribe(counter: int, own: tuple[int, ...]) -> int | None:
    """The strength of a Tribe, as far as it is known."""
    return tribe_strength(counter) if is_known(counter, own) else None


def ties(s: PlayedPosition) -> Ties:
    """Who lets whom pass, and who is allied with whom."""
    names = s.box.powers
    powers = range(len(names))
    return {
        "pass_rights": [[q for q in powers if has(rights, q)] for rights in s.pass_rights],
        "allies": [[names[q] for q in powers if has(allies, q)] for allies in s.allies],
    }


def _control(s: PlayedPosition) -> Control:
    """Who holds Spaces, Provinces and Territories."""
    box = s.box
    atlas = box.atlas
    holders = s.holders()
    words = {side: box.side_word(side) for side in {*holders}}
    return {
        "spaces": {atlas.ids[node]: words[holders[node]] for node in box.open_spaces if holders[node] >= 0},
        "provinces": {
            atlas.province_ids[p]: box.side_word(s.provinces[p]) if s.provinces[p] >= 0 else None
            for p in box.open_provinces
        },
        "territories": territories(s),
    }


def territories(s: PlayedPosition) -> dict[str, TerritoryView]:
    box = s.box
    return {
        realm.word: {
            "provinces": [box.atlas.province_ids[province] for province in realm.provinces],
            "owner": None if owner < 0 else box.side_word(owner),
        }
        for realm, owner in zip(box.realms, realm_controllers(s), strict=True)
    }


def outcome(s: PlayedPosition) -> End | None:
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


def crumb(phrase: Phrase) -> Crumb:
    return {"key": phrase.key, "facts": cast(CrumbFacts, dict(phrase.facts)), "rule": phrase.rule}


def years(s: PlayedPosition) -> str:
    labels = s.box.scenario.get("turn_labels", ())
    return labels[s.turn] if s.turn < len(labels) else ""


def commander(box: PaxRomanaBox, leader: Leader) -> Commander:
    rating = f"{leader.tactical}-{leader.campaign}"
    return {"side": box.side_word(leader.side), "rating": rating, "elite": leader.elite, "title": leader.title}


def power_view(s: PlayedPosition, power: int, own: tuple[int, ...]) -> PowerView:
    box = s.box
    return {
        **identity(box, power),
        "talents": s.treasury[power],
        "stability": s.stability[power],
        "vp": s.vp[power],
        "gop": geography(s, power),
        "cvp": civilization(s, power),
        "income": income(s, power),
        "markers": s.pool[power] + s.order.count(power),
        "objectives": [None if letter < 0 else LETTERS[letter] for letter in known_objectives(s, power, own)],
        "galley_technology": has(s.galley_technology, power),
        "hand": [None if title < 0 else CARD_NAMES[title] for title in known_cards(s, power, own)],
    }


def identity(box: PaxRomanaBox, power: int) -> Identity:
    return {
        "power": box.powers[power],
        "name": box.titles[power],
        "colour": box.colours[power],
        "seat": box.seat_of[power],
    }


def known_objectives(s: PlayedPosition, power: int, own: tuple[int, ...]) -> list[int]:
    """The letters of a Power's objectives as some Powers know them, -1 for each that they do not."""
    open_hand = power in own or not s.stack
    return [
        letter_of(marker)
        if (open_hand or any(known_to(marker, each) for each in own) or is_shown(marker))
        and letter_of(marker) != HIDDEN
        else -1
        for marker in s.objectives[power]
    ]


def passage(s: PlayedPosition, way: int) -> Passage:
    """Passage that one Power grants another in a Province or in a single Space."""
    box = s.box
    granted = read_way(way)
    host, guest = box.powers[granted.host], box.powers[granted.guest]
    if granted.node != NOBODY:
        return {"by": host, "to": guest, "space": box.atlas.ids[granted.node]}
    return {"by": host, "to": guest, "province": box.atlas.province_ids[granted.province]}


def promise_view(s: PlayedPosition, promise: Promise) -> PromiseView:
    """A promise: who gave it to whom, what, and the Power, Province or place it is about."""
    box = s.box
    kind = promise.kind
    about = (box.powers, box.powers, box.atlas.province_ids, box.atlas.ids)[kind][promise.about]
    return {"by": box.powers[promise.by], "to": box.powers[promise.to], "kind": PROMISE_KINDS[kind], "about": about}


def meeting(s: PlayedPosition) -> MeetingView | None:
    """The Meeting under way: who takes part, who speaks to whom, what is on the table."""
    for procedure in s.stack:
        if isinstance(procedure, Meeting):
            powers = s.box.powers
            return {
                "table": [powers[power] for power in procedure.table()],
                "speaker": powers[procedure.speaker],
                "to": powers[procedure.guest] if procedure.guest >= 0 else None,
                "terms": [s.spell(action) for action in procedure.terms],
                "binding": [s.spell(action) for action in procedure.terms if binding(action)],
                "offers_left": s.box.parley - procedure.offers,
            }
    return None


def under_way(s: PlayedPosition) -> BattleView | MoveView | None:
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
                "attack_die": procedure.dice[ATTACKER],
                "defence_die": procedure.dice[DEFENDER],
                "shifts": procedure.shifts if isinstance(procedure, Clash) else 0,
            }
        if isinstance(procedure, Convoy):
            return {
                "kind": "move",
                "space": box.place(procedure.node),
                "side": box.side_word(procedure.side),
                "mp": procedure.mp,
                "army": stack_of(procedure.army),
            }
    return None


def plans(s: PlayedPosition, own: tuple[int, ...]) -> list[str]:
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
