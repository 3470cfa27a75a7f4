"""A stage of play, all of it in one place: what is asked and of whom, which choices are open and why others are not,
what each does, and the rules that say so.

A stage belongs to one :class:`~ludi.games.pax_romana.engine.procedure.Procedure` and has no data of its own: a
procedure holds the name of the stage it is at, and the engine asks that stage everything. A stage that waits for
another procedure reads its result in :meth:`Stage.resumed`, and nobody else does.

What is legal and why something is not come from the same conditions: each choice has arguments that are thought of
(``among``) and a condition that may forbid one (``unless``), which gives the rule that forbids it, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ludi.core import SPAN, Fact, Phrase
from ludi.games.pax_romana.engine.reasons import because

if TYPE_CHECKING:
    from ludi.games.pax_romana.engine.position import Position
    from ludi.games.pax_romana.engine.procedure import Procedure

P = TypeVar("P", bound="Procedure")

Deed = Callable[[Any, "Position", Any, int, int], None]
Among = Callable[[Any, "Position", Any, int], Iterable[int]]
Unless = Callable[[Any, "Position", Any, int, int], str]
Saying = Callable[[Any, "Position", Any, int, int, str], Phrase | None]
Facts = Callable[[Any, "Position", Any, int, int], Mapping[str, Fact]]

ALONE = (0,)
"""The argument of a verb that has none."""


class Choice:
    """One verb with which a stage may be answered, and what it does."""

    __slots__ = ("among", "deed", "facts", "label", "rule", "saying", "unless", "verb")

    def __init__(
        self,
        verb: int,
        deed: Deed,
        rule: str,
        among: Among | None,
        unless: Unless | None,
        saying: Saying | None,
        facts: Facts | None,
        label: str,
    ) -> None:
        self.verb = verb
        self.deed = deed
        self.rule = rule
        self.among = among
        self.unless = unless
        self.saying = saying
        self.facts = facts
        self.label = label


def choice(
    verb: int,
    rule: str = "",
    *,
    among: Among | None = None,
    unless: Unless | None = None,
    saying: Saying | None = None,
    facts: Facts | None = None,
    label: str = "",
) -> Callable[[Deed], Choice]:
    """A choice of a stage: the decorated method does it, as ``deed(s, procedure, power, argument)``.

    ``among(s, p, power)`` gives the arguments to be thought of (none: the verb stands alone), ``unless(s, p, power,
    argument)`` the rule that forbids one, or an empty string. ``saying`` says that in better words than those of the
    rule alone; ``facts`` are what its label tells beside its argument, ``label`` is the name of that
    label, where it is not that of the verb.
    """
    return lambda deed: Choice(verb, deed, rule, among, unless, saying, facts, label)


class Stage(Generic[P]):
    """One point of a procedure, or of several. Written as ``class Pressing(Stage[Battle], of=Battle, at=PRESS)``."""

    __slots__ = ()

    asks: ClassVar[str] = ""
    """The phrase of the question."""
    rule: ClassVar[str] = ""
    """The rule by which it is asked; empty: that of the procedure."""
    choices: ClassVar[tuple[Choice, ...]] = ()
    by_verb: ClassVar[Mapping[int, Choice]] = {}

    def __init_subclass__(
        cls, of: type[Procedure] | tuple[type[Procedure], ...] = (), at: str | tuple[str, ...] = ()
    ) -> None:
        own = tuple(each for each in vars(cls).values() if isinstance(each, Choice))
        if own:
            cls.choices = own
        cls.by_verb = {each.verb: each for each in cls.choices}
        stage = cls()
        for procedure in of if isinstance(of, tuple) else (of,):
            for name in (at,) if isinstance(at, str) else at:
                procedure.stages[name] = stage

    def run(self, s: Position, p: P) -> bool:
        """Go on. True: a decision is needed. False: something changed, look at the stack again."""
        return True

    def resumed(self, s: Position, p: P, result: Any) -> None:
        """The procedure for which this stage waited has ended, with this result; it has nothing more to do."""

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
        for each in self.choices:
            verb, among, unless = each.verb, each.among, each.unless
            if among is None:
                if unless is None or not unless(self, s, p, power, 0):
                    found.append(verb)
                continue
            arguments = among(self, s, p, power)
            if unless is None:
                for argument in arguments:
                    found.append(verb + argument)
            else:
                for argument in arguments:
                    if not unless(self, s, p, power, argument):
                        found.append(verb + argument)
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

    def why_not(self, s: Position, p: P, power: int, action: int) -> Phrase | None:
        """Why a choice of this stage is not open; None if it has nothing to say of it."""
        argument = action % SPAN
        each = self.by_verb.get(action - argument)
        if each is None:
            return None
        forbidden = each.unless(self, s, p, power, argument) if each.unless is not None else ""
        if each.saying is not None:
            said = each.saying(self, s, p, power, argument, forbidden)
            if said is not None:
                return said
        return because(forbidden) if forbidden else None
