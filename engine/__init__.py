"""The rules of five games: pure, deterministic, no I/O, no clock. See docs/kernel.md."""

from . import games
from .actions import LEAVE, PASS, WIN, Action, IllegalAction
from .events import Event
from .options import OptionError, Options
from .records import RoundRecord
from .results import Result, Sheet, Step
from .round import Round
from .view import View

__all__ = [
    "LEAVE",
    "PASS",
    "WIN",
    "Action",
    "Event",
    "IllegalAction",
    "OptionError",
    "Options",
    "Result",
    "Round",
    "RoundRecord",
    "Sheet",
    "Step",
    "View",
    "games",
]
