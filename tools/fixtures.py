"""``make fixtures``: positions from the engines for working on a board without a server (``web/fixtures``).

Each file is one moment: what the server would send to one viewer. ``npm run dev`` shows them at ``/dev/board``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ludi import bots
from ludi.core import Table, seed_from_text
from ludi.games.roma.phases import PHASES

WEB = Path(__file__).resolve().parent.parent / "web"
FOLDER = WEB / "fixtures"
MAP = WEB / "src" / "boards" / "pax-romana" / "map" / "test-map.json"

Wish = Callable[[Table], bool]
ENDINGS = {2: "rome", 4: "revolt"}
"""How a game of PAX for so many ends: the page counts points only after a revolt."""


def moment(table: Table, seat: int | None, since: int) -> dict[str, Any]:
    """What one viewer gets."""
    book = table.phrases()
    state = table.state
    legal = []
    for action in state.legal(seat) if seat is not None and seat in state.actors() else []:
        word = state.spell(action)
        verb, _, argument = word.partition(":")
        label, explanation = state.label(action), state.explain(action)
        legal.append(
            {
                "word": word,
                "verb": verb,
                "argument": argument,
                "label": book.say(label),
                "explanation": book.say(explanation),
                "rule": label.rule,
            }
        )
    events = []
    for number, event in table.events:
        if number > since:
            phrase = event.seen_by(seat)
            events.append(
                {
                    "decision": number,
                    "type": "event",
                    "kind": event.kind,
                    "text": book.say(phrase),
                    "rule": phrase.rule,
                    "data": {key: list(v) if isinstance(v, tuple) else v for key, v in phrase.facts.items()},
                    "secret": bool(event.secret) and seat in event.seers,
                }
            )
    prompt = state.prompt(seat) if seat is not None else None
    return {
        "game": table.game.name,
        "seat": seat,
        "names": [chair.name for chair in table.seats],
        "prompt": None if prompt is None else {"text": book.say(prompt), "rule": prompt.rule},
        "view": state.view(seat),
        "legal": legal,
        "lastEvents": events,
    }


def play(game: str, options: dict[str, Any], seed: str, wishes: dict[str, Wish]) -> None:
    """Let bots play; the first position that meets a wish is written down under its name."""
    left = dict(wishes)
    for attempt in range(40):
        rng = random.Random(f"{seed}-{attempt}")
        table = Table.new(game, options, seed=seed_from_text(f"{seed}-{attempt}"))
        bot = bots.find("random" if attempt % 2 else "greedy", table.game)
        since: dict[int, int] = {}
        while True:
            actors = table.state.actors()
            for name in [name for name, wish in left.items() if wish(table)]:
                seat = None if "watch" in name else actors[0] if actors else 0
                before = since.get(seat if seat is not None else 0, len(table.decisions) - 1)
                text = json.dumps(moment(table, seat, before), indent=1, ensure_ascii=False)
                (FOLDER / f"{game}-{name}.json").write_text(text + "\n", encoding="utf-8")
                del left[name]
            if not actors or not left:
                break
            seat = actors[0]
            table.play(seat, bot.choose(table.state.perspective(seat), rng))
            since[seat] = len(table.decisions)
        if not left:
            return
    print(f"{game} {seed}: no position for {', '.join(left)}")


def whole_map() -> None:
    """Pax Romana's map with the position that the scenario on all of it begins with, for tests of drawing it."""
    table = Table.new("pax-romana", {"scenario": "V"}, seed=seed_from_text("map"))
    book = table.phrases()
    told = {
        "chart": table.state.box.chart(),
        "names": {word: book.name(word) for word in sorted(book.names())},
        "view": table.state.view(None),
    }
    MAP.write_text(json.dumps(told, ensure_ascii=False) + "\n", encoding="utf-8")


def phase(name: str, least: int = 0) -> Wish:
    return lambda table: table.state.view(None)["phase"] == name and len(table.decisions) >= least


def some_dice_activate(table: Table) -> bool:
    """A turn of Roma in which one die can activate its disc and another cannot."""
    if table.state.view(None)["phase"] != "actions":
        return False
    words = [table.state.spell(action).partition(":")[0] for action in table.state.legal(table.state.actors()[0])]
    return 0 < words.count("activate") < words.count("money")


def ending(reason: str) -> Wish:
    def ended(table: Table) -> bool:
        outcome = table.state.outcome()
        return outcome is not None and outcome.reason == reason

    return ended


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for players in (1, 2, 4, 8):
        wishes: dict[str, Wish] = {}
        probe = {"draft": 0, "turn": 60, "draw": 40, "act": 90, "over": 0}
        for name, least in probe.items():
            wishes[f"{players}-{name}"] = phase(name, least)
        if players >= 5:
            wishes[f"{players}-respond"] = phase("respond")
        if players in ENDINGS:
            wishes[f"{players}-over"] = ending(ENDINGS[players])
        wishes[f"{players}-watch"] = phase("turn", 70)
        play("pax", {"players": players}, f"fixtures-{players}", wishes)
    roma: dict[str, Wish] = {name: phase(name) for name in PHASES if name != "actions"}
    roma["actions"] = lambda table: len(table.decisions) >= 60 and some_dice_activate(table)
    roma["watch"] = phase("actions", 80)
    roma["battle"] = lambda table: any(event.kind.startswith("battle") for _, event in table.events[-4:])
    play("roma", {}, "fixtures", roma)
    whole_map()


if __name__ == "__main__":
    main()
