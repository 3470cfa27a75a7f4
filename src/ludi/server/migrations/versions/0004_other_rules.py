"""What the players last saw, and why a match waits or was closed"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("sight", sa.String(length=64), nullable=True))
        batch_op.add_column(sa.Column("sight_at", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("why", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.drop_column("why")
        batch_op.drop_column("sight_at")
        batch_op.drop_column("sight")
