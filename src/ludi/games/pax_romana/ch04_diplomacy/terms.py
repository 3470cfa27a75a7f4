"""Chapter 4.3.1: what Powers can give, ask and promise one another."""

from __future__ import annotations

from collections.abc import Sequence

from ludi.core import SPAN
from ludi.games.pax_romana.ch17_cards.deck import could_hold
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.promises import PEACE, SHUN, WAR
from ludi.games.pax_romana.world.cards import title_of
from ludi.games.pax_romana.world.pieces import (
    GALLEY,
    GALLEYS,
    MERCENARIES,
    MERCENARY,
    MERCENARY_CAVALRY,
    MERCENARY_LIGHT,
    NOBODY,
    OCCUPY,
    count,
)
from ludi.games.pax_romana.world.words import (
    ASK_ATTACK,
    ASK_CARD,
    ASK_GALLEY,
    ASK_LIGHT,
    ASK_MERCENARY,
    ASK_PASSAGE,
    ASK_PEACE,
    ASK_RIDERS,
    ASK_SHUN,
    ASK_SITE,
    ASK_TALENTS,
    ASK_WAY,
    GIVE_CARD,
    GIVE_GALLEY,
    GIVE_LIGHT,
    GIVE_MERCENARY,
    GIVE_PASSAGE,
    GIVE_RIDERS,
    GIVE_SITE,
    GIVE_TALENTS,
    GIVE_WAY,
    MAX_NUMBER,
    PASSAGE,
    PROMISE_ATTACK,
    PROMISE_PEACE,
    PROMISE_SHUN,
)

PARTS = 6
"""The most parts of one offer."""
MIRROR = {
    GIVE_TALENTS: ASK_TALENTS,
    GIVE_SITE: ASK_SITE,
    GIVE_GALLEY: ASK_GALLEY,
    GIVE_MERCENARY: ASK_MERCENARY,
    GIVE_LIGHT: ASK_LIGHT,
    GIVE_RIDERS: ASK_RIDERS,
    GIVE_CARD: ASK_CARD,
    GIVE_PASSAGE: ASK_PASSAGE,
    GIVE_WAY: ASK_WAY,
    PROMISE_PEACE: ASK_PEACE,
    PROMISE_ATTACK: ASK_ATTACK,
    PROMISE_SHUN: ASK_SHUN,
}
"""What the speaker gives or promises, and the word for asking the same of the other."""
GIVEN_FOR = {asked: given for given, asked in MIRROR.items()}
PROMISED = {PROMISE_PEACE: PEACE, PROMISE_ATTACK: WAR, PROMISE_SHUN: SHUN}
MERCENARIES_GIVEN = {GIVE_MERCENARY: MERCENARY, GIVE_LIGHT: MERCENARY_LIGHT, GIVE_RIDERS: MERCENARY_CAVALRY}
UNITS_GIVEN = {GIVE_GALLEY: GALLEY, **MERCENARIES_GIVEN}
UNITS_NAMED = {said: kind for verb, kind in UNITS_GIVEN.items() for said in (verb, MIRROR[verb])}
UNLISTED = (GIVE_TALENTS, GIVE_CARD)
"""What is looked up anew each time: it changes without a piece being moved."""
TALENTS = tuple((verb, tuple(range(verb + 1, verb + MAX_NUMBER + 1))) for verb in (GIVE_TALENTS, ASK_TALENTS))
"""The verbs by which the speaker gives Talents and asks for them, with all that can be said by them."""
LISTED = tuple(giving for giving in MIRROR if giving not in UNLISTED)
RULES = {
    GIVE_TALENTS: "PR-4.3.1c",
    GIVE_SITE: "PR-4.3.1d",
    GIVE_GALLEY: "PR-4.3.1c",
    GIVE_MERCENARY: "PR-4.3.1c",
    GIVE_LIGHT: "PR-4.3.1c",
    GIVE_RIDERS: "PR-4.3.1c",
    GIVE_CARD: "PR-4.3.1c",
    GIVE_PASSAGE: "PR-4.3.1e",
    GIVE_WAY: "PR-4.3.1e",
    PROMISE_PEACE: "PR-4.3.2c",
    PROMISE_ATTACK: "PR-4.3.2c",
    PROMISE_SHUN: "PR-4.3.2c",
}
"""The rule of each gift or promise, and of asking for it."""


def binding(action: int) -> bool:
    """Whether a part of an offer is carried out at once if it is accepted; the rest are promises (4.3.2)."""
    verb = action // SPAN * SPAN
    return GIVEN_FOR.get(verb, verb) not in PROMISED


def given(action: int) -> int:
    """The verb of giving for a term, whether it gives or asks."""
    verb = action // SPAN * SPAN
    return GIVEN_FOR.get(verb, verb)


def sites_of(s: Position, power: int) -> list[int]:
    """Cities and Towns that a Power can give away; kept until a piece moves."""
    known: list[int] | None = s.kept(("own sites", power))
    if known is None:
        known = sorted([node for node, site in s.sites.items() if site.owner == power and s.occupier(node) == power])
        s.keep(("own sites", power), known)
    return known


def all_with(sides: Sequence[int], side: int) -> list[int]:
    """Where a side stands in a list of sides.

    >>> all_with([2, 0, 2, 1], 2)
    [0, 2]
    """
    found: list[int] = []
    place = -1
    for _ in range(sides.count(side)):
        place = sides.index(side, place + 1)
        found.append(place)
    return found


