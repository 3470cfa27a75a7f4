"""Offers at a Meeting: what would gain both sides against the others, and what one that is made is worth.

Two who play for all or nothing against each other have nothing to sell; three and four do. An offer is judged by the
chances to win of the position that it leads to. What a position does not show is reckoned beside it: that two who let
each other pass cannot fight for the rest of the turn, and that promises bind only whoever keeps them (4.3.2). Only who
searches makes such offers (docs/bots.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import target_worth, ways
from ludi.games.pax_romana.advice.clashes import skill_of
from ludi.games.pax_romana.advice.insight import counted, prospects, purse, shares
from ludi.games.pax_romana.advice.judgement import set_right
from ludi.games.pax_romana.advice.memory import refresh, under
from ludi.games.pax_romana.advice.parley import COSTS, bargain, of_use
from ludi.games.pax_romana.advice.planning import markers_left
from ludi.games.pax_romana.advice.threats import PROBABLE, danger, hosts
from ludi.games.pax_romana.advice.worth import keep_worth
from ludi.games.pax_romana.ch04_diplomacy.agreements import agree
from ludi.games.pax_romana.ch04_diplomacy.meeting import ANSWER, INVITING, OFFERING, Meeting, partners
from ludi.games.pax_romana.ch04_diplomacy.terms import GIVEN_FOR, sites_of
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.promises import PEACE, SHUN, SPARE
from ludi.games.pax_romana.world.pieces import LAND, points
from ludi.games.pax_romana.world.sets import has, minus
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    ADDRESS,
    ASK_SITE,
    ASK_TALENTS,
    DONE,
    GIVE_CARD,
    GIVE_PASSAGE,
    GIVE_SITE,
    GIVE_TALENTS,
    GIVE_WAY,
    INVITE,
    MARCH,
    PASSAGE,
    PROMISE_ATTACK,
    PROMISE_PEACE,
    PROMISE_SHUN,
    PROPOSE,
    REJECT,
)

LEAST = 0.004
"""By how much an offer must raise a seat's chance to win; who was refused offers the other so much more."""
WORTH_IT = 0.01
"""By how much it must for a Meeting to be called."""
SURELY = 1
"""Refused so often, one offers what anybody would take: ``greedy`` too, who goes by the price of single things."""
GOODS = 3
"""How many Towns and Cities are thought of on either side."""
SUMS = (8, 6, 5, 4, 3, 2, 1)
"""Talents asked or given for the rest of an offer."""
FAITH = 2.0
"""What it costs to break one's word: nobody enforces it, but people remember."""
NO_DEAL: tuple[float, list[int]] = (0.0, [])


# What a position is worth, agreements included


def judged(s: Position) -> list[float]:
    """Every seat's chance to win."""
    s = counted(s)
    return odds(s, worths(s))


def odds(s: Position, worth: list[float]) -> list[float]:
    return set_right(s, shares(s, worth))


def worths(s: Position) -> list[float]:
    """What every Power has and may expect, the peace between allies included."""
    found = prospects(s)
    if any(s.pass_rights):
        powers = len(s.box.powers)
        for one in range(powers):
            for other in range(powers):
                if one != other and at_peace(s, one, other):
                    found[one] += peace(s, one, other)
    return found


def at_peace(s: Position, one: int, other: int) -> bool:
    """Whether both let each other pass: neither can attack the other before the turn ends (9.2.1)."""
    return has(s.pass_rights[one], other) and has(s.pass_rights[other], one)


def peace(s: Position, power: int, other: int) -> float:
    """What it means to a Power that it and another cannot fight: fear less, and less to win."""
    war = s.copy()
    for one, two in ((power, other), (other, power)):
        war.pass_rights[one] = minus(war.pass_rights[one], two)
    war.changed()
    return to_come(s, other) * fear(war, power, other) - to_come(s, power) * PROBABLE * ambition(war, power, other)


def to_come(s: Position, power: int) -> float:
    """Which part of a turn's Activations a Power still has before it."""
    return min(1.0, markers_left(s, power) / max(1, s.box.markers[power]))


