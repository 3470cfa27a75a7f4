"""Chapter 4: Player Interaction. A Meeting is a structured negotiation; what can be enforced is done at once."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.ch05_control.control import recount
from ludi.games.pax_romana.ch08_leaders.leaders import leave_map
from ludi.games.pax_romana.engine.board import province_way, space_way
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure, Question
from ludi.games.pax_romana.engine.promises import PEACE, SHUN, WAR, Promise
from ludi.games.pax_romana.world.pieces import (
    GALLEY,
    LAND,
    MERCENARIES,
    MERCENARY,
    NOBODY,
    NODE_BITS,
    NODES,
    OCCUPY,
    ONE,
    count,
    known_to,
    letter_of,
    seen_too,
)
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    ADDRESS,
    ASK_ATTACK,
    ASK_GALLEY,
    ASK_MERCENARY,
    ASK_PASSAGE,
    ASK_PEACE,
    ASK_SHUN,
    ASK_SITE,
    ASK_TALENTS,
    ASK_WAY,
    COUNTER,
    DONE,
    GIVE_GALLEY,
    GIVE_MERCENARY,
    GIVE_PASSAGE,
    GIVE_SITE,
    GIVE_TALENTS,
    GIVE_WAY,
    INVITE,
    LETTERS,
    MAX_NUMBER,
    PASSAGE,
    PLACE,
    PROMISE_ATTACK,
    PROMISE_PEACE,
    PROMISE_SHUN,
    PROPOSE,
    REJECT,
    SHOW,
)

INVITING, FLOOR, OFFERING, ANSWER = range(4)
PARTS = 6
"""The most parts of one offer."""
MIRROR = {
    GIVE_TALENTS: ASK_TALENTS,
    GIVE_SITE: ASK_SITE,
    GIVE_GALLEY: ASK_GALLEY,
    GIVE_MERCENARY: ASK_MERCENARY,
    GIVE_PASSAGE: ASK_PASSAGE,
    GIVE_WAY: ASK_WAY,
    PROMISE_PEACE: ASK_PEACE,
    PROMISE_ATTACK: ASK_ATTACK,
    PROMISE_SHUN: ASK_SHUN,
}
"""What the speaker gives or promises, and the word for asking the same of the other."""
GIVEN_FOR = {asked: given for given, asked in MIRROR.items()}
PROMISED = {PROMISE_PEACE: PEACE, PROMISE_ATTACK: WAR, PROMISE_SHUN: SHUN}


def sites_of(s: Position, power: int) -> list[int]:
    return sorted(node for node, site in s.sites.items() if site.owner == power and s.occupier(node) == power)


def partners(s: Position, power: int) -> list[int]:
    """Whom a Power may invite: Powers of other people."""
    return [p for p in range(len(s.box.powers)) if s.box.seat_of[p] != s.box.seat_of[power]]


def provinces_of(s: Position, power: int) -> list[int]:
    """Provinces where a Power Controls Spaces and so may let others pass."""
    found = {s.box.atlas.province_of[node] for node, stack in s.places_of(power) if stack & OCCUPY}
    found |= {s.box.atlas.province_of[node] for node in sites_of(s, power)}
    return sorted({*found, *(p for p, owner in enumerate(s.provinces) if owner == power)} - {-1})


class Meeting(Procedure):
    """Call a Meeting: the caller invites; those at the table take turns to speak to one another (4.1, 4.3).

    The one spoken to accepts, rejects or makes a counter-offer. Five minutes at the table are so many offers here
    (``box.parley``): then the Meeting is over, as it is when nobody has anything more to say.
    """

    __slots__ = ("caller", "guest", "invited", "offers", "silent", "speaker", "terms")

    name = "meeting"
    rule = "PR-4.1"

    def __init__(self, caller: int) -> None:
        self.stage = INVITING
        self.caller = caller
        self.invited: list[int] = []
        self.speaker = caller
        self.guest = NOBODY
        """To whom the speaker speaks."""
        self.terms: list[int] = []
        """The actions that make up the offer."""
        self.offers = 0
        self.silent = 0
        """How many in a row had nothing to say."""

    def table(self) -> list[int]:
        """Those who take part."""
        return [self.caller, *self.invited]

    def run(self, s: Position) -> bool:
        over = self.stage == FLOOR and (self.offers >= s.box.parley or self.silent >= len(self.table()))
        if over or (self.stage == FLOOR and not self.invited):
            s.pop()
            return False
        return True

    def deciders(self, s: Position) -> tuple[int, ...]:
        if self.stage == INVITING:
            return (self.caller,)
        return (self.guest if self.stage == ANSWER else self.speaker,)

    # What may be said

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == INVITING:
            return [DONE, *(INVITE + p for p in partners(s, power) if p not in self.invited)]
        if self.stage == FLOOR:
            return [DONE, *(ADDRESS + p for p in self._audience(s))]
        if self.stage == ANSWER:
            return [REJECT, ACCEPT, *([COUNTER] if self.offers < s.box.parley else [])]
        return self._sayings(s)

    def _audience(self, s: Position) -> list[int]:
        seat = s.box.seat_of[self.speaker]
        return [p for p in self.table() if s.box.seat_of[p] != seat]

    def _sayings(self, s: Position) -> list[int]:
        speaker, guest = self.speaker, self.guest
        found = [DONE]
        if self.terms:
            found.append(PROPOSE)
        elif s.allies[speaker] >> guest & 1:
            found += [SHOW + letter_of(marker) for marker in s.objectives[speaker] if not known_to(marker, guest)]
        if len(self.terms) >= PARTS:
            return found
        verbs = {action // SPAN * SPAN for action in self.terms}
        for verb, giver in ((GIVE_TALENTS, speaker), (ASK_TALENTS, guest)):
            if verb not in verbs:
                found += range(verb + 1, verb + min(MAX_NUMBER, s.treasury[giver]) + 1)
        menu = self._menu(s)
        if not self.terms:
            return found + menu
        said = set(self.terms)
        return found + [action for action in menu if action not in said or self._more(s, action)]

    def _menu(self, s: Position) -> list[int]:
        """All that can be given, asked or promised between the two, Talents apart; kept until a piece moves."""
        speaker, guest = self.speaker, self.guest
        menu: list[int] | None = s._reach.get(("menu", speaker, guest))
        if menu is None:
            menu = [PASSAGE]
            for given, asked in MIRROR.items():
                if given != GIVE_TALENTS:
                    menu += [given + each for each in self._gifts(s, given, speaker, guest)]
                    menu += [asked + each for each in self._gifts(s, given, guest, speaker)]
            s._reach["menu", speaker, guest] = menu
        return menu

    def _more(self, s: Position, action: int) -> bool:
        """Of several Galley Squadrons or Mercenaries in a place each is named for itself."""
        giver = self.guest if action // SPAN * SPAN in GIVEN_FOR else self.speaker
        kind = {GIVE_GALLEY: GALLEY, GIVE_MERCENARY: MERCENARY}.get(_given(action))
        return kind is not None and self.terms.count(action) < count(s.at(giver, action % SPAN), kind)

    def _gifts(self, s: Position, kind: int, giver: int, taker: int) -> list[int]:
        """What one can give or promise the other: places, Powers, Provinces; Rhodes' Squadrons stay with Rhodes."""
        if kind == GIVE_SITE:
            return sites_of(s, giver)
        if kind == GIVE_GALLEY:
            return sorted(node for node, stack in s.places_of(giver) if count(stack, GALLEY))
        if kind == GIVE_MERCENARY:
            if s.box.kind[taker] == "rome":
                return []
            return sorted(node for node, stack in s.places_of(giver) if stack & MERCENARIES)
        if kind == GIVE_PASSAGE:
            return provinces_of(s, giver)
        if kind == GIVE_WAY:
            return [node for node in range(s.box.atlas.spaces) if s.holder(node) == giver]
        if kind == PROMISE_SHUN:
            return provinces_of(s, taker)
        partners = (giver,) if kind == PROMISE_PEACE else (giver, taker)
        return [power for power in range(len(s.box.powers)) if power not in partners]

    # What happens

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == INVITE:
            self.invited.append(argument)
        elif verb == ADDRESS:
            self._speak_to(argument)
        elif verb == DONE:
            if self.stage == INVITING:
                self._give_floor(s, self.caller)
            else:
                self.silent += 1
                self._next(s)
        elif verb == SHOW:
            self._show(s, argument)
        elif verb == PROPOSE:
            self.stage = ANSWER
            self.offers += 1
            self.silent = 0
        elif verb == COUNTER:
            self.speaker, self.guest = self.guest, self.speaker
            self._speak_to(self.guest)
        elif verb in (ACCEPT, REJECT):
            if verb == ACCEPT:
                self._carry_out(s)
            self._next(s)
        else:
            self.terms.append(action)

    def _speak_to(self, guest: int) -> None:
        self.guest = guest
        self.terms = []
        self.stage = OFFERING

    def _give_floor(self, s: Position, speaker: int) -> None:
        self.speaker = speaker
        self.guest = NOBODY
        self.terms = []
        self.stage = FLOOR
        audience = self._audience(s)
        if len(audience) == 1 and self.offers < s.box.parley and self.silent < len(self.table()):
            self._speak_to(audience[0])

    def _next(self, s: Position) -> None:
        table = self.table()
        self._give_floor(s, table[(table.index(self.speaker) + 1) % len(table)])

    def _show(self, s: Position, letter: int) -> None:
        """An ally is shown an Objective; only he sees which (15.4.6)."""
        held = s.objectives[self.speaker]
        for place, marker in enumerate(held):
            if letter_of(marker) == letter and not known_to(marker, self.guest):
                held[place] = seen_too(marker, self.guest)
                break
        s.reveal()
        if s.listener is not None:
            seers = (s.box.seat_of[self.speaker], s.box.seat_of[self.guest])
            facts = {"power": s.box.powers[self.speaker], "other": s.box.powers[self.guest]}
            s.tell("show", "PR-15.4.6a", {"letter": LETTERS[letter]}, seers, **facts)

    def _carry_out(self, s: Position) -> None:
        """Transfers happen at once (4.3.2); promises are noted and not enforced."""
        speaker, guest = self.speaker, self.guest
        s.allies[speaker] |= 1 << guest
        s.allies[guest] |= 1 << speaker
        for action in self.terms:
            verb, argument = action // SPAN * SPAN, action % SPAN
            giver, taker = speaker, guest
            if verb in GIVEN_FOR:
                verb, giver, taker = GIVEN_FOR[verb], guest, speaker
            if verb == PASSAGE:
                s.pass_rights[speaker] |= 1 << guest
                s.pass_rights[guest] |= 1 << speaker
            elif verb in PROMISED:
                s.promises.append(Promise(giver, taker, PROMISED[verb], argument))
            else:
                hand_over(s, giver, taker, verb, argument)
        s._reach = {}
        recount(s)
        if s.listener is not None:
            words = [s.spell(action) for action in self.terms]
            s.tell("agreement", "PR-4.3.2b", power=s.box.powers[speaker], other=s.box.powers[guest], terms=words)

    def ask(self, s: Position, power: int) -> Phrase:
        if self.stage == INVITING:
            return Phrase("ask.meeting-invite", {}, self.rule)
        if self.stage == FLOOR:
            return Phrase("ask.meeting-floor", {"number": s.box.parley - self.offers}, "PR-4.3.1a")
        words = [s.spell(action) for action in self.terms]
        if self.stage == ANSWER:
            return Phrase("ask.meeting-answer", {"power": s.box.powers[self.speaker], "terms": words}, "PR-4.3.2b")
        return Phrase("ask.meeting-offer", {"power": s.box.powers[self.guest], "terms": words}, "PR-4.3.1c")


