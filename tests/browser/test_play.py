"""A person in front of the page: joins, plays to the result, looks at /score. In Chromium, on a phone and on a
desktop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, async_playwright, expect

from bot.app import running as bot_running
from bot.desk import Desk
from bot.tables import InlineBrain
from emulator.demo import DEMO_GROUP_ID
from emulator.server import EmulatorServer, running
from tests.bot.stage import TOKEN, settings_for, unhurried

CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
PEOPLE = (101, 102, 103, 104)
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1600, "height": 1000}

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="no browser at /usr/bin/chromium")


@asynccontextmanager
async def demo(folder: Path) -> AsyncIterator[tuple[EmulatorServer, Desk]]:
    """What ``paiju demo`` puts on the screen."""
    async with (
        running(token=TOKEN, limits=False, demo=True) as server,
        bot_running(settings_for(server, folder), InlineBrain()) as desk,
    ):
        unhurried(desk)
        yield server, desk


@asynccontextmanager
async def page_at(url: str, size: dict[str, int]) -> AsyncIterator[Page]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        page = await browser.new_page(viewport=size)  # type: ignore[arg-type]
        await page.goto(url)
        await expect(page.locator("body[data-connected]")).to_be_attached()
        yield page
        await browser.close()


class Phone:
    """One person's phone on the page."""

    def __init__(self, page: Page, user: int) -> None:
        self.user = user
        self.root: Locator = page.get_by_test_id(f"phone-{user}")

    async def write(self, text: str) -> None:
        await self.root.get_by_test_id("composer").fill(text)
        await self.root.get_by_test_id("send").click()

    def button(self, label: str) -> Locator:
        return self.root.locator(f'[data-testid="button"][data-label="{label}"]').last

    async def open_chat(self, chat: int) -> None:
        if await self.root.get_attribute("data-screen") == "chat":
            await self.root.get_by_test_id("back").click()
        await self.root.get_by_test_id(f"chat-item-{chat}").click()

    async def open_private(self) -> None:
        """The chat with the bot; its id is the person's own."""
        await self.open_chat(self.user)

    async def join(self, label: str) -> None:
        """Join as somebody new: the link opens the private chat, Start finishes it."""
        await self.button(label).click()
        await self.root.get_by_test_id("start-button").click()
        await expect(self.root.get_by_test_id("messages")).to_contain_text("✅")

    async def play(self) -> bool:
        """Press the last button of the newest message that has tile or claim buttons; False when there is none."""
        keyboards = self.root.get_by_test_id("keyboard")
        if not await keyboards.count():
            return False
        buttons = keyboards.last.get_by_test_id("button")
        count = await buttons.count()
        if not count or await self.button("▶️ 下一局").count() or await self.button("▶️ Next round").count():
            return False
        try:
            await buttons.nth(count - 1).click(timeout=700)
        except Exception:
            return False  # the keyboard changed under the finger
        return True


async def test_one_person_with_ai_on_a_phone(tmp_path: Path) -> None:
    async with demo(tmp_path) as (server, desk), page_at(f"{server.url}/page/?user=101", PHONE) as page:
        phone = Phone(page, 101)
        await phone.write("/newgame sichuan")
        await phone.join("🪑 加入")
        await phone.open_chat(DEMO_GROUP_ID)
        await phone.button("▶️ 开始").click()
        table = desk.host.table_in(DEMO_GROUP_ID)
        assert table is not None
        await phone.open_private()
        await expect(phone.root.get_by_test_id("keyboard").last).to_be_visible()
        end = time.monotonic() + 90
        while table.state != "between" and time.monotonic() < end:
            if not await phone.play():
                await asyncio.sleep(0.05)
        assert table.state == "between"
        await expect(phone.root.get_by_test_id("messages")).to_contain_text("🏁")
        await phone.open_chat(DEMO_GROUP_ID)
        await expect(phone.button("▶️ 下一局")).to_be_visible()
        await phone.write("/score")
        await expect(phone.root.get_by_test_id("messages")).to_contain_text("本群积分榜")
        assert await page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), "nothing sticks out"


async def test_four_people_on_a_desktop(tmp_path: Path) -> None:
    async with demo(tmp_path) as (server, desk), page_at(f"{server.url}/page/", DESKTOP) as page:
        phones = [Phone(page, user) for user in PEOPLE]
        await phones[0].write("/newgame sichuan")
        for phone in phones:
            await phone.join("🪑 加入")
        await phones[0].open_chat(DEMO_GROUP_ID)
        await phones[0].button("▶️ 开始").click()
        table = desk.host.table_in(DEMO_GROUP_ID)
        assert table is not None
        for phone in phones:
            await phone.open_private()
        end = time.monotonic() + 150
        while table.state != "between" and time.monotonic() < end:
            moved = False
            for place in table.waiting_for():
                held = table.seats[place]
                assert held is not None
                moved |= await phones[PEOPLE.index(held.user_id or 0)].play()
            if not moved:
                await asyncio.sleep(0.05)
        assert table.state == "between"
        assert sum(table.scores) == 0
        for phone in phones:
            await expect(phone.root.get_by_test_id("messages")).to_contain_text("🏁")
