"""Winner: the strength of Rome, who holds each category, and the points (PAX-WIN-*, PAX-SCORE-*, PAX-SOLO-8 to 13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludi.core import Outcome
from ludi.games.pax.components import ARMY, CATEGORIES, FLEET, KIND_MASK
from ludi.games.pax.state import NOBODY

if TYPE_CHECKING:
    from ludi.games.pax.components import PaxBox
    from ludi.games.pax.state import Position

MAJORITY = 4
"""Categories that Rome, or the players, need to win."""

ROME_WINS, REVOLT_WINS, NOBODY_WINS, SOLO_WON, SOLO_LOST = "rome", "revolt", "nobody", "solo-won", "solo-lost"

CAMPAIGN_LEVELS = range(1, 6)
"""PAX-SOLO-9 to 13."""

POINTS_PER_CATEGORY = 2
POINTS_PER_CATEGORY_ABOVE_ROME = 3
POINTS_FOR_CONSPIRATOR = 1
POINTS_FOR_MONEY = 4


def count_symbols(box: PaxBox, cards: list[int]) -> list[int]:
    """Printed symbols by category."""
    symbols = [0] * len(CATEGORIES)
    for card in cards:
        kind = card & KIND_MASK
        symbols[box.category[kind]] += box.symbols[kind]
    return symbols


def bonus_fleets(printed: Sequence[int]) -> int:
    """PAX-ARMY-1, PAX-SCORE-EX5: a bonus Fleet for every 3 printed Armies."""
    return printed[ARMY] // 3


def bonus_armies(printed: Sequence[int]) -> int:
    """PAX-FLEET-1, PAX-SCORE-EX5: a bonus Army for every 3 printed Fleets."""
    return printed[FLEET] // 3


def with_bonus(printed: Sequence[int]) -> list[int]:
    """Printed symbols by category, and the bonuses."""
    strength = list(printed)
    strength[ARMY] += bonus_armies(printed)
    strength[FLEET] += bonus_fleets(printed)
    return strength


def strength_of(state: Position, seat: int) -> list[int]:
    """A player's symbols by category, bonuses included."""
    return with_bonus(state.symbols[seat * 7 : seat * 7 + 7])


def strength_of_rome(state: Position) -> list[int]:
    """PAX-WIN-1 and 4: Rome's symbols by category, the face-down cards and bonuses included."""
    return with_bonus(count_symbols(state.box, state.rome + state.rome_hidden))


def wealth_at_end(state: Position, seat: int) -> int:
    """PAX-SCORE-5: Aurei, each card left in hand counting as one."""
    return state.coins[seat] + len(state.hands[seat])


def outcome(state: Position) -> Outcome:
    """The reckoning of a finished game."""
    players = state.box.seats
    rome = strength_of_rome(state)
    strengths = [strength_of(state, seat) for seat in range(players)]
    if state.box.solo_level:
        return _solo_outcome(state, rome, strengths[0])
    best = [max(strength[category] for strength in strengths) for category in range(7)]
    romes = held_by_rome(rome, best)
    reckoning: dict[str, Any] = {
        "rome": dict(zip(CATEGORIES, rome, strict=True)),
        "players": [dict(zip(CATEGORIES, strength, strict=True)) for strength in strengths],
        "held_by_rome": [CATEGORIES[category] for category in romes],
        "conspirator": state.conspirator,
    }
    if len(romes) >= MAJORITY:
        # Points are counted only among rebels.
        if state.conspirator == NOBODY:
            return Outcome((), NOBODY_WINS, "PAX-WIN-2", (), reckoning)
        return Outcome((state.conspirator,), ROME_WINS, "PAX-WIN-2", (), reckoning)
    richest = max(wealth_at_end(state, seat) for seat in range(players))
    accounts = [_account(state, seat, strengths[seat], rome, richest) for seat in range(players)]
    scores = tuple(sum(account.values()) for account in accounts)
    reckoning["points"] = accounts
    winners = tuple(seat for seat in range(players) if scores[seat] == max(scores))
    return Outcome(winners, REVOLT_WINS, "PAX-WIN-3", scores, reckoning)


def held_by_rome(rome: Sequence[int], best: Sequence[int]) -> list[int]:
    """PAX-WIN-2 and 3: Rome holds what nobody has more of; so one side always holds four or more."""
    return [category for category in range(7) if rome[category] >= best[category]]


def _account(state: Position, seat: int, strength: list[int], rome: list[int], richest: int) -> dict[str, int]:
    """One player's points, item by item."""
    money = POINTS_FOR_MONEY if wealth_at_end(state, seat) == richest else 0
    return {**points_on_the_table(state, seat, strength, rome), "money": money}


def points_on_the_table(state: Position, seat: int, strength: list[int], rome: list[int]) -> dict[str, int]:
    """One player's points but for those of the richest."""
    categories = sum(length > 0 for length in state.lengths[seat * 7 : seat * 7 + 7])
    above = sum(mine > theirs for mine, theirs in zip(strength, rome, strict=True))
    return {
        "categories": POINTS_PER_CATEGORY * categories,
        "above_rome": POINTS_PER_CATEGORY_ABOVE_ROME * above,
        "fleets": strength[FLEET],
        "armies": strength[ARMY],
        "conspirator": POINTS_FOR_CONSPIRATOR if state.conspirator == seat else 0,
    }


def cards_on_display(level: int) -> int:
    """PAX-SOLO-11 to 13: how many cards the lone player displays in the set-up."""
    return max(0, level - 2)


def categories_to_beat(level: int) -> int:
    """PAX-SOLO-9 to 13: in how many categories the lone player must be stronger than Rome."""
    return level + 2


def beats_rome(state: Position, rome: list[int], mine: list[int]) -> bool:
    """PAX-SOLO-8 to 13: whether one who plays alone has every category, and enough of them stronger than Rome."""
    beaten = sum(mine[category] > rome[category] for category in range(7))
    return all(state.lengths[:7]) and beaten >= categories_to_beat(state.box.solo_level)


def _solo_outcome(state: Position, rome: list[int], mine: list[int]) -> Outcome:
    level = state.box.solo_level
    missing = [CATEGORIES[category] for category in range(7) if not state.lengths[category]]
    beaten = [CATEGORIES[category] for category in range(7) if mine[category] > rome[category]]
    reckoning: dict[str, Any] = {
        "rome": dict(zip(CATEGORIES, rome, strict=True)),
        "players": [dict(zip(CATEGORIES, mine, strict=True))],
        "missing": missing,
        "beaten": beaten,
        "needed": categories_to_beat(level),
    }
    won = beats_rome(state, rome, mine)
    rule = "PAX-SOLO-8" if missing else f"PAX-SOLO-{8 + level}"
    return Outcome((0,) if won else (), SOLO_WON if won else SOLO_LOST, rule, (), reckoning)