def fear(s: Position, power: int, other: int) -> float:
    """What a Power need not fear any more if another keeps the peace."""
    calm = s.copy()
    calm.changed()
    calm.keep(("hosts", power), [host for host in hosts(s, power) if host[0] != other])
    found: float = 0.0
    for node in sites_of(s, power):
        guard = points(s.at(power, node))
        found += danger(s, power, node, guard) - danger(calm, power, node, guard)
    return found


def ambition(s: Position, power: int, other: int) -> float:
    """The best that a Power could take from another now."""
    best: float = 0.0
    for side, start, _, mp, _ in hosts(s, other):
        if side != power:
            continue
        army = s.at(power, start) & LAND
        skill = skill_of(s, s.leaders_of(power, start))
        for place, (cost, _) in ways(s, power, start, army, power).items():
            if cost <= mp and other in (s.occupier(place), s.site_owner(place)):
                best = max(best, target_worth(s, power, power, place, army, skill, mp - cost + 1)[0])
    return best


# What an offer is worth


def forecast(s: Position, speaker: int, guest: int, terms: Sequence[int]) -> list[float]:
    """What every Power has and may expect once an offer is accepted."""
    after = s.copy()
    agree(after, speaker, guest, list(terms))
    refresh(after)
    found = worths(after)
    for action in terms:
        verb, argument = action // SPAN * SPAN, action % SPAN
        giver, taker = speaker, guest
        if verb in GIVEN_FOR:
            verb, giver, taker = GIVEN_FOR[verb], guest, speaker
        found[giver] -= unseen_cost(s, giver, taker, verb, argument)
        if verb == GIVE_CARD:
            found[taker] += of_use(s, giver, taker, verb, argument)
    return found


def unseen_cost(s: Position, giver: int, taker: int, verb: int, argument: int) -> float:
    """What a part of an offer takes from the giver that no evaluation sees. He means to keep what he promises."""
    if verb == PROMISE_PEACE:
        return COSTS[verb] + to_come(s, giver) * PROBABLE * ambition(s, giver, argument)
    if verb in (GIVE_PASSAGE, GIVE_WAY):
        return COSTS[verb] if of_use(s, giver, taker, verb, argument) else 0.0
    return COSTS.get(verb, 0.1) if verb in (PROMISE_ATTACK, PROMISE_SHUN, GIVE_CARD) else 0.0


def gain(s: Position, power: int, speaker: int, guest: int, terms: Sequence[int]) -> float:
    """By how much an offer raises the chance to win of a Power's seat."""
    seat = s.box.seat_of[power]
    return odds(s, forecast(s, speaker, guest, terms))[seat] - judged(s)[seat]


# Looking for an offer


def facts(s: Position) -> tuple[Any, ...]:
    """What an offer is found by. What a Power holds in secret is among it as it is imagined: nobody learns from what
    was found for another."""
    return (
        *("deals", s.turn, s.phase, tuple(s.vp), tuple(s.treasury), tuple(s.stability), tuple(s.pool), tuple(s.order)),
        *(tuple(s.pass_rights), tuple(s.allies), tuple(s.ways), tuple(s.guests), tuple(s.leader_at)),
        *(tuple(s.sites.items()), tuple(s.force.items()), tuple(s.tribes.items()), tuple(s.provinces)),
        *(s.sof_owner, s.pergamum_ally, s.rhodes_ally, tuple([tuple(held) for held in s.objectives])),
        *(s.pontus_player, s.successor_leaders, s.pergamene_kept, tuple(s.capital_held)),
    )


def best_deal(s: Position, power: int, other: int, refused: int = 0) -> tuple[float, list[int]]:
    """The offer to another that gains most for a Power while the other gains too: (gain, terms), or no terms."""
    known = under(s, facts(s))
    key = (power, other, refused)
    if key not in known:
        bare = s.copy()
        bare.stack = []  # an offer is the same before the Meeting and in it
        bare.changed()
        known[key] = _best_deal(bare, power, other, refused)
    found: tuple[float, list[int]] = known[key]
    return found


