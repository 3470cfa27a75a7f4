"""Everything that goes over the wire, declared once: the OpenAPI page and the page's types are made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from ludi.core import Manner, Role
from ludi.server.languages import Language
from ludi.server.names import AccountName, PersonName, Writable

Password = Annotated[str, StringConstraints(min_length=8, max_length=200)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Words = Annotated[list[Word], Field(min_length=1, max_length=60)]
SeatNumber = Annotated[int, Field(ge=0, le=63)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=100)]
RequestId = Annotated[str, StringConstraints(max_length=40)]


class Request(BaseModel):
    """What a client sends: unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


# Who you are


class Me(BaseModel):
    """The person behind the cookie."""

    id: str
    name: str
    guest: bool
    account: str | None = None
    email: str | None = None
    email_confirmed: bool = False
    can_mail: bool = Field(default=False, description="the server can send e-mail")


class Rename(Request):
    name: PersonName


class Credentials(Request):
    account: AccountName
    password: Password


class Address(Request):
    email: Annotated[str, StringConstraints(max_length=200, pattern=r"^[^@\s\"'<>\p{C}]+@[^@\s\"'<>\p{C}]+$")]


# Games on the shelf


class ChoiceInfo(BaseModel):
    """A value of an option in words."""

    value: Any
    label: str
    about: str = ""
    when: dict[str, list[Any]] = Field(
        default={}, description="options and those of their values for which it is offered"
    )
    seats: list[str] = Field(default=[], description="the seats that it makes, by name")
    yours: int = Field(default=0, description="the seat that a single person takes first")


class OptionInfo(BaseModel):
    name: str
    help: str
    default: Any
    choices: list[Any] | None = Field(default=None, description="None: free, or a file (see upload)")
    offered: list[ChoiceInfo] = Field(default=[], description="the choices in words; empty: they speak for themselves")
    when: dict[str, list[Any]] = Field(default={}, description="options and those of their values for which it matters")
    covered_by: str | None = Field(default=None, description="the option that says the same in another way")
    upload: bool = Field(default=False, description='the value may also be {"file": name, "text": content}')


class GameInfo(BaseModel):
    name: str
    title: str
    designer: str
    summary: str
    rules_version: str
    data_status: str
    languages: list[str]
    seat_counts: list[int]
    seats_option: str | None = Field(default=None, description="the option that must equal the number of seats")
    seating_option: str | None = Field(default=None, description="the option whose offered choices name the seats")
    options: list[OptionInfo]
    bots: list[str]
    default_bot: str
    ratings: dict[str, int] = Field(
        default_factory=dict, description="how strong the bots that were measured were found; greedy is 1000"
    )
    reference: bool = Field(default=False, description="whether it tells what its box holds, thing by thing")
    campaign: bool = Field(default=False, description="whether it has levels that one person plays one after the other")


class RuleInfo(BaseModel):
    """One requirement of a game's rule index, and the tests that prove it."""

    game: str
    id: str
    section: str
    requirement: str
    lang: str
    proofs: list[str]


class RuleLine(BaseModel):
    """One requirement in the list of all of a game; how many tests prove it."""

    id: str
    section: str
    requirement: str
    lang: str
    proofs: int


class ReferenceFact(BaseModel):
    name: str
    value: str


class ReferenceEntry(BaseModel):
    """A thing of the box, in words. Its word is the one that views and actions name it by."""

    word: str
    name: str
    text: str
    facts: list[ReferenceFact]
    rules: list[str]
    copies: int = Field(description="how many of it there are; 0 where that is not what matters")


class ReferenceChapter(BaseModel):
    id: str
    title: str
    about: str
    rules: list[str]
    entries: list[ReferenceEntry]


class CampaignLevel(BaseModel):
    """A level of a campaign, and how the one who asks fared on it."""

    level: str
    text: str
    state: Literal["won", "open", "locked"]
    played: int = Field(description="finished matches")
    won: int
    best: str = Field(description="the best of them in words; empty if none was played to its end")
    match: str | None = Field(default=None, description="a match of yours that is under way on this level")
    options: dict[str, Any] = Field(description="the options of a match on it")


