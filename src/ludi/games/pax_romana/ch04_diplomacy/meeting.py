"""Chapters 4.1 and 4.3: a Meeting, as a structured negotiation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import ClassVar

from ludi.core import Fact, Phrase
from ludi.games.pax_romana.ch04_diplomacy.agreements import agree
from ludi.games.pax_romana.ch04_diplomacy.terms import (
    GIVEN_FOR,
    MERCENARIES_GIVEN,
    MIRROR,
    PARTS,
    RULES,
    among_strangers,
    cards_missing,
    given,
    more_terms,
)
from ludi.games.pax_romana.ch17_cards.deck import show_openly
from ludi.games.pax_romana.ch17_cards.keeping import limit_hand
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.reasons import Reason
from ludi.games.pax_romana.engine.stage import Choice, Stage, choice
from ludi.games.pax_romana.world.counters import known_to, letter_of, seen_too
from ludi.games.pax_romana.world.pieces import MERCENARIES, NOBODY
from ludi.games.pax_romana.world.sets import has
from ludi.games.pax_romana.world.words import (
    ACCEPT,
    ADDRESS,
    COUNTER,
    DONE,
    GIVE_CARD,
    INVITE,
    LETTERS,
    PASSAGE,
    PROPOSE,
    REJECT,
    SHOW,
)

INVITING, FLOOR, OFFERING, ANSWER = "inviting", "floor", "offering", "answer"


def partners(s: Position, power: int) -> list[int]:
    """Whom a Power may invite: Powers of other people."""
    seat_of = s.box.seat_of
    return [other for other, seat in enumerate(seat_of) if seat != seat_of[power]]


TALKED = Phrase("why.talked-already", {}, "PR-4.5")
NOTHING_OFFERED = Phrase("why.nothing-offered", {}, "PR-4.3.1c")


def nobody_to_meet(s: Position, power: int) -> Reason:
    """That nobody is there whom a Power could invite, if so."""
    return "" if partners(s, power) else Phrase("why.nobody-to-meet", {}, "PR-4.1")


class Meeting(Procedure):
    """Call a Meeting: the caller invites; those at the table take turns to speak to one another (4.1, 4.3).

    The one spoken to accepts, rejects or makes a counter-offer. Five minutes at the table are so many offers here
    (``box.parley``): then the Meeting is over, as it is when nobody has anything more to say.
    """

    __slots__ = ("caller", "guest", "invited", "offers", "silent", "speaker", "terms")

    name = "meeting"
    rule = "PR-4.1"

    def __init__(self, caller: int, invited: Iterable[int] = ()) -> None:
        self.stage = INVITING
        self.caller = caller
        self.invited = list(invited)
        self.speaker = caller
        self.guest = NOBODY
        """To whom the speaker speaks."""
        self.terms: list[int] = []
        """The actions that make up the offer."""
        self.offers = 0
        self.silent = 0
        """How many in a row had nothing to say."""

    def decider(self, s: Position) -> int:
        return self.speaker

    def trail(self, s: Position) -> Hashable:
        return self.name

    def table(self) -> list[int]:
        """Those who take part."""
        return [self.caller, *self.invited]

    def audience(self, s: Position) -> list[int]:
        """To whom the speaker may speak."""
        seat = s.box.seat_of[self.speaker]
        return [p for p in self.table() if s.box.seat_of[p] != seat]

    def over(self, s: Position) -> bool:
        """Whether there is no time left, or nobody wants to say anything more."""
        return self.offers >= s.box.parley or self.silent >= len(self.table())

    def speak_to(self, guest: int) -> None:
        self.guest = guest
        self.terms = []
        self.stage = OFFERING

    def give_floor(self, s: Position, speaker: int) -> None:
        """Somebody may speak; to the only other one at once."""
        self.speaker = speaker
        self.guest = NOBODY
        self.terms = []
        self.stage = FLOOR
        audience = self.audience(s)
        if len(audience) == 1 and not self.over(s):
            self.speak_to(audience[0])

    def next_speaker(self, s: Position) -> None:
        table = self.table()
        self.give_floor(s, table[(table.index(self.speaker) + 1) % len(table)])


SAID = frozenset((INVITE, ADDRESS, PROPOSE, SHOW, COUNTER, PASSAGE, *MIRROR, *MIRROR.values()))
"""The verbs with which something is said at a Meeting."""


class AtMeeting(Stage[Meeting]):
    """What the questions of a Meeting have in common: what belongs to another point of it waits."""

    first: ClassVar[str]
    """What is to be done before anything else is said."""

    def not_asked(self, s: Position, p: Meeting, power: int, verb: int, argument: int) -> Phrase | None:
        return Phrase(self.first, {}, self.rule or p.rule) if verb in SAID else None


class Inviting(AtMeeting, of=Meeting, at=INVITING):
    """The caller invites whom he wants (4.1)."""

    first = "why.invite-first"
    asks = "ask.meeting-invite"

    def strangers(self, s: Position, p: Meeting, power: int) -> Iterable[int]:
        return [other for other in partners(s, power) if other not in p.invited]

    def no_guest(self, s: Position, p: Meeting, power: int, other: int) -> Reason:
        return Phrase("why.invited-already" if other in p.invited else "why.same-person", {}, "PR-4.1")

    @choice(DONE)
    def open(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.give_floor(s, p.caller)

    @choice(INVITE, "PR-4.1", exactly=strangers, otherwise=no_guest)
    def invite(self, s: Position, p: Meeting, power: int, other: int) -> None:
        p.invited.append(other)


class Floor(AtMeeting, of=Meeting, at=FLOOR):
    """Somebody may speak to one of the others."""

    first = "why.address-first"
    asks = "ask.meeting-floor"
    rule = "PR-4.3.1a"

    def run(self, s: Position, p: Meeting) -> bool:
        if p.invited and not p.over(s):
            return True
        s.pop()
        return False

    def facts(self, s: Position, p: Meeting) -> Mapping[str, Fact]:
        return {"number": s.box.parley - p.offers}

    def listeners(self, s: Position, p: Meeting, power: int) -> Iterable[int]:
        return p.audience(s)

    def nobody_there(self, s: Position, p: Meeting, power: int, other: int) -> Reason:
        own = s.box.seat_of[other] == s.box.seat_of[p.speaker]
        return Phrase("why.same-person" if own else "why.not-at-the-table", {}, "PR-4.1")

    @choice(DONE)
    def say_nothing(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.silent += 1
        p.next_speaker(s)

    @choice(ADDRESS, "PR-4.1", exactly=listeners, otherwise=nobody_there)
    def address(self, s: Position, p: Meeting, power: int, other: int) -> None:
        p.speak_to(other)


def all_terms(stage: Offering, s: Position, p: Meeting, power: int) -> Iterable[int]:
    """All that may be added to the offer."""
    return more_terms(s, p.speaker, p.guest, p.terms)


def term(verb: int, rule: str) -> Choice:
    """A part of an offer."""

    def deed(stage: Offering, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.terms.append(verb + argument)
        if verb == GIVE_CARD:
            show_openly(s, power, argument)

    def cannot_offer(stage: Offering, s: Position, p: Meeting, power: int, argument: int) -> Reason:
        if len(p.terms) >= PARTS:
            return Phrase("why.offer-full", {"number": PARTS}, "PR-4.3.1c")
        giver, taker = (p.guest, p.speaker) if verb in GIVEN_FOR else (p.speaker, p.guest)
        mercenaries = given(verb) in MERCENARIES_GIVEN and s.at(giver, argument) & MERCENARIES
        if mercenaries and among_strangers(s, giver, taker, argument):
            return Phrase("why.no-joint-stay", {}, "PR-5.1.2a")
        return Phrase("why.cannot-offer", {}, "PR-4.3.1c")

    return choice(verb, rule, together=all_terms, otherwise=cannot_offer)(deed)


class Offering(AtMeeting, of=Meeting, at=OFFERING):
    """The speaker puts an offer together, part by part, and proposes it (4.3.1); or shows an ally an Objective."""

    first = "why.offer-first"
    asks = "ask.meeting-offer"
    rule = "PR-4.3.1c"

    def facts(self, s: Position, p: Meeting) -> Mapping[str, Fact]:
        return {"power": s.box.powers[p.guest], "terms": [s.spell(action) for action in p.terms]}

    def unknown(self, s: Position, p: Meeting, power: int) -> Iterable[int]:
        """The Objectives that an ally has not seen."""
        if p.terms or not has(s.allies[p.speaker], p.guest):
            return ()
        return [letter_of(marker) for marker in s.objectives[p.speaker] if not known_to(marker, p.guest)]

    def say_nothing(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.silent += 1
        p.next_speaker(s)

    def propose(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.stage = ANSWER
        p.offers += 1
        p.silent = 0

    def show(self, s: Position, p: Meeting, power: int, letter: int) -> None:
        """An ally is shown an Objective; only he sees which (15.4.6)."""
        held = s.objectives[p.speaker]
        for place, marker in enumerate(held):
            if letter_of(marker) == letter and not known_to(marker, p.guest):
                held[place] = seen_too(marker, p.guest)
                break
        s.reveal()
        if s.listener is not None:
            seers = (s.box.seat_of[p.speaker], s.box.seat_of[p.guest])
            facts = {"power": s.box.powers[p.speaker], "other": s.box.powers[p.guest]}
            s.tell("show", "PR-15.4.6a", {"letter": LETTERS[letter]}, seers, **facts)

    def empty_offer(self, s: Position, p: Meeting, power: int, argument: int) -> Reason:
        return "" if p.terms else NOTHING_OFFERED

    def no_showing(self, s: Position, p: Meeting, power: int, letter: int) -> Reason:
        if p.terms:
            return Phrase(self.first, {}, self.rule)
        if not has(s.allies[p.speaker], p.guest):
            return Phrase("why.not-allied", {}, "PR-15.4.6a")
        if all(letter_of(marker) != letter for marker in s.objectives[p.speaker]):
            return Phrase("why.objective-none", {"letter": LETTERS[letter]}, "PR-15.4.6b")
        return Phrase("why.shown-already", {"letter": LETTERS[letter]}, "PR-15.4.6a")

    choices = (
        choice(DONE)(say_nothing),
        choice(PROPOSE, "PR-4.1", unless=empty_offer)(propose),
        choice(SHOW, "PR-15.4.6a", exactly=unknown, otherwise=no_showing)(show),
        term(PASSAGE, "PR-4.3.1e"),
        *(term(verb, rule) for giving, rule in RULES.items() for verb in (giving, MIRROR[giving])),
    )


class Answer(AtMeeting, of=Meeting, at=ANSWER):
    """The one spoken to accepts, rejects or makes a counter-offer (4.3.1, 4.3.2)."""

    first = "why.answer-first"
    asks = "ask.meeting-answer"
    rule = "PR-4.3.2b"

    def deciders(self, s: Position, p: Meeting) -> tuple[int, ...]:
        return (p.guest,)

    def facts(self, s: Position, p: Meeting) -> Mapping[str, Fact]:
        return {"power": s.box.powers[p.speaker], "terms": [s.spell(action) for action in p.terms]}

    @choice(REJECT, "PR-4.1")
    def reject(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.next_speaker(s)

    def undeliverable(self, s: Position, p: Meeting, power: int, argument: int) -> Reason:
        missing = s.box.advanced and cards_missing(s, power, p.terms)
        return Phrase("why.card-not-held", {}, "PR-4.3.2b") if missing else ""

    @choice(ACCEPT, "PR-4.3.2b", unless=undeliverable)
    def accept(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        parties = p.speaker, p.guest
        agree(s, *parties, p.terms)
        p.next_speaker(s)
        for each in parties:
            limit_hand(s, each)

    def too_late(self, s: Position, p: Meeting, power: int, argument: int) -> Reason:
        return "" if p.offers < s.box.parley else Phrase("why.no-time-left", {}, "PR-4.3.1a")

    @choice(COUNTER, "PR-4.3.1a", unless=too_late)
    def counter(self, s: Position, p: Meeting, power: int, argument: int) -> None:
        p.speaker, p.guest = p.guest, p.speaker
        p.speak_to(p.guest)
