"""Every kind of Unit, every way of moving, at home and abroad, against a table written from the book.

A cell of :data:`TABLE` names the grounds on which Units of the row's kind come where the way of the column leads: ``h``
within their Home Territory, ``o`` out of it, ``a`` abroad. A row with ``+`` has an Army of Heavy Infantry for company.
What a cell does not name is closed: then they are anywhere but there, and the choice that would bring them there was
refused for the rule of :data:`CLOSED`, or nobody was ever asked. Heavy Infantry in the same position goes every way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.pax_romana.helpers import WORLD, Units, actor, at, choices, node, play, script, world
from ludi.core import Event
from ludi.games.pax_romana import GAME, PaxRomanaState

# What each kind of counter may do, in the order of the rulebook:
# - Land Combat Units go everywhere that land or ships lead (9.2.2, 11.3.1); a Garrison falls to Cavalry that lands, too
#   (12.1.1a).
# - Elephants are never alone (9.2.3), so they have no row without company.
# - Garrisons alone march and sail (12.1.3a), but have no Battle Points: they attack nobody, are eliminated instead of
#   beaten (12.1.1a), do not Withdraw (12.1.1b) and do not intercept. With an Army they share its ways (12.1.1c).
# - Militia never leave their Home Territory, not even temporarily (12.3.3b): on no ground but h, and never by sea.
# - The Soldier of Fortune's Units go as any (12.4.4).
# - Slaves, Tribes and Barbarians never Withdraw or Retreat (12.7.3a, 13.1.3b, 13.2.3), and nobody intercepts with them.
TABLE = """
            march transit strait pass transport points landing withdrawal by-sea retreat by-galley interception regroup