class CampaignInfo(BaseModel):
    game: str
    title: str
    levels: list[CampaignLevel]
    next: str = Field(description="the level to play next: the first that was not won")
    over: bool = Field(description="all levels were won")


class BoardInfo(BaseModel):
    """What a board needs once: the names of all things in the language asked for, and the game's static facts."""

    names: dict[str, str]
    phrases: dict[str, str] = Field({}, description="templates that the board fills in: what is under way, say")
    units: dict[str, tuple[str, str]] = Field({}, description="what `{n:unit}` in them counts: one, many")
    chart: dict[str, Any]


class ServerInfo(BaseModel):
    name: str = "Ludi Romani"
    version: str
    games: list[str]
    languages: list[str]
    time: float
    can_mail: bool


# Matches


class Clock(BaseModel):
    """Seconds per decision (``move``), or a store of seconds for the whole match (``bank``) that grows per decision."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["none", "move", "bank"] = "none"
    seconds: float = Field(default=0, ge=0, le=30 * 86400)
    increment: float = Field(default=0, ge=0, le=86400)


class SeatRequest(Request):
    """``me`` (several: hot-seat, give each a name), ``bot`` with a level, or ``open`` for somebody to join."""

    kind: Literal["me", "bot", "open"]
    name: PersonName | None = None
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class NewMatch(Request):
    game: Annotated[str, StringConstraints(max_length=40)]
    options: Annotated[dict[str, Any], Writable] = Field(default_factory=dict)
    seats: list[SeatRequest] = Field(min_length=1, max_length=16)
    clock: Clock = Clock()
    listed: bool = Field(default=False, description="shown in the lists of open matches and of matches to watch")
    watch: bool = Field(default=True, description="whoever has the link may watch")
    hints: bool = Field(default=False, description="hints may be asked for though several people play; the log tells")
    position: Annotated[dict[str, Any], Writable] | None = Field(
        default=None, description="begin from this position, which brings its own options, and not with a deal"
    )
    dice: list[Annotated[int, Field(ge=1, le=6)]] = Field(
        default=[], max_length=200, description="with a position: the first rolls"
    )


class Join(Request):
    seat: SeatNumber | None = Field(default=None, description="None: the first open seat")
    name: PersonName | None = None


class Start(Request):
    fill: Annotated[str, StringConstraints(max_length=40)] | None = Field(
        default=None, description="a bot level for the seats still open"
    )


class OneSeat(Request):
    seat: SeatNumber | None = Field(default=None, description="None: all seats that you hold")


class Agree(OneSeat):
    """To go on by changed rules, from the position that they lead to."""

    agree: bool = Field(default=True, description="false: the match is closed")


class Replace(Request):
    seat: SeatNumber


class ChangeSeat(Request):
    kind: Literal["bot", "open"]
    level: Annotated[str, StringConstraints(max_length=40)] | None = None


class Claim(Request):
    token: Token


class SeatInfo(BaseModel):
    seat: int
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None = Field(default=None, description="of a bot")
    stand_in: str | None = Field(default=None, description="level of the bot that plays for an absent person")
    conceded: bool = False
    mine: bool = False
    due: bool = Field(default=False, description="must decide now")
    present: bool = Field(default=False, description="a browser is connected")
    clock: float | None = Field(default=None, description="seconds left at `server_time`; None: no clock")
    ticking: bool = False


class Result(BaseModel):
    """Who won and why; the seed is open now."""

    winners: list[int]
    reason: str
    text: str
    rule: str
    scores: list[int] = []
    reckoning: dict[str, Any] = {}
    conceded: list[int] = []
    seed: str
    commitment: str


class PleaInfo(BaseModel):
    """It is granted when nobody is waited for any more; it lapses when something is decided."""

    seat: int = Field(description="who asks")
    waits_for: list[int] = Field(description="the seats of persons who have not agreed yet")


class MatchInfo(BaseModel):
    id: str
    game: str
    title: str
    rules_version: str
    options: dict[str, Any]
    status: Literal["lobby", "live", "paused", "finished", "broken"]
    why: str = Field(default="", description="why the match is paused or broken")
    version: int
    decisions: int
    seats: list[SeatInfo]
    my_seats: list[int]
    host: bool = Field(default=False, description="you set up this table")
    waiting_for_me: bool = False
    clock: Clock
    listed: bool
    watch: bool
    watchers: int = 0
    commitment: str = Field(description="SHA-256 of the seed, published before the deal")
    created: float
    changed: float
    finished: float | None = None
    invite: str | None = Field(
        default=None, description="path of the invite link; only for those seated, while a seat is open"
    )
    rematch: str | None = Field(default=None, description="id of the rematch, if somebody asked for one")
    result: Result | None = None
    lesson: str | None = Field(default=None, description="the title of the lesson that is taught here")
    hints: bool = Field(default=False, description="those who play may ask for hints, and bots why they moved so")
    plea: PleaInfo | None = Field(default=None, description="somebody asks for leave to take something back")
    server_time: float


class LessonInfo(BaseModel):
    """A lesson, and how far the one who asks is in it."""

    game: str
    id: str
    title: str
    about: str
    steps: int
    done: bool
    match: str | None = Field(default=None, description="a match of yours in which it is under way")


class LessonList(BaseModel):
    lessons: list[LessonInfo]
    new_to: list[str] = Field(default=[], description="the games that you have never sat down to")


class DailyPuzzle(BaseModel):
    """The puzzle of the day, the same for everybody."""

    game: str
    id: str
    title: str
    rating: int
    result: Literal["open", "right", "wrong"] = Field(description="your first attempt at it")


class PuzzleStanding(BaseModel):
    """The puzzles there are, and how the one who asks stands."""

    games: dict[str, int] = Field(description="how many puzzles each game has")
    total: int = Field(description="how many there are of those asked for")
    rating: int
    streak: int = Field(description="solved at the first attempt, one after another, up to now")
    best: int = Field(description="the longest streak")
    solved: int
    tried: int
    change: int | None = Field(description="what the last attempt did to the rating")
    daily: DailyPuzzle | None


class MatchList(BaseModel):
    matches: list[MatchInfo]
    waiting: int = Field(default=0, description="how many of them wait for you")


class Seated(BaseModel):
    """You sit. A token opens its seat on any device; it is told once and stored only as a hash."""

    match: MatchInfo
    seats: list[int]
    tokens: dict[int, str] = Field(description="seat -> token, only for seats newly taken")


# What a viewer sees


class LegalAction(BaseModel):
    word: str
    verb: str
    argument: str = ""
    label: str
    heading: str = Field("", description="the label without the thing it names: what several choices have in common")
    thing: str = Field("", description="that thing in words; empty where the label names none")
    manner: Manner = Field("", description="how it is meant: usual, ends something, an attack, grave")
    unspent: str = Field("", description="what it leaves unused which cannot be used later; empty if that is nothing")
    explanation: str
    rule: str


class Prompt(BaseModel):
    text: str
    rule: str


class LogEntry(BaseModel):
    """One line of the log. A ``notice`` comes from the table (a bot took over, say), not from the game."""

    decision: int = Field(description="number of the decision it followed from; 0: the deal")
    type: Literal["event", "notice"]
    kind: str
    role: Role = Field(
        "",
        description="how it is told: in passing, opening a turn or a round, after the last of the turns, as a moment",
    )
    seat: int | None = Field(None, description="whose doing it is; null: nobody's")
    text: str
    rule: str = ""
    data: dict[str, Any] = {}
    secret: bool = Field(default=False, description="only some seats see this much of it")


class Log(BaseModel):
    """Drop every entry with a number of decision above ``keep``, then append ``entries``."""

    keep: int
    entries: list[LogEntry]


class PuzzleState(BaseModel):
    """What only a puzzle has."""

    rating: int
    failed: bool = Field(description="the attempt is over, and was not the right one")
    given_up: bool = Field(description="the solution was asked for")
    solution: list[str] = Field(description="the decisions in words, once the attempt is over")


class LessonStep(BaseModel):
    """What the learner is asked for now; after the last step, what is said then."""

    id: str
    title: str
    step: int = Field(description="how many steps are made")
    of: int
    text: str
    rules: list[str]
    word: str | None = Field(description="the next decision of the solution")
    done: bool
    goes_on: bool = Field(description="the match is played on after the last step")
    next: str | None = Field(description="the lesson that follows")
    puzzle: PuzzleState | None = Field(default=None, description="where a puzzle is to be solved")


class StateFrame(BaseModel):
    """All that one viewer may know now. Every change brings a whole new one."""

    type: Literal["state"] = "state"
    version: int
    lang: str
    seat: int | None = Field(description="whose eyes; None: spectator")
    match: MatchInfo
    view: dict[str, Any] | None = Field(description="the game's own view; None in the lobby")
    prompt: Prompt | None
    legal: list[LegalAction]
    undo: bool
    may_ask: bool = Field(default=False, description="you may ask for leave to take back what cannot be undone")
    log: Log
    last: list[str] = Field(default=[], description="if the last decision was this seat's: [seat, word]")
    lesson: LessonStep | None = Field(default=None, description="of the lesson that this seat is taught")


class ChatMessage(BaseModel):
    id: int
    seat: int | None
    name: str
    text: str
    at: float


class ChatFrame(BaseModel):
    type: Literal["chat"] = "chat"
    messages: list[ChatMessage]


class PresenceFrame(BaseModel):
    type: Literal["presence"] = "presence"
    present: list[int]
    watchers: int


class AckFrame(BaseModel):
    """Your decision is committed."""

    type: Literal["ack"] = "ack"
    id: str | None = None
    version: int


class Halt(BaseModel):
    """Why a row of decisions stopped before its end."""

    code: Literal["chance", "others", "illegal", "stale", "over", "refused"]
    text: str
    rule: str = ""


class LineFrame(BaseModel):
    """Of a row of decisions the first ``played`` are committed; ``halt`` says why not all of them."""

    type: Literal["line"] = "line"
    id: str | None = None
    version: int
    played: int
    left: list[str] = Field(description="the words that were not played")
    halt: Halt | None


class RefusedFrame(BaseModel):
    """Nothing has changed. After ``stale`` a fresh ``state`` follows at once."""

    type: Literal["refused"] = "refused"
    id: str | None = None
    code: str
    message: str
    rule: str = ""


class WhyNotFrame(BaseModel):
    type: Literal["why_not"] = "why_not"
    id: str | None = None
    word: str
    open: bool = Field(description="it is allowed now")
    text: str = ""
    rule: str = ""


class NotesFrame(BaseModel):
    type: Literal["notes"] = "notes"
    seat: int
    text: str


class PongFrame(BaseModel):
    type: Literal["pong"] = "pong"
    time: float


# What a viewer sends over the websocket


class Hello(Request):
    type: Literal["hello"]
    lang: Language = "en"
    seat: SeatNumber | None = None
    tokens: list[Token] = Field(default=[], max_length=16)


class Sit(Request):
    type: Literal["sit"]
    seat: SeatNumber | None = None


class Speak(Request):
    type: Literal["lang"]
    lang: Language


class Play(Request):
    type: Literal["play"]
    word: Word
    version: int = Field(ge=0)
    id: RequestId | None = None


class PlayLine(Request):
    type: Literal["line"]
    words: Words
    version: int = Field(ge=0)
    id: RequestId | None = None


class Undo(Request):
    type: Literal["undo"]
    version: int = Field(ge=0)
    id: RequestId | None = None


class AskLeave(Request):
    """To take back what cannot be undone, and all that came since."""

    type: Literal["plea"]
    version: int = Field(ge=0)
    id: RequestId | None = None


class AnswerPlea(Request):
    type: Literal["plea_answer"]
    agree: bool
    id: RequestId | None = None


class Say(Request):
    type: Literal["chat"]
    text: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=500)]
    id: RequestId | None = None


class WhyNot(Request):
    type: Literal["why_not"]
    word: Word
    id: RequestId | None = None


class WriteNotes(Request):
    type: Literal["notes"]
    text: Annotated[str, StringConstraints(max_length=8000)]


class Ping(Request):
    type: Literal["ping"]


ClientFrame = Annotated[
    Hello | Sit | Speak | Play | PlayLine | Undo | AskLeave | AnswerPlea | Say | WhyNot | WriteNotes | Ping,
    Field(discriminator="type"),
]
ServerFrame = (
    StateFrame | ChatFrame | PresenceFrame | AckFrame | LineFrame | RefusedFrame | WhyNotFrame | NotesFrame | PongFrame
)


# The same without a websocket, for scripts


class PlayRequest(Request):
    word: Word
    version: int = Field(ge=0)
    seat: SeatNumber | None = None


class LineRequest(Request):
    words: Words
    version: int = Field(ge=0)
    seat: SeatNumber | None = None


class Walked(BaseModel):
    """What came of a row of decisions, and the table after it."""

    played: int
    left: list[str]
    halt: Halt | None
    state: StateFrame


class UndoRequest(Request):
    version: int = Field(ge=0)
    seat: SeatNumber | None = None


class PleaAnswer(Request):
    seat: SeatNumber | None = Field(default=None, description="None: the first of yours that is asked")
    agree: bool


# Questions


class AskRequest(Request):
    """A question of the game about the position as a seat of yours (or a spectator) knows it."""

    question: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    arguments: dict[str, Any] = {}
    seat: SeatNumber | None = None
    version: int | None = Field(
        default=None, description="the position it is about; if that is past, nothing is answered"
    )


class AskOfReplay(Request):
    """A question of the game about a moment of a match that is over."""

    question: Annotated[str, StringConstraints(min_length=1, max_length=60)]
    arguments: dict[str, Any] = {}
    at: int = Field(ge=0, le=1_000_000, description="after so many decisions")


# Hints, and games to study


class HintRequest(Request):
    version: int = Field(ge=0)
    seat: SeatNumber | None = None


class Reason(BaseModel):
    text: str
    rule: str


class HintChoice(BaseModel):
    word: str
    label: str
    chance: float = Field(description="of the seat to win by it, 0 to 1")
    plus_minus: float


class HintInfo(BaseModel):
    """What a master would do: the first choice; what else was thought of; and why."""

    seat: int
    version: int
    choices: list[HintChoice]
    reasons: list[Reason]


class Explained(BaseModel):
    """A decision that was made, what was seen of it, and what spoke for it."""

    number: int
    seat: int
    entries: list[LogEntry]
    reasons: list[Reason]


class LastMove(BaseModel):
    seat: int
    moves: list[Explained] = Field(description="of its last move what all of it was seen of")


Player = Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Study(Request):
    """To play on from a moment of a finished match: for each seat ``me`` or the level of a bot."""

    at: int = Field(ge=0, le=1_000_000, description="after so many decisions")
    players: list[Player] = Field(min_length=1, max_length=16)


class Answer(BaseModel):
    """``answer`` is the game's own: ``web/src/boards/<game>/questions.d.ts`` says what it holds."""

    question: str
    seat: int | None = Field(description="whose eyes; None: spectator")
    version: int = Field(description="of the position it was asked about")
    answer: dict[str, Any] | None = Field(description="null: the position it was about is past")


