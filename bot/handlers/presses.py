"""Presses of buttons. Whatever comes in — stale, forged, doubled, from a stranger — is answered with a toast at
worst."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, fields
from typing import Any

import structlog
from telegram import CallbackQuery, MaybeInaccessibleMessage, Update
from telegram.error import TelegramError

from bot.desk import Desk
from bot.tables import Refusal, Table
from bot.tables.table import BETWEEN, LOBBY, PLAYING
from bot.views import hand as hand_view
from bot.views.content import Content
from bot.views.presses import Press, read
from bot.words import LANGUAGES, Words, clean_name
from engine import games

from . import commands
from .common import Context, sentence, sit_down, tell_table

log = structlog.get_logger()

TOAST_LIMIT = 200


@dataclass
class Answer:
    """What the person who pressed sees: a toast, an alert, or a link that their app opens."""

    text: str = ""
    alert: bool = False
    url: str = ""


@dataclass
class Pressed:
    """A press with all that is known about it."""

    desk: Desk
    query: CallbackQuery
    press: Press
    words: Words

    @property
    def user_id(self) -> int:
        return self.query.from_user.id

    @property
    def name(self) -> str:
        return clean_name(self.query.from_user.full_name)

    def table(self) -> Table:
        """The table that the button belongs to; Refusal when it is closed."""
        return self.desk.host.table(self.press.number(0))


async def on_press(update: Update, context: Context) -> None:
    """Entry for every callback query."""
    desk: Desk = context.bot_data["desk"]
    query = update.callback_query
    if query is None:
        return
    await desk.meet(query.from_user)
    words = desk.people.words(query.from_user.id)
    if query.message is not None:
        desk.outbox.noticed(query.message.chat.id, query.message.message_id)
    pressed = Pressed(desk, query, read(query.data or ""), words)
    try:
        handler = KINDS.get(pressed.press.kind)
        if handler is None:
            raise Refusal("This button is from another time.")
        answer = await handler(pressed)
    except Refusal as refusal:
        answer = Answer(sentence(words, refusal))
    except (ValueError, IndexError, KeyError):
        answer = Answer(words("This button is from another time."))
    except Exception:
        log.exception("press failed", data=query.data)
        answer = Answer(words("Something went wrong here; nothing is lost. Please try again."))
    await _reply(query, answer)


async def _reply(query: CallbackQuery, answer: Answer) -> None:
    try:
        if answer.url:
            await query.answer(url=answer.url)
        else:
            await query.answer(answer.text[:TOAST_LIMIT] or None, show_alert=answer.alert)
    except TelegramError as error:
        log.info("press not answered", error=str(error))  # too old, or the network: the game itself has moved on


# --- playing ----------------------------------------------------------------------------------------------------


async def act(p: Pressed) -> Answer:
    """``a.<table>.<asked>.<index>``: the action of that index."""
    table = p.table()
    asked, index = p.press.number(1), p.press.number(2)
    seat = table.seat_of(p.user_id)
    actions = table.round.prompts.get(seat, ()) if table.round is not None and seat is not None else ()
    if seat is not None and actions and table.asked.get(seat) == asked and 0 <= index < len(actions):
        action = actions[index]
        await p.desk.host.act(table, p.user_id, asked, action)
        return Answer(hand_view.label(table.spec, action, p.words))
    # Let the host say what is wrong: not at the table, AI plays, not your turn; else the question is an older one.
    p.desk.host._seat_to_act(table, p.user_id)
    raise Refusal("Too late, the game has moved on.")


async def choose(p: Pressed) -> Answer:
    """``c.<table>.<asked>[.<kind>[.<tile>…]]``: one step of choosing a many-formed action; without a kind back to
    the start."""
    table = p.table()
    asked = p.press.number(1)
    seat = table.seat_of(p.user_id)
    if seat is None or table.asked.get(seat) != asked:
        raise Refusal("Too late, the game has moved on.")
    chosen = p.press.fields[2:]
    if chosen and (chosen[0] not in table.spec.chunks or not all(x.isdigit() for x in chosen[1:])):
        raise ValueError("not a choice")
    p.desk.presenter.choosing[table.id, p.user_id] = (asked, chosen)
    await p.desk.presenter.show_hand(table, seat, p.user_id)
    return Answer()


async def group_row(p: Pressed) -> Answer:
    """``g.<table>.<mark>.<kind>``: the constant row under the group's panel."""
    table = p.table()
    mark, kind = p.press.fields[1], p.press.fields[2]
    if kind == "hand":
        return await my_hand(p, table)
    seat = p.desk.host._seat_to_act(table, p.user_id)
    assert table.round is not None
    if mark != table.mark():
        raise Refusal("Too late, the game has moved on.")
    fitting = [a for a in table.round.prompts[seat] if a.kind == kind]
    if not fitting:
        raise Refusal("You cannot do that now.")
    if len(fitting) > 1:
        raise Refusal("There are several ways: choose in your hand.")
    await p.desk.host.act(table, p.user_id, table.asked[seat], fitting[0])
    return Answer(hand_view.label(table.spec, fitting[0], p.words))