def provinces_of(s: Position, power: int) -> list[int]:
    """Provinces where a Power Controls Spaces and so may let others pass; kept until a piece moves."""
    known: list[int] | None = s.kept(("provinces", power))
    if known is None:
        province_of = s.box.atlas.province_of
        found = {province_of[node] for node, stack in s.places_of(power) if stack & OCCUPY}
        found.update([province_of[node] for node in sites_of(s, power)])
        found.update(all_with(s.provinces, power))
        known = sorted(found - {NOBODY})
        s.keep(("provinces", power), known)
    return known


def gifts(s: Position, kind: int, giver: int, taker: int) -> list[int]:
    """What one can give or promise the other: places, Powers, Provinces; Rhodes' Squadrons stay with Rhodes."""
    if kind == GIVE_SITE:
        return sites_of(s, giver)
    if kind == GIVE_GALLEY:
        return sorted(node for node, stack in s.places_of(giver) if stack & GALLEYS and count(stack, GALLEY))
    if kind in MERCENARIES_GIVEN:
        if s.box.kind[taker] == "rome":
            return []
        hired = [(node, stack) for node, stack in s.places_of(giver) if stack & MERCENARIES]
        found = [node for node, stack in hired if count(stack, MERCENARIES_GIVEN[kind])]
        return sorted(node for node in found if not among_strangers(s, giver, taker, node))
    if kind == GIVE_PASSAGE:
        return provinces_of(s, giver)
    if kind == GIVE_WAY:
        return all_with(s.holders(), giver)
    if kind == PROMISE_SHUN:
        return provinces_of(s, taker)
    partners = (giver,) if kind == PROMISE_PEACE else (giver, taker)
    return [power for power in range(len(s.box.powers)) if power not in partners]


def among_strangers(s: Position, giver: int, taker: int, node: int) -> bool:
    """Whether an ally of the giver has Units, a City or a Town there and is no ally of the taker (5.1.2)."""
    here = [other for other in range(len(s.box.powers)) if s.at(other, node) & OCCUPY or s.site_owner(node) == other]
    others = [other for other in here if other not in (giver, taker)]
    return any(s.allied(giver, other) and not s.allied(taker, other) for other in others)


def menu(s: Position, speaker: int, guest: int) -> list[int]:
    """All that can be given, asked or promised between the two, Talents and cards apart; kept until a piece moves."""
    found: list[int] | None = s.kept(("menu", speaker, guest))
    if found is None:
        found = [PASSAGE]
        for giving, own, others in zip(LISTED, all_gifts(s, speaker, guest), all_gifts(s, guest, speaker), strict=True):
            asking = MIRROR[giving]
            if own:
                found += [giving + each for each in own]
            if others:
                found += [asking + each for each in others]
        s.keep(("menu", speaker, guest), found)
    return found


def menu_places(s: Position, speaker: int, guest: int) -> dict[int, int]:
    """Where in the menu each thing stands; kept until a piece moves."""
    found: dict[int, int] | None = s.kept(("menu places", speaker, guest))
    if found is None:
        things = menu(s, speaker, guest)
        found = dict(zip(things, range(len(things)), strict=True))
        s.keep(("menu places", speaker, guest), found)
    return found


def all_gifts(s: Position, giver: int, taker: int) -> list[list[int]]:
    """What one can give or promise the other of each kind in turn; kept until a piece moves, for both may speak."""
    found: list[list[int]] | None = s.kept(("gifts", giver, taker))
    if found is None:
        found = [gifts(s, kind, giver, taker) for kind in LISTED]
        s.keep(("gifts", giver, taker), found)
    return found


def more_terms(s: Position, speaker: int, guest: int, terms: list[int]) -> list[int]:
    """What may be added to the parts of an offer: each kind of Talents once, each other thing once."""
    if len(terms) >= PARTS:
        return []
    found: list[int] = []
    verbs = [action // SPAN * SPAN for action in terms]
    for (verb, sums), giver in zip(TALENTS, (speaker, guest), strict=True):
        if verb not in verbs:
            found += sums[: max(0, s.treasury[giver])]
    if s.box.advanced:
        found += card_terms(s, speaker, guest, terms)
    others = menu(s, speaker, guest)[:]
    if terms:
        places = menu_places(s, speaker, guest)
        named = [places[action] for action in {*terms} if action in places]
        for place in sorted(named, reverse=True):
            if not one_more(s, speaker, guest, terms, others[place]):
                del others[place]
    return found + others


def card_terms(s: Position, speaker: int, guest: int, terms: list[int]) -> list[int]:
    """Cards that may be named: the speaker's own, and of the other's any that he could hold by what everybody sees."""
    own = [title_of(card) for card in s.hands[speaker]]
    found = [GIVE_CARD + title for title in sorted({*own}) if own.count(title) > terms.count(GIVE_CARD + title)]
    asked = sum(action // SPAN * SPAN == ASK_CARD for action in terms)
    if asked >= len(s.hands[guest]):
        return found
    titles = [title for title, held in enumerate(s.box.held) if held and could_hold(s, guest, title)]
    return found + [ASK_CARD + title for title in titles if terms.count(ASK_CARD + title) < s.box.copies[title]]


def cards_missing(s: Position, power: int, terms: list[int]) -> bool:
    """Whether a Power does not hold all the cards that an offer asks of it."""
    held = [title_of(card) for card in s.hands[power]]
    asked = [action % SPAN for action in terms if action // SPAN * SPAN == ASK_CARD]
    return any(asked.count(title) > held.count(title) for title in asked)


def one_more(s: Position, speaker: int, guest: int, terms: list[int], action: int) -> bool:
    """Of several Galley Squadrons or Mercenaries in a place each is named for itself."""
    verb = action // SPAN * SPAN
    kind = UNITS_NAMED.get(verb)
    if kind is None:
        return False
    giver = guest if verb in GIVEN_FOR else speaker
    return terms.count(action) < count(s.at(giver, action % SPAN), kind)
