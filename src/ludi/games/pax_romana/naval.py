"""Chapter 11: Naval Movement, Naval Transport and Naval Battles. The part of a Move that is at sea."""

from __future__ import annotations

from ludi.games.pax_romana.atlas import DEEP_POINT, NAVAL_POINT, PORT
from ludi.games.pax_romana.control import friendly_port
from ludi.games.pax_romana.leaders import kill_leader
from ludi.games.pax_romana.losses import IN_BATTLE, Losses
from ludi.games.pax_romana.marching import free_prize, pyrrhus_waits, quick_foe
from ludi.games.pax_romana.movement import (
    ARRIVE,
    AT_SEA,
    BRIBED,
    CONFRONT,
    ESCORTING,
    FINISH,
    IN_HARBOUR,
    LANDING,
    MAY_STRIKE,
    MINOR_MOVE,
    SEA_AFTER,
    SEA_ENTER,
    SEA_MET,
    STOPPED,
    TOLL,
    Move,
)
from ludi.games.pax_romana.pieces import (
    COMBAT,
    GALLEY,
    GALLEYS,
    INDEPENDENT,
    LAND,
    NOBODY,
    NODE_BITS,
    NODES,
    ONE,
    SOF,
    count,
    points,
)
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.words import DEBARK, ESCORT, FIGHT, GO, HALT, MAX_NUMBER, NO, SAIL, TAKE, YES

CONTINUES = 7
PIRATE_STRENGTH = 6
WITHDRAWAL_RANGE = 3

# What an encounter tells the Move
PASSED, WITHDREW, WON, BEATEN, DRAWN, SUNK = range(6)

WAVED_BY = 8
"""``1 << WAVED_BY + side`` in ``Move.met``: that side let the Fleet pass."""
WAVED_ON = 2
"""``Move.foreign``: 1 the Port makes a Fleet Stop, ``WAVED_ON + power`` it does unless that Power waves it on."""


def flag(s: Position, side: int) -> int:
    """Whose Ports are friendly to a Fleet: those of the Soldier of Fortune's player are to him (12.4.4)."""
    return s.sof_owner if side == SOF else side


# 11.1.3 Continuity


def continuity_modifier(s: Position, move: Move) -> int:
    """-1 for a leader, +1 when an enemy Fleet Withdrew, +2 after a won Naval Battle (11.1.4)."""
    return move.modifier - (1 if move.leaders else 0)


def continuity_chance(modifier: int) -> int:
    """In how many of 36 cases a Fleet goes on."""
    return sum(a + b + modifier <= CONTINUES for a in range(1, 7) for b in range(1, 7))


def must_stop(s: Position, side: int, node: int) -> str:
    """The rule that makes a Fleet Stop in a Port it enters, '' if none (11.1.2)."""
    atlas = s.box.atlas
    side = flag(s, side)
    if node >= atlas.spaces or friendly_port(s, side, node) or free_rhodes(s, node):
        return ""
    holder = s.holder(node)
    if side < 4 and 0 <= holder < 4 and s.lets_in(holder, side, node):
        return ""
    return "PR-11.1.2b" if s.occupier(node) == NOBODY else "PR-11.1.2a"


def free_rhodes(s: Position, node: int) -> bool:
    """Independent Rhodes: Fleets pass it without a Stop (12.5.1)."""
    return s.box.atlas.ids[node] == "rhodes" and s.occupier(node) == INDEPENDENT


def takes_toll(s: Position, node: int) -> bool:
    """Rhodes takes its toll while it is Independent and has Galley Squadrons to see to it (12.5.1)."""
    return s.box.atlas.ids[node] == "rhodes" and bool(s.at(INDEPENDENT, node) & GALLEYS)


def sail_ban(s: Position, move: Move, near: int) -> str:
    """The rule that forbids sailing to a neighbouring place, '' if none does."""
    box = s.box
    if not box.open[near]:
        return "PR-3.1"
    if move.node * NODES + near in move.legs:
        return "PR-11.1.1a"
    debt = s.unpaid[move.power]
    if debt and debt != near + 1 and takes_toll(s, move.node):
        return "PR-12.5.1e"
    if move.fleet:
        return ""
    if move.army and move.mp - (0 if move.sailed else 1) < 1:
        return "PR-11.3.2d"
    if near < box.atlas.spaces and quick_foe(s, move.side, near, move.power) and not free_prize(s, move.side, near):
        if free_rhodes(s, near) and (s.treasury[move.power] or not takes_toll(s, near)):
            return ""
        return _no_assault(move)
    return ""


