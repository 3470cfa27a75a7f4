"""What is stored. Positions are not: a match is its header, its seats and the journal of what was decided."""

from __future__ import annotations

from sqlalchemy import JSON, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text, false

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40)),
    Column("account_key", String(80), unique=True),
    Column("password", String(200)),
    Column("email", String(200)),
    Column("email_confirmed", Boolean, nullable=False, default=False),
    Column("language", String(2), nullable=False, default="en"),
    Column("epoch", Integer, nullable=False, default=0),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

ended = Table(
    "ended",
    metadata,
    Column("session", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""Cookies that are valid no more: somebody logged out with them."""

matches = Table(
    "matches",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("host", String(32), nullable=False),
    Column("status", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("watch", Boolean, nullable=False),
    Column("clock", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("due", JSON, nullable=False),
    Column("bot_due", Boolean, nullable=False),
    Column("deadline", Float),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("finished", Float),
    Column("result", JSON(none_as_null=True)),
    Column("rematch", String(16)),
    Column("rematch_of", String(16)),
    Column("sight", String(64)),
    Column("sight_at", Integer),
    Column("why", JSON(none_as_null=True)),
    Column("start", JSON(none_as_null=True)),
    Column("lesson", JSON(none_as_null=True)),
    Column("hints", Boolean, nullable=False, server_default=false()),
    Index("ix_matches_status", "status", "changed"),
    Index("ix_matches_deadline", "deadline"),
)

"""``sight`` is a fingerprint of what the players saw after the move ``sight_at``; ``why`` says why a match waits for
their agreement or was closed; ``start`` is the position and the first rolls of one that did not begin with a deal;
``lesson`` says which lesson is taught there, how far its learner is, and whether he is through or has left it;
``hints`` whether they may be asked for though several people play."""

seats = Table(
    "seats",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("player", String(32), index=True),
    Column("name", String(60), nullable=False),
    Column("level", String(40)),
    Column("stand_in", String(40)),
    Column("conceded", Boolean, nullable=False),
    Column("token", String(64)),
    Column("bank", Float),
    Column("since", Float),
)

journal = Table(
    "journal",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("word", String(200), nullable=False),
    Column("at", Float, nullable=False),
)
"""Append-only. The primary key makes two decisions for one version impossible, whatever the processes do."""

chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("player", String(32), nullable=False),
    Column("seat", Integer),
    Column("name", String(60), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

notes = Table(
    "notes",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("text", Text, nullable=False),
)

notices = Table(
    "notices",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("player", String(32), primary_key=True),
    Column("at", Float, nullable=False),
)
"""When a player was last told by e-mail that a match waits."""

analyses = Table(
    "analyses",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("level", String(40), primary_key=True),
    Column("status", String(10), nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("judged", Integer, nullable=False),
    Column("problem", Text, nullable=False),
    Column("owner", String(16)),
    Column("beat", Float, nullable=False),
    Column("asked", Float, nullable=False),
    Column("sample", JSON, nullable=False, server_default="{}"),
    Column("spent", Float, nullable=False, server_default="0"),
    Index("ix_analyses_status", "status", "beat"),
)
"""Finished matches that are judged or shall be: ``waiting``, ``done`` or ``failed``.

``sample`` tells which decisions (:class:`ludi.bots.sample.Sample`), ``decisions`` how many these are, ``judged`` how
many of them are judged and ``spent`` how many seconds that took; ``owner`` is the process that works on it now,
``beat`` when somebody last did."""

judgements = Table(
    "judgements",
    metadata,
    Column("match", String(16), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("level", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("move", JSON, nullable=False),
)
"""What an analysis says of each decision (see :mod:`ludi.bots.analysis`); all else in it follows from these."""