# Replay and proof


class Step(BaseModel):
    """The position after one decision (number 0: after the deal)."""

    number: int
    seat: int | None = None
    word: str = ""
    label: str = ""
    entries: list[LogEntry]
    views: list[dict[str, Any]] = Field(description="one view; with seat=open the view of every seat, in order")
    actors: list[int]


class Replay(BaseModel):
    game: str
    title: str
    options: dict[str, Any]
    seats: list[str]
    players: list[str] = Field(description="'person' or the level of a bot, seat by seat")
    commitment: str
    seed: str
    decisions: int
    seen_from: str
    steps: list[Step]
    result: Result | None = None


class RecordUpload(Request):
    record: Annotated[dict[str, Any], Writable] = Field(description="the content of a record file")


class Proof(BaseModel):
    """The whole match dealt and played again from its seed."""

    ok: bool
    message: str
    seed: str
    seed_hash: str = Field(description="SHA-256 of the seed, computed now")
    commitment: str = Field(description="what was published before the deal")
    decisions: int
    position: str = Field(description="hash of the last position")


# Analysis


class AnalysisRequest(Request):
    level: Annotated[str, StringConstraints(max_length=40)] = Field(
        default="veteran",
        description="who judges: novice, regular, veteran or master; the stronger, the longer it takes",
    )
    every: int = Field(default=1, ge=1, le=1000, description="judge only every so many of the decisions")
    seat: int | None = Field(default=None, ge=0, description="judge only the decisions of this seat")
    seconds: float | None = Field(default=None, gt=0, description="stop when judging has taken so long")


