"""Tables and hands as pictures: pure functions from plain values to encoded bytes.

:func:`table` and :func:`hand` take the scenes of :mod:`bot.pictures.scene`; equal scenes give equal bytes.
"""

from .hand_picture import hand
from .scene import Chip, HandScene, Laid, SeatScene, TableScene
from .table_picture import table

__all__ = ["Chip", "HandScene", "Laid", "SeatScene", "TableScene", "hand", "table"]
