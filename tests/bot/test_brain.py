"""AI's worker processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """
import os, time
from bot.tables import ProcessBrain
if __name__ == "__main__":
    print(ProcessBrain(1)._executor().submit(os.getpid).result(), flush=True)
    time.sleep(60)
"""


def test_a_worker_ends_when_the_bot_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(PROGRAM, encoding="utf-8")
    bot = subprocess.Popen(
        [sys.executable, str(file)], env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
    )
    assert bot.stdout is not None
    worker = int(bot.stdout.readline())
    bot.kill()
    bot.wait()
    end = time.monotonic() + 10
    while time.monotonic() < end and _runs(worker):
        time.sleep(0.05)
    assert not _runs(worker)


def _runs(pid: int) -> bool:
    """Whether a process does anything; one that only waits to be collected does not."""
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
