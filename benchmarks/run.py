"""``make bench``: one table of every figure with its target and its peer, and the same as JSON in benchmarks/out/.

``--only NAME`` (again and again) runs some groups of lines; ``--list`` names them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks import (
    ai_lines,
    calls_lines,
    engine_lines,
    hand_lines,
    memory_lines,
    picture_lines,
    start_lines,
    storage_lines,
    telegram_lines,
)
from benchmarks.lines import Line, print_table

OUT = "benchmarks/out"
MODULES = (
    engine_lines, hand_lines, ai_lines, picture_lines, telegram_lines, calls_lines,
    storage_lines, memory_lines, start_lines,
)  # fmt: skip
GROUPS: dict[str, Callable[[], Iterator[Line]]] = {k: v for module in MODULES for k, v in module.GROUPS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=list(GROUPS), help="run this group of lines")
    parser.add_argument("--list", action="store_true", help="name the groups")
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
    os.makedirs(OUT, exist_ok=True)
    machine = {"python": platform.python_version(), "cores": os.cpu_count(), "load": os.getloadavg()}
    report = {"at": began, "seconds": time.time() - began, "machine": machine, "lines": [x.as_json() for x in lines]}
    with open(f"{OUT}/bench.json", "w", encoding="utf-8") as file:
        json.dump(report, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
