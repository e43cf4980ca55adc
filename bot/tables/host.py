"""Host: every table of the bot, and all that can be done with them.

Each operation takes the table's lock, changes the database first and the table after it, then tells the ``Front``.
Operations raise :class:`Refusal` when they are not allowed; then nothing has changed.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

import structlog

from engine import LEAVE, PASS, Action, Result, Round
from storage import Move, RoundRow, Store

from .brain import Brain
from .lobby import Lobby
from .refusal import Refusal
from .registry import BETWEEN_IDLE, Front
from .table import BETWEEN, CLOSED, LOBBY, PLAYING, Seat, Table

log = structlog.get_logger()

MISSED_LIMIT = 2
"""Turns in a row that may run out before the seat is on AI."""
WARN_BEFORE = 10
"""Seconds before the end of a clock at which people are warned."""
TRY_AGAIN = 5.0
"""Seconds after which a table that could not be stored tries to go on."""
ANSWER_FIRST = 0.005
"""Seconds between what a person has done and what follows from it: their press is answered before AI and panels take
their time."""


class Host(Lobby):
    """All tables, and everything that happens at them."""

    def __init__(self, store: Store, brain: Brain, front: Front, now: Callable[[], float] = time.time) -> None:
        super().__init__(store, brain, front, now)
        self._tasks: set[asyncio.Task[None]] = set()
        self._lost: list[Table] = []
        self.try_again = TRY_AGAIN

    # --- life of the host ---------------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Load every open table; returns how many. A table whose round cannot be replayed is closed, the others go
        on."""
        rows = await self.store.open_tables()
        playing = [r.round_id for r in rows if r.state in (PLAYING, BETWEEN) and r.round_id is not None]
        rounds = await self.store.rounds(playing)
        scores = await self.store.table_scores([r.id for r in rows])
        for row in rows:
            try:
                table = Table.from_row(row, rounds.get(row.round_id or 0), scores.get(row.id, {}))
            except (ValueError, KeyError) as error:
                log.error("table cannot be restored", table=row.id, error=str(error))
                self._lost.append(Table.without_round(row))
                row.state = CLOSED
                await self.store.save_table(row)
                continue
            self.tables[table.id] = table
        return len(self.tables)

    def resume(self) -> None:
        """After :meth:`restore`: play on where AI is to move, show every table, and tell those that are lost."""
        for table in self._lost:
            self._spawn(
                self.front.closed(table, "The rules have changed since this round began; the table is closed.")
            )
        self._lost.clear()
        for table in list(self.tables.values()):
            self.go_on(table)

    async def watch(self, every: float = 0.5) -> None:
        """Look after clocks until cancelled."""
        while True:
            await asyncio.sleep(every)
            await self.tick()

    async def tick(self) -> None:
        """Act on every clock that has run out."""
        now = self.now()
        for table in list(self.tables.values()):
            deadline = table.row.deadline
            if deadline is None or table.setup.get("paused"):
                continue
            if now >= deadline:
                self._spawn(self._run_out(table, deadline))
            elif (
                table.state == PLAYING
                and not table.warned
                and now >= deadline - WARN_BEFORE
                and table.clock > 2 * WARN_BEFORE
            ):
                table.warned = True
                self._spawn(self.front.warn(table, table.waiting_for(), WARN_BEFORE))

    def _spawn(self, work: Awaitable[None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception:
                log.exception("table work failed")

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def go_on(self, table: Table) -> None:
        """Let AI play and show the table, in the background."""
        self._spawn(self._advance(table))

    async def settle_down(self) -> None:
        """Wait until nothing is going on in the background."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- seats --------------------------------------------------------------------------------------------------

    async def join(self, table: Table, user_id: int, name: str) -> None:
        """Take a free seat, or come back to one's own."""
        async with table.lock:
            mine = table.seat_of(user_id)
            if mine is not None:
                seat = table.seats[mine]
                assert seat is not None
                if not seat.away:
                    raise Refusal("You are already at this table.")
                await self._come_back(table, seat)
                return
            if table.state not in (LOBBY, BETWEEN):
                raise Refusal("The round has begun. You can join after it.")
            place = table.free_seat()
            if place is None:
                raise Refusal("All seats are taken.")
            table.seats[place] = Seat(user_id, name)
            table.other_players()
            await self._save(table)
        await self.front.changed(table)

    async def leave(self, table: Table, user_id: int) -> None:
        """Give up one's seat: in the lobby it is free again, in a round AI plays it to the end."""
        async with table.lock:
            place = table.seat_of(user_id)
            seat = table.seats[place] if place is not None else None
            if place is None or seat is None or (seat.left and table.state == PLAYING):
                raise Refusal("You are not at this table.")
            if table.state == PLAYING:
                seat.away, seat.left = True, True
                if table.round is not None and table.round.may_leave(place):
                    await self._commit(table, place, LEAVE, user_id)
            elif table.state == BETWEEN:
                table.seats[place] = Seat()
                table.other_players()
            else:
                table.seats[place] = None
            if user_id == table.row.host_id:
                others = [s.user_id for _, s in table.people() if s.user_id != user_id and not s.left]
                if others and others[0] is not None:
                    table.row.host_id = others[0]
            empty = not [s for _, s in table.people() if not s.left]
            if not empty:
                await self._save(table)
        if empty:
            await self.close(table, "Everybody has left, the table is closed.")
        else:
            self.go_on(table)

    # --- rounds -------------------------------------------------------------------------------------------------

    async def start(self, table: Table) -> None:
        """Deal the first or the next round; AI takes the seats that are empty."""
        async with table.lock:
            self._need(table, LOBBY, BETWEEN)
            if not table.people():
                raise Refusal("Somebody has to sit down first.")
            table.seats = [s if s is not None else Seat() for s in table.seats]
            for i, seat in enumerate(table.seats):
                if seat is not None and seat.left:
                    table.seats[i] = Seat()
                    table.other_players()
            if not table.people():
                raise Refusal("Somebody has to sit down first.")
            await self._deal(table)
        self.go_on(table)

    async def _deal(self, table: Table) -> None:
        row, spec = table.row, table.spec
        seed = secrets.token_bytes(16)
        dealer = row.dealer if row.dealer is not None else spec.first_dealer
        if dealer is None:
            dealer = secrets.randbelow(spec.seats)
        round_ = Round.deal(row.game, table.options, seed, dealer, carry=row.carry)
        row.dealer = dealer
        row.state = PLAYING
        row.round_number += 1
        row.updated = self.now()
        table.begin(round_)
        row.deadline = None
        self._set_deadline(table)
        made = RoundRow(
            0,
            row.id,
            row.round_number,
            row.game,
            spec.version,
            table.options.changed(),
            seed,
            dealer,
            dict(row.carry),
        )
        await self.store.start_round(table.to_row(), made, self.now())

    async def act(self, table: Table, user_id: int, asked: int, action: Action) -> None:
        """A person answers question ``asked`` of their seat. Refusal for anybody else, for an older question, and
        for an action that is not open."""
        async with table.lock:
            seat = self._seat_to_act(table, user_id)
            round_ = table.round
            assert round_ is not None
            if table.asked.get(seat) != asked or action not in round_.prompts.get(seat, ()):
                raise Refusal("Too late, the game has moved on.")
            held = table.seats[seat]
            assert held is not None
            held.missed = 0
            await self._commit(table, seat, action, user_id)
        self.go_on(table)

    def _seat_to_act(self, table: Table, user_id: int) -> int:
        if table.state != PLAYING or table.round is None:
            raise Refusal("No round is being played.")
        seat = table.seat_of(user_id)
        if seat is None:
            raise Refusal("You are not at this table.")
        held = table.seats[seat]
        if held is not None and held.away:
            raise Refusal("AI is playing your seat. Press “I'm back” first.")
        if seat not in table.round.prompts:
            raise Refusal("It is not your turn.")
        return seat

    async def _commit(self, table: Table, seat: int, action: Action, by: int | None) -> None:
        """Play on a copy, store, and only then make the copy the table's round."""
        assert table.round is not None
        assert table.row.round_id is not None
        new = table.round.copy()
        events = new.act(seat, action)
        move = Move(table.seq, seat, action.write(table.spec.tiles), by)
        if new.result is not None:
            await self._end_round(table, [move], new.result)
        else:
            await self.store.append(table.row.round_id, [move], self.now())
        table.advance(new, seat, events)

    async def _advance(self, table: Table) -> None:
        """AI plays every seat that is its own until people are asked; then the table is shown."""
        await asyncio.sleep(ANSWER_FIRST)
        try:
            async with table.lock:
                if table.state == PLAYING and table.round is not None:
                    await self._play_ai(table)
                if table.state == PLAYING:
                    self._set_deadline(table)
                    await self._save(table)
        except Exception:  # the disk is full: nobody is asked, so nobody could get the table going again
            log.exception("table cannot go on, trying again", table=table.id, seconds=self.try_again)
            await asyncio.sleep(self.try_again)
            self.go_on(table)
            return
        if table.id in self.tables:
            await self.front.changed(table)

    async def _play_ai(self, table: Table, once: Iterable[int] = ()) -> None:
        """Moves of AI seats, and one move for each seat in ``once``; stored together before anybody is told."""
        round_ = table.round
        assert round_ is not None
        assert table.row.round_id is not None
        extra = set(once)
        moves: list[Move] = []
        steps: list[tuple[Round, int, Any]] = []
        while round_.result is None:
            seat = next((s for s in sorted(round_.prompts) if self._by_ai(table, s) or s in extra), None)
            if seat is None:
                break
            extra.discard(seat)
            place = table.seq + len(moves)
            action = await self._ai_choice(table, round_, seat, place)
            new = round_.copy()
            steps.append((new, seat, new.act(seat, action)))
            moves.append(Move(place, seat, action.write(table.spec.tiles), None))
            round_ = new
        if not moves and round_.result is None:
            return
        if round_.result is not None:  # also a round that the deal itself has ended: nobody was ever asked
            await self._end_round(table, moves, round_.result)
        else:
            await self.store.append(table.row.round_id, moves, self.now())
        for new, seat, events in steps:
            table.advance(new, seat, events)

    async def _ai_choice(self, table: Table, round_: Round, seat: int, place: int) -> Action:
        """What AI does; a mistake in its thinking must not stop a table, so then it takes the plainest choice."""
        try:
            return await self.brain.choose(table.level, round_.view(seat), place)
        except Exception:
            log.exception("AI cannot choose", table=table.id, game=table.row.game)
            legal = round_.prompts[seat]
            return PASS if PASS in legal else legal[-1]

    def _by_ai(self, table: Table, seat: int) -> bool:
        held = table.seats[seat]
        return held is None or held.is_ai

    async def _end_round(self, table: Table, moves: list[Move], result: Result) -> None:
        row = table.row
        ended = replace(
            table.to_row(), state=BETWEEN, dealer=result.next_dealer, carry=dict(result.carry),
            deadline=self.now() + BETWEEN_IDLE,
        )  # fmt: skip
        scores = []
        for seat, gain in enumerate(result.net):
            held = table.seats[seat]
            scores.append((seat, held.user_id if held else None, gain, seat in result.winners))
        await self.store.end_round(ended, moves, result.kind, scores, self.now())
        # Only what is stored has happened; until here the last question was open.
        row.state, row.dealer, row.carry, row.deadline = ended.state, ended.dealer, ended.carry, ended.deadline
        table.scores = [score + gain for score, gain in zip(table.scores, result.net, strict=True)]

    # --- clocks and absence -------------------------------------------------------------------------------------

    async def _run_out(self, table: Table, deadline: float) -> None:
        if table.state != PLAYING:
            words = (
                "Nobody started, so the table is closed."
                if table.state == LOBBY
                else "Nobody went on, so the table is closed."
            )
            if table.row.deadline == deadline:
                await self.close(table, words)
            return
        async with table.lock:
            if table.row.deadline != deadline or table.state != PLAYING:
                return  # somebody acted while we waited for the lock
            late = table.waiting_for()
            for s in late:
                held = table.seats[s]
                assert held is not None
                held.missed += 1
                held.away = held.missed >= MISSED_LIMIT
            await self._play_ai(table, once=late)
            self._set_deadline(table)
            await self._save(table)
        await self.front.changed(table)

    async def come_back(self, table: Table, user_id: int) -> None:
        """“I'm back”: the person plays their seat again."""
        async with table.lock:
            place = table.seat_of(user_id)
            seat = table.seats[place] if place is not None else None
            if seat is None:
                raise Refusal("You are not at this table.")
            if not seat.away:
                raise Refusal("You are already playing your seat.")
            await self._come_back(table, seat)

    async def _come_back(self, table: Table, seat: Seat) -> None:
        seat.away = seat.left = False
        seat.missed = 0
        self._set_deadline(table)
        await self._save(table)
        self.go_on(table)

    async def removed_from_chat(self, chat_id: int, user_id: int) -> None:
        """A person is no longer in the group: AI takes their seats there."""
        for table in [t for t in self.tables.values() if t.row.chat_id == chat_id]:
            if table.seat_of(user_id) is not None:
                try:
                    await self.leave(table, user_id)
                except Refusal:
                    continue

    # --- ending -------------------------------------------------------------------------------------------------

    async def vote_end(self, table: Table, user_id: int, may_decide: bool) -> tuple[int, int]:
        """End the table by the host or an admin (``may_decide``) at once, otherwise by more than half of the
        people at it. Returns (votes, votes needed). An unfinished round is void: none of its payments count."""
        async with table.lock:
            people = [s.user_id for _, s in table.people() if not s.left]
            if not may_decide and user_id not in people:
                raise Refusal("Only people at the table can vote.")
            table.votes.add(user_id)
            needed = len(people) // 2 + 1
            votes = len(table.votes & {p for p in people if p is not None})
            enough = may_decide or votes >= needed
        if enough:
            playing = table.state == PLAYING
            sentence = (
                "The table is closed. An unfinished round does not count." if playing else "The table is closed."
            )
            await self.close(table, sentence)
        else:
            await self.front.changed(table)
        return votes, needed

    async def close(self, table: Table, reason: str) -> None:
        async with table.lock:
            if table.state == CLOSED:
                return
            table.row.state = CLOSED
            table.row.deadline = None
            await self.store.save_table(table.to_row())
            self.tables.pop(table.id, None)
        await self.front.closed(table, reason)

    async def pause(self, table: Table, why: str) -> None:
        """Stop the clock: the chat cannot be reached. Empty ``why`` resumes."""
        async with table.lock:
            if table.setup.get("paused", "") == why:
                return
            if why:
                table.setup["paused"] = why
            else:
                table.setup.pop("paused", None)
                table.row.deadline = None
                self._set_deadline(table)
            await self._save(table)
        if not why:
            self.go_on(table)

    async def move_chat(self, old: int, new: int) -> None:
        """The group became a supergroup with a new id."""
        await self.store.migrate_chat(old, new)
        for table in self.tables.values():
            if table.row.chat_id == old:
                async with table.lock:
                    table.row.chat_id = new
                    table.row.messages = {k: v for k, v in table.row.messages.items() if k != "panel"}
                    await self._save(table)
                self.go_on(table)
