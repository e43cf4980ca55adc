"""The database: models, migrations, queries. Nothing here knows games or Telegram."""

from .database import DatabaseError, current_revision, migrate, open_engine
from .store import Move, RoundRow, ScoreLine, Store, TableRow, UserRow

__all__ = [
    "DatabaseError",
    "Move",
    "RoundRow",
    "ScoreLine",
    "Store",
    "TableRow",
    "UserRow",
    "current_revision",
    "migrate",
    "open_engine",
]