def _no_assault(move: Move) -> str:
    """Why a transport may not come to a Port where it might have to attack (11.3.6)."""
    if not move.army & COMBAT:
        return "PR-11.3.3a"
    return "PR-11.3.6c" if move.mp - (0 if move.sailed else 1) < 3 else ""


def may_sail(s: Position, move: Move, near: int) -> bool:
    return not sail_ban(s, move, near)


def safe_ports(s: Position, move: Move) -> bool:
    """Whether an Army that fails here could debark elsewhere without a Land Battle, there or on the way (11.3.4)."""
    atlas = s.box.atlas
    seen = {move.node}
    todo = [move.node]
    while todo:
        here = todo.pop()
        for near in atlas.sea[here]:
            if near in seen or not s.box.open[near]:
                continue
            seen.add(near)
            if near >= atlas.spaces:
                todo.append(near)
            elif not quick_foe(s, move.side, near):
                return True
    return False


# The stages at sea


def run_at_sea(s: Position, move: Move) -> bool:
    if move.stage == SEA_ENTER:
        _enter(s, move)
    elif move.stage == SEA_MET:
        _meet(s, move)
    elif move.stage == SEA_AFTER:
        _after(s, move)
    elif move.stage == IN_HARBOUR:
        move.stopped = not s.answer
        _settle(s, move)
    elif move.stage == LANDING:
        _land(s, move, s.answer == BRIBED)
    elif move.stage == TOLL:
        return True
    elif move.stage in (AT_SEA, STOPPED):
        if not move.army and not move.leaders and not move.galleys:
            move.stage = FINISH
            return False
        options = legal_at_sea(s, move)
        if options in ([], [HALT]):
            _halt(s, move)
            return False
        s._legal[move.power] = options
        return True
    return False


def _enter(s: Position, move: Move) -> None:
    """Pirates first, then the weather."""
    node = move.node
    move.stopped = False
    move.modifier = 0
    if node in s.pirates and not _fight_pirates(s, move):
        return
    move.stage = SEA_MET
    kind = s.box.atlas.kind[node]
    if kind in (NAVAL_POINT, DEEP_POINT):
        _weather(s, move, kind)
    elif takes_toll(s, node):
        move.stage = TOLL
        if not s.treasury[move.power]:
            _pay_toll(s, move, False)


def _pay_toll(s: Position, move: Move, paid: bool) -> None:
    """1T for entering Rhodes; who does not pay is Stopped and may only go back (12.5.1)."""
    move.stage = SEA_MET
    if paid:
        s.treasury[move.power] -= 1
        s.unpaid[move.power] = 0
        return
    move.stopped = True
    s.unpaid[move.power] = move.entered + 1


def _fight_pirates(s: Position, move: Move) -> bool:
    """1d6 + Galleys' BP + 1 for a leader must reach 6, against the Cilicians at -1 (12.6.3, 12.6.4)."""
    node = move.node
    total = s.roll() + galley_points(s, move.side) * move.galleys + (1 if move.leaders else 0)
    if s.box.place(node) == "tarsus":
        total -= 1
    if total >= PIRATE_STRENGTH:
        s.pirates.remove(node)
        s._reach = {}
        move.stopped = True
        move.modifier = 2
        if s.listener is not None:
            s.tell("pirates-beaten", "PR-12.6.3a", side=s.box.side_word(move.side), space=s.box.place(node))
        return True
    if s.listener is not None:
        s.tell("pirates-win", "PR-12.6.3b", side=s.box.side_word(move.side), space=s.box.place(node))
    move.carry(s, move.last_port)
    move.at_sea = False
    move.stage = FINISH
    return False


def _weather(s: Position, move: Move, kind: int) -> None:
    """Naval Disasters (11.2.1)."""
    die = s.roll()
    if kind == NAVAL_POINT:
        move.stopped = move.stopped or die == 6
        return
    if die <= 2:
        return
    move.stopped = True
    if die <= 4:
        return
    lost = s.roll()
    if s.listener is not None:
        s.tell("storm", "PR-11.2.1d", side=s.box.side_word(move.side), space=s.box.place(move.node), galleys=lost)
    transport = bool(move.army or move.leaders) and not move.fleet
    if lost > move.galleys and transport:
        _sink(s, move, "PR-11.2.1e")
        return
    lose_galleys(s, move, min(lost, move.galleys), army_points=lost if transport else 0)


