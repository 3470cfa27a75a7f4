"""The rules of a game in short, from the table ``guide`` of its phrasebook."""

from __future__ import annotations

import re

from rich.padding import Padding
from rich.text import Text

from ludi.cli.screen import Screen
from ludi.core import Game, LudiError, Phrase, Phrasebook, clean

IDS = re.compile(r" \[[A-Z0-9, -]+\]$")
"""The rules behind a paragraph, at its end."""


def has_guide(book: Phrasebook) -> bool:
    return bool(book.section("guide"))


def show(screen: Screen, game: Game, book: Phrasebook, *, cards: bool = False) -> None:
    """All paragraphs, or a word that there are none; with ``cards``, also what each card does that is explained."""
    screen.heading(game.title)
    if not has_guide(book):
        screen.tell("rules.none")
        return
    for key in book.section("guide"):
        screen.say(Padding(paragraph(book.say(Phrase(key))), (0, 0, 1, 0)))
    if cards:
        for key in book.section("explain"):
            if key.partition(".")[2] in book.names():
                screen.say(paragraph(book.say(Phrase(key))))


def show_rule(screen: Screen, game: Game, id: str, language: str) -> None:
    """What an id says, and the tests that prove it; of a paragraph (9.4.5) all clauses. One that is not there is
    refused."""
    rules = game.rules(language)
    rule = rules.get(id.upper()) or rules.get(id)
    if rule is None:
        clauses = [each for each in rules.values() if is_clause(each.id, id)]
        if not clauses:
            raise LudiError(f"{game.title} has no rule '{id}'.")
        screen.heading(clauses[0].section)
        for each in clauses:
            screen.say(Text.assemble((f"{each.id}  ", "bold"), clean(each.requirement)))
        return
    screen.heading(f"{rule.id} · {rule.section}")
    screen.say(clean(rule.requirement))
    if rule.language != language:
        screen.tell("rules.not-translated", style="dim", language=rule.language)
    if rule.proofs:
        screen.tell("rules.proved", style="dim")
    for test in rule.proofs:
        screen.say_path(f"  {test}")


def is_clause(rule: str, paragraph: str) -> bool:
    """Whether a rule is of a paragraph as the rulebook numbers it: PR-9.4.5d of 9.4.5 or PR-9.4.5."""
    wanted = paragraph.upper()
    before, found, behind = rule.upper().partition(wanted)
    return bool(wanted and found) and before in ("", rule.upper().partition("-")[0] + "-") and not behind[:1].isdigit()


def paragraph(text: str) -> Text:
    """What stands before the first colon is the title; rule ids at the end are dim."""
    text = clean(text)
    said = Text(text)
    said.stylize("bold", 0, text.find(":") + 1)
    found = IDS.search(text)
    if found is not None:
        said.stylize("dim", found.start(), len(text))
    return said
