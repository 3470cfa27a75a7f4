"""Chapters 12.5.4 and 17.2: Pergamum in the Advanced Game, in the service of its ally."""

from __future__ import annotations

from ludi.core import Phrase
from ludi.games.pax_romana.ch04_diplomacy.parting import Parting
from ludi.games.pax_romana.ch11_naval.fleets import flag
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.world.pieces import (
    CAVALRY,
    GALLEY,
    GALLEYS,
    HEAVY,
    HEAVY_R,
    INDEPENDENT,
    LAND,
    LIGHT,
    NOBODY,
    OCCUPY,
    ONE,
    PERGAMENE_CAVALRY,
    PERGAMENE_GALLEY,
    PERGAMENE_HEAVY,
    PERGAMENE_HEAVY_R,
    PERGAMENE_LIGHT,
    PERGAMENES,
    PERGAMUM,
    SOF,
    count,
    kinds,
)
from ludi.games.pax_romana.world.sets import has, minus, plus

IN_SERVICE = {
    HEAVY: PERGAMENE_HEAVY,
    HEAVY_R: PERGAMENE_HEAVY_R,
    LIGHT: PERGAMENE_LIGHT,
    CAVALRY: PERGAMENE_CAVALRY,
    GALLEY: PERGAMENE_GALLEY,
}
"""What the Units of Pergamum are while they serve an ally, beside his own in one stack."""
RULE = "PR-17.2-ALLIANCE-WITH-PERGAMUM"
FIRST_LEADER = 5
"""The die that brings the first leader of Pergamum; one more brings the other."""


def no_alliance_with_pergamum(s: Position, power: int) -> Reason:
    """Why a Power cannot ally itself with Pergamum, or nothing."""
    if s.pergamum_ally != NOBODY:
        return Phrase("why.allied-already", {}, RULE)
    return "" if any(s.at(INDEPENDENT, node) for node in s.box.pergamene) else Phrase("why.no-pergamum", {}, RULE)


def ally_with_pergamum(s: Position, power: int) -> None:
    """All Units of Pergamum serve the Power as its own; what it Controls of their Spaces it keeps."""
    spaces = sorted(s.box.pergamene)
    for number, node in enumerate(spaces):
        if s.holder(node) == power:
            s.pergamene_kept = plus(s.pergamene_kept, number)
    s.pergamum_ally = power
    for node in spaces:
        free = s.at(INDEPENDENT, node)
        s.remove(INDEPENDENT, node, free)
        s.add(power, node, sum(count(free, kind) * ONE[IN_SERVICE[kind]] for kind in kinds(free)))
    if s.listener is not None:
        s.tell("alliance-with", RULE, power=s.box.powers[power], ally="pergamum")


def keep_what_is_held(s: Position) -> None:
    """A Space of Pergamum that its ally has lost meanwhile he cannot gain again (17.2)."""
    if s.pergamene_kept:
        for number, node in enumerate(sorted(s.box.pergamene)):
            if has(s.pergamene_kept, number) and s.occupier(node) != s.pergamum_ally:
                s.pergamene_kept = minus(s.pergamene_kept, number)


# 17.2 Its leaders


def seek_leader(s: Position) -> int:
    """Until a leader of Pergamum is placed, a die for each Major Move with Pergamenes: 5 and 6 bring one (17.2).

    Where he has come; NOBODY if none has, or Pergamum is in other hands.
    """
    known = s.box.pergamene_leaders
    if any(s.leader_at[number] >= 0 or has(s.leaders_gone, number) for number in known):
        return NOBODY
    die = s.roll("pergamene-leader")
    capital = s.box.atlas.index["pergamum"]
    if die < FIRST_LEADER or s.holder(capital) != PERGAMUM:
        return NOBODY
    leader = known[die - FIRST_LEADER]
    s.leader_at[leader] = capital
    if s.listener is not None:
        facts = {"leader": s.box.leaders[leader].word, "space": s.box.place(capital)}
        s.report("leader-placed", f"{RULE}c", {**facts, "power": s.box.powers[s.pergamum_ally]})
    return capital


# 17.2, ALLIANCE: the end


def part_from_pergamum(s: Position) -> None:
    """The alliance ends: Pergamenes go home and are Independent again; their ally's own Armies leave their Spaces."""
    ally, s.pergamum_ally, s.pergamene_kept = s.pergamum_ally, NOBODY, 0
    homeless = 0
    serving = [(side, place) for side in (ally, SOF) if flag(s, side) == ally for place in s.places_of(side)]
    for side, (node, stack) in serving:
        theirs = stack & PERGAMENES
        s.remove(side, node, theirs)
        if node in s.box.pergamene:
            s.add(INDEPENDENT, node, set_free(theirs))
        else:
            homeless += set_free(theirs)
    for part in (homeless & LAND, homeless & GALLEYS):
        haven = home_for(s, ally, bool(part & GALLEYS))
        if haven != NOBODY:
            s.add(INDEPENDENT, haven, part)
    for number in s.box.pergamene_leaders:
        if s.leader_at[number] >= 0:
            s.leader_at[number] = home_for(s, ally, ships=False)
            if s.leader_at[number] == NOBODY:
                s.leaders_gone = plus(s.leaders_gone, number)
    s.forget()
    if s.listener is not None:
        s.tell("alliance-over", "PR-17.2-ALLIANCE", power=s.box.powers[ally], ally="pergamum")
    for node in sorted(s.box.pergamene, reverse=True):
        free = s.at(INDEPENDENT, node) or s.site_owner(node) == INDEPENDENT
        if free and s.at(ally, node) & OCCUPY:
            s.push(Parting(ally, node))


def set_free(stack: int) -> int:
    """Units of Pergamum as Independents."""
    return sum(count(stack, serving) * ONE[kind] for kind, serving in IN_SERVICE.items())


def home_for(s: Position, ally: int, ships: bool) -> int:
    """Where Pergamenes go: Pergamum, else another of their Spaces where no others are; NOBODY if there is none."""
    capital = s.box.atlas.index["pergamum"]
    for node in (capital, *sorted(s.box.pergamene - {capital})):
        strangers = [side for side in s.occupying(node) if side not in (ally, INDEPENDENT)]
        if strangers or s.site_owner(node) not in (NOBODY, INDEPENDENT) or node in s.tribes:
            continue
        if not ships or s.box.atlas.is_port[node]:
            return node
    return NOBODY
