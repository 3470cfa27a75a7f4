"""Actions and their stable words.

An action is an int: ``verb * SPAN + argument``, one verb with at most one argument. Its word (``"buy:legion-3"``,
``"done"``) is what saved games and the API use: words never change their meaning, numbers may.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ludi.core.errors import MalformedAction

SPAN = 1024
"""How many arguments a verb may have at most."""


class Verb:
    """A verb and the words of its possible arguments (none: the verb stands alone)."""

    __slots__ = ("arguments", "name")

    def __init__(self, name: str, arguments: Iterable[str] = ()) -> None:
        self.name = name
        self.arguments = tuple(arguments)
        if len(self.arguments) > SPAN:
            raise ValueError(f"{name} has more than {SPAN} arguments")

    def __repr__(self) -> str:
        return f"Verb({self.name!r}, {self.arguments!r})"


class Vocabulary:
    """All the actions that can ever occur in one match, as numbers and as words.

    >>> words = Vocabulary([Verb("buy", ["legion-1", "legion-2"]), Verb("done")])
    >>> words.spell(1), words.spell(SPAN)
    ('buy:legion-2', 'done')
    >>> words.unspell("buy:legion-2")
    1
    """

    __slots__ = ("_actions", "_words", "verbs")

    def __init__(self, verbs: Sequence[Verb]) -> None:
        self.verbs = tuple(verbs)
        self._words: dict[int, str] = {}
        for number, verb in enumerate(self.verbs):
            if not verb.arguments:
                self._words[number * SPAN] = verb.name
            for index, argument in enumerate(verb.arguments):
                self._words[number * SPAN + index] = f"{verb.name}:{argument}"
        self._actions = {word: action for action, word in self._words.items()}

    def spell(self, action: int) -> str:
        """The stable word of an action."""
        word = self._words.get(action)
        if word is None:
            raise MalformedAction(f"{action} is no action of this game.")
        return word

    def unspell(self, word: str) -> int:
        """The action that a word stands for."""
        action = self._actions.get(word)
        if action is not None:
            return action
        name, _, argument = word.partition(":")
        for verb in self.verbs:
            if verb.name == name:
                if not verb.arguments:
                    raise MalformedAction(f"'{word}' is no action: '{name}' stands alone.")
                some = ", ".join(f"{name}:{each}" for each in verb.arguments[:3])
                raise MalformedAction(f"'{word}' is no action: '{name}' does not know '{argument}' (try {some} ...).")
        verbs = ", ".join(verb.name for verb in self.verbs)
        raise MalformedAction(f"'{word}' is no action: the verbs of this game are {verbs}.")

    def verb(self, action: int) -> str:
        """The verb of an action."""
        return self.verbs[action // SPAN].name

    def argument(self, action: int) -> str:
        """The argument of an action, '' if it has none."""
        arguments = self.verbs[action // SPAN].arguments
        return arguments[action % SPAN] if arguments else ""

    def __iter__(self) -> Iterator[int]:
        """Every action, in the order of its number."""
        return iter(self._words)

    def __len__(self) -> int:
        return len(self._words)
