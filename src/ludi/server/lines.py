"""One line of the log as it goes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludi.core import Box, Event, Phrase, Phrasebook

Frame = dict[str, Any]


def event_line(decision: int, event: Event, phrase: Phrase, book: Phrasebook, box: Box) -> Frame:
    return {
        "decision": decision,
        "type": "event",
        "kind": event.kind,
        "role": box.game.roles.get(event.kind, ""),
        "seat": box.whose(event),
        "text": book.say(phrase),
        "rule": phrase.rule,
        "data": plain_facts(phrase.facts),
        "secret": bool(event.secret) and phrase.key.endswith("-secret"),
    }


def plain_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, (tuple, range)) else value for key, value in facts.items()}
