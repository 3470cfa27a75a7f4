"""Chapter 4.3: agreements. What can be enforced is done at once, promises are noted (4.3.2); all end with the turn."""

from __future__ import annotations

from ludi.core import SPAN
from ludi.games.pax_romana.ch04_diplomacy.terms import GIVEN_FOR, PROMISED, UNITS_GIVEN
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch17_cards.deck import pass_card
from ludi.games.pax_romana.engine.passage import province_way, space_way
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.promises import Promise
from ludi.games.pax_romana.world.pieces import GALLEY, OCCUPY, ONE
from ludi.games.pax_romana.world.sets import plus
from ludi.games.pax_romana.world.words import GIVE_CARD, GIVE_PASSAGE, GIVE_SITE, GIVE_TALENTS, GIVE_WAY, PASSAGE


def agree(s: Position, speaker: int, guest: int, terms: list[int]) -> None:
    """An offer is accepted: transfers happen at once (4.3.2); promises are noted and not enforced."""
    s.allies[speaker] = plus(s.allies[speaker], guest)
    s.allies[guest] = plus(s.allies[guest], speaker)
    for action in terms:
        verb, argument = action // SPAN * SPAN, action % SPAN
        giver, taker = speaker, guest
        if verb in GIVEN_FOR:
            verb, giver, taker = GIVEN_FOR[verb], guest, speaker
        if verb == PASSAGE:
            s.pass_rights[speaker] = plus(s.pass_rights[speaker], guest)
            s.pass_rights[guest] = plus(s.pass_rights[guest], speaker)
        elif verb in PROMISED:
            s.promises.append(Promise(giver, taker, PROMISED[verb], argument))
        else:
            hand_over(s, giver, taker, verb, argument)
    s.changed()
    recount(s)
    if s.listener is not None:
        words = [s.spell(action) for action in terms]
        s.tell("agreement", "PR-4.3.2b", power=s.box.powers[speaker], other=s.box.powers[guest], terms=words)


def hand_over(s: Position, giver: int, taker: int, verb: int, argument: int) -> None:
    """One enforceable part of an agreement (4.3.1 c, d, e); pieces stay where they are."""
    if verb == GIVE_TALENTS:
        s.treasury[giver] -= argument
        s.treasury[taker] += argument
    elif verb == GIVE_CARD:
        pass_card(s, giver, taker, argument)
    elif verb == GIVE_PASSAGE:
        open_way(s, province_way(giver, taker, argument))
    elif verb == GIVE_WAY:
        open_way(s, space_way(giver, taker, argument))
    elif verb == GIVE_SITE:
        site = s.sites[argument]
        s.set_site(argument, taker, site.kind, site.walls)
        if s.at(giver, argument) & OCCUPY:
            lodge(s, taker, giver, argument)
    else:
        kind = UNITS_GIVEN[verb]
        host = s.holder(argument)
        s.remove(giver, argument, ONE[kind])
        s.add(taker, argument, ONE[kind])
        s.tidy(giver, argument)
        stays = s.at(host, argument) & OCCUPY or host in (s.site_owner(argument), s.box.home[argument])
        if kind != GALLEY and host != taker and s.allied(taker, host) and stays:
            lodge(s, host, taker, argument)


def open_way(s: Position, way: int) -> None:
    """Free passage in one Province or one Space."""
    if way not in s.ways:
        s.ways.append(way)


def lodge(s: Position, host: int, guest: int, node: int) -> None:
    """Units of one stay in a Space of the other as his guests; both let each other pass there."""
    open_way(s, space_way(host, guest, node))
    open_way(s, space_way(guest, host, node))
    s.lodge(host, guest, node)


def end_alliances(s: Position) -> None:
    """Agreements last until the Game-Turn ends (4.3.1)."""
    powers = len(s.box.powers)
    s.pass_rights = [0] * powers
    s.allies = [0] * powers
    s.unpaid = [0] * powers
    s.ways = []
    s.promises = []
    s.dismiss_guests()
    s.changed()
    recount(s)
