"""``python -m benchmarks.report``: benchmarks/out/bench.json into docs/performance.md and docs/growth.svg."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.lines import number

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "benchmarks" / "out" / "bench.json"
PAGE = ROOT / "docs" / "performance.md"
PLOT = ROOT / "docs" / "growth.svg"
GROWTH = re.compile(r"growth (\w+) (\d+)")
PANELS = (
    ("answer", "press to answer, ms (p50)", "busy tables"),
    ("start", "cold start, s", "tables to restore"),
    ("commit", "commit of an action, ms", "actions stored before"),
)
WIDTH, HEIGHT, MARGIN = 240, 150, 36
INK = "#555"
LINE = "#1f77b4"

Points = list[tuple[float, float]]


def table(lines: list[dict[str, Any]]) -> str:
    """Every line but those of the plot, as Markdown."""
    rows = ["| line | measured | target | peer | ratio | verdict |", "|---|---|---|---|---|---|"]
    for line in lines:
        if GROWTH.fullmatch(line["name"]):
            continue
        measured = "absent" if line["measured"] is None else f"{number(line['measured'])} {line['unit']}".strip()
        wanted = [t for t in (line["target"], line["ratio_target"] and f"ratio {line['ratio_target']}") if t]
        peer = ""
        if line["peer"]:
            told = "absent" if line["peer_measured"] is None else number(line["peer_measured"])
            peer = f"{line['peer']} {told}"
        ratio = f"{line['ratio']:.2f}" if line["ratio"] is not None else ""
        what = f"**{line['name']}** {line['what']}" + (f" ({line['note']})" if line["note"] else "")
        rows.append(f"| {what} | {measured} | {', '.join(wanted)} | {peer} | {ratio} | {line['verdict']} |")
    return "\n".join(rows)


def series(lines: list[dict[str, Any]]) -> dict[str, Points]:
    """The points of the plot by panel."""
    found: dict[str, Points] = {}
    for line in lines:
        match = GROWTH.fullmatch(line["name"])
        if match and line["measured"] is not None:
            found.setdefault(match[1], []).append((float(match[2]), line["measured"]))
    return found


def plot(points: dict[str, Points]) -> str:
    """Small line charts side by side, axes from zero."""
    width = len(PANELS) * (WIDTH + 2 * MARGIN)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{HEIGHT + 2 * MARGIN}" '
        f'font-family="sans-serif" font-size="11" fill="{INK}">'
    ]
    for at, (name, title, below) in enumerate(PANELS):
        if name in points:
            parts += _panel(points[name], at * (WIDTH + 2 * MARGIN) + MARGIN, title, below)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _panel(points: Points, left: int, title: str, below: str) -> list[str]:
    most_x, most_y = max(x for x, _ in points) or 1, max(y for _, y in points) * 1.15
    bottom = MARGIN + HEIGHT

    def place(x: float, y: float) -> tuple[float, float]:
        return round(left + x / most_x * WIDTH, 1), round(bottom - y / most_y * HEIGHT, 1)

    drawn = " ".join(f"{x},{y}" for x, y in (place(*p) for p in points))
    parts = [
        f'<text x="{left}" y="{MARGIN - 14}">{title}</text>',
        f'<path d="M{left} {MARGIN}V{bottom}H{left + WIDTH}" fill="none" stroke="{INK}"/>',
        f'<polyline points="{drawn}" fill="none" stroke="{LINE}" stroke-width="2"/>',
        f'<text x="{left + WIDTH}" y="{bottom + 28}" text-anchor="end">{below}</text>',
    ]
    for x, y in points:
        px, py = place(x, y)
        parts += [
            f'<circle cx="{px}" cy="{py}" r="3" fill="{LINE}"/>',
            f'<text x="{px}" y="{py - 7}" text-anchor="middle">{number(y)}</text>',
            f'<text x="{px}" y="{bottom + 14}" text-anchor="middle">{number(x)}</text>',
        ]
    return parts


def main() -> None:
    report = json.loads(BENCH.read_text(encoding="utf-8"))
    page = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- table -->", "<!-- end of table -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    machine = report["machine"]
    told = f"Python {machine['python']}, {machine['cores']} cores, load {machine['load'][0]:.1f} at the end.\n\n"
    PAGE.write_text(f"{before}{begin}\n{told}{table(report['lines'])}\n{end}{after}", encoding="utf-8")
    PLOT.write_text(plot(series(report["lines"])), encoding="utf-8")


if __name__ == "__main__":
    main()
