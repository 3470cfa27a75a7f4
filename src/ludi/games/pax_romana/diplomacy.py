"""Chapter 4: Player Interaction. A Meeting is a structured negotiation; what can be enforced is done at once."""

from __future__ import annotations

from ludi.core import SPAN, Phrase
from ludi.games.pax_romana.control import recount
from ludi.games.pax_romana.pieces import GALLEY, GALLEYS, NOBODY, ONE
from ludi.games.pax_romana.procedure import Procedure
from ludi.games.pax_romana.state import Position
from ludi.games.pax_romana.treasury import fleets_of
from ludi.games.pax_romana.words import (
    ACCEPT,
    ASK_GALLEY,
    ASK_SITE,
    ASK_TALENTS,
    DONE,
    GIVE_GALLEY,
    GIVE_SITE,
    GIVE_TALENTS,
    INVITE,
    MAX_NUMBER,
    PASSAGE,
    PROMISE_ATTACK,
    PROMISE_PEACE,
    PROPOSE,
    REJECT,
)

INVITING, OFFERING, ANSWER = range(3)
PROMISE_KINDS = ("peace", "attack")


def sites_of(s: Position, power: int) -> list[int]:
    return sorted(node for node, site in s.sites.items() if site >> 6 == power and s.occupier(node) == power)


def partners(s: Position, power: int) -> list[int]:
    """Whom a Power may invite: Powers of other people."""
    return [p for p in range(len(s.box.powers)) if s.box.seat_of[p] != s.box.seat_of[power]]


class Meeting(Procedure):
    """Call a Meeting: the caller invites, makes each guest one offer, and the guest accepts or not (4.1, 4.3)."""

    __slots__ = ("caller", "guest", "invited", "terms")

    name = "meeting"
    rule = "PR-4.1"

    def __init__(self, caller: int) -> None:
        self.stage = INVITING
        self.caller = caller
        self.invited: list[int] = []
        self.guest = NOBODY
        self.terms: list[int] = []
        """The actions that make up the offer."""

    def run(self, s: Position) -> bool:
        if self.stage == INVITING or self.guest != NOBODY:
            return True
        if self.invited:
            self.guest = self.invited.pop(0)
            self.terms = []
            self.stage = OFFERING
            return True
        recount(s)
        s.pop()
        return False

    def deciders(self, s: Position) -> tuple[int, ...]:
        return (self.guest if self.stage == ANSWER else self.caller,)

    def legal(self, s: Position, power: int) -> list[int]:
        if self.stage == INVITING:
            return [DONE, *(INVITE + p for p in partners(s, power) if p not in self.invited)]
        if self.stage == ANSWER:
            return [REJECT, ACCEPT]
        found = [DONE]
        if self.terms:
            found.append(PROPOSE)
        if len(self.terms) >= 4:
            return found
        caller, guest = self.caller, self.guest
        verbs = {action // SPAN * SPAN for action in self.terms}
        for verb, giver in ((GIVE_TALENTS, caller), (ASK_TALENTS, guest)):
            if verb not in verbs:
                found += [verb + n for n in range(1, min(MAX_NUMBER, s.treasury[giver]) + 1)]
        for verb, giver in ((GIVE_SITE, caller), (ASK_SITE, guest)):
            if verb not in verbs:
                found += [verb + node for node in sites_of(s, giver) if node not in s.box.capitals[giver]]
        for verb, giver in ((GIVE_GALLEY, caller), (ASK_GALLEY, guest)):
            if verb not in verbs:
                found += [verb + node for node in fleets_of(s, giver)]
        if PASSAGE not in verbs:
            found.append(PASSAGE)
        for verb in (PROMISE_PEACE, PROMISE_ATTACK):
            if verb not in verbs:
                found += [verb + p for p in range(len(s.box.powers)) if p != caller]
        return found

    def decide(self, s: Position, power: int, action: int) -> None:
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == INVITE:
            self.invited.append(argument)
        elif verb == DONE:
            self.stage = OFFERING
            self.guest = NOBODY
        elif verb == PROPOSE:
            self.stage = ANSWER
        elif verb in (ACCEPT, REJECT):
            if verb == ACCEPT:
                self._carry_out(s)
            self.guest = NOBODY
            self.stage = OFFERING
        else:
            self.terms.append(action)

    def _carry_out(self, s: Position) -> None:
        """Transfers happen at once (4.3.2); promises are noted and not enforced."""
        caller, guest = self.caller, self.guest
        for action in self.terms:
            verb, argument = action // SPAN * SPAN, action % SPAN
            giver, taker = (guest, caller) if verb in (ASK_TALENTS, ASK_SITE, ASK_GALLEY) else (caller, guest)
            if verb in (GIVE_TALENTS, ASK_TALENTS):
                s.treasury[giver] -= argument
                s.treasury[taker] += argument
            elif verb in (GIVE_SITE, ASK_SITE):
                site = s.sites[argument]
                s.set_site(argument, taker, site >> 3 & 7, site & 7)
                self._make_room(s, giver, argument)
            elif verb in (GIVE_GALLEY, ASK_GALLEY):
                s.remove(giver, argument, ONE[GALLEY])
                s.add(taker, argument, ONE[GALLEY])
            elif verb == PASSAGE:
                s.pass_rights[caller] |= 1 << guest
                s.pass_rights[guest] |= 1 << caller
            else:
                kind = 0 if verb == PROMISE_PEACE else 1
                s.promises.append((caller, guest, kind, argument))
        if s.listener is not None:
            words = [s.spell(action) for action in self.terms]
            s.tell("agreement", "PR-4.3.2b", power=s.box.powers[caller], other=s.box.powers[guest], terms=words)

    def _make_room(self, s: Position, giver: int, node: int) -> None:
        """Units of the giver stay where they are as guests: both allow each other passage (4.3.1)."""
        if s.at(giver, node) & ~GALLEYS:
            taker = s.sites[node] >> 6
            s.pass_rights[giver] |= 1 << taker
            s.pass_rights[taker] |= 1 << giver

    def ask(self, s: Position, power: int) -> Phrase:
        if self.stage == INVITING:
            return Phrase("ask.meeting-invite", {}, self.rule)
        if self.stage == ANSWER:
            facts = {"power": s.box.powers[self.caller], "terms": [s.spell(action) for action in self.terms]}
            return Phrase("ask.meeting-answer", facts, "PR-4.3.2b")
        facts = {"power": s.box.powers[self.guest], "terms": [s.spell(action) for action in self.terms]}
        return Phrase("ask.meeting-offer", facts, "PR-4.3.1c")
