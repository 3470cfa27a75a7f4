"""What is under way, in full, for one who draws it: Battles step by step, losses, Retreats, Fleets, plans."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Literal

from ludi.games.pax_romana.asking.scene_shape import (
    Army,
    BattleScene,
    BribeScene,
    CheckScene,
    DieCast,
    InterceptionScene,
    LossScene,
    NavalScene,
    PlansScene,
    RetreatScene,
    Scene,
    ShiftLine,
    Sums,
    WithdrawalScene,
)
from ludi.games.pax_romana.asking.threats import chance_of
from ludi.games.pax_romana.ch04_diplomacy.bribery import Bribe
from ludi.games.pax_romana.ch06_treasury.plans import Plans
from ludi.games.pax_romana.ch09_movement.interception import Interception
from ludi.games.pax_romana.ch09_movement.withdrawal import Withdrawal
from ludi.games.pax_romana.ch10_battle.battle import STEPS, Battle
from ludi.games.pax_romana.ch10_battle.losses import BY_ATTRITION, OF_ELEPHANTS, Losses
from ludi.games.pax_romana.ch10_battle.retreat import Retreat
from ludi.games.pax_romana.ch10_battle.step_01_to_03_city import OPEN, SiegeExpertise
from ludi.games.pax_romana.ch10_battle.step_04_elephants import ElephantCharge
from ludi.games.pax_romana.ch10_battle.step_05_to_09_dice import Clash
from ludi.games.pax_romana.ch10_battle.step_10_and_11_outcome import Verdict
from ludi.games.pax_romana.ch10_battle.step_12_losses import Toll
from ludi.games.pax_romana.ch10_battle.step_13_to_15_aftermath import Aftermath
from ludi.games.pax_romana.ch10_battle.sums import ATTACKER, DEFENDER, Field, odds_label
from ludi.games.pax_romana.ch11_naval.encounter import Encounter
from ludi.games.pax_romana.ch16_events.stability_check import ChooseVictim, PayForPeace
from ludi.games.pax_romana.engine.procedure import Procedure
from ludi.games.pax_romana.engine.state import PlayedPosition
from ludi.games.pax_romana.world.pieces import LAND, NOBODY, UNITS, count, kinds, squadrons

BOTH = (ATTACKER, DEFENDER)


def scenes(s: PlayedPosition, own: tuple[int, ...]) -> list[Scene]:
    """All that is under way, the outermost first, as one who has these Powers knows it."""
    return [scene for procedure in s.stack if (scene := _scene(s, procedure, own)) is not None]


def _scene(s: PlayedPosition, procedure: Procedure, own: tuple[int, ...]) -> Scene | None:
    if isinstance(procedure, Battle):
        return _battle(s, procedure, own)
    for kind, draw in DRAWN.items():
        if isinstance(procedure, kind):
            return draw(s, procedure)
    return None


def stack_of(units: int) -> dict[Any, int]:
    """Units by kind."""
    return dict(_counted(units))


@lru_cache(maxsize=4096)
def _counted(units: int) -> tuple[tuple[str, int], ...]:
    return tuple([(UNITS[kind], count(units, kind)) for kind in kinds(units)])


def army(s: PlayedPosition, side: int, node: int, units: int | None = None) -> Army:
    """Who stands somewhere."""
    return {
        "side": s.box.side_word(side),
        "units": stack_of(s.at(side, node) if units is None else units),
        "leaders": [s.box.leaders[number].word for number in s.leaders_of(side, node)],
    }


def _power(s: PlayedPosition, power: int) -> str | None:
    return None if power == NOBODY else s.box.powers[power]


def _place(s: PlayedPosition, node: int) -> str | None:
    return None if node < 0 else s.box.place(node)


# Battle


def shift_lines(field: Field) -> list[ShiftLine]:
    """The Shifts of a Battle by cause."""
    return [
        {
            "side": "attacker" if each.side == ATTACKER else "defender",
            "why": each.cause,
            "number": each.number,
            "rule": each.rule,
        }
        for each in field.shifts()
    ]


def sums_of(field: Field) -> Sums:
    """Points, odds and Shifts of a Battle."""
    mine, theirs = field.points()
    return {
        "points": [mine, theirs],
        "row": odds_label(max(mine, theirs), min(mine, theirs)),
        "shifts": shift_lines(field),
        "net": field.net(),
    }


def _battle(s: PlayedPosition, p: Battle, own: tuple[int, ...]) -> BattleScene:
    step = STEPS[p.stage]
    walls = s.walls(p.node) if p.walls and p.node in s.sites else 0
    bids, bidding = _bids(s, p, own)
    return {
        "kind": "battle",
        "space": s.box.place(p.node),
        "step": step,
        "rule": f"PR-10.2-{step}",
        "attackers": [army(s, side, p.node) for side in p.attackers],
        "defenders": [army(s, side, p.node) for side in p.defenders],
        "attacker": _power(s, p.powers[ATTACKER]),
        "defender": _power(s, p.powers[DEFENDER]),
        "amphibious": p.amphibious,
        "mountain": s.box.atlas.is_mountain[p.node],
        "walls": walls,
        "walls_lost": max(0, p.began_walls - walls) if p.walls else 0,
        "tribe": p.tribe or None,
        "began": [stack_of(p.began[side]) for side in BOTH],
        "lost": [_lost(p.began[side], p.units(s, side)) for side in BOTH],
        "sums": None if isinstance(p, (Verdict, Toll, Aftermath)) else sums_of(p.field(s)),
        "dice": _dice(p),
        "shifts_left": p.shifts if isinstance(p, Clash) else 0,
        "bids": bids,
        "bidding": bidding,
        "elephants": list(p.committed) if isinstance(p, ElephantCharge) else [0, 0],
        "negated": list(p.negated) if isinstance(p, (ElephantCharge, Clash)) else [0, 0],
        "winner": _winner(p),
        "retreats": isinstance(p, (Verdict, Toll, Aftermath)) and bool(p.yielded),
    }


def _lost(began: int, now: int) -> dict[Any, int]:
    """What is gone of each kind."""
    found = {UNITS[kind]: count(began, kind) - count(now, kind) for kind in kinds(began)}
    return {word: number for word, number in found.items() if number > 0}


def _dice(p: Battle) -> list[DieCast]:
    if not any(p.dice):
        return []
    attack, defence = p.dice
    return [{"purpose": "attack", "die": attack}, {"purpose": "defence", "die": defence}]


def _winner(p: Battle) -> Literal["attacker", "defender", "draw"] | None:
    if not isinstance(p, (Verdict, Toll, Aftermath)):
        return None
    return "attacker" if p.winner == ATTACKER else "defender" if p.winner == DEFENDER else "draw"


def _bids(s: PlayedPosition, p: Battle, own: tuple[int, ...]) -> tuple[list[int | None], list[str]]:
    """What was bid for Siege Expertise, as far as these Powers know, and who has still to bid."""
    if isinstance(p, Clash) and p.walls:
        return [*p.bids], []
    if not isinstance(p, SiegeExpertise):
        return [None, None], []
    known = [bid if bid >= 0 and p.powers[side] in own else None for side, bid in enumerate(p.bids)]
    return known, [s.box.powers[p.powers[side]] for side, bid in enumerate(p.bids) if bid == OPEN]


# What follows a Battle, or comes before


def _losses(s: PlayedPosition, p: Losses) -> LossScene:
    return {
        "kind": "losses",
        "space": s.box.place(p.node),
        "sides": [s.box.side_word(side) for side in p.sides],
        "power": s.box.powers[p.power],
        "amount": p.amount,
        "of": "units" if p.how == BY_ATTRITION else "elephants" if p.how == OF_ELEPHANTS else "points",
        "rule": p.rule,
    }


def _retreat(s: PlayedPosition, p: Retreat) -> RetreatScene:
    return {
        "kind": "retreat",
        "battle": s.box.place(p.node),
        "space": s.box.place(p.here),
        "sides": [s.box.side_word(side) for side in p.sides],
        "power": s.box.powers[p.power],
        "barred": _place(s, p.barred),
        "rule": p.rule,
    }


def _interception(s: PlayedPosition, p: Interception) -> InterceptionScene:
    return {
        "kind": "interception",
        "space": s.box.place(p.node),
        "army": army(s, p.side, p.node),
        "tries": [chance_of(s, who, start, p.node) for who, start in p.open_to(s)],
        "start": _place(s, p.from_node),
        "rule": p.rule,
    }


def _withdrawal(s: PlayedPosition, p: Withdrawal) -> WithdrawalScene:
    return {
        "kind": "withdrawal",
        "space": s.box.place(p.node),
        "army": army(s, p.side, p.node, s.at(p.side, p.node) & LAND),
        "attackers": army(s, p.attacker, p.node),
        "power": s.box.powers[p.power],
        "must": p.forced,
        "rule": p.rule,
    }


def _naval(s: PlayedPosition, p: Encounter) -> NavalScene:
    return {
        "kind": "naval",
        "space": s.box.place(p.node),
        "attackers": [s.box.side_word(side) for side in p.sides],
        "defender": s.box.side_word(p.other),
        "squadrons": [squadrons(p.ships), squadrons(s.at(p.other, p.lair))],
        "totals": list(p.totals) if any(p.totals) else None,
        "owed": p.owed,
        "lost": [p.lost, p.fallen],
        "rule": p.rule,
    }


def _bribe(s: PlayedPosition, p: Bribe) -> BribeScene:
    return {
        "kind": "bribe",
        "space": _place(s, p.node),
        "payer": s.box.powers[p.payer],
        "taker": s.box.powers[p.taker],
        "offered": p.offered,
        "wish": _power(s, p.wish),
        "rule": p.rule,
    }


# Plans and checks


def _plans(s: PlayedPosition, p: Plans) -> PlansScene:
    powers = s.box.powers
    return {
        "kind": "plans",
        "thinking": [word for power, word in enumerate(powers) if power not in p.done],
        "done": [powers[power] for power in p.done],
        "rule": p.rule,
    }


def _victim(s: PlayedPosition, p: ChooseVictim) -> CheckScene:
    return _check(s, p.power, p.targets, p.rule)


def _payment(s: PlayedPosition, p: PayForPeace) -> CheckScene:
    return _check(s, p.power, (), p.rule)


def _check(s: PlayedPosition, power: int, targets: Sequence[int], rule: str) -> CheckScene:
    return {
        "kind": "check",
        "power": s.box.powers[power],
        "victims": [s.box.powers[each] for each in targets],
        "stability": s.stability[power],
        "rule": rule,
    }


DRAWN: dict[type[Procedure], Callable[[PlayedPosition, Any], Scene]] = {
    Losses: _losses,
    Retreat: _retreat,
    Interception: _interception,
    Withdrawal: _withdrawal,
    Encounter: _naval,
    Bribe: _bribe,
    Plans: _plans,
    ChooseVictim: _victim,
    PayForPeace: _payment,
}
"""How each procedure is shown; Battles, which have secrets, apart."""
