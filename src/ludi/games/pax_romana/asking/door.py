"""The questions that Pax Romana answers to whoever is at the table, by name (:mod:`ludi.core.questions`)."""

from __future__ import annotations

from collections.abc import Mapping

from ludi.core import Question
from ludi.games.pax_romana.asking.battle_questions import naval, odds
from ludi.games.pax_romana.asking.card_questions import may_play
from ludi.games.pax_romana.asking.march_questions import reach, who_intercepts
from ludi.games.pax_romana.asking.realm_questions import control, income, line, may_build, space, standings, unmoved
from ludi.games.pax_romana.asking.voyage_questions import voyage

QUESTIONS: Mapping[str, Question] = {
    "reach": Question(reach),
    "interceptors": Question(who_intercepts),
    "odds": Question(odds),
    "voyage": Question(voyage),
    "naval": Question(naval),
    "space": Question(space),
    "control": Question(control),
    "line": Question(line),
    "may_build": Question(may_build),
    "income": Question(income),
    "standings": Question(standings),
    "unmoved": Question(unmoved),
    "may_play": Question(may_play),
}
