"""Lines of the benchmark's table: a figure, what it should be, a peer, and how the two compare."""

from __future__ import annotations

import json
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
ROOT = Path(__file__).resolve().parent.parent
PEER_PYTHON = ROOT / ".venv-bench" / "bin" / "python"
PEERS = Path(__file__).with_name("peers.py")


@dataclass(frozen=True)
class Target:
    """``bound`` is the most, or with ``at_least`` the least, that passes; without ``inclusive`` it must be better."""

    bound: float
    at_least: bool = False
    inclusive: bool = True

    def met(self, value: float) -> bool:
        if value == self.bound:
            return self.inclusive
        return (value > self.bound) == self.at_least

    def __str__(self) -> str:
        sign = (">" if self.at_least else "<") if not self.inclusive else ("≥" if self.at_least else "≤")
        return f"{sign} {number(self.bound)}"


def at_most(bound: float) -> Target:
    return Target(bound)


def at_least(bound: float) -> Target:
    return Target(bound, at_least=True)


def ahead() -> Target:
    """As a ratio: more than the peer."""
    return Target(1.0, at_least=True, inclusive=False)


@dataclass
class Line:
    """One row. ``measured`` None: its subject does not exist. ``target`` is for the figure, ``ratio_target`` for figure
    ÷ peer; without either the row only informs."""

    name: str
    what: str
    unit: str
    measured: float | None = None
    target: Target | None = None
    peer: str = ""
    peer_measured: float | None = None
    ratio_target: Target | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        if self.measured is None or not self.peer_measured:
            return None
        return self.measured / self.peer_measured

    @property
    def verdict(self) -> str:
        """pass, short, absent, or - for a row without a target."""
        if self.measured is None:
            return "absent"
        if self.target is not None and not self.target.met(self.measured):
            return "short"
        if self.ratio_target is not None:
            return "absent" if self.ratio is None else "pass" if self.ratio_target.met(self.ratio) else "short"
        return "pass" if self.target is not None else "-"

    def as_json(self) -> dict[str, Any]:
        plain = asdict(self)
        plain["target"] = str(self.target) if self.target is not None else None
        plain["ratio_target"] = str(self.ratio_target) if self.ratio_target is not None else None
        return {**plain, "ratio": self.ratio, "verdict": self.verdict}

    def cells(self) -> list[str]:
        wanted = [f"{self.target}"] if self.target is not None else []
        wanted += [f"ratio {self.ratio_target}"] if self.ratio_target is not None else []
        measured = "absent" if self.measured is None else f"{number(self.measured)} {self.unit}"
        peer = ""
        if self.peer:
            peer = "absent" if self.peer_measured is None else f"{number(self.peer_measured)} ({self.peer})"
        return [
            self.name, self.what, measured, ", ".join(wanted), peer,
            f"{self.ratio:.2f}" if self.ratio is not None else "", self.verdict, self.note,
        ]  # fmt: skip


HEADS = ["line", "what", "measured", "target", "peer", "ratio", "verdict", "note"]


def number(value: float) -> str:
    """Three significant digits, thousands apart: 86,700 · 0.412 · 12.3."""
    if value >= 1000:
        return f"{round(value):,}"
    return f"{value:.3g}"


def print_table(lines: Sequence[Line]) -> None:
    rows = [HEADS, *(line.cells() for line in lines)]
    widths = [max(len(r[i]) for r in rows) for i in range(len(HEADS))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


# --- measuring --------------------------------------------------------------------------------------------------


def seconds_each(work: Callable[[], object], calls: int, repeats: int = 5) -> float:
    """Median over ``repeats`` of the seconds that one of ``calls`` calls takes; ``work`` makes all of them."""
    return statistics.median(timed(work) for _ in range(repeats)) / calls


def timed(work: Callable[[], object]) -> float:
    """Seconds that ``work`` takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def share(values: Sequence[float], part: float) -> float:
    """The value below which ``part`` of ``values`` lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round((len(ordered) - 1) * part))]


def peer(*words: str, stdin: Any = None, timeout: float = 120.0) -> Any:
    """The JSON that ``peers.py`` prints when run in the peers' environment; None when that is not installed."""
    if not PEER_PYTHON.exists():
        return None
    done = subprocess.run(
        [PEER_PYTHON, PEERS, *words],
        input=json.dumps(stdin) if stdin is not None else None,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    if done.returncode:
        raise RuntimeError(f"peers.py {' '.join(words)}: {done.stderr.strip().splitlines()[-1:]}")
    return json.loads(done.stdout)


def apart(work: Callable[..., T], *arguments: Any) -> T:
    """``work(*arguments)`` in a fresh process: nothing is warm and nothing stays."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()