def _given(action: int) -> int:
    """The verb of giving for a term, whether it gives or asks."""
    verb = action // SPAN * SPAN
    return GIVEN_FOR.get(verb, verb)


def hand_over(s: Position, giver: int, taker: int, verb: int, argument: int) -> None:
    """One enforceable part of an agreement (4.3.1 c, d, e); pieces stay where they are."""
    if verb == GIVE_TALENTS:
        s.treasury[giver] -= argument
        s.treasury[taker] += argument
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
        kind = GALLEY if verb == GIVE_GALLEY else MERCENARY
        host = s.holder(argument)
        s.remove(giver, argument, ONE[kind])
        s.add(taker, argument, ONE[kind])
        s.tidy(giver, argument)
        still = s.at(giver, argument) & OCCUPY or giver in (s.site_owner(argument), s.box.home[argument])
        if kind == MERCENARY and host == giver and still:
            lodge(s, giver, taker, argument)


def open_way(s: Position, way: int) -> None:
    """Free passage in one Province or one Space."""
    if way not in s.ways:
        s.ways.append(way)


def lodge(s: Position, host: int, guest: int, node: int) -> None:
    """Units of one stay in a Space of the other as his guests; both let each other pass there."""
    open_way(s, space_way(host, guest, node))
    open_way(s, space_way(guest, host, node))
    s.guests = [each for each in s.guests if each >> 2 != (host << NODE_BITS | node)]
    s.guests.append((guest << NODE_BITS | node) << 2 | host)
    s._touch(node)