async def my_hand(p: Pressed, table: Table) -> Answer:
    """My hand: a message that only this person sees where the server can do that, else a popup."""
    seat = table.seat_of(p.user_id)
    if seat is None:
        raise Refusal("You are not at this table.")
    if table.round is None or table.state != PLAYING:
        raise Refusal("No round is being played.")
    if await p.desk.presenter.whisper(table, seat, p.user_id, p.query.id):
        return Answer()
    return Answer(hand_view.popup(table, seat, p.words), alert=True)


# --- tables -----------------------------------------------------------------------------------------------------


async def table_press(p: Pressed) -> Answer:
    """``t.<table>.<verb>…``: lobby, result and table buttons."""
    table = p.table()
    verb, *args = p.press.fields[1:]
    handler = VERBS.get(verb)
    # Buttons of a result stay in the chat; once the next round has begun they would do something else.
    of_result = args.pop() if args and args[-1].startswith("r") and args[-1][1:].isdigit() else ""
    if of_result and (table.state != BETWEEN or of_result != f"r{table.row.round_number}"):
        raise Refusal("This button is from another time.")
    if handler is None:
        raise Refusal("This button is from another time.")
    return await handler(p, table, args)


async def join(p: Pressed, table: Table, args: list[str]) -> Answer:
    """Somebody who has never opened the bot is led to its private chat first."""
    if not p.desk.people.dm_open(p.user_id) and table.seat_of(p.user_id) is None:
        if table.state not in (LOBBY, BETWEEN):
            raise Refusal("The round has begun. You can join after it.")
        return Answer(url=f"https://t.me/{p.desk.username}?start=j_{table.id}")
    await sit_down(p.desk, table, p.user_id, p.name)
    return Answer(p.words("You are at the table."))


async def leave(p: Pressed, table: Table, args: list[str]) -> Answer:
    between = table.state == BETWEEN
    await p.desk.host.leave(table, p.user_id)
    if between and table.id in p.desk.host.tables:
        await tell_table(p.desk, table, "👋 {name} has left the table.", p.name)
    return Answer(p.words("You have left the table."))


async def back(p: Pressed, table: Table, args: list[str]) -> Answer:
    await p.desk.host.come_back(table, p.user_id)
    return Answer(p.words("Welcome back."))


async def start(p: Pressed, table: Table, args: list[str]) -> Answer:
    """The host or an admin starts; after a round anybody at the table goes on."""
    if table.state == LOBBY:
        await _managing(p, table)
        settings = await p.desk.store.chat_settings(table.row.chat_id)
        last = {
            "game": table.row.game,
            "options": table.options.changed(),
            "setup": {k: v for k, v in table.setup.items() if k in ("clock", "level", "pictures", "preset")},
        }
        await p.desk.store.set_chat_settings(table.row.chat_id, "", {**settings, "last": last})
    elif table.seat_of(p.user_id) is None:
        await _managing(p, table)
    await p.desk.host.start(table)
    return Answer()


async def fill(p: Pressed, table: Table, args: list[str]) -> Answer:
    await _managing(p, table)
    await p.desk.host.fill_with_ai(table)
    return Answer()


async def page(p: Pressed, table: Table, args: list[str]) -> Answer:
    await _managing(p, table)
    if table.state != LOBBY:
        raise Refusal("Not now: the table is playing.")
    p.desk.presenter.pages[table.id] = ".".join(args)
    await p.desk.presenter.changed(table)
    return Answer()


async def game(p: Pressed, table: Table, args: list[str]) -> Answer:
    await _managing(p, table)
    if args[0] not in games.ids():
        raise ValueError("no such game")
    p.desk.presenter.pages.pop(table.id, None)
    await p.desk.host.set_game(table, args[0], {}, {"preset": None})
    return Answer()


async def option(p: Pressed, table: Table, args: list[str]) -> Answer:
    """``opt.<name>.<index of the choice>``."""
    await _managing(p, table)
    field = next(f for f in fields(table.options) if f.name == args[0])
    choice = field.metadata["choices"][int(args[1])]
    value: Any = choice
    if field.metadata["many"]:
        now = getattr(table.options, field.name)
        value = [c for c in now if c != choice] if choice in now else [*now, choice]
    else:
        p.desk.presenter.pages[table.id] = f"options.{_page_of(table, field.name)}"
    await p.desk.host.set_option(table, field.name, value)
    return Answer()


