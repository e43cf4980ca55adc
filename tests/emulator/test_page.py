"""The chat page in Chromium: what a person sees and presses."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from telegram import (
    Bot,
    BotCommand,
    CopyTextButton,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
)

from emulator.client import EmulatorClient
from emulator.demo import DEMO_GROUP_ID
from emulator.server import EmulatorServer, running
from tests.emulator.conftest import png

OpenPage = Callable[[int, int], Awaitable[Page]]
CHROMIUM = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
XIAOMING, ALICE, AQIANG, MEI = 101, 102, 103, 104
KEYS = InlineKeyboardMarkup([
    [InlineKeyboardButton("Join", callback_data="join", style="success")],
    [
        InlineKeyboardButton("Rules", callback_data="rules"),
        InlineKeyboardButton("Copy", copy_text=CopyTextButton("A7")),
    ],
])  # fmt: skip

# One browser and one emulator for all tests here: starting them takes longer than the tests.
pytestmark = [
    pytest.mark.skipif(not CHROMIUM.exists(), reason="no browser at /usr/bin/chromium"),
    pytest.mark.asyncio(loop_scope="module"),
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=str(CHROMIUM), args=ARGUMENTS)
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def server() -> AsyncIterator[EmulatorServer]:
    async with running(limits=False) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def world(server: EmulatorServer) -> AsyncIterator[EmulatorClient]:
    async with EmulatorClient(server.url) as client:
        await client.reset()
        yield client


@pytest_asyncio.fixture(loop_scope="module")
async def bot(server: EmulatorServer, world: EmulatorClient) -> AsyncIterator[Bot]:
    async with Bot(server.token, base_url=server.base_url) as started:
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def open_page(browser: Browser, server: EmulatorServer) -> AsyncIterator[OpenPage]:
    """Opens the page on a screen of some size; a script error fails the test."""
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    async def open_it(width: int, height: int) -> Page:
        contexts.append(await browser.new_context(viewport={"width": width, "height": height}))
        page = await contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(server.url)
        return page

    yield open_it
    for context in contexts:
        await context.close()
    assert errors == []


@pytest_asyncio.fixture(loop_scope="module")
async def demo(world: EmulatorClient, bot: Bot) -> EmulatorClient:
    """The four friends, and a bot that says what it can do."""
    await world.reset(demo=True)
    await bot.set_my_commands([BotCommand("newgame", "Open a table")])
    await bot.set_my_commands([BotCommand("newgame", "开一桌")], language_code="zh")
    await bot.set_my_description("Tiles and cards")
    return world


@pytest_asyncio.fixture(loop_scope="module")
async def desk(open_page: OpenPage, demo: EmulatorClient) -> Page:
    """Four phones on a desktop screen."""
    page = await open_page(1600, 1000)
    await expect(page.get_by_test_id("chat-title")).to_have_text(["Paiju 牌局"] * 4)
    return page


async def test_four_people_talk_and_press(desk: Page, bot: Bot) -> None:
    phones = {user: desk.get_by_test_id(f"phone-{user}") for user in (XIAOMING, ALICE, AQIANG, MEI)}
    await expect(phones[XIAOMING].get_by_test_id("chat-subtitle")).to_have_text("5 位成员")
    await expect(phones[ALICE].get_by_test_id("chat-subtitle")).to_have_text("5 members")

    await phones[AQIANG].get_by_test_id("commands-button").click()
    await expect(phones[AQIANG].get_by_test_id("command-newgame")).to_contain_text("开一桌")
    await phones[AQIANG].get_by_test_id("command-newgame").click()
    await expect(phones[MEI].get_by_test_id("messages")).to_contain_text("/newgame@paiju_bot")

    sent = await bot.send_message(
        DEMO_GROUP_ID, "<b>Table</b> <tg-spoiler>A7</tg-spoiler>", parse_mode="HTML", reply_markup=KEYS
    )
    panel = phones[MEI].get_by_test_id(f"message-{sent.message_id}")
    await expect(panel.locator("b", has_text="Table")).to_be_visible()
    await panel.locator(".spoiler").click()
    await expect(panel.locator(".spoiler.open")).to_have_text("A7")

    clock = f'<tg-time unix="{int(time.time()) + 50}" format="r">50 s</tg-time>'
    timed = await bot.send_message(DEMO_GROUP_ID, f"Time: {clock}", parse_mode="HTML")
    for user, soon in ((ALICE, r"in 4\d seconds"), (XIAOMING, r"4\d秒钟?后")):
        shown = phones[user].get_by_test_id(f"message-{timed.message_id}").locator("time")
        await expect(shown).to_have_text(re.compile(soon))
    first = await shown.text_content()
    await expect(shown).not_to_have_text(first or "")

    await panel.get_by_test_id("button").filter(has_text="Join").click()
    await expect(panel.locator(".key.loading")).to_have_text("Join")
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    await query.answer("You sit east")
    await expect(phones[MEI].get_by_test_id("toast")).to_have_text("You sit east")
    await expect(panel.locator(".key.loading")).to_have_count(0)
    await expect(phones[ALICE].get_by_test_id("toast")).to_have_count(0)

    await panel.get_by_test_id("button").filter(has_text="Rules").click()
    await expect(panel.locator(".key.loading")).to_have_count(1)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    await query.answer("Thirteen tiles", show_alert=True)
    await expect(phones[MEI].get_by_test_id("alert")).to_contain_text("Thirteen tiles")
    await phones[MEI].get_by_test_id("alert-ok").click()
    await expect(phones[MEI].get_by_test_id("alert")).to_have_count(0)

    await sent.edit_text("Table A7, one seat left", reply_markup=KEYS)
    for phone in phones.values():
        await expect(phone.get_by_test_id(f"message-{sent.message_id}")).to_contain_text("one seat left")


async def test_a_link_opens_the_private_chat_with_a_start_button(desk: Page, bot: Bot) -> None:
    markup = InlineKeyboardMarkup([[InlineKeyboardButton("Join", callback_data="join")]])
    await bot.send_message(DEMO_GROUP_ID, "Table", reply_markup=markup)
    alice = desk.get_by_test_id(f"phone-{ALICE}")
    await alice.get_by_test_id("button").click()
    await expect(alice.locator(".key.loading")).to_have_count(1)
    query = (await bot.get_updates())[-1].callback_query
    assert query is not None
    await query.answer(url="https://t.me/paiju_bot?start=join_a7")
    await expect(alice.get_by_test_id("intro")).to_contain_text("Tiles and cards")
    await expect(alice.get_by_test_id("composer")).to_have_count(0)
    await alice.get_by_test_id("start-button").click()
    await expect(alice.get_by_test_id("composer")).to_be_visible()
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert message.text == "/start join_a7"
    await message.reply_text("You have a seat")
    await expect(alice.get_by_test_id("messages")).to_contain_text("You have a seat")
    await bot.send_message(DEMO_GROUP_ID, "The game begins")
    await alice.get_by_test_id("back").click()
    await expect(alice.get_by_test_id(f"unread-{DEMO_GROUP_ID}")).to_have_text("1")
    await alice.get_by_test_id(f"chat-item-{DEMO_GROUP_ID}").click()
    await expect(alice.get_by_test_id(f"unread-{DEMO_GROUP_ID}")).to_have_count(0)


async def test_only_the_receiver_sees_an_ephemeral_message(desk: Page, bot: Bot, demo: EmulatorClient) -> None:
    alice = await demo.find_person(ALICE)
    await demo.chat(DEMO_GROUP_ID, alice).promote_bot()
    await bot.send_message(
        DEMO_GROUP_ID, "1 2 3 万", api_kwargs={"ephemeral_message_parameters": {"receiver_user_id": ALICE}}
    )
    await expect(desk.get_by_test_id(f"phone-{ALICE}").get_by_test_id("ephemeral-mark")).to_have_text(
        "Only you can see this"
    )
    await bot.send_message(DEMO_GROUP_ID, "public")
    await expect(desk.get_by_test_id(f"phone-{MEI}").get_by_test_id("messages")).to_contain_text("public")
    await expect(desk.get_by_test_id(f"phone-{MEI}").get_by_text("1 2 3 万")).to_have_count(0)


async def test_pictures_open_and_change_in_place(desk: Page, bot: Bot) -> None:
    sent = await bot.send_photo(DEMO_GROUP_ID, png("red", (600, 400)), caption="East 1")
    alice = desk.get_by_test_id(f"phone-{ALICE}")
    photo = alice.get_by_test_id("photo")
    await photo.click()
    await expect(desk.get_by_test_id("lightbox")).to_be_visible()
    await desk.keyboard.press("Escape")
    await expect(desk.get_by_test_id("lightbox")).to_have_count(0)
    before = await photo.locator("img").get_attribute("src")
    await sent.edit_media(InputMediaPhoto(png("blue", (600, 400)), caption="East 2"))
    await expect(alice.get_by_test_id("messages")).to_contain_text("East 2")
    await expect(photo.locator("img")).not_to_have_attribute("src", before or "")


async def test_reading_up_keeps_its_place(desk: Page, bot: Bot) -> None:
    for number in range(40):
        await bot.send_message(DEMO_GROUP_ID, f"line {number}")
    mei = desk.get_by_test_id(f"phone-{MEI}")
    await expect(mei.locator(".message", has_text="line 39")).to_be_in_viewport()
    scroller = mei.get_by_test_id("messages")
    await scroller.evaluate("box => box.scrollTop = 200")
    await expect(mei.get_by_test_id("scroll-down")).to_have_css("opacity", "1")
    before = await scroller.evaluate("box => box.scrollTop")
    await bot.send_message(DEMO_GROUP_ID, "something new")
    await expect(mei.get_by_test_id("scroll-down")).to_have_text("1")
    assert await scroller.evaluate("box => box.scrollTop") == before
    await mei.get_by_test_id("scroll-down").click()
    await expect(mei.locator(".message", has_text="something new")).to_be_in_viewport()


async def test_language_and_theme_switch(desk: Page) -> None:
    await desk.get_by_test_id("language-switch").locator("[data-value=zh]").click()
    await expect(desk.get_by_test_id("chat-subtitle")).to_have_text(["5 位成员"] * 4)
    await desk.get_by_test_id("language-switch").locator("[data-value=en]").click()
    await expect(desk.get_by_test_id("chat-subtitle")).to_have_text(["5 members"] * 4)
    await desk.get_by_test_id("theme-switch").locator("[data-value=dark]").click()
    assert await desk.evaluate("document.documentElement.dataset.theme") == "dark"


async def test_one_phone_on_a_phone(open_page: OpenPage, demo: EmulatorClient) -> None:
    page = await open_page(390, 844)
    await expect(page.get_by_test_id(f"phone-{XIAOMING}")).to_be_visible()
    assert await page.locator(".phone").count() == 1
    assert await page.evaluate("document.documentElement.scrollWidth") == 390
    await page.locator(".screen.chat").get_by_test_id("me").click()
    await page.get_by_test_id(f"pick-{MEI}").click()
    await expect(page.get_by_test_id(f"phone-{MEI}")).to_be_visible()
    await page.get_by_test_id("composer").fill("hello from Mei")
    await page.get_by_test_id("send").click()
    mei = demo.chat(DEMO_GROUP_ID, await demo.find_person(MEI))
    assert (await mei.wait_for_text("hello from Mei")).from_id == MEI
    await page.reload()
    await expect(page.get_by_test_id(f"phone-{MEI}").get_by_test_id("messages")).to_contain_text("hello from Mei")


async def test_topics_are_tabs(open_page: OpenPage, world: EmulatorClient, bot: Bot) -> None:
    alice = await world.person("Alice", language_code="en")
    forum = await world.group("Forum", [alice], forum=True)
    thread = await forum.open_topic("Mahjong")
    await bot.send_message(forum.id, "in the topic", message_thread_id=thread)
    await bot.send_message(forum.id, "for all")
    page = await open_page(390, 844)
    await expect(page.locator(".message", has_text="for all")).to_be_visible()
    await expect(page.locator(".message", has_text="in the topic")).to_be_hidden()
    await page.get_by_test_id(f"topic-{thread}").click()
    await expect(page.locator(".message", has_text="in the topic")).to_be_visible()
    await expect(page.locator(".message", has_text="for all")).to_be_hidden()
    await page.get_by_test_id("composer").fill("/newgame")
    await page.get_by_test_id("send").click()
    await expect(page.locator(".message.mine")).to_contain_text("/newgame")
    message = (await bot.get_updates())[-1].message
    assert message is not None
    assert message.message_thread_id == thread


async def test_the_page_comes_back_when_the_stream_breaks(desk: Page, server: EmulatorServer, bot: Bot) -> None:
    await expect(desk.locator("body")).to_have_attribute("data-connected", "true")
    # Ending the streams on the server is what a lost connection looks like to the page.
    server.world.closing.set()
    await asyncio.sleep(0.1)
    server.world.closing.clear()
    await bot.send_message(DEMO_GROUP_ID, "while you were away")
    await expect(desk.get_by_test_id(f"phone-{MEI}").get_by_test_id("messages")).to_contain_text(
        "while you were away", timeout=8000
    )
    await expect(desk.locator("body")).to_have_attribute("data-connected", "true")
