from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .stage import Stage, stage


@pytest.fixture
async def on_stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """Emulator and bot without flood limits."""
    async with stage(tmp_path) as made:
        yield made
