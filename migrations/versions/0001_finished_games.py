"""Finished games: players, games, seats, participants, rounds."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

JSON = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
INSTANT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("first_seen_at", INSTANT, nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
        sa.Column("forgotten_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(64), nullable=False),
        sa.Column("game_no", sa.Integer(), nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("share_key", sa.String(32), nullable=False),
        sa.Column("ended", sa.String(16), nullable=False),
        sa.Column("humans", sa.Integer(), nullable=False),
        sa.Column("rules", JSON, nullable=False),
        sa.Column("fairness", JSON, nullable=False),
        sa.Column("totals", JSON, nullable=True),
        sa.Column("record", JSON, nullable=False),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("finished_at", INSTANT, nullable=False),
        sa.Column("archived_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("table_id", "game_no", name="uq_games_table_id_game_no"),
    )
    op.create_index("ix_games_private_finished_at_id", "games", ["private", "finished_at", "id"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("team", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("player_id", sa.String(64), nullable=True),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("rank", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_seats_game_id_games", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_seats_player_id_players"),
        sa.PrimaryKeyConstraint("game_id", "seat", name="pk_seats"),
    )
    op.create_index("ix_seats_player_id", "seats", ["player_id"])
    op.create_table(
        "participants",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("player_id", sa.String(64), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_participants_game_id_games", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_participants_player_id_players"),
        sa.PrimaryKeyConstraint("game_id", "player_id", name="pk_participants"),
    )
    op.create_index("ix_participants_player_id", "participants", ["player_id"])
    op.create_table(
        "rounds",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("dealer", sa.Integer(), nullable=True),
        sa.Column("outcome", sa.String(16), nullable=False),
        sa.Column("trump", sa.String(2), nullable=True),
        sa.Column("caller", sa.Integer(), nullable=True),
        sa.Column("factor", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name="fk_rounds_game_id_games", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "number", name="pk_rounds"),
    )
    op.create_table(
        "round_seats",
        sa.Column("game_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("estimate", sa.Integer(), nullable=True),
        sa.Column("took", sa.Integer(), nullable=True),
        sa.Column("delta", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("flags", JSON, nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id", "number"],
            ["rounds.game_id", "rounds.number"],
            name="fk_round_seats_game_id_number_rounds",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("game_id", "number", "seat", name="pk_round_seats"),
    )


def downgrade() -> None:
    for table in ("round_seats", "rounds", "participants", "seats", "games", "players"):
        op.drop_table(table)