def _sink(s: Position, move: Move, rule: str) -> None:
    """The whole Fleet is lost with Army and leaders (8.4.3, 11.4.6)."""
    s.remove(move.side, move.node, move.army + move.galleys * ONE[GALLEY])
    for number in move.leader_list(s):
        kill_leader(s, number, rule)
    move.army = move.galleys = move.leaders = 0
    move.stage = FINISH
    if s.listener is not None:
        s.tell("sunk", rule, side=s.box.side_word(move.side), space=s.box.place(move.node))


def lose_galleys(s: Position, move: Move, number: int, army_points: int) -> None:
    """Galley Squadrons go down, and so many BP of the Army they carry (11.2.1, 11.4.6)."""
    if number:
        s.remove(move.side, move.node, number * ONE[GALLEY])
        move.galleys -= number
    if not move.galleys and (move.fleet or number) and not army_points:
        for leader in move.leader_list(s) if move.fleet else ():
            kill_leader(s, leader, "PR-8.4.3")
            move.leaders &= ~(1 << leader)
    if army_points and move.army & COMBAT:
        amount = min(army_points, points(move.army))
        s.push(Losses((move.side,), move.power, move.node, amount, IN_BATTLE, True, False))


def galley_points(s: Position, side: int) -> int:
    """2 BP a Galley Squadron, 3 with better technology (11.4.3, 16.2)."""
    return 3 if side < 4 and s.galley_technology >> side & 1 else 2


def rivals(s: Position, move: Move) -> list[int]:
    """The sides with a Fleet in this place that this one has not met yet (11.4.1).

    Without Galley Squadrons on either side there is nobody to fight with (11.3.1).
    """
    node, side = move.node, flag(s, move.side)
    kind = s.box.atlas.kind[node]
    if kind == DEEP_POINT:
        return []
    found = []
    for other in range(5):
        stack = s.at(other, node)
        if not stack or other == side or move.met >> other & 1:
            continue
        if not stack & GALLEYS and not (kind == NAVAL_POINT and stack & LAND and move.galleys):
            continue
        if other < 4 and s.lets_in(other, side, node):
            continue
        if other == INDEPENDENT and free_rhodes(s, node) and not move.free_attack:
            continue
        found.append(other)
    return found


def prey(s: Position, move: Move) -> int:
    """The side whose Fleet the moving one may attack of its own will: after a Draw, and at Rhodes (11.4.5, 12.5.1)."""
    if not move.galleys:
        return NOBODY
    if takes_toll(s, move.node):
        return INDEPENDENT
    return s.foes_galleys(flag(s, move.side), move.node) if move.met & MAY_STRIKE else NOBODY


def _meet(s: Position, move: Move) -> None:
    move.sync(s)
    move.galleys = min(move.galleys, count(s.at(move.side, move.node), GALLEY))
    move.stage = SEA_AFTER
    s.answer = PASSED
    others = rivals(s, move)
    if others:
        from ludi.games.pax_romana.naval_battle import Encounter

        move.met |= 1 << others[0]
        s.push(Encounter(move.side, others[0], move.node))


def _after(s: Position, move: Move) -> None:
    answer = s.answer
    move.sync(s)
    move.galleys = min(move.galleys, count(s.at(move.side, move.node), GALLEY))
    if not move.army and not move.galleys and not move.leaders:
        move.stage = FINISH
        return
    if answer == BEATEN:
        _beaten(s, move)
        return
    if answer in (WITHDREW, WON, DRAWN):
        move.stopped = True
        move.modifier = {WITHDREW: 1, WON: 2, DRAWN: 0}[answer]
    if rivals(s, move):
        move.stage = SEA_MET
        return
    if move.free_attack:
        move.free_attack = False
        move.stage = CONFRONT
        return
    foreign = move.foreign
    move.foreign = 0
    if foreign and not move.stopped:
        host = foreign - WAVED_ON
        if host < 0:
            move.stopped = True
        elif not move.met >> WAVED_BY + host & 1:
            from ludi.games.pax_romana.naval_battle import Harbour

            move.stage = IN_HARBOUR
            s.push(Harbour(move.side, host, move.node))
            return
    _settle(s, move)


def _settle(s: Position, move: Move) -> None:
    move.stage = STOPPED if move.stopped else AT_SEA


def _beaten(s: Position, move: Move) -> None:
    """A beaten Active Fleet is put into its nearest friendly Port and is Finished; its Army debarks (11.4.4)."""
    port = nearest_port(s, move.side, move.node)
    if port == NOBODY:
        _sink(s, move, "PR-11.4.4c")
        return
    move.carry(s, port)
    if not move.fleet:
        move.mp = max(0, move.mp - 1)
    move.at_sea = False
    move.stage = FINISH


