"""A stage of play, all of it in one place: what is asked and of whom, which choices are open and why others are not,
what each does, and the rules that say so.

A stage belongs to one :class:`~ludi.games.pax_romana.engine.procedure.Procedure` and has no data of its own: a
procedure holds the name of the stage it is at, and the engine asks that stage everything. A stage that waits for
another procedure reads its result in :meth:`Stage.resumed`, and nobody else does.

What is legal and why something is not come from the same condition. ``unless`` is the whole truth of a choice: for any
argument of its verb it gives the reason that forbids it, or nothing. The lists of arguments only spare the engine from
asking that of every place on the map: ``among`` holds all that are open and perhaps others, ``exactly`` no others.
Where a list is the rule itself there is no condition beside it, only what is said of the rest (``otherwise``). Tests
hold every list against the condition apart from it (``tests/games/pax_romana/test_conditions.py``), random play too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ludi.core import SPAN, Fact, Manner, Phrase
from ludi.games.pax_romana.engine.reasons import Reason, because
from ludi.games.pax_romana.world.words import USUALLY

if TYPE_CHECKING:
    from ludi.games.pax_romana.engine.position import Position
    from ludi.games.pax_romana.engine.procedure import Procedure

P = TypeVar("P", bound="Procedure")

Deed = Callable[[Any, "Position", Any, int, int], None]
Listing = Callable[[Any, "Position", Any, int], Iterable[int]]
Unless = Callable[[Any, "Position", Any, int, int], Reason]
Facts = Callable[[Any, "Position", Any, int, int], Mapping[str, Fact]]
Meaning = Callable[[Any, "Position", Any, int, int], Manner]

ALONE = (0,)
"""The argument of a verb that has none."""


class Choice:
    """One verb with which a stage may be answered, and what it does."""

    __slots__ = (
        "among",
        "deed",
        "exactly",
        "facts",
        "label",
        "meant",
        "otherwise",
        "rule",
        "together",
        "unless",
        "verb",
    )

    def __init__(
        self,
        verb: int,
        deed: Deed,
        rule: str,
        among: Listing | None,
        exactly: Listing | None,
        together: Listing | None,
        unless: Unless | None,
        otherwise: str | Unless,
        facts: Facts | None,
        label: str,
        meant: Meaning | None,
    ) -> None:
        self.verb = verb
        self.deed = deed
        self.rule = rule
        self.among = among
        self.exactly = exactly
        self.together = together
        self.unless = unless
        self.otherwise = otherwise
        self.facts = facts
        self.label = label
        self.meant = meant

    def listing(self) -> tuple[int, Listing | None, Unless | None]:
        """How the engine finds what is open: the verb, the list of arguments, what is asked of each of them."""
        if self.together is not None:
            return 0, self.together, None
        if self.exactly is not None:
            return self.verb, self.exactly, None
        return self.verb, self.among, self.unless

    def forbids(self, stage: Stage[Any], s: Position, p: Procedure, power: int, argument: int) -> Reason:
        """The reason why an argument is not open, or nothing."""
        if self.unless is not None:
            return self.unless(stage, s, p, power, argument)
        if self.together is not None:
            listed = self.verb + argument in self.together(stage, s, p, power)
        elif self.exactly is not None:
            listed = argument in self.exactly(stage, s, p, power)
        else:
            return ""
        if listed:
            return ""
        if isinstance(self.otherwise, str):
            return Phrase(f"why.{self.otherwise}", {}, self.rule or stage.rule or p.rule)
        return self.otherwise(stage, s, p, power, argument)


def choice(
    verb: int,
    rule: str = "",
    *,
    among: Listing | None = None,
    exactly: Listing | None = None,
    together: Listing | None = None,
    unless: Unless | None = None,
    otherwise: str | Unless = "",
    facts: Facts | None = None,
    label: str = "",
    meant: Meaning | None = None,
) -> Callable[[Deed], Choice]:
    """A choice of a stage: the decorated method does it, as ``deed(s, procedure, power, argument)``.

    ``unless(s, p, power, argument)`` gives the reason that forbids an argument, or an empty string. Without a list of
    arguments the verb stands alone. A list is ``among(s, p, power)``: all that are open, and others that ``unless``
    then forbids; or ``exactly(s, p, power)``: those that are open. ``together(s, p, power)`` lists whole actions, those
    of several choices in one order; each of them names it. Where the list itself is the rule, ``otherwise`` says why
    something is not in it, as the name of a phrase or as a method that is asked of nothing else, and ``unless`` is not
    needed.

    ``facts`` are what its label tells beside its argument, ``label`` is the name of that label, where it is not that
    of the verb. ``meant`` says how it is meant here, where that is more than the verb says.
    """
    return lambda deed: Choice(verb, deed, rule, among, exactly, together, unless, otherwise, facts, label, meant)


class Stage(Generic[P]):
    """One point of a procedure, or of several. Written as ``class Pressing(Stage[Battle], of=Battle, at=PRESS)``.

    A stage has the choices of those it is derived from, then its own. One that it defines anew under the same name
    or with the same verb stands in its own place.
    """

    asks: ClassVar[str] = ""
    """The phrase of the question."""
    rule: ClassVar[str] = ""
    """The rule by which it is asked; empty: that of the procedure."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    by_verb: ClassVar[Mapping[int, Choice]] = {}
    listings: ClassVar[tuple[tuple[int, Listing | None, Unless | None], ...]] = ()
    """How each choice is looked for; choices that are listed together are looked for once."""

    def __init_subclass__(
        cls, of: type[Procedure] | tuple[type[Procedure], ...] = (), at: str | tuple[str, ...] = ()
    ) -> None:
        own = {name: each for name, each in vars(cls).items() if isinstance(each, Choice)}
        cls.enrol(own, of, at, vars(cls).get("choices"))

    @classmethod
    def enrol(
        cls,
        own: Mapping[str, Choice],
        of: type[Procedure] | tuple[type[Procedure], ...],
        at: str | tuple[str, ...],
        choices: tuple[Choice, ...] | None = None,
    ) -> None:
        """It has these choices of its own, or these altogether, and its place in procedures."""
        for name, each in own.items():
            setattr(cls, name, each)
        anew = {each.verb for each in own.values()}
        inherited = dict.fromkeys(each for base in cls.__bases__ for each in getattr(base, "choices", ()))
        if choices is None:
            choices = (*(each for each in inherited if each.verb not in anew), *own.values())
        cls.choices = choices
        cls.by_verb = {each.verb: each for each in cls.choices}
        cls.listings = tuple(dict.fromkeys(each.listing() for each in cls.choices))
        procedures = of if isinstance(of, tuple) else (of,)
        if procedures:
            stage = cls()
            for procedure in procedures:
                for name in (at,) if isinstance(at, str) else at:
                    procedure.gain(name, stage)

    def run(self, s: Position, p: P) -> bool:
        """Go on. True: a decision is needed. False: something changed, look at the stack again."""
        return True

    def resumed(self, s: Position, p: P, result: Any) -> None:
        """The procedure for which this stage waited has ended, with this result; it has nothing more to do."""

    def meanwhile(self, s: Position, p: P, news: Any) -> None:
        """The procedure for which this stage waits tells it something before it ends."""

    def deciders(self, s: Position, p: P) -> tuple[int, ...]:
        """The Powers that must decide."""
        return (p.decider(s),)

    def facts(self, s: Position, p: P) -> Mapping[str, Fact]:
        """What the question tells."""
        return {}

    def ask(self, s: Position, p: P, power: int) -> Phrase:
        """What is asked of the Power."""
        return Phrase(self.asks or f"ask.{p.name}", self.facts(s, p), self.rule or p.rule)

    def legal(self, s: Position, p: P, power: int) -> list[int]:
        """What a Power may do now."""
        found: list[int] = []
        for verb, among, unless in self.listings:
            if among is None:
                if unless is None or not unless(self, s, p, power, 0):
                    found.append(verb)
            elif unless is not None:
                for argument in among(self, s, p, power):
                    if not unless(self, s, p, power, argument):
                        found.append(verb + argument)
            elif verb:
                found += [verb + argument for argument in among(self, s, p, power)]
            else:
                found += among(self, s, p, power)
        return found

    def decide(self, s: Position, p: P, power: int, action: int) -> None:
        """Carry out the decision of a Power; it is legal."""
        argument = action % SPAN
        self.by_verb[action - argument].deed(self, s, p, power, argument)

    def tells(self, s: Position, p: P, power: int, action: int) -> Mapping[str, Fact]:
        """What the label of a choice tells beside its argument."""
        argument = action % SPAN
        each = self.by_verb.get(action - argument)
        return {} if each is None or each.facts is None else each.facts(self, s, p, power, argument)

    def manner(self, s: Position, p: P, power: int, action: int) -> Manner:
        """How a choice is meant: as it is here, else as its verb is everywhere."""
        argument = action % SPAN
        verb = action - argument
        each = self.by_verb.get(verb)
        here = "" if each is None or each.meant is None else each.meant(self, s, p, power, argument)
        return here or USUALLY.get(verb, "")

    def why_not(self, s: Position, p: P, power: int, action: int) -> Phrase | None:
        """Why something is not open now; None if the stage has nothing to say of it."""
        argument = action % SPAN
        each = self.by_verb.get(action - argument)
        if each is None:
            return self.not_asked(s, p, power, action - argument, argument)
        forbidden = each.forbids(self, s, p, power, argument)
        return because(forbidden) if forbidden else None

    def not_asked(self, s: Position, p: P, power: int, verb: int, argument: int) -> Phrase | None:
        """Why a verb is none of the choices here, where more can be said than to which moment it belongs."""
        return None