def _best_deal(s: Position, power: int, other: int, refused: int) -> tuple[float, list[int]]:
    mine, theirs = s.box.seat_of[power], s.box.seat_of[other]
    if s.box.seats == 2 or mine == theirs:
        return NO_DEAL
    now = judged(s)
    best = NO_DEAL
    for goods in goods_between(s, power, other):
        worth = forecast(s, power, other, goods)
        for talents, terms in prices(s, power, other, goods):
            chances = odds(s, paid(s, worth, power, other, talents))
            if chances[theirs] < now[theirs] + LEAST * max(1, refused):
                continue
            if refused >= SURELY and bargain(s, power, other, terms) <= LEAST:
                continue
            if chances[mine] > now[mine] + max(LEAST, best[0]):
                best = (chances[mine] - now[mine], terms)
            break
    return best


def goods_between(s: Position, power: int, other: int) -> Iterator[list[int]]:
    """What an offer may be about: peace, or a Town or City that is worth more to the one than to the other."""
    if not at_peace(s, power, other):
        yield [PASSAGE]
    for giver, taker, verb in ((power, other, GIVE_SITE), (other, power, ASK_SITE)):
        wares = [node for node in sites_of(s, giver) if node not in s.box.capitals[giver]]
        worth = [of_use(s, giver, taker, GIVE_SITE, node) - keep_worth(s, giver, node) for node in wares]
        for index in sorted(range(len(wares)), key=lambda index: (-worth[index], index))[:GOODS]:
            yield [verb + wares[index]]


def prices(s: Position, power: int, other: int, goods: list[int]) -> Iterator[tuple[int, list[int]]]:
    """What may be paid for it, the best for the one who offers first: (Talents that the other pays, all terms)."""
    for talents in SUMS:
        if talents <= s.treasury[other]:
            yield talents, [*goods, ASK_TALENTS + talents]
    yield 0, goods
    for talents in reversed(SUMS):
        if talents <= s.treasury[power]:
            yield -talents, [*goods, GIVE_TALENTS + talents]


def paid(s: Position, worth: list[float], power: int, other: int, talents: int) -> list[float]:
    """The worth to every Power when the other has paid so many Talents besides."""
    found = worth[:]
    for each, more in ((power, talents), (other, -talents)):
        have = s.treasury[each]
        found[each] += purse(s, each, have + more) - purse(s, each, have)
    return found


def best_partner(s: Position, power: int, among: Sequence[int], refused: int = 0) -> tuple[float, int, list[int]]:
    """With whom a Power does best to talk, and about what: (gain, Power, terms)."""
    best: tuple[float, int, list[int]] = (0.0, -1, [])
    for other in among:
        worth, terms = best_deal(s, power, other, refused)
        if worth > best[0]:
            best = (worth, other, terms)
    return best


def worth_a_meeting(s: Position, power: int) -> bool:
    """Whether somebody is there with whom one is sure to agree: an offer that anybody would take is reason to talk."""
    return s.box.seats > 2 and best_partner(s, power, partners(s, power), SURELY)[0] > WORTH_IT


# At the table


def speak(s: Position, meeting: Meeting, power: int, legal: Sequence[int]) -> int:
    """Make the offer that gains most, part by part; accept what gains; else leave it."""
    if meeting.stage == ANSWER:
        gains = ACCEPT in legal and gain(s, power, meeting.speaker, power, meeting.terms) > LEAST / 2
        return ACCEPT if gains else REJECT
    word = DONE
    if meeting.stage == INVITING:
        if not meeting.invited:
            word = INVITE + best_partner(s, power, partners(s, power), SURELY)[1]
    elif meeting.stage == OFFERING:
        terms = best_deal(s, power, meeting.guest, meeting.offers)[1]
        said = meeting.terms
        if terms and said == terms[: len(said)]:
            word = PROPOSE if len(said) == len(terms) else terms[len(said)]
    else:
        word = ADDRESS + best_partner(s, power, meeting.audience(s), meeting.offers)[1]
    return word if word in legal else DONE


# One's word


def breaks_word(s: Position, power: int, action: int) -> bool:
    """Whether a step of an Army breaks what its Power promised."""
    if action // SPAN * SPAN != MARCH:
        return False
    node = action % SPAN
    for each in s.promises:
        if each.by != power:
            continue
        attacked = each.kind == PEACE and each.about in (s.occupier(node), s.site_owner(node))
        if attacked or (each.kind == SHUN and s.box.atlas.province_of[node] == each.about):
            return True
        if each.kind == SPARE and node == each.about:
            return True
    return False