def nearest_port(s: Position, side: int, node: int) -> int:
    """The nearest friendly Port without enemy Galley Squadrons; NOBODY if there is none."""
    atlas = s.box.atlas
    side = flag(s, side)
    seen = {node}
    todo = [node]
    while todo:
        here = todo.pop(0)
        if (
            here != node
            and here < atlas.spaces
            and friendly_port(s, side, here)
            and s.foes_galleys(side, here) == NOBODY
        ):
            return here
        for near in atlas.sea[here]:
            if near not in seen and s.box.open[near]:
                seen.add(near)
                todo.append(near)
    return NOBODY


# Decisions at sea


def landing_cost(s: Position, move: Move) -> int:
    """MP to debark here: 1, with an Amphibious Attack 2; a lone leader pays nothing (9.2.1, 8.2.3)."""
    if not move.army:
        return 0
    if quick_foe(s, move.side, move.node, move.power) and not free_prize(s, move.side, move.node):
        return 2
    return 1


def may_land(s: Position, move: Move) -> str:
    """The rule that forbids debarking here, '' if it is allowed (11.3)."""
    node = move.node
    if node >= s.box.atlas.spaces or not s.box.atlas.flags[node] & PORT or move.fleet:
        return "PR-11.3.2d"
    if not move.sailed and any(may_sail(s, move, near) for near in s.box.atlas.sea[node]):
        return "PR-11.3.2a"
    if move.side == SOF and pyrrhus_waits(s, node):
        return "PR-12.4.2a"
    foe = quick_foe(s, move.side, node, move.power)
    if foe and not move.army & COMBAT:
        return "PR-11.3.3a"
    cost = landing_cost(s, move)
    if cost > move.mp:
        return "PR-11.3.2d"
    if cost == 2 and (move.mp < 3 or not safe_ports(s, move)):
        return "PR-11.3.4a"
    return ""


def legal_at_sea(s: Position, move: Move) -> list[int]:
    atlas = s.box.atlas
    node = move.node
    if move.stage == ESCORTING:
        owner = flag(s, move.side)
        number = min(1 if move.side == SOF else MAX_NUMBER, count(s.at(owner, node), GALLEY))
        if s.mutiny == owner << NODE_BITS | node:
            number = 0
        return [ESCORT + each for each in range(number + 1)]
    if move.stage == TOLL:
        stays = move.fleet or not _no_assault(move)
        return [YES, NO] if stays else [YES]
    found = []
    deep = atlas.kind[node] == DEEP_POINT
    if not may_land(s, move):
        found.append(DEBARK)
    if move.stage == STOPPED:
        passing = move.fleet or node >= atlas.spaces or not quick_foe(s, move.side, node) or move.mp >= 3
        if (any(may_sail(s, move, near) for near in atlas.sea[node]) and passing) or deep:
            found.append(GO)
    else:
        found += [SAIL + near for near in atlas.sea[node] if may_sail(s, move, near)]
        if may_gather(s, move):
            found.append(TAKE + GALLEY)
    if prey(s, move) != NOBODY:
        found.append(FIGHT)
    if not deep and (move.fleet or node >= atlas.spaces or not found):
        found.append(HALT)
    return found


def may_gather(s: Position, move: Move) -> bool:
    """Galley Squadrons in a Controlled Port join a passing Fleet, without Stop or MP (11.1.7)."""
    if move.side == SOF or move.node >= s.box.atlas.spaces or not friendly_port(s, move.side, move.node):
        return False
    if (move.mode == MINOR_MOVE and (move.army or move.galleys)) or s.mutiny == move.side << NODE_BITS | move.node:
        return False
    return bool(move.available(s) & GALLEYS)


def decide_at_sea(s: Position, move: Move, verb: int, argument: int) -> None:
    if verb == ESCORT:
        _embark(s, move, argument)
    elif verb == SAIL:
        _sail(s, move, argument)
    elif verb == DEBARK:
        _approach(s, move)
    elif verb == GO:
        _continue(s, move)
    elif verb == TAKE:
        move.galleys += 1
    elif verb == FIGHT:
        _strike(s, move)
    elif verb in (YES, NO):
        _pay_toll(s, move, verb == YES)
    else:
        _halt(s, move)