def _page_of(table: Table, name: str) -> int:
    from bot.views.lobby import PAGE

    return [f.name for f in fields(table.options)].index(name) // PAGE


async def preset(p: Pressed, table: Table, args: list[str]) -> Answer:
    await _managing(p, table)
    if args[0] not in table.spec.presets:
        raise ValueError("no such preset")
    await p.desk.host.set_preset(table, args[0])
    return Answer()


async def setup(p: Pressed, table: Table, args: list[str]) -> Answer:
    """``set.<clock|level|pictures>.<value>``."""
    await _managing(p, table)
    name, text = args
    value: Any = text if name == "level" else int(text)
    if name == "pictures":
        value = bool(value)
    await p.desk.host.set_setup(table, name, value)
    return Answer()


async def hint(p: Pressed, table: Table, args: list[str]) -> Answer:
    """What the strongest AI would do, and why."""
    text = await p.desk.presenter.hint(table, p.user_id)
    return Answer(text, alert=True)


async def close(p: Pressed, table: Table, args: list[str]) -> Answer:
    if not await p.desk.may_manage(table, p.user_id):
        raise Refusal("Only the host or an admin does that. /endgame puts it to the vote.")
    await p.desk.host.close(table, "The table is closed.")
    return Answer()


async def _managing(p: Pressed, table: Table) -> None:
    if not await p.desk.may_manage(table, p.user_id):
        raise Refusal("Only the host or an admin does that.")


VERBS: dict[str, Callable[[Pressed, Table, list[str]], Awaitable[Answer]]] = {
    "join": join,
    "leave": leave,
    "back": back,
    "start": start,
    "fill": fill,
    "page": page,
    "game": game,
    "opt": option,
    "preset": preset,
    "set": setup,
    "hint": hint,
    "close": close,
}


# --- scores and settings ----------------------------------------------------------------------------------------


async def scores(p: Pressed) -> Answer:
    """``s.<chat>.<page>``: another page of the leaderboard of the chat that the message is in."""
    message = p.query.message
    if message is None or message.chat.id != p.press.number(0):
        raise Refusal("This button is from another time.")
    content = await commands.score_page(p.desk, message.chat.id, p.user_id, p.press.number(1))
    p.desk.presenter.rewrite(message.chat.id, message.message_id, content)
    return Answer()


async def settings(p: Pressed) -> Answer:
    """``u.lang.<code>``, ``u.look.<table|on|off>`` and ``u.rules.<game>``."""
    what, value = p.press.fields
    message = p.query.message
    if message is None:
        raise Refusal("This button is from another time.")
    if what == "rules" and value in games.ids():
        words = await p.desk.people.chat_words(message.chat.id, p.user_id)
        p.desk.presenter.rewrite(message.chat.id, message.message_id, commands.rules_page(words, value))
        return Answer()
    if what == "look":
        await p.desk.people.set_setting(p.user_id, "pictures", {"table": None, "on": True, "off": False}[value])
        p.desk.presenter.rewrite(message.chat.id, message.message_id, commands.settings_page(p.desk, p.user_id))
        for table in p.desk.host.tables_of(p.user_id):
            seat = table.seat_of(p.user_id)
            if seat is not None:
                await p.desk.presenter.show_hand(table, seat, p.user_id)
        return Answer()
    if what != "lang" or value not in LANGUAGES:
        raise ValueError("no such setting")
    if message.chat.id > 0:
        await p.desk.people.set_setting(p.user_id, "language", value)
    elif await p.desk.is_admin(message.chat.id, p.user_id):
        await p.desk.people.set_chat_language(message.chat.id, value)
    else:
        raise Refusal("Only admins choose the group's language. Yours: send /language in private.")
    words = await p.desk.people.chat_words(message.chat.id, p.user_id)
    page = Content("🌐 " + words("The language is English."))
    if message.chat.id > 0 and any(d.startswith("u.look") for d in _data_of(message)):
        page = commands.settings_page(p.desk, p.user_id)
    p.desk.presenter.rewrite(message.chat.id, message.message_id, page)
    for table in list(p.desk.host.tables.values()):
        seat = table.seat_of(p.user_id)
        if table.row.chat_id == message.chat.id:
            await p.desk.presenter.changed(table)
        elif message.chat.id > 0 and seat is not None:
            await p.desk.presenter.show_hand(table, seat, p.user_id)
    return Answer()


def _data_of(message: MaybeInaccessibleMessage) -> list[str]:
    """What the buttons of a message say when pressed."""
    markup = getattr(message, "reply_markup", None)
    return [str(b.callback_data) for row in markup.inline_keyboard for b in row] if markup is not None else []


KINDS: dict[str, Callable[[Pressed], Awaitable[Answer]]] = {
    "a": act,
    "c": choose,
    "g": group_row,
    "t": table_press,
    "s": scores,
    "u": settings,
}
