"""Presenter: tables as messages. Decides which message shows what to whom; the outbox decides when."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import structlog

from bot.delivery import Outbox, Priority, Slot
from bot.delivery.painter import Painter
from bot.delivery.whispers import Whispers
from bot.people import People
from bot.pictures import HandScene
from bot.tables import AI_LEVELS, Host, Table
from bot.tables.table import BETWEEN, LOBBY, PLAYING
from bot.views import hand, lobby, result
from bot.views import table as table_view
from bot.views.content import Content
from bot.views.scene import hand_scene, result_scene, table_scene
from bot.words import Words, esc
from engine import View

log = structlog.get_logger()

AFTERTHOUGHT = 9.0
"""Seconds that a hand which asks nothing may wait. The answer to the press has said what was played; at a lively
table the next question to the same person comes first and replaces it, which keeps a decision at two API calls."""
AT_LEISURE = 0.7
"""The same at a table where that person will not be asked for longer: it would be shown anyway."""

MISSING = {
    "no_photos": "I may not send photos here, so the table is shown as text. The missing right: send photos.",
    "muted": "I may not write in your group, so the table waits. The missing right: send messages.",
    "kicked": "I am no longer in your group, so the table waits. Add me again to go on.",
}
"""What a chat's refusal means for people; sentences of the catalogue."""


PHOTOS = "photos"
"""Among a table's messages: which of them are photos."""


