"""The leaderboard."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words import Words, clean_name, esc
from storage import ScoreLine

from . import presses
from .content import Button, Content

PAGE = 10
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
"""For those who have won more than they lost."""


def leaderboard(
    chat_id: int, lines: Sequence[ScoreLine], total: int, page: int, own: ScoreLine | None, words: Words
) -> Content:
    """One page of a group's scores and the asker's own line."""
    if not total:
        return Content(words("No round has been played here yet. /newgame opens a table."))
    text = [f"🏆 <b>{words('Scores of this group')}</b>", ""]
    text += [_line(line, words) for line in lines]
    if own is not None:
        text += ["", words("You: {line}", line=_line(own, words))]
    pages = -(-total // PAGE)
    buttons = []
    if page > 0:
        buttons.append(Button("‹", presses.write("s", chat_id, page - 1)))
    if page + 1 < pages:
        buttons.append(Button(f"{page + 2}/{pages} ›", presses.write("s", chat_id, page + 1)))
    return Content("\n".join(text), (tuple(buttons),) if buttons else ())


def _line(line: ScoreLine, words: Words) -> str:
    rank = MEDALS.get(line.rank, "") if line.score > 0 else ""
    rank = rank or f"{line.rank}."
    played = words("{rounds} rounds, {wins} won", rounds=line.rounds, wins=line.wins)
    return f"{rank} {esc(clean_name(line.name))} <b>{line.score:+d}</b> <i>({played})</i>"
