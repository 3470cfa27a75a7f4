"""What a procedure is: one of the rulebook's nested courses of play, as plain data with its own stages.

The State holds a stack of them. The engine lets the top one ``run`` until it needs a decision (``run`` gives True) or
has taken itself off the stack or put another on top; then the one on top goes on. The fields of a procedure are ints,
bools, strings, tuples, flat lists and named tuples of these, so a stack can be copied, saved and shown.

What happens at each point of a procedure is written in its stages (:mod:`stage`); the procedure itself has the data
they share. It ends with a value: ``s.pop(result)`` hands it to the stage that waits for it below.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ludi.core import Fact, Manner, Phrase
from ludi.games.pax_romana.engine.stage import Choice, Stage

if TYPE_CHECKING:
    from ludi.games.pax_romana.engine.position import Position


MIXED_IN: tuple[str, ...] = ()
"""The slots of a class that others are mixed with: they have the fields that it names."""
ASKED = "asked"
"""The stage of a procedure that is one question."""


class Procedure:
    """The base of all procedures. ``rule`` is the requirement that it carries out."""

    __slots__ = ("stage",)

    name: ClassVar[str] = ""
    """What it is called in the breadcrumb."""
    saved_as: ClassVar[str] = ""
    """Its word in a snapshot, where several procedures have one name."""
    rule: ClassVar[str] = ""
    interposed: ClassVar[bool] = False
    """Whether it was slipped in below a running one, whose result is not meant for it."""
    tuples: ClassVar[tuple[str, ...]] = ()
    """The fields that hold tuples."""
    values: ClassVar[Mapping[str, type[Any]]] = MappingProxyType({})
    """The fields that hold named tuples of ints, bools, strings and tuples, and which."""
    kinds: ClassVar[dict[str, type[Procedure]]] = {}
    no_cards: ClassVar[bool] = False
    """Whether nobody plays an Event card while it is under way: it is no part of a segment for cards (17.1.5)."""
    own_fields: ClassVar[tuple[str, ...]] = ()
    """All fields but ``stage``."""
    stages: ClassVar[dict[str, Stage[Any]]] = {}
    """The stages by their names."""

    stage: str
    """The name of the stage it is at."""

    def __init_subclass__(cls) -> None:
        cls.stages = dict(cls.stages)
        slots = (field for each in reversed(cls.__mro__[:-1]) for field in _slots(each))
        cls.own_fields = tuple(field for field in slots if field != "stage")
        if cls.name:
            Procedure.kinds[cls.saved_as or cls.name] = cls

    @classmethod
    def gain(cls, name: str, stage: Stage[Any]) -> None:
        """It has a stage; so have the kinds derived from it that have none of their own, whoever was read first."""
        before = cls.stages.get(name)
        cls.stages[name] = stage
        for kind in cls.__subclasses__():
            if kind.stages.get(name) is before:
                kind.gain(name, stage)

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of all fields."""
        return ("stage", *cls.own_fields)

    def copy(self) -> Self:
        cls = self.__class__
        new = cls.__new__(cls)
        new.stage = self.stage
        for field in cls.own_fields:
            value = getattr(self, field)
            setattr(new, field, value[:] if type(value) is list else value)
        return new

    def snapshot(self) -> dict[str, Any]:
        """The procedure as JSON-ready data."""
        found: dict[str, Any] = {"procedure": self.saved_as or self.name}
        for field in self.fields():
            found[field] = _plain(getattr(self, field), field in self.values)
        return found

    # Asked by the engine, answered by the stage

    def run(self, s: Position) -> bool:
        """Go on. True: a decision is needed. False: something changed, look at the stack again."""
        return self.stages[self.stage].run(s, self)

    def resumed(self, s: Position, result: Any) -> None:
        """The procedure above has ended with this result."""
        self.stages[self.stage].resumed(s, self, result)

    def meanwhile(self, s: Position, news: Any) -> None:
        """The procedure above tells this one something before it ends."""
        self.stages[self.stage].meanwhile(s, self, news)

    def deciders(self, s: Position) -> tuple[int, ...]:
        """The Powers that must decide."""
        return self.stages[self.stage].deciders(s, self)

    def legal(self, s: Position, power: int) -> list[int]:
        """What a Power may do now."""
        return self.stages[self.stage].legal(s, self, power)

    def decide(self, s: Position, power: int, action: int) -> None:
        """Carry out the decision of a Power; it is legal."""
        self.stages[self.stage].decide(s, self, power, action)

    def ask(self, s: Position, power: int) -> Phrase:
        """What is asked of the Power."""
        return self.stages[self.stage].ask(s, self, power)

    def why_not(self, s: Position, power: int, action: int) -> Phrase | None:
        """Why a choice is not open now; None if the stage knows nothing of it."""
        return self.stages[self.stage].why_not(s, self, power, action)

    def choice(self, verb: int) -> Choice | None:
        """The choice with this verb, if the stage has one."""
        return self.stages[self.stage].by_verb.get(verb)

    def tells(self, s: Position, action: int) -> Mapping[str, Fact]:
        """What the label of a choice tells beside its argument."""
        return self.stages[self.stage].tells(s, self, self.deciders(s)[0], action)

    def manner(self, s: Position, action: int) -> Manner:
        """How a choice is meant."""
        return self.stages[self.stage].manner(s, self, self.deciders(s)[0], action)

    # To be written by each procedure

    def decider(self, s: Position) -> int:
        """The Power that is asked, unless a stage says otherwise."""
        raise NotImplementedError

    def crumb(self, s: Position) -> Phrase:
        """This procedure in a few words, for the breadcrumb."""
        return Phrase(f"crumb.{self.name}", {}, self.rule)

    def trail(self, s: Position) -> Hashable:
        """What the crumb tells, as a code: another one whenever the crumb is another."""
        phrase = self.crumb(s)
        return (phrase.key, phrase.rule, *phrase.facts.items())

    def tribe_in_hand(self) -> int:
        """The strength of the Tribal Counter that this procedure has taken off the map; 0 if it has none."""
        return 0

    def card_in_play(self) -> int:
        """The title of the Event card that this procedure has on the table; -1 if it has none."""
        return -1

    def engaged(self) -> tuple[int, int] | None:
        """The Army that this procedure has in hand: its side and where it is; None if it has none."""
        return None

    def progress(self) -> Hashable:
        """While Powers plan in secret: how far they are, as all may see it (see :meth:`ludi.core.State.in_secret`)."""
        return None

    def hide(self, s: Position, own: tuple[int, ...]) -> None:
        """Blank what nobody but other Powers than ``own`` may know (on a copy)."""

    def guess(self, s: Position, own: tuple[int, ...]) -> None:
        """Fill in what :meth:`hide` blanked with something possible."""


def _slots(kind: type) -> tuple[str, ...]:
    """What a class adds to the fields of a procedure; a compiled one has no slots, but knows what was written."""
    own = vars(kind)
    found: tuple[str, ...] = own["written"] if "written" in own else own["__slots__"]
    return found


def _plain(value: Any, named: bool) -> Any:
    """A field in a snapshot: a named tuple by the names of its parts."""
    if named:
        return {name: _plain(part, named=False) for name, part in value._asdict().items()}
    return list(value) if isinstance(value, (tuple, list)) else value


class Question(Procedure):
    """A procedure in which one Power alone is asked, at one stage unless it says otherwise."""

    __slots__ = ("power",)

    def __init__(self, power: int) -> None:
        self.stage = ASKED
        self.power = power

    def decider(self, s: Position) -> int:
        return self.power