class Presenter:
    """The host's ``Front``."""

    def __init__(self, people: People) -> None:
        self.people = people
        self.painter = Painter()
        self.outbox: Outbox
        self.host: Host
        self.pages: dict[int, str] = {}
        self.choosing: dict[tuple[int, int], tuple[int, tuple[str, ...]]] = {}
        self._shown_round: dict[int, int] = {}
        self._said = 0
        self.afterthought = AFTERTHOUGHT
        self.whispers: Whispers
        self._asking: set[tuple[int, int]] = set()
        self._pace: dict[int, tuple[int, float, float]] = {}
        self._waits: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}

    # --- slots --------------------------------------------------------------------------------------------------

    def panel_slot(self, table: Table) -> Slot:
        return Slot(table.row.chat_id, f"t{table.id}", table.row.topic_id)

    def hand_slot(self, table: Table, user_id: int) -> Slot:
        return Slot(user_id, f"h{table.id}")

    def whisper_slot(self, table: Table, user: int) -> Slot:
        """The hand in the group that only ``user`` sees."""
        return Slot(table.row.chat_id, f"e{table.id}", table.row.topic_id, receiver=user)

    async def placed(self, slot: Slot, message_id: int | None) -> None:
        """The outbox has put a message somewhere: remember it, so that a restart finds it again."""
        table = self.host.tables.get(_table_id(slot))
        if table is None:
            return
        key = "panel" if slot.name.startswith("t") else f"hand{slot.chat_id}"
        if table.row.messages.get(key) != message_id:
            # a result whose caption is too long is text at a table of pictures: what was sent tells, not the option
            photos = [k for k in table.row.messages.get(PHOTOS, ()) if k != key]
            photos += [key] if self.outbox.had_photo(slot) else []
            table.row.messages = {**table.row.messages, key: message_id, PHOTOS: photos}
            await self.host.store.save_table(table.to_row())

    def adopt(self, table: Table) -> None:
        """After a restart: the messages of before."""
        self._shown_round[table.id] = table.row.round_number
        photos = table.row.messages.get(PHOTOS)
        for key, message_id in table.row.messages.items():
            if message_id is None or key == PHOTOS:
                continue
            if key == "panel":
                user = table.row.chat_id if table.is_private else 0
                slot = self.panel_slot(table)
            else:
                user = int(key.removeprefix("hand"))
                slot = self.hand_slot(table, user)
            # a row without the list is of a version whose results were text
            photo = key in photos if photos is not None else table.state == PLAYING and self.with_pictures(table, user)
            self.outbox.adopt(slot, message_id, photo)

    async def failed(self, slot: Slot, reason: str) -> None:
        """A chat refuses: a person's private chat is closed, or a group's table waits until it is open again."""
        if reason == "no_picture":
            table = self.host.tables.get(_table_id(slot))
            if table is not None:
                table.setup["no_picture"] = True
                await self.changed(table)
            return
        if slot.chat_id > 0:
            if reason in ("blocked", "no_dm", "kicked"):
                await self.people.set_dm(slot.chat_id, False)
            return
        for table in list(self.host.tables.values()):
            if table.row.chat_id != slot.chat_id:
                continue
            if reason == "no_photos":
                table.setup["no_photos"] = True
                words = await self.people.chat_words(slot.chat_id)
                self.say(slot.chat_id, "ℹ️ " + words(MISSING["no_photos"]), slot.topic)
                await self.changed(table)
            elif reason == "no_topic":
                await self.host.close(table, "The topic is gone, the table is closed.")
            else:
                await self.halted(table, reason)

    async def halted(self, table: Table, reason: str) -> None:
        """The group cannot be written to: the table waits, and its host hears of it once."""
        if table.setup.get("paused", "") != reason:
            await self.host.pause(table, reason)
            self._tell_host(table, reason)

    def _tell_host(self, table: Table, reason: str) -> None:
        """The group cannot be told, so its host is, in private."""
        host = table.row.host_id
        if self.people.dm_open(host):
            self.say(host, "ℹ️ " + self.people.words(host)(MISSING.get(reason, MISSING["muted"])))

    async def moved(self, old: int, new: int) -> None:
        """A group has a new id."""
        self.people.moved(old, new)
        await self.host.move_chat(old, new)

    # --- the host's front ---------------------------------------------------------------------------------------

    async def changed(self, table: Table) -> None:
        words = await self.people.chat_words(table.row.chat_id)
        slot = self.panel_slot(table)
        if table.state == LOBBY:
            self.outbox.show(slot, lobby.lobby(table, words, self.pages.get(table.id, "")), Priority.ASKED)
            return
        before = self._shown_round.get(table.id)
        if before != table.row.round_number:
            if before:
                self._turn_page(table)
            else:  # the lobby has done its duty, and may stand far above by now
                self._bury(slot)
            self._shown_round[table.id] = table.row.round_number
        if table.setup.get("paused"):
            return
        if table.state == PLAYING and table.round is not None:
            if not table.is_private:
                self.outbox.show(slot, partial(self._panel, table, words), Priority.PANEL)
            self._show_hands(table)
        elif table.state == BETWEEN and table.round is not None and table.round.result is not None:
            user = table.row.chat_id if table.is_private else 0
            self.outbox.show(slot, self._result(table, words, user), Priority.ASKED)
            self._show_ends(table)

    def _turn_page(self, table: Table) -> None:
        """A new round: the last result stays in the chat, everything else gets new messages."""
        self.outbox.forget(self.panel_slot(table))
        for _, seat in table.people():
            if seat.user_id is not None:
                self.outbox.forget(self.hand_slot(table, seat.user_id))
        table.row.messages = {}

    def _bury(self, slot: Slot) -> None:
        """The slot's message is deleted; what the slot shows next is a new one, at the bottom of the chat."""
        old = self.outbox.message_id(slot)
        self.outbox.forget(slot)
        if old is not None:
            buried = Slot(slot.chat_id, f"said{old}", slot.topic)
            self.outbox.adopt(buried, old)
            self.outbox.drop(buried)

    def _pace_of(self, table: Table) -> float:
        """Seconds from one decision at the table to the next, lately; 0 before the second one. To be asked whenever
        the table is shown: that is how it knows."""
        now = asyncio.get_running_loop().time()
        stamp, at, mean = self._pace.get(table.id, (-1, now, 0.0))
        if stamp != table.stamp:
            mean = (mean + now - at) / 2 if mean else now - at
            self._pace[table.id] = (table.stamp, now, mean)
        return mean

    def _show_hands(self, table: Table) -> None:
        assert table.round is not None
        # Somebody who is asked again before the afterthought is due sees the new question instead.
        at_leisure = not 0 < self._pace_of(table) * len(table.people()) < self.afterthought
        for place, seat in table.people():
            user = seat.user_id
            if user is None or seat.left:
                continue
            asked = place in table.round.prompts
            whisper = self.whisper_slot(table, user)
            if self.outbox.message_id(whisper) is not None:  # most people look at their private chat only
                self.whispers.want(whisper, self.hand_content(table, place, user))
            if not (table.is_private or self.people.dm_open(user)):
                continue
            slot = self.panel_slot(table) if table.is_private else self.hand_slot(table, user)
            can_wait = not asked and self.outbox.message_id(slot) is not None
            # A hand that has just been played looks as if nothing had happened; the others are only a little behind.
            played = (table.id, user) in self._asking
            patience = min(AT_LEISURE, self.afterthought) if played and at_leisure else self.afterthought
            (self._asking.add if asked else self._asking.discard)((table.id, user))
            self.outbox.show(
                slot,
                partial(self._hand_if_playing, table, place, user),
                Priority.REST if can_wait else Priority.PROMPT,
                patience if can_wait else 0.0,
            )

    def hand_content(self, table: Table, place: int, user: int, picture: HandScene | None = None) -> Content:
        """A person's hand in their language, at the step of choosing where they are; in words unless with a
        ``picture``."""
        asked = table.asked.get(place, -1)
        step, chosen = self.choosing.get((table.id, user), (-2, ()))
        return hand.content(
            table, place, self.people.words(user), self.waits(table, place), chosen if step == asked else (), picture
        )

    def _panel(self, table: Table, words: Words) -> Content | None:
        """The panel of a round in play; None when it is over."""
        if table.state != PLAYING or table.round is None:
            return None
        picture = table_scene(table, words) if self.with_pictures(table) else None
        return table_view.panel(table, words, picture)

    def _hand_if_playing(self, table: Table, place: int, user: int) -> Content | None:
        """The hand of a person who still sits there; None when they do not, or the round is over."""
        if table.state != PLAYING or table.round is None or table.seat_of(user) != place:
            return None
        return self.private_hand(table, place, user)

    def private_hand(self, table: Table, place: int, user: int) -> Content:
        """The hand as the person's private chat shows it: a picture or words, as they like."""
        if not self.with_pictures(table, user):
            return self.hand_content(table, place, user)
        scene = hand_scene(table, place, self.people.words(user), self.waits(table, place))
        return self.hand_content(table, place, user, scene)

    def with_pictures(self, table: Table, user: int = 0) -> bool:
        """Whether the panel is a picture: the table's option, where the chat lets us send photos. For a ``user``,
        whether their hand is: their own setting, else the table's option."""
        if table.setup.get("no_picture"):
            return False
        option = bool(table.setup.get("pictures", True))
        if not user:
            return option and not table.setup.get("no_photos")
        own = self.people.setting(user, "pictures")
        return option if own is None else bool(own)

    def _result(self, table: Table, words: Words, user: int) -> Content:
        """How the round ended, for the panel (``user`` 0) or a person's chat: a picture or words, as they like."""
        picture = result_scene(table, words) if self.with_pictures(table, user) else None
        return result.result(table, words, picture)

    def waits(self, table: Table, place: int) -> dict[int, int]:
        """Tiles the seat is ready for; computed once for each state of the round."""
        assert table.round is not None
        known = self._waits.get((table.id, place))
        if known is None or known[0] != table.stamp:
            view: View = table.round.view(place)
            known = (table.stamp, table.spec.model.waits(view))
            self._waits[table.id, place] = known
        return known[1]

    def _show_ends(self, table: Table) -> None:
        """Everybody's private message shows how the round ended, without buttons."""
        if table.is_private:
            return
        for seat in table.played:
            user = seat.user_id if seat is not None else None
            if user is None:
                continue
            words = self.people.words(user)
            self.whispers.want(self.whisper_slot(table, user), Content("🏁 " + words("The round is over.")))
            if self.people.dm_open(user):
                ended = self._result(table, words, user)
                self.outbox.show(self.hand_slot(table, user), replace(ended, keyboard=()), Priority.REST)

    async def show_hand(self, table: Table, place: int, user: int) -> None:
        """Show a person's hand now, wherever they look at it."""
        if table.round is None or table.state != PLAYING:
            return
        slot = self.panel_slot(table) if table.is_private else self.hand_slot(table, user)
        if table.is_private or self.people.dm_open(user):
            self.outbox.show(slot, self.private_hand(table, place, user), Priority.PROMPT)
        self.whispers.want(self.whisper_slot(table, user), self.hand_content(table, place, user))

    async def whisper(self, table: Table, place: int, user: int, query_id: str) -> bool:
        """Show a person's hand in the group to them alone; False where the server cannot."""
        if table.is_private:
            return False
        slot = self.whisper_slot(table, user)
        return await self.whispers.show(slot, query_id, self.hand_content(table, place, user))

    async def repost(self, table: Table) -> None:
        """The table's panel again, at the bottom of its chat."""
        self._bury(self.panel_slot(table))
        await self.changed(table)

    def post_again(self, table: Table, slot: Slot, content: Content) -> None:
        """A hand again, at the bottom of the private chat."""
        self.outbox.renew(slot, content, Priority.PROMPT)

    async def hint(self, table: Table, user: int) -> str:
        """What the strongest AI would do in this person's place, and why, in one line."""
        place = table.seat_of(user)
        words = self.people.words(user)
        if place is None or table.round is None or not table.round.prompts.get(place):
            return words("It is not your turn.")
        advice = await self.host.brain.advise(AI_LEVELS[-1], table.round.view(place), table.seq)
        return hand.hint(table.spec, advice.action, advice.outlook, words)

    async def warn(self, table: Table, seats: list[int], seconds: int) -> None:
        for place in seats:
            seat = table.seats[place]
            if seat is None or seat.user_id is None:
                continue
            if not (table.is_private or self.people.dm_open(seat.user_id)):
                continue
            words = self.people.words(seat.user_id)
            text = "⏰ " + words("{seconds} seconds left, then AI plays for you.", seconds=seconds)
            slot = Slot(seat.user_id, f"w{table.id}")
            self.outbox.show(slot, Content(text), Priority.PROMPT)
            asyncio.get_running_loop().call_later(seconds + 2, self.outbox.drop, slot)

    async def closed(self, table: Table, reason: str) -> None:
        words = await self.people.chat_words(table.row.chat_id)
        content = Content(f"⏹ <b>{esc(words.term(table.row.game, 'game.name'))}</b>\n{words(reason)}")
        slot = self.panel_slot(table)
        ended = table.round is not None and table.round.result is not None
        if ended:  # the last result stays, or is still on its way
            self.say(slot.chat_id, content, slot.topic)
        else:
            self.outbox.show(slot, content, Priority.PANEL)
        for _, seat in table.people():
            user = seat.user_id
            if user is None or table.is_private or not self.people.dm_open(user):
                continue
            if ended or not table.row.round_number:
                continue  # the private chat keeps its result, or has never had a hand
            own = self.people.words(user)
            told = f"⏹ <b>{esc(own.term(table.row.game, 'game.name'))}</b>\n{own(reason)}"
            self.outbox.show(self.hand_slot(table, user), Content(told), Priority.REST)
        self._forget(table)

    def _forget(self, table: Table) -> None:
        """Nothing of a closed table will change any more."""
        self.outbox.retire(self.panel_slot(table))
        for _, seat in table.people():
            if seat.user_id is not None:
                self.outbox.retire(self.hand_slot(table, seat.user_id))
                self.outbox.forget(self.whisper_slot(table, seat.user_id))
        self.pages.pop(table.id, None)
        self._shown_round.pop(table.id, None)
        self._pace.pop(table.id, None)
        self._asking -= {key for key in self._asking if key[0] == table.id}
        for known in (self._waits, self.choosing):
            for key in [k for k in known if k[0] == table.id]:
                del known[key]

    def say(self, chat_id: int, content: Content | str, topic: int = 0) -> None:
        """A message of its own, in its turn."""
        self._said += 1
        if isinstance(content, str):
            content = Content(content)
        slot = Slot(chat_id, f"say{self._said}", topic)
        self.outbox.show(slot, content, Priority.ASKED)
        self.outbox.retire(slot)

    def rewrite(self, chat_id: int, message_id: int, content: Content) -> None:
        """Change a message that was said before."""
        slot = Slot(chat_id, f"said{message_id}")
        if self.outbox.message_id(slot) is None:
            self.outbox.adopt(slot, message_id)
        self.outbox.show(slot, content, Priority.ASKED)
        self.outbox.retire(slot)


def _table_id(slot: Slot) -> int:
    digits = slot.name[1:].partition("/")[0]
    return int(digits) if slot.name[:1] in "th" and digits.isdigit() else -1
