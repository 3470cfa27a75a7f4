"""Questions that a page, a lesson or a script may put to a match: a game declares them, everybody else passes them on.

A game's :attr:`~ludi.core.Game.questions` are functions by name. Their arguments and answers are TypedDicts, read as
the shape of a view is (:mod:`ludi.core.shape`): from them come the page's types, the check of what is asked and of what
is answered. A question is put to the position as the asking seat knows it (:meth:`ludi.core.State.veil`), so no answer
can tell more than that seat may know.

>>> from ludi.core import Table
>>> table = Table.new("roma", {}, seed=bytes(32))
>>> asked = Asked.of(table.state, 0, table.phrases())
>>> answer(asked, "battles", {})
{'attacks': []}
>>> answer(asked, "weather", {})
Traceback (most recent call last):
ludi.core.errors.BadQuestion: Roma has no question 'weather'; there is 'battles'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar, get_type_hints

from ludi.core.errors import BadQuestion
from ludi.core.fit import misfits_of
from ludi.core.text import Phrase, Phrasebook

if TYPE_CHECKING:
    from ludi.core.game import State

LONGEST = 300
"""Letters of what is said about a wrong argument."""

S = TypeVar("S", bound="State")


class Said(TypedDict):
    """A reason in the language of the one who asks."""

    text: str
    rule: str


@dataclass(frozen=True, slots=True)
class Asked(Generic[S]):
    """From what a question is answered: the position as one seat (None: a spectator) knows it, and its language."""

    state: S
    seat: int | None
    book: Phrasebook

    @classmethod
    def of(cls, state: S, seat: int | None, book: Phrasebook) -> Asked[S]:
        """What ``seat`` knows of a position, which may go on meanwhile."""
        return cls(state.veil(seat), seat, book)

    def say(self, phrase: Phrase) -> Said:
        return {"text": self.book.say(phrase), "rule": phrase.rule}


class Question:
    """A question that a game answers: ``reply(asked, arguments)``, whose types say what is asked and answered."""

    __slots__ = ("answer", "arguments", "reply")

    def __init__(self, reply: Callable[[Asked[Any], Any], Mapping[str, Any]]) -> None:
        hints = get_type_hints(reply)
        self.reply = reply
        self.arguments: type = hints["arguments"]
        self.answer: type = hints["return"]


def answer(asked: Asked[Any], name: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer as JSON-ready data; :class:`BadQuestion` if the game does not answer this, or not about that."""
    box = asked.state.box
    known = box.game.questions
    question = known.get(name)
    if question is None:
        offered = "there is " + ", ".join(f"'{each}'" for each in known) if known else "it answers none"
        raise BadQuestion(f"{box.game.title} has no question '{name}'; {offered}.")
    wrong = misfits_of(dict(arguments), question.arguments, box, "arguments")
    if wrong:
        raise BadQuestion(f"The question '{name}' cannot be asked so: {wrong[0][:LONGEST]}.")
    found: Mapping[str, Any] = question.reply(asked, arguments)
    return found
