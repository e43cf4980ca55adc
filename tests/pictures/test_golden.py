"""Layout as it was looked at and found good: today's pictures against small reference pictures, with a tolerance.

``PAIJU_GOLDEN=write pytest tests/pictures/test_golden.py`` makes the references anew: look at them before committing.
"""

from __future__ import annotations

import io
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from bot import pictures

from . import scenes

FOLDER = Path(__file__).parent / "golden"
WIDTH = 360
"""Points: what a phone shows."""
DIFFERENT = 40
"""Of 255: a difference of a colour channel that is seen."""
TOLERATED = 0.002
"""Part of the pixels that may differ: another FreeType draws letters a little differently, a moved tile is far more."""


def rendered(name: str) -> Image.Image:
    large = Image.open(io.BytesIO(pictures.draw(scenes.GOLDEN[name]()))).convert("RGB")
    return large.resize((WIDTH, round(large.height * WIDTH / large.width)), Image.Resampling.BOX)


def different(one: Image.Image, other: Image.Image) -> float:
    """Part of the pixels that differ so much that it is seen; 1 when the sizes differ."""
    if one.size != other.size:
        return 1.0
    gap = np.abs(np.asarray(one, dtype=np.int16) - np.asarray(other, dtype=np.int16)).max(axis=2)
    return float((gap > DIFFERENT).mean())


@pytest.mark.parametrize("name", scenes.GOLDEN)
def test_the_layout_is_the_one_that_was_looked_at(name: str) -> None:
    path = FOLDER / f"{name}.webp"
    made = rendered(name)
    if os.environ.get("PAIJU_GOLDEN") == "write":
        FOLDER.mkdir(exist_ok=True)
        made.save(path, "WEBP", lossless=True, quality=100, method=6)
    assert different(made, Image.open(path).convert("RGB")) <= TOLERATED


def test_a_moved_tile_is_more_than_is_tolerated() -> None:
    """The tolerance is small enough: one discard less, or two discards changed round, fail."""
    was = rendered("mahjong")
    for river in (("一万", "九条"), ("九条", "一万", "东")):
        scene = scenes.mahjong(seat0={"river": river})
        large = Image.open(io.BytesIO(pictures.table(scene))).convert("RGB")
        assert different(was, large.resize(was.size, Image.Resampling.BOX)) > TOLERATED


def test_the_references_stay_small() -> None:
    assert sum(p.stat().st_size for p in FOLDER.iterdir()) < 400_000