class StopAnalysis(Request):
    level: Annotated[str, StringConstraints(max_length=40)]


class AnalysisPlan(BaseModel):
    """What there is to judge, and how long it takes on this server."""

    by_seat: list[int] = Field(description="how many decisions each seat made")
    pace: dict[str, float] = Field(
        description="by level the seconds a decision takes; an upper bound until one was judged"
    )


class JudgedAction(BaseModel):
    word: str
    label: str
    chances: list[float] = Field(description="each seat's chance to win after it, 0 to 1")
    share: float = Field(description="part of the search that went there")


class JudgedMove(BaseModel):
    """One decision, as the seat that made it could judge it."""

    number: int
    seat: int
    played: str
    label: str
    forced: bool = Field(description="there was no choice")
    chances: list[float] = Field(description="each seat's chance to win just before it, 0 to 1")
    plus_minus: float = Field(description="how unsure chances and loss are; what cost less is no blunder")
    loss: float = Field(description="what the decision cost its maker, 0 to 1: its chance before less its chance after")
    best: list[JudgedAction] = Field(description="up to three, the best one first, and the played one")


class TurningPoint(BaseModel):
    number: int
    through: int = Field(description="the last decision before the one by which the same seat judges again")
    seat: int = Field(description="whose chance changed most")
    change: float
    cause: Literal["decision", "fortune", "between"]