def _embark(s: Position, move: Move, number: int) -> None:
    if move.army:
        move.mp -= 1
    if move.side == SOF and number:
        s.remove(move.power, move.node, ONE[GALLEY])
        s.add(move.side, move.node, ONE[GALLEY])
    move.galleys = number
    move.at_sea = True
    move.sailed = False
    move.last_port = move.node
    if move.army:
        move.legs = []
    move.met = MAY_STRIKE
    move.foreign = 0
    move.stage = SEA_MET


def _strike(s: Position, move: Move) -> None:
    """The moving Fleet starts a Naval Battle itself."""
    from ludi.games.pax_romana.naval_battle import FIGHTING, Encounter

    other = prey(s, move)
    encounter = Encounter(move.side, other, move.node)
    encounter.stage = FIGHTING
    move.met = move.met & ~MAY_STRIKE | 1 << other
    move.stage = SEA_AFTER
    s.answer = 0
    s.push(encounter)


def _sail(s: Position, move: Move, near: int) -> None:
    if not move.sailed and move.army:
        move.mp -= 1
    move.sailed = True
    if move.node < s.box.atlas.spaces:
        if not quick_foe(s, move.side, move.node, move.power):
            move.last_port = move.node
        if takes_toll(s, move.node):
            s.unpaid[move.power] = 0
    move.entered = move.node
    move.legs.append(move.node * NODES + near)
    move.met = 0
    move.foreign = 0
    if must_stop(s, move.side, near):
        host = s.holder(near)
        move.foreign = WAVED_ON + host if 0 <= host < 4 and host != move.power else 1
    move.carry(s, near)
    move.stage = SEA_ENTER
    if s.listener is not None:
        s.tell("sail", "PR-11.1.1a", side=s.box.side_word(move.side), space=s.box.place(near))


def _approach(s: Position, move: Move) -> None:
    """Before a landing whoever is landed upon may try to buy the Army off (4.4)."""
    from ludi.games.pax_romana.bribery import ATTACK, offer_bribe, threatened

    move.stage = LANDING
    s.answer = 0
    if move.spared != move.node:
        offer_bribe(s, threatened(s, move, move.node), move.power, ATTACK, move.node)


def _land(s: Position, move: Move, bribed: bool) -> None:
    """Debark; against enemies it is an Amphibious Attack (11.3.3)."""
    node = move.node
    if bribed:
        move.spared = node
        _settle(s, move)
        return
    cost = landing_cost(s, move)
    if cost:
        move.mp -= 1
    opposed = bool(quick_foe(s, move.side, node, move.power))
    move.entered = node
    move.last_space = node
    if opposed:
        if s.at(INDEPENDENT, node) & GALLEYS and s.box.place(node) == "rhodes":
            move.free_attack = True
            move.stage = SEA_MET
            return
        move.stage = ARRIVE
        return
    release_escort(s, move)
    move.entered = -2
    move.stage = ARRIVE


def release_escort(s: Position, move: Move) -> None:
    """Ashore: the escort stays in the Port; one lent to a Soldier of Fortune is his player's again (12.4.4)."""
    move.at_sea = False
    if move.side == SOF and move.galleys:
        s.remove(SOF, move.node, move.galleys * ONE[GALLEY])
        s.add(move.power, move.node, move.galleys * ONE[GALLEY])
    move.galleys = 0


def _continue(s: Position, move: Move) -> None:
    """The Continuity roll (11.1.3)."""
    total = s.roll() + s.roll() + continuity_modifier(s, move)
    move.stopped = False
    passed = total <= CONTINUES
    if s.listener is not None:
        s.tell("continuity" if passed else "finished", "PR-11.1.3", space=s.box.place(move.node), total=total)
    if passed:
        move.met = MAY_STRIKE
        move.stage = SEA_MET
        return
    _halt(s, move)


def _halt(s: Position, move: Move) -> None:
    """Finished: on the deep sea all is lost; an Army in a Port must debark (11.1.5, 11.2.1)."""
    kind = s.box.atlas.kind[move.node]
    if kind == DEEP_POINT:
        _sink(s, move, "PR-11.2.1f")
        return
    if move.fleet or kind == NAVAL_POINT:
        if not move.fleet:
            s.mark_moved(move.side, move.node, move.army)
        move.stage = FINISH
        return
    if quick_foe(s, move.side, move.node, move.power):
        if move.army & COMBAT and move.mp >= 2:
            move.mp -= 1
            move.entered = move.last_space = move.node
            move.stage = ARRIVE
            return
        _sink(s, move, "PR-11.1.5b")
        return
    if move.army and move.mp >= 1:
        move.mp -= 1
    release_escort(s, move)
    move.mp = 0
    move.entered = -2
    move.stage = ARRIVE
