"""Actions and their words."""

from __future__ import annotations

import pytest

from ludi.core import SPAN, MalformedAction, Verb, Vocabulary, registry

WORDS = Vocabulary([Verb("buy", ["legion-1", "legion-2"]), Verb("done")])


def test_every_action_of_every_game_has_one_word_and_back() -> None:
    for name in registry.names():
        vocabulary = registry.find(name).box().vocabulary
        words = [vocabulary.spell(action) for action in vocabulary]
        assert len(set(words)) == len(words) == len(vocabulary)
        assert [vocabulary.unspell(word) for word in words] == list(vocabulary)


def test_an_action_is_verb_times_span_plus_argument() -> None:
    assert WORDS.unspell("buy:legion-2") == 1
    assert WORDS.unspell("done") == SPAN
    assert (WORDS.verb(1), WORDS.argument(1)) == ("buy", "legion-2")
    assert (WORDS.verb(SPAN), WORDS.argument(SPAN)) == ("done", "")


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("sell:legion-1", "the verbs of this game are buy, done"),
        ("buy:legion-9", "'buy' does not know 'legion-9'"),
        ("buy", "'buy' does not know ''"),
        ("done:now", "'done' stands alone"),
        ("", "the verbs of this game"),
    ],
)
def test_a_malformed_word_is_refused_with_what_would_be_right(word: str, says: str) -> None:
    with pytest.raises(MalformedAction, match=says):
        WORDS.unspell(word)


def test_a_number_that_is_no_action_is_refused() -> None:
    with pytest.raises(MalformedAction):
        WORDS.spell(2)


def test_a_verb_has_at_most_span_arguments() -> None:
    with pytest.raises(ValueError, match="more than"):
        Verb("march", map(str, range(SPAN + 1)))