heavy       hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
light       hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
cavalry     hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
mercenary   hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
garrison    hoa   hoa     oa     a    hoa       ha     -       -          -      -       -         -            -
militia     h     h       -      -    -         -      -       h          -      h       -         h            h
leader      hoa   hoa     oa     a    hoa       ha     -       -          -      -       -         -            -
heavy+      hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
light+      hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
cavalry+    hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
mercenary+  hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
elephant+   hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
garrison+   hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
militia+    h     h       -      -    -         -      -       h          -      h       -         h            h
leader+     hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     hoa       hoa          hoa
soldier     hoa   hoa     oa     a    hoa       ha     hoa     hoa        hoa    hoa     .         hoa          hoa
slaves      .     .       .      .    .         .      .       -          -      -       -         -            .
tribes      .     .       .      .    .         .      .       -          -      -       -         -            .
gauls       .     .       .      .    .         .      .       -          -      -       -         -            .
"""
"""A dot: no such Move exists, or it has rules and tests of its own."""

UNASKED, ELSEWHERE = "unasked", "elsewhere"
CLOSED: dict[tuple[str, str], str] = {
    # Militia never leave their Home Territory (12.3.3b): their own Move and Withdrawal are refused for that, by land
    # and by sea; a Retreat takes another way, and an interception goes without them.
    **{("militia", way): "PR-12.3.3b" for way in ("march", "transit", "strait", "transport", "points", "landing")},
    **{("militia", way): "PR-12.3.3b" for way in ("withdrawal", "by-sea", "by-galley", "regroup")},
    ("militia", "retreat"): ELSEWHERE,
    ("militia", "interception"): UNASKED,
    ("militia+", "interception"): ELSEWHERE,
    # Garrisons and leaders alone have no Battle Points to attack with (9.2.1k, 11.3.3a), and whoever has no Army is not
    # asked whether it Withdraws, Retreats or intercepts (9.4.4e, 10.7.1, 9.3.1).
    **{(row, "landing"): "PR-11.3.3a" for row in ("garrison", "leader")},
    **{(row, "regroup"): "PR-9.2.1k" for row in ("garrison", "leader")},
}
"""By row and way, the company of ``+`` apart: why a way is closed. What is not here is never asked."""

GROUNDS: dict[str, dict[str, tuple[str, ...]]] = {
    # From where, over what, to where; Greece moves.
    "march": {"h": ("megara", "thebes"), "o": ("dyrrhachium", "lissa"), "a": ("abydos", "pergamum")},
    "transit": {
        "h": ("thebes", "ltp-thermopylae", "larissa"),
        "o": ("pella", "ltp-scupi", "naissus"),
        "a": ("nicomedia", "ltp-sangarius", "ancyra"),
    },
    "strait": {"o": ("sestus", "abydos"), "a": ("messana", "rhegium")},
    "pass": {"a": ("valentia", "taurinorum")},
    "transport": {"h": ("corinth", "patrae"), "o": ("limnos", "abydos"), "a": ("narbo", "massilia")},
    "points": {"h": ("ambracia", "ntp-corcyra", "dyrrhachium"), "a": ("rhegium", "ntp-zephyrium", "croton")},
    "landing": {"h": ("corinth", "patrae"), "o": ("limnos", "abydos"), "a": ("narbo", "massilia")},
    # From where the enemy comes, where he meets the Unit, where it goes; every other way out is barred.
    "withdrawal": {
        "h": ("athens", "megara", "thebes"),
        "o": ("heraclea-lyncestis", "dyrrhachium", "lissa"),
        "a": ("cyzicus", "abydos", "pergamum"),
    },
    "by-sea": {
        "h": ("megara", "corinth", "patrae"),
        "o": ("abdera", "sestus", "abydos"),
        "a": ("nemausus", "narbo", "massilia"),
    },
    "retreat": {
        "h": ("athens", "megara", "thebes"),
        "o": ("heraclea-lyncestis", "dyrrhachium", "lissa"),
        "a": ("cyzicus", "abydos", "pergamum"),
    },
    "by-galley": {
        "h": ("megara", "corinth", "patrae"),
        "o": ("abdera", "sestus", "abydos"),
        "a": ("nemausus", "narbo", "massilia"),
    },
    # From where the enemy comes (over what), where he is intercepted, from where.
    "interception": {
        "h": ("athens", "megara", "corinth"),
        "o": ("naissus", "ltp-dardania", "lissa", "dyrrhachium"),
        "a": ("cyzicus", "abydos", "pergamum"),
    },
    # Where the beaten attack comes from, and where it goes.
    "regroup": {"h": ("megara", "thebes"), "o": ("dyrrhachium", "lissa"), "a": ("abydos", "pergamum")},
}

GREECE = GAME.box(WORLD).powers.index("greece")
COMPANY = {"heavy": 4}
SIDES = {
    "soldier": ("soldier-of-fortune", "heavy"),
    "slaves": (f"slaves-{GREECE}", "barbarian"),
    "tribes": ("tribes", "barbarian"),
    "gauls": ("western-gauls", "barbarian"),
}
LOW, FAIR = [1] * 20, [3] * 20


class Mover:
    """The Units that are tried, with their company if they have any."""

    def __init__(self, row: str) -> None:
        kind = row.rstrip("+")
        self.side, self.kind = SIDES.get(kind, ("greece", kind))
        self.number = 1 if row.endswith("+") else 4
        self.company = COMPANY if row.endswith("+") else {}
        self.before = 0

    def stack(self) -> dict[str, int]:
        found = dict(self.company)
        if self.kind != "leader":
            found[self.kind] = found.get(self.kind, 0) + self.number
        return found

    def position(self, space: str, goal: str, active: str, dice: list[int], others: Units) -> PaxRomanaState:
        units: Units = {self.side: {space: self.stack()}}
        for side, stacks in others.items():
            for where, stack in stacks.items():
                mine = units.setdefault(side, {}).setdefault(where, {})
                for kind, number in stack.items():
                    mine[kind] = mine.get(kind, 0) + number
        facts: dict[str, Any] = {"leaders": {"greece-9": space}} if self.kind == "leader" else {}
        if self.side == "soldier-of-fortune":
            facts |= {"soldier_of_fortune": "greece"}
        s = world(units, active=active, dice=dice, **facts)
        self.before = at(s, self.side, goal).get(self.kind, 0)
        return s

    def came_to(self, s: PaxRomanaState, goal: str) -> bool:
        if self.kind == "leader":
            return s.leader_at[s.box.leader("greece-9")] == node(goal)
        return at(s, self.side, goal).get(self.kind, 0) > self.before

    def set_out(self, start: str, goal: str, others: Units | None = None) -> PaxRomanaState:
        """Their own Move has begun."""
        s = self.position(start, goal, "greece", [6, *LOW], {"greece": {"argos": {"light": 1}}, **(others or {})})
        if self.kind == "leader" and not self.company:
            follow(s, f"minor:{start}", "take-leader:greece-9")
        else:
            follow(s, f"{'soldier' if self.side == 'soldier-of-fortune' else 'major'}:{start}")
            self.take(s)
        return s

    def take(self, s: PaxRomanaState) -> None:
        """All of them; Garrisons stay behind unless they are named."""
        if self.kind != "garrison":
            follow(s, "take-all")
            return
        for kind, number in self.stack().items():
            follow(s, *[f"take:{kind}"] * number)
        follow(s, "go?")


REFUSALS: list[str] = []
"""What kept a test from going on: the rule for which a choice was refused, or UNASKED."""


def refuse(s: PaxRomanaState, word: str) -> bool:
    """A word is not open: why, if it is their player who decides."""
    why = s.why_not(s.box.seat_of[GREECE], word) if actor(s) == "greece" else None
    REFUSALS.append(UNASKED if why is None else why.rule)
    return False


def follow(s: PaxRomanaState, *words: str) -> bool:
    """Play words one after another, as far as they are open (those with a ? may be left out); whether all were."""
    for word in words:
        while word.rstrip("?") not in choices(s):
            if word.endswith("?"):
                break
            asides = (
                "no",
                "hold",
                "done",
                "elephants:0",
                *(("lose:heavy", *choices(s)) if s.stack[-1].name == "losses" else ()),
            )
            aside = next((each for each in asides if each in choices(s)), None)
            if aside is None or s.stack[-1].name == "move":
                return refuse(s, word)
            play(s, aside)
        else:
            play(s, word.rstrip("?"))
    return True


# The ways


def march(mover: Mover, start: str, *path: str) -> bool:
    """Over land: Connections, Transit Points, Straits and Alpine Passes (9.2, 9.5)."""
    s = mover.set_out(start, path[-1])
    follow(s, *(f"march:{place}" for place in path))
    return mover.came_to(s, path[-1])


def transport(mover: Mover, start: str, *path: str) -> bool:
    """In ships, without escort (11.3.1)."""
    s = mover.set_out(start, path[-1], {"greece": {path[-1]: {"light": 1}}})
    follow(s, "embark", "escort:0?", *(f"sail:{place}" for place in path), "debark?")
    return mover.came_to(s, path[-1])


def landing(mover: Mover, start: str, goal: str) -> bool:
    """An Amphibious Attack on a Garrison, which falls without dice (11.3.3, 12.1.1)."""
    s = mover.set_out(start, goal, {"carthage": {goal: {"garrison": 1}}})
    follow(s, "embark", "escort:0?", f"sail:{goal}", "debark")
    return mover.came_to(s, goal)


def invaded(mover: Mover, start: str, there: str, goal: str, die: int, others: Units) -> PaxRomanaState:
    """Carthage marches against them."""
    s = mover.position(there, goal, "carthage", [6, *LOW], {"carthage": {start: {"heavy": 4}}, **others})
    play(s, f"major:{start}", "take-all", f"march:{there}")
    while choices(s) and "no" in choices(s) and s.stack[-1].name != "withdrawal":
        play(s, "no")
    assert at(s, "carthage", there), "they are met where they stand"
    script(s, [die, *LOW])
    return s


def withdrawal(mover: Mover, start: str, there: str, goal: str) -> bool:
    """Before the Battle, by land (9.4)."""
    s = invaded(mover, start, there, goal, 6, {})
    if follow(s, "withdraw"):
        mover.take(s)
    follow(s, f"march:{goal}", "halt?")
    return mover.came_to(s, goal)


def withdrawal_by_sea(mover: Mover, start: str, there: str, goal: str) -> bool:
    """Before the Battle, in ships (9.4.5d)."""
    s = invaded(mover, start, there, goal, 6, {"greece": {goal: {"light": 1}}})
    if follow(s, "withdraw"):
        mover.take(s)
    follow(s, f"sail:{goal}", "halt?")
    return mover.came_to(s, goal)


def beaten(s: PaxRomanaState) -> bool:
    """The Battle is fought and lost by the Defender, who survives; whether he Retreats."""
    script(s, [4, 1, *FAIR])
    if "stand" in choices(s):
        play(s, "stand")
    if s.stack[-1].name != "battle":
        return refuse(s, "retreat")
    return follow(s, "retreat")


def retreat(mover: Mover, start: str, there: str, goal: str) -> bool:
    """After a lost Battle, by land (10.7.4)."""
    s = invaded(mover, start, there, goal, 1, {})
    if beaten(s):
        follow(s, f"march:{goal}", "halt?")
    return mover.came_to(s, goal)


def retreat_by_sea(mover: Mover, start: str, there: str, goal: str) -> bool:
    """After a lost Battle, with Galley Squadrons (10.7.5)."""
    s = invaded(mover, start, there, goal, 1, {"greece": {there: {"galley": 1}, goal: {"light": 1}}})
    if beaten(s):
        follow(s, f"sail:{goal}", "halt?")
    return mover.came_to(s, goal)


def interception(mover: Mover, start: str, *path: str) -> bool:
    """An enemy enters a Space beside them (9.3)."""
    *steps, there, base = path
    s = mover.position(base, there, "carthage", [6, *LOW], {"carthage": {start: {"heavy": 4}}})
    play(s, f"major:{start}", "take-all", *(f"march:{place}" for place in (*steps, there)))
    script(s, [6, 6, *LOW])
    came = False

    def watch(event: Event) -> None:
        nonlocal came
        came = came or mover.came_to(s, there)

    s.listener = watch
    if mover.kind == "garrison" and follow(s, f"detach:{base}"):
        mover.take(s)
    follow(s, f"{'soldier' if mover.side == 'soldier-of-fortune' else 'intercept'}:{base}")
    return came or mover.came_to(s, there)


def regrouping(mover: Mover, start: str, goal: str) -> bool:
    """After a lost attack, back to where it came from (10.7.7)."""
    s = mover.set_out(start, start, {"carthage": {goal: {"heavy": 4}}})
    mover.before = 0
    if not follow(s, f"march:{goal}"):
        return False
    script(s, [1, 4, *FAIR])
    while s.stack[-1].name != "move":
        words = choices(s)
        play(s, next((each for each in ("stand", "hold", "done", "no", "lose:heavy") if each in words), words[0]))
    return mover.came_to(s, start)


WAYS: dict[str, Callable[..., bool]] = {
    "march": march,
    "transit": march,
    "strait": march,
    "pass": march,
    "transport": transport,
    "points": transport,
    "landing": landing,
    "withdrawal": withdrawal,
    "by-sea": withdrawal_by_sea,
    "retreat": retreat,
    "by-galley": retreat_by_sea,
    "interception": interception,
    "regroup": regrouping,
}


def cells() -> list[tuple[str, str, str, bool]]:
    """Row, way, ground, and whether the book opens it."""
    head, *rows = [line.split() for line in TABLE.strip().splitlines()]
    assert head == list(WAYS)
    return [
        (kind, way, ground, ground in cell)
        for kind, *found in rows
        for way, cell in zip(head, found, strict=True)
        if cell != "."
        for ground in GROUNDS[way]
    ]


def possible(row: str, way: str, ground: str) -> bool:
    """Whether such Units can be where the way begins: Militia stand at home only (12.3.2d), others anywhere."""
    return not (row.startswith("militia") and ground == "a")


def reason(row: str, way: str) -> str:
    """Why a way is closed to a row."""
    return CLOSED.get((row, way)) or CLOSED.get((row.rstrip("+"), way), UNASKED)


@pytest.mark.rule("PR-12.3.3b", "PR-13.1.3b", "PR-9.2.1k", "PR-11.3.3a")
@pytest.mark.parametrize(("row", "way", "ground", "is_open"), [c for c in cells() if possible(*c[:3])])
def test_every_kind_goes_the_ways_the_book_opens_to_it(row: str, way: str, ground: str, is_open: bool) -> None:
    REFUSALS.clear()
    assert WAYS[way](Mover(row), *GROUNDS[way][ground]) == is_open
    if not is_open:
        assert (REFUSALS or [ELSEWHERE])[0] == reason(row, way)


def test_every_closed_way_is_open_to_heavy_infantry_in_the_same_position() -> None:
    known = {(row, way, ground): is_open for row, way, ground, is_open in cells()}
    closed = [key for key, is_open in known.items() if not is_open]
    assert closed
    assert all(known["heavy", way, ground] for _, way, ground in closed)
