"""Lobby: what is decided at a table before a round: game, rules, seats for AI, clock."""

from __future__ import annotations

from typing import Any

from engine import OptionError, games
from storage import TableRow

from .refusal import Refusal
from .registry import LOBBY_IDLE, Tables
from .table import AI_LEVELS, BETWEEN, CLOCKS, LOBBY, PLAYING, Seat, Table


class Lobby(Tables):
    """The part of the host that works on tables that are not playing."""

    async def open_table(
        self,
        chat_id: int,
        topic_id: int,
        user_id: int,
        name: str,
        game: str,
        options: dict[str, Any] | None = None,
        setup: dict[str, Any] | None = None,
    ) -> Table:
        """A new lobby with ``user_id`` as its host, already seated. Refusal when the chat has a table."""
        if self.table_in(chat_id, topic_id) is not None:
            raise Refusal("There is already a table here. /table shows it, /endgame closes it.")
        spec = games.get(game)
        try:
            chosen = spec.options.of(options)
        except OptionError:
            chosen = spec.options()
        now = self.now()
        row = TableRow(
            0, chat_id, topic_id, game, chosen.changed(), dict(setup or {}), LOBBY, user_id, created=now, updated=now
        )
        table = Table(row, chosen, [Seat(user_id, name), *[None] * (spec.seats - 1)])
        table.scores = [0] * spec.seats
        row.deadline = now + LOBBY_IDLE
        row.id = await self.store.create_table(table.to_row())
        self.tables[row.id] = table
        return table

    async def fill_with_ai(self, table: Table) -> None:
        """AI takes the empty seats; once all are taken, a second time empties its seats again."""
        async with table.lock:
            self._need(table, LOBBY)
            if any(s is None for s in table.seats):
                table.seats = [s if s is not None else Seat() for s in table.seats]
            else:
                table.seats = [s if s is not None and s.user_id is not None else None for s in table.seats]
            await self._save(table)
        await self.front.changed(table)

    async def set_game(self, table: Table, game: str, options: dict[str, Any], setup: dict[str, Any]) -> None:
        """Choose another game; people keep their seats as far as it has seats. Refusal when it has too few."""
        async with table.lock:
            self._need(table, LOBBY)
            spec = games.get(game)
            seated = [s for _, s in table.people()]
            if len(seated) > spec.seats:
                raise Refusal(
                    "{count} people sit here; that game has {seats} seats.", count=len(seated), seats=spec.seats
                )
            table.seats = [*seated, *[None] * (spec.seats - len(seated))]
            table.scores = [0] * spec.seats
            table.row.game = game
            table.options = spec.options.of(options)
            table.row.setup = {**table.row.setup, **setup}
            await self._save(table)
        await self.front.changed(table)

    async def set_option(self, table: Table, name: str, value: Any) -> None:
        """Change a rule of the table before a round."""
        async with table.lock:
            self._need(table, LOBBY, BETWEEN)
            try:
                table.options = table.options.replaced(name, value)
            except OptionError as error:
                raise Refusal("That does not fit: {why}", why=str(error)) from None
            table.setup.pop("preset", None)
            await self._save(table)
        await self.front.changed(table)

    async def set_preset(self, table: Table, preset: str) -> None:
        """Take all options of a preset."""
        async with table.lock:
            self._need(table, LOBBY, BETWEEN)
            table.options = table.spec.options.of(table.spec.presets.get(preset, {}))
            table.setup["preset"] = preset
            await self._save(table)
        await self.front.changed(table)

    async def set_setup(self, table: Table, name: str, value: Any) -> None:
        """Change clock, AI level or pictures; takes effect at the next decision."""
        async with table.lock:
            allowed = {"clock": CLOCKS, "level": AI_LEVELS, "pictures": (True, False)}
            if value not in allowed.get(name, ()):
                raise Refusal("That does not fit: {why}", why=f"{name}={value}")
            table.setup[name] = value
            await self._save(table)
        await self.front.changed(table)

    def _need(self, table: Table, *states: str) -> None:
        if table.state not in states:
            raise Refusal("Not now: the table is playing." if table.state == PLAYING else "This table is closed.")
