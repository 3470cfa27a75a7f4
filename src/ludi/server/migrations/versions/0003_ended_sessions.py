"""Sessions that were ended by logging out"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "ended",
        sa.Column("session", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("session", name=op.f("pk_ended")),
    )


def downgrade() -> None:
    op.drop_table("ended")