def end_alliances(s: Position) -> None:
    """Agreements last until the Game-Turn ends (4.3.1)."""
    powers = len(s.box.powers)
    s.pass_rights = [0] * powers
    s.allies = [0] * powers
    s.unpaid = [0] * powers
    s.ways = []
    s.promises = []
    guests, s.guests = s.guests, []
    for guest in guests:
        s._touch(guest >> 2 & NODES - 1)
    recount(s)


def part_allies(s: Position) -> bool:
    """Of allied Armies in one Space those who do not Control it must leave (4.3.1); whether there are any."""
    powers = range(len(s.box.powers))
    places = {key & NODES - 1 for key, stack in s.force.items() if key >> NODE_BITS < len(powers) and stack & OCCUPY}
    found = []
    for node in sorted(places):
        here = [power for power in powers if s.at(power, node) & OCCUPY]
        owner = s.holder(node)
        if len(here) > 1 or (here and s.site_owner(node) == owner in powers):
            found += [Parting(power, node) for power in here if power != owner and s.allied(power, owner)]
    for parting in reversed(found):
        s.push(parting)
    return bool(found)


class Parting(Question):
    """A guest's Army is placed in a Capital of its owner's choice (4.3.1).

    Without a Capital it goes where 8.1.5 would place a leader, and without such a Space it is removed.
    """

    __slots__ = ("node",)

    name = "parting"
    rule = "PR-4.3.1j"

    def __init__(self, power: int, node: int) -> None:
        super().__init__(power)
        self.node = node

    def run(self, s: Position) -> bool:
        options = self.legal(s, self.power)
        if len(options) > 1:
            return True
        if options:
            self.decide(s, self.power, options[0])
        else:
            s.pop()
            s.remove(self.power, self.node, s.at(self.power, self.node) & LAND)
            for number in s.leaders_of(self.power, self.node):
                leave_map(s, number)
            if s.listener is not None:
                s.tell("army-disbands", self.rule, power=s.box.powers[self.power], space=s.box.place(self.node))
        return False

    def legal(self, s: Position, power: int) -> list[int]:
        capitals = [capital for capital in s.box.capitals[power] if s.holder(capital) == power]
        havens = capitals or [node for node in range(s.box.atlas.spaces) if s.occupier(node) == power]
        return [PLACE + node for node in havens if node != self.node]

    def decide(self, s: Position, power: int, action: int) -> None:
        s.pop()
        home = action % SPAN
        s.shift(power, self.node, home, s.at(power, self.node) & LAND)
        for number in s.leaders_of(power, self.node):
            s.leader_at[number] = home
        if s.listener is not None:
            facts = {"space": s.box.place(self.node), "home": s.box.place(home)}
            s.report("army-returns", self.rule, {"power": s.box.powers[power], **facts})

    def ask(self, s: Position, power: int) -> Phrase:
        return Phrase("ask.parting", {"space": s.box.place(self.node)}, self.rule)
