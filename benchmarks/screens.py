"""Screenshots of every panel of every game, in pictures and in words, in two languages: ``docs/screens/``.

    python -m benchmarks.screens [--game sichuan] [--language en]

One picture a game and language: ten phones of 390 × 844 in two rows — the lobby and its options, the table as
picture and as text, a hand as picture; the hand as text, the result, the rules, the leaderboard, a person's settings.
The bot and the emulator run in this process, Chromium shows the emulator's page, and the rounds are played by AI from
fixed seeds, so that the pictures change only when the bot does.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import tempfile
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser, async_playwright

from ai.players import choose
from bot.app import running as bot_running
from bot.config import Settings
from bot.desk import Desk
from bot.tables import InlineBrain, Table
from bot.tables.table import BETWEEN
from emulator.client import ChatClient, EmulatorClient, Person
from emulator.server import EmulatorServer, running
from engine import Round, games

OUT = Path(__file__).parent.parent / "docs" / "screens"
TOKEN = "7700000001:token-for-screens-only"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
PHONE = (390, 844)
QUALITY = 66
COLUMNS = 5
GAP = 8
LANGUAGES = {"zh_Hans": "zh-hans", "en": "en"}
"""Our language -> what Telegram says of the person."""
PEOPLE = {"zh_Hans": ("小明", "阿强"), "en": ("Alice", "Bob")}
MOVES = 46
"""Actions after which a round is shown, at the first moment at which the first seat plays with something laid down."""


def midgame(table: Table, seed: int) -> Round:
    """A round played by AI from a fixed seed until the first seat is to play, with a meld if that comes about."""
    spec = table.spec
    round_ = Round.deal(spec.id, table.options, seed.to_bytes(8, "big"), dealer=1)
    best = round_
    for step in range(400):
        if any(a.kind == "discard" for a in round_.prompts.get(0, ())):
            best = round_
            if step > MOVES and round_.melds[0]:
                break
        seat = min(round_.prompts)
        following = round_.copy()
        following.act(seat, choose("novice", round_.view(seat), step))
        if following.result is not None:
            break
        round_ = following
    return best


def finished(round_: Round) -> Round:
    """The same round at its end."""
    ended = round_.copy()
    step = 0
    while ended.result is None:
        seat = min(ended.prompts)
        ended.act(seat, choose("standard", ended.view(seat), step))
        step += 1
    return ended


class Theatre:
    """Bot, emulator and browser, and how to bring a table into the state to be shown."""

    def __init__(self, server: EmulatorServer, world: EmulatorClient, desk: Desk, browser: Browser) -> None:
        self.server, self.world, self.desk, self.browser = server, world, desk, browser

    async def settle(self) -> None:
        await self.desk.host.settle_down()
        await self.desk.outbox.flush(30)

    async def shot(self, person: Person, chat: int, language: str, photo: bool = False) -> Image.Image:
        """The chat as the person's phone shows it, at its end; with ``photo`` from its last photo on."""
        context = await self.browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]},
            color_scheme="dark",
            locale="en" if language == "en" else "zh-CN",
        )
        remembered = json.dumps(json.dumps({str(person.id): chat}))
        await context.add_init_script(f"sessionStorage.setItem('emulator-open', {remembered})")
        page = await context.new_page()
        await page.goto(f"{self.server.url}/page/?user={person.id}")
        await page.wait_for_selector(f".messages[data-chat='{chat}']")
        await page.wait_for_timeout(600)
        await page.get_by_test_id("messages").last.evaluate("box => box.scrollTo(0, box.scrollHeight)")
        if photo:
            await page.locator(".bubble img").last.evaluate("image => image.scrollIntoView()")
        await page.wait_for_timeout(200)
        taken = Image.open(io.BytesIO(await page.screenshot())).convert("RGB")
        await context.close()
        return taken

    async def open_table(self, people: list[Person], group: ChatClient, game: str) -> Table:
        await people[0].write(group, f"/newgame {game}")
        for person in people:
            await person.start(f"j_{await self._number(group)}")
        found = self.desk.host.table_in(group.id)
        assert found is not None
        while len(found.people()) < len(people):
            await asyncio.sleep(0.02)
        await self.settle()
        return found

    async def _number(self, group: ChatClient) -> int:
        for _ in range(500):
            found = self.desk.host.table_in(group.id)
            if found is not None:
                return found.id
            await asyncio.sleep(0.01)
        raise RuntimeError("the lobby does not open")

    async def show(self, table: Table, round_: Round, pictures: bool) -> None:
        """Put a round on the table, in pictures or in words."""
        table.setup["pictures"] = pictures
        if table.round is not round_:
            table.begin(round_)
        await self.desk.presenter.changed(table)
        await self.settle()

    async def play(self, game: str, language: str, seed: int) -> list[Image.Image]:
        """The ten phones of one game."""
        people = await self.world.people(*PEOPLE[language], language_code=LANGUAGES[language])
        group = await self.world.group("牌友" if language == "zh_Hans" else "Friends", people)
        table = await self.open_table(people, group, game)
        shots = [await self.shot(people[0], group.id, language)]
        for page in ("page.options.0", "page"):
            await people[0].tap(await group.wait_for(lambda m: m.keyboard), data=f"t.{table.id}.{page}")
            await self.settle()
            if page != "page":
                shots.append(await self.shot(people[0], group.id, language))
        await people[0].tap(await group.wait_for(lambda m: m.keyboard), data=f"t.{table.id}.start")
        await self.settle()
        round_ = midgame(table, seed)
        hands = []
        for pictures in (True, False):
            await self.show(table, round_, pictures)
            shots.append(await self.shot(people[0], group.id, language))
            hands.append(await self.shot(people[0], people[0].id, language))
        ended = finished(round_)
        table.row.state = BETWEEN
        assert ended.result is not None
        table.scores = list(ended.result.net)
        await self.show(table, ended, True)
        shots = [*shots, *hands, await self.shot(people[0], group.id, language, photo=True)]
        await self.book(table, ended)
        for chat, command in ((group, "/rules"), (group, "/score"), (None, "/settings")):
            await people[0].write(chat, command)
            await asyncio.sleep(0.2)
            await self.settle()
            shots.append(await self.shot(people[0], group.id if chat else people[0].id, language))
        return shots

    async def book(self, table: Table, ended: Round) -> None:
        """Write the round's scores, so that the leaderboard has something to show."""
        assert ended.result is not None
        scores = [
            (seat, held.user_id if held else None, ended.result.net[seat], seat in ended.result.winners)
            for seat, held in enumerate(table.seats)
        ]
        await self.desk.store.end_round(table.to_row(), [], ended.result.kind, scores, self.desk.host.now())


