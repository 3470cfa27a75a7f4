"""What is worth trying out at a decision: the advised action first, then what else may well be better.

Most decisions of a turn are clear, or matter little; there the advice stands alone and costs nothing. Where an Army
goes, which one moves, whether a Battle is taken: there the adviser's reckoning is rough, and his ideas are played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from ludi.core import SPAN
from ludi.games.pax_romana.advice.campaigns import target_worth, ways
from ludi.games.pax_romana.advice.clashes import skill_of
from ludi.games.pax_romana.advice.deals import FAITH, breaks_word, worth_a_meeting
from ludi.games.pax_romana.ch09_movement.movement import SELECT, WALK, Move, WithdrawalMarch
from ludi.games.pax_romana.engine.position import Position
from ludi.games.pax_romana.world.pieces import SUCCESSORS
from ludi.games.pax_romana.world.words import EMBARK, HALT, MARCH, MEET, TAKE_ALL

RANGE = MappingProxyType(
    {
        ("activation", "operation"): 2.5,
        ("expansion", "operation"): 1.2,
        ("move", "select"): 3.0,
        ("move", "select-one"): 2.0,
        ("move", "walk"): 2.0,
        ("move", "stopped"): 2.0,
        ("move", "at-sea"): 2.0,
        ("move", "escorting"): 0.6,
        ("interception", "ask"): 1.0,
        ("withdrawal", "offer"): 2.0,
        ("battle", "choice"): 1.5,
        ("battle", "city"): 1.5,
        ("retreat", "choose"): 0.6,
        ("encounter", "choice"): 2.0,
    }
)
"""Decisions that are worth a thought, and by how many points an action may stand behind the advised one."""


def ideas(s: Position, power: int, legal: Sequence[int], found: Sequence[float]) -> list[int]:
    """The actions to try out, by the adviser's points: the advised one first, and alone where it is clear.

    What would break one's word is advised only where it is worth that.
    """
    price = [FAITH if breaks_word(s, power, action) else 0.0 for action in legal] if s.promises else [0.0] * len(legal)
    found = [each - less for each, less in zip(found, price, strict=True)]
    top = max(found)
    advised = legal[list(found).index(top)]
    procedure = s.stack[-1]
    talks = [MEET] if MEET in legal and advised != MEET and worth_a_meeting(s, power) else []
    far = RANGE.get((procedure.name, procedure.stage))
    if far is None:
        return [advised, *talks]
    worth = list(found)
    if procedure.stage == WALK and isinstance(procedure, Move) and not isinstance(procedure, WithdrawalMarch):
        if procedure.side != SUCCESSORS:
            goals = _by_goal(s, procedure, power, legal, worth)
            worth = [each - less for each, less in zip(goals, price, strict=True)]
    elif procedure.stage == SELECT and isinstance(procedure, Move):
        worth = [each if action == TAKE_ALL else -9.0 for action, each in zip(legal, worth, strict=True)]
    order = sorted(range(len(legal)), key=lambda index: (-worth[index], index))
    others = [legal[index] for index in order if worth[index] > top - far and legal[index] not in (advised, MEET)]
    return [advised, *talks, *others]


def _by_goal(s: Position, mv: Move, power: int, legal: Sequence[int], found: list[float]) -> list[float]:
    """On the march every step counts as the best goal that lies that way."""
    army, left = mv.army, mv.marching_mp
    skill = skill_of(s, mv.leader_list())
    best: dict[int, float] = {}
    for place, (mp, step) in ways(s, mv.side, mv.node, army, power).items():
        if mp <= left and place not in (mv.start, mv.last_space):
            worth = target_worth(s, mv.side, power, place, army, skill, left - mp + 1)[0]
            if worth > best.get(step, 0.15):
                best[step] = worth
    worths = []
    top = max(found)
    for action, each in zip(legal, found, strict=True):
        verb, argument = action // SPAN * SPAN, action % SPAN
        if verb == MARCH and each < top:
            worths.append(best.get(argument, -9.0))
        elif verb in (HALT, EMBARK) or each == top:
            worths.append(max(each, top - 1.0))
        else:
            worths.append(each)
    return worths
