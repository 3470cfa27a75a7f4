"""Answers at the table: what a choice does, and why something is not possible now."""

from __future__ import annotations

import difflib
import random
from collections.abc import Iterator
from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from ludi.cli import boards, telling
from ludi.cli.screen import Screen
from ludi.cli.words import Words
from ludi.core import MalformedAction, Phrasebook, State

LOOK_AHEAD = 20
"""So many decisions ahead, three times over, an example for a question is looked for."""

SOME = 6
"""So many words are proposed at most."""

ASKED = 200
"""So many actions that speak of a thing are asked for their reasons at most."""

MANY = 30
"""Of a game with more verbs than this, only those that are open now are told."""


def is_action(state: State, word: str) -> bool:
    """Whether it is the word of an action of this match at all."""
    try:
        state.unspell(word.lower())
    except MalformedAction:
        return False
    return True


def spelled(state: State, typed: str) -> str:
    """The word of the action that was typed in words of their own ('march capua'), otherwise what was typed."""
    word = typed.lower()
    joined = ":".join(word.split(maxsplit=1)).replace(" ", "-")
    return joined if ":" not in word and not is_action(state, word) and is_action(state, joined) else word


def no_choice(words: Words, typed: str, number: int) -> str:
    """What is said to a number that is no choice."""
    if number == 1:
        return words("why.only-choice", typed=typed)
    return words("why.no-choice", typed=typed, last=number)


def explain(screen: Screen, state: State, seat: int, book: Phrasebook, rest: str) -> None:
    """``?`` explains all choices, ``? 3`` and ``? WORD`` one of them."""
    legal = state.legal(seat)
    words = {state.spell(action): number for number, action in enumerate(legal, 1)}
    if not rest:
        telling.explanations(screen, state, legal, book)
    elif rest.lower() in words:
        telling.explanations(screen, state, legal, book, words[rest.lower()])
    elif rest.isascii() and rest.isdigit() and len(rest) < 6 and 1 <= int(rest) <= len(legal):
        telling.explanations(screen, state, legal, book, int(rest))
    elif is_action(state, spelled(state, rest)):
        why(screen, state, seat, book, rest)
    else:
        screen.say(no_choice(screen.words, rest[:40], len(legal)))


def why(screen: Screen, state: State, seat: int, book: Phrasebook, word: str) -> None:
    """``w WORD``: the condition that fails and its rule. A word that only names a thing is answered for all that can be
    done with it."""
    if not word:
        screen.tell("why.ask-with", word=example(state, seat))
        return
    try:
        refusal = state.why_not(seat, spelled(state, word))
    except MalformedAction:
        if not tell_reasons(screen, state, seat, book, word):
            screen.say(unknown(screen.words, state, seat, word))
        return
    if refusal is None:
        screen.tell("why.possible")
    else:
        screen.say(telling.with_rule(refusal, book))


def tell_reasons(screen: Screen, state: State, seat: int, book: Phrasebook, typed: str) -> bool:
    """Why what can be done with a named thing, or by a verb, is not possible now; False if no action speaks of it."""
    reasons: dict[str, tuple[Text, list[str]]] = {}
    for word in _speaking_of(state, seat, typed):
        refusal = state.why_not(seat, word)
        reason = Text(screen.words("why.possible")) if refusal is None else telling.with_rule(refusal, book)
        reasons.setdefault(reason.plain, (reason, []))[1].append(word)
    if not reasons:
        return False
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for reason, words in list(reasons.values())[:SOME]:
        shown = words if len(words) <= telling.FEW else [words[0], "...", words[-1]]
        grid.add_row(Text(" ".join(shown), style="bold"), reason)
    screen.say(grid)
    return True


