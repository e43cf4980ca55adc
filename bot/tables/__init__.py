"""Hosting of tables: seats, lobby, clocks, AI hand-over, persistence. Knows no Telegram."""

from .brain import Brain, InlineBrain, ProcessBrain
from .host import Host
from .refusal import Refusal
from .registry import Front
from .table import AI_LEVELS, CLOCKS, Seat, Table

__all__ = ["AI_LEVELS", "CLOCKS", "Brain", "Front", "Host", "InlineBrain", "ProcessBrain", "Refusal", "Seat", "Table"]