class JudgedSeat(BaseModel):
    choices: int = Field(description="decisions in which there was a choice")
    loss: float = Field(description="what they cost, summed up")
    blunders: list[int]
    result: float | None = Field(default=None, description="what the game was worth in the end, 0 to 1")


class Analysis(BaseModel):
    """What ``ludi analyse`` keeps beside a record, with a label for every word."""

    format: str
    game: str
    level: str
    commitment: str
    decisions: int
    moves: list[JudgedMove]
    turning_points: list[TurningPoint]
    seats: list[JudgedSeat]


class AnalysisInfo(BaseModel):
    status: Literal["none", "waiting", "running", "done", "failed"]
    level: str | None = None
    judged: int = Field(description="decisions that are judged so far")
    decisions: int = Field(description="decisions that shall be judged")
    spent: float = Field(default=0.0, description="seconds that this took so far")
    every: int = 1
    seat: int | None = None
    seconds: float | None = None
    plan: AnalysisPlan
    problem: str = Field(default="", description="why it failed")
    levels: list[str] = Field(description="what may be asked for, weakest first; empty: this server analyses nothing")
    done: list[str] = Field(description="levels whose analysis is there")
    analysis: Analysis | None = Field(default=None, description="once it is done")


class ApiError(BaseModel):
    """Every refusal: a stable code, a sentence, and the rule if a rule forbids it."""

    code: str
    message: str
    rule: str = ""
