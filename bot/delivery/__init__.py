"""The outbox: newest state wins, per-chat budgets, retries, channels. Knows nothing of games."""

from .budget import Budget
from .outbox import Outbox, Priority, Slot
from .telegram import TelegramSender

__all__ = ["Budget", "Outbox", "Priority", "Slot", "TelegramSender"]
