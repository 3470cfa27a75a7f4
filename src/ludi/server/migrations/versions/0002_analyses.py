"""Analyses of finished matches"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.Column("level", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("judged", sa.Integer(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("owner", sa.String(length=16), nullable=True),
        sa.Column("beat", sa.Float(), nullable=False),
        sa.Column("asked", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_analyses_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "level", name=op.f("pk_analyses")),
    )
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.create_index("ix_analyses_status", ["status", "beat"], unique=False)

    op.create_table(
        "judgements",
        sa.Column("match", sa.String(length=16), nullable=False),
        sa.Column("level", sa.String(length=40), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("move", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name=op.f("fk_judgements_match"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("match", "level", "number", name=op.f("pk_judgements")),
    )


def downgrade() -> None:
    op.drop_table("judgements")
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_index("ix_analyses_status")

    op.drop_table("analyses")