def _speaking_of(state: State, seat: int, typed: str) -> list[str]:
    """The words of actions that speak of every typed thing, those with a verb that is open now first; of a verb, all
    its words."""
    vocabulary = state.box.vocabulary
    wanted = set(_parts(typed.lower()))
    if not wanted:
        return []
    if typed.lower() in {verb.name for verb in vocabulary.verbs}:
        possible = {vocabulary.spell(action) for action in state.legal(seat)}
        found = [word for word in _words(state, seat) if word.partition(":")[0] == typed.lower()]
        return sorted(found, key=lambda word: word not in possible)[:ASKED]
    view, board = state.view(seat), boards.find(state.box.game.name)
    found = []
    for action in vocabulary:
        word = vocabulary.spell(action)
        if wanted <= {*_parts(word), *_parts(board.about(view, word))}:
            found.append(word)
    legal = state.legal(seat)
    possible = {vocabulary.spell(action) for action in legal}
    verbs = {vocabulary.verb(action) for action in legal}
    found.sort(key=lambda word: (word not in possible, word.partition(":")[0] not in verbs))
    return found[:ASKED]


def _parts(text: str) -> list[str]:
    """The single words in what was typed, or in the word of an action."""
    return text.replace(":", " ").replace("-", " ").split()


def unknown(words: Words, state: State, seat: int, typed: str) -> str:
    """What is said to a word that is no action: the words that may have been meant."""
    word = typed.lower().strip()[:60]
    verbs = [verb.name for verb in state.box.vocabulary.verbs]
    name = word.partition(":")[0]
    close = difflib.get_close_matches(name, verbs, 1, 0.6)
    if name not in verbs:
        name = close[0] if close else ""
    sensible = [each for each in _words(state, seat) if each.partition(":")[0] == name]
    typed = typed[:60]
    if not name and len(verbs) > MANY:
        verbs = list(dict.fromkeys(state.box.vocabulary.verb(action) for action in state.legal(seat)))
        return words("why.open-now", typed=typed, verbs=", ".join(verbs))
    if not name:
        return words("why.verbs", typed=typed, verbs=", ".join(verbs))
    near = sorted(difflib.get_close_matches(word, sensible, 3, 0.75), key=sensible.index) if ":" in word else []
    if near or len(sensible) == 1:
        return words("why.did-you-mean", typed=typed, words=words("word.or").join(near or sensible))
    key = "why.try-more" if len(sensible) > SOME else "why.try"
    return words(key, typed=typed, words=", ".join(sensible[:SOME]))


def example(state: State, seat: int) -> str:
    """A word that is worth asking about now: an action that is not open yet, but may be soon."""
    legal = {state.spell(action) for action in state.legal(seat)}
    words = [word for word in _words(state, seat) if word not in legal]
    for verb in [*_coming_verbs(state, seat), *(word.partition(":")[0] for word in sorted(legal))]:
        for word in words:
            if word.partition(":")[0] == verb:
                return word
    return next(iter([*words, *legal]))


def _coming_verbs(state: State, seat: int) -> list[str]:
    """The verbs that this seat may use soon and not now, found by playing on at random from what it knows."""
    rng = random.Random(1)
    now = {state.box.vocabulary.verb(action) for action in state.legal(seat)}
    coming: list[str] = []
    for _ in range(3):
        imagined = state.perspective(seat).sample(rng)
        for _ in range(LOOK_AHEAD):
            actors = imagined.actors()
            if not actors:
                break
            for action in imagined.legal(seat):
                verb = imagined.box.vocabulary.verb(action)
                if verb not in now and verb not in coming:
                    coming.append(verb)
            imagined.play(actors[0], rng.choice(imagined.legal(actors[0])))
    # A verb with something behind it makes the better example.
    alone = {verb.name for verb in state.box.vocabulary.verbs if not verb.arguments}
    return sorted(coming, key=lambda verb: verb in alone)


def _words(state: State, seat: int) -> list[str]:
    """All words of actions, first those that speak of something this seat has in hand or sees."""
    view = state.view(seat)
    vocabulary = state.box.vocabulary
    hand = set(_strings(_hand(view, seat)))
    seen = set(_strings(view))

    def far(action: int) -> int:
        argument = vocabulary.argument(action)
        stems = (argument, argument.rpartition("-")[0])
        return 0 if any(stem in hand for stem in stems) else 1 if any(stem in seen for stem in stems) else 2

    return [vocabulary.spell(action) for action in sorted(vocabulary, key=far)]


def _hand(view: Any, seat: int) -> Any:
    players = view.get("players")
    return players[seat].get("hand") if isinstance(players, list) and seat < len(players) else None


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _strings(each)
