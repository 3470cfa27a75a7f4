"""What a game is: states, actions, events, dice, tables, records."""

from ludi.core.arguments import build
from ludi.core.campaign import Campaign, Feat
from ludi.core.dice import Dice, FastDice, NoDice, ScriptedDice, SeededDice, commitment, new_seed, seed_from_text
from ludi.core.errors import (
    BadInsight,
    BadLesson,
    BadOption,
    BadPosition,
    BadQuestion,
    BadRecord,
    CannotUndo,
    IllegalAction,
    LudiError,
    MalformedAction,
    NotYourTurn,
    UnknownBot,
    UnknownGame,
    UnknownLesson,
)
from ludi.core.events import Event, Listener, Role
from ludi.core.game import Box, Game, Manner, OnDemand, Perspective, State, View, ViewPart
from ludi.core.insight import Insight
from ludi.core.options import Choice, Option
from ludi.core.outcome import Outcome
from ludi.core.provenance import Datum
from ludi.core.questions import Asked, Question, Said
from ludi.core.record import Chair, Record, Start
from ludi.core.reference import Chapter, Entry
from ludi.core.rulebook import Rule
from ludi.core.table import Table
from ludi.core.text import Fact, Phrase, Phrasebook, capital, clean
from ludi.core.words import SPAN, Verb, Vocabulary

__all__ = [
    "SPAN",
    "Asked",
    "BadInsight",
    "BadLesson",
    "BadOption",
    "BadPosition",
    "BadQuestion",
    "BadRecord",
    "Box",
    "Campaign",
    "CannotUndo",
    "Chair",
    "Chapter",
    "Choice",
    "Datum",
    "Dice",
    "Entry",
    "Event",
    "Fact",
    "FastDice",
    "Feat",
    "Game",
    "IllegalAction",
    "Insight",
    "Listener",
    "LudiError",
    "MalformedAction",
    "Manner",
    "NoDice",
    "NotYourTurn",
    "OnDemand",
    "Option",
    "Outcome",
    "Perspective",
    "Phrase",
    "Phrasebook",
    "Question",
    "Record",
    "Role",
    "Rule",
    "Said",
    "ScriptedDice",
    "SeededDice",
    "Start",
    "State",
    "Table",
    "UnknownBot",
    "UnknownGame",
    "UnknownLesson",
    "Verb",
    "View",
    "ViewPart",
    "Vocabulary",
    "build",
    "capital",
    "clean",
    "commitment",
    "new_seed",
    "seed_from_text",
]
