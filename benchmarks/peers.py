"""What peers do in the same run. Runs in an environment of its own (requirements.txt), without the project.

    peers.py riichienv SECONDS             accepted actions and rounds a second in random self-play
    peers.py xiangting < hands.json        seconds a call over hands of 34 counts
    peers.py echo URL TOKEN                a bot that answers every press at once, until it is ended
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from typing import Any


def riichienv(seconds: float) -> dict[str, float]:
    """Its fastest way of random play: no log, one pick from the legal actions it lists."""
    from riichienv import RiichiEnv

    env = RiichiEnv(skip_mjai_logging=True, seed=1)
    pick = random.Random(1).random
    actions = rounds = steps = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        asked = env.reset()
        while not env.done():
            chosen = {}
            for player, seen in asked.items():
                legal = seen.legal_actions()
                chosen[player] = legal[int(pick() * len(legal))]
            asked = env.step(chosen)
            actions += len(chosen)
            steps += 1
        rounds += 1
    took = time.perf_counter() - began
    return {"actions": actions / took, "steps": steps / took, "rounds": rounds / took}


def xiangting(hands: list[list[int]]) -> dict[str, float]:
    from xiangting import PlayerCount, calculate_replacement_number

    four = PlayerCount.FOUR
    times = []
    for _ in range(7):
        began = time.perf_counter()
        for hand in hands:
            calculate_replacement_number(hand, four)
        times.append(time.perf_counter() - began)
    return {"seconds": statistics.median(times) / len(hands)}


def echo(url: str, token: str) -> None:
    """A bot of the same python-telegram-bot with the same settings that does nothing but answer."""
    from telegram import Update
    from telegram.ext import ApplicationBuilder, CallbackQueryHandler

    async def answer(update: Update, context: Any) -> None:
        await update.callback_query.answer("ok")

    app = (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{url}/bot")
        .base_file_url(f"{url}/file/bot")
        .concurrent_updates(256)
        .connection_pool_size(64)
        .pool_timeout(10)
        .build()
    )
    app.add_handler(CallbackQueryHandler(answer))
    app.run_polling(poll_interval=0, allowed_updates=["callback_query"])


def main() -> None:
    what, *words = sys.argv[1:]
    if what == "echo":
        echo(*words)
    elif what == "riichienv":
        print(json.dumps(riichienv(float(words[0]))))
    elif what == "xiangting":
        print(json.dumps(xiangting(json.load(sys.stdin))))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
