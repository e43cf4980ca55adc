"""The outbox: newest state wins, per-chat budgets, retries, channels. Knows nothing of games."""

from .budget import Budget
from .outbox import Outbox
from .telegram import TelegramSender
from .wire import Priority, Slot

__all__ = ["Budget", "Outbox", "Priority", "Slot", "TelegramSender"]
