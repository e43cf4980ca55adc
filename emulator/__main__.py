"""`python -m emulator --port 8081 --demo`: run a local Telegram."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json

from emulator.app import create_app
from emulator.server import HOST, EmulatorServer
from emulator.world import DEFAULT_TOKEN


def main() -> None:
    """Serve until interrupted; the address is printed as one line of JSON."""
    parser = argparse.ArgumentParser(prog="python -m emulator", description="A local Telegram")
    parser.add_argument("--host", default=HOST)
    parser.add_argument("--port", type=int, default=0, help="0: any free port")
    parser.add_argument("--token", default=DEFAULT_TOKEN, help="the token of the only bot")
    parser.add_argument("--username", default="paiju_bot", help="the bot's username")
    parser.add_argument("--no-limits", action="store_true", help="no flood control")
    parser.add_argument("--demo", action="store_true", help="start with a group of four people")
    options = parser.parse_args()
    # Messages are kept for ever, so full collections would only find pauses, not garbage.
    gc.set_threshold(50_000, 20, 100)
    app = create_app(
        token=options.token, limits=not options.no_limits, demo=options.demo, bot_username=options.username
    )
    try:
        server = EmulatorServer(app, options.host, options.port, own_process=True)
    except (OSError, OverflowError) as error:
        parser.exit(2, f"emulator: cannot listen on {options.host}:{options.port}: {error}\n")
    address = {
        "url": server.url, "base_url": server.base_url, "base_file_url": server.base_file_url,
        "page": f"{server.url}/page/", "token": server.token,
    }  # fmt: skip
    print(json.dumps(address), flush=True)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(server.serve())


if __name__ == "__main__":
    main()
