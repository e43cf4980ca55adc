"""``make bench``: one table of every figure with its target and its peer, and the same as JSON in benchmarks/out/.

``--only NAME`` (again and again) runs some groups of lines; ``--list`` names them. ``--keep``: the other groups' lines
of the last run stay in the JSON. ``python -m benchmarks.report`` then brings docs/performance.md up to date.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks import (
    ai_lines,
    calls_lines,
    engine_lines,
    growth_lines,
    hand_lines,
    memory_lines,
    picture_lines,
    start_lines,
    storage_lines,
    telegram_lines,
)
from benchmarks.lines import ROOT, Line, print_table

OUT = ROOT / "benchmarks" / "out" / "bench.json"
MODULES = (
    engine_lines, hand_lines, ai_lines, picture_lines, telegram_lines, calls_lines,
    storage_lines, memory_lines, start_lines, growth_lines,
)  # fmt: skip
GROUPS: dict[str, Callable[[], Iterator[Line]]] = {k: v for module in MODULES for k, v in module.GROUPS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=list(GROUPS), help="run this group of lines")
    parser.add_argument("--list", action="store_true", help="name the groups")
    parser.add_argument("--keep", action="store_true", help="keep the lines of groups that are not run")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(GROUPS))
        return
    began = time.time()
    lines: list[Line] = []
    for group in asked.only or GROUPS:
        print(f"{group} …", file=sys.stderr, flush=True)
        lines += GROUPS[group]()
    print_table(lines)
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), "load": os.getloadavg()}
    plain = [line.as_json() for line in lines]
    if asked.keep and OUT.exists():
        plain = merged(json.loads(OUT.read_text(encoding="utf-8"))["lines"], plain)
    report = {"at": began, "seconds": time.time() - began, "machine": machine, "lines": plain}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")


def merged(old: list[dict[str, Any]], new: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The old lines with the new ones in their places; those that are not among them at the end."""
    fresh = {line["name"]: line for line in new}
    return [fresh.pop(line["name"], line) for line in old] + list(fresh.values())


if __name__ == "__main__":
    main()
