"""Analyses of part of a game, and the time they take"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sample", sa.JSON(), nullable=False, server_default="{}"))
        batch_op.add_column(sa.Column("spent", sa.Float(), nullable=False, server_default="0"))


def downgrade() -> None:
    with op.batch_alter_table("analyses", schema=None) as batch_op:
        batch_op.drop_column("spent")
        batch_op.drop_column("sample")