def side_by_side(shots: list[Image.Image]) -> Image.Image:
    """Phones in rows of five."""
    rows = -(-len(shots) // COLUMNS)
    size = (COLUMNS * (PHONE[0] + GAP) - GAP, rows * (PHONE[1] + GAP) - GAP)
    made = Image.new("RGB", size, (128, 128, 128))
    for i, shot in enumerate(shots):
        made.paste(shot, (i % COLUMNS * (PHONE[0] + GAP), i // COLUMNS * (PHONE[1] + GAP)))
    return made


async def main(only_game: str, only_language: str) -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with running(token=TOKEN, limits=False) as server, EmulatorClient(server.url) as world:
            settings = Settings(
                _env_file=None,
                bot_token=TOKEN,
                bot_api_url=server.url,
                database_url=f"sqlite:///{folder}/paiju.db",
                log_level="warning",
            )
            async with bot_running(settings, InlineBrain()) as desk, async_playwright() as playwright:
                browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
                theatre = Theatre(server, world, desk, browser)
                for language in LANGUAGES:
                    for game in games.ids():
                        if only_game in ("", game) and only_language in ("", language):
                            made = side_by_side(await theatre.play(game, language, 11))
                            made.save(OUT / f"{game}-{language}.webp", "WEBP", quality=QUALITY, method=6)
                            print(game, language, flush=True)
                await browser.close()
    total = sum(p.stat().st_size for p in OUT.glob("*.webp"))
    print(f"{total / 1024:.0f} KB in {OUT.relative_to(OUT.parent.parent)}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="", help="only this game")
    parser.add_argument("--language", default="", help="only this language")
    given = parser.parse_args()
    asyncio.run(main(given.game, given.language))
