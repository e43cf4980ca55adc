"""Tables, hands and results as pictures: pure functions from plain values to encoded bytes.

:func:`table`, :func:`hand` and :func:`result` take the scenes of :mod:`bot.pictures.scene`, :func:`draw` any of them;
equal scenes give equal bytes.
"""

from .hand_picture import hand
from .result_picture import result
from .scene import Chip, EndScene, HandScene, Laid, ResultScene, Scene, SeatScene, TableScene
from .table_picture import table

__all__ = [
    "Chip",
    "EndScene",
    "HandScene",
    "Laid",
    "ResultScene",
    "Scene",
    "SeatScene",
    "TableScene",
    "draw",
    "hand",
    "result",
    "table",
]


def draw(scene: Scene) -> bytes:
    """The picture of a scene of any kind."""
    if isinstance(scene, TableScene):
        return table(scene)
    return hand(scene) if isinstance(scene, HandScene) else result(scene)
