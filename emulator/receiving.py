"""How the bot receives: getUpdates, and webhooks with ordered delivery per chat."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from typing import Any
from urllib.parse import urlsplit

import httpx

from emulator.errors import bad_request, conflict
from emulator.parsing import Call, read_call
from emulator.updates import Update
from emulator.world import World

_LOG = logging.getLogger(__name__)
_LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


class Receiver:
    """The bot's one way of getting updates: polling, or a webhook while one is set."""

    def __init__(self, world: World, resend_after: float = 1.0, answer_timeout: float = 60.0) -> None:
        self.world = world
        #: Telegram waits up to a minute before it sends an unanswered update again.
        self.resend_after = resend_after
        self.answer_timeout = answer_timeout
        self.url = ""
        self._secret: str | None = None
        self._max_connections = 40
        self._lines: dict[Any, deque[Update]] = {}
        self._workers: dict[Any, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(40)
        self._client: httpx.AsyncClient | None = None
        self._last_error: tuple[int, str] | None = None

    async def get_updates(self, call: Call) -> list[Update]:
        """getUpdates"""
        values = read_call(call)
        if self.url:
            raise conflict(
                "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
            )
        queue = self.world.updates
        queue.allow(values.get("allowed_updates"))
        limit = min(100, max(1, values.get("limit", 100)))
        timeout = min(50, max(0, values.get("timeout", 0)))
        return await queue.poll(values.get("offset"), limit, timeout, self.world.closing)

    async def set_webhook(self, call: Call) -> bool:
        """setWebhook; an empty url removes the webhook."""
        values = read_call(call)
        if not values["url"]:
            return await self._remove(bool(values.get("drop_pending_updates")))
        address = urlsplit(values["url"])
        if address.scheme != "https" and not (address.scheme == "http" and address.hostname in _LOOPBACK):
            raise bad_request("bad webhook: an HTTPS URL must be provided for webhook")
        secret = values.get("secret_token")
        if secret is not None and not _SECRET.fullmatch(secret):
            raise bad_request("secret token contains unallowed characters")
        await self._remove(bool(values.get("drop_pending_updates")))
        queue = self.world.updates
        queue.allow(values.get("allowed_updates"))
        queue.interrupt("terminated by setWebhook request")
        self.url, self._secret = values["url"], secret
        self._max_connections = min(100, max(1, values.get("max_connections", 40)))
        self._slots = asyncio.Semaphore(self._max_connections)
        self._client = httpx.AsyncClient(timeout=self.answer_timeout, trust_env=False)
        self._last_error = None
        queue.push = self._push
        for update in queue.take_all():
            self._push(update)
        return True

    async def delete_webhook(self, call: Call) -> bool:
        """deleteWebhook"""
        return await self._remove(bool(read_call(call).get("drop_pending_updates")))

    def webhook_info(self, call: Call) -> dict[str, Any]:
        """getWebhookInfo"""
        read_call(call)
        pending = sum(map(len, self._lines.values())) + len(self.world.updates)
        body: dict[str, Any] = {
            "url": self.url, "has_custom_certificate": False, "pending_update_count": pending,
        }  # fmt: skip
        if self.url:
            body["max_connections"] = self._max_connections
        if self._last_error is not None:
            body["last_error_date"], body["last_error_message"] = self._last_error
        if self.world.updates.allowed is not None:
            body["allowed_updates"] = sorted(self.world.updates.allowed)
        return body

    def drop(self) -> None:
        """Forget updates on their way (the world is reset)."""
        for line in self._lines.values():
            line.clear()

    async def close(self) -> None:
        """Stop delivering."""
        await self._remove(drop=True)

    async def _remove(self, drop: bool) -> bool:
        queue = self.world.updates
        queue.push = None
        workers = list(self._workers.values())
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
        undelivered = sorted((u for line in self._lines.values() for u in line), key=lambda u: u["update_id"])
        self._workers.clear()
        self._lines.clear()
        if self._client is not None:
            await self._client.aclose()
            self._client = None
        self.url = ""
        if drop:
            queue.drop()
        else:
            queue.put_back(undelivered)
        return True

    def _push(self, update: Update) -> None:
        key = _line_of(update)
        line = self._lines.setdefault(key, deque())
        line.append(update)
        if key not in self._workers:
            self._workers[key] = asyncio.get_running_loop().create_task(self._deliver(key, line))

    async def _deliver(self, key: Any, line: deque[Update]) -> None:
        """One chat's updates, one after the other: the next goes when the last was answered with 2xx."""
        try:
            while line:
                if await self._post(line[0]):
                    # A reset may have emptied the line meanwhile.
                    if line:
                        line.popleft()
                else:
                    await asyncio.sleep(self.resend_after)
        finally:
            self._workers.pop(key, None)
            if not line:
                self._lines.pop(key, None)

    async def _post(self, update: Update) -> bool:
        assert self._client is not None
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret} if self._secret else {}
        async with self._slots:
            try:
                answer = await self._client.post(self.url, json=update, headers=headers)
            except httpx.HTTPError as error:
                self._note_error(f"Connection failed: {type(error).__name__}")
                return False
        if answer.is_success:
            return True
        self._note_error(f"Wrong response from the webhook: {answer.status_code} {answer.reason_phrase}")
        return False

    def _note_error(self, words: str) -> None:
        self._last_error = (self.world.date, words)
        _LOG.debug("webhook: %s", words)


def _line_of(update: Update) -> Any:
    """The chat an update belongs to; order is kept within it."""
    for kind, body in update.items():
        if kind == "callback_query":
            return body.get("message", {}).get("chat", {}).get("id")
        if isinstance(body, dict) and "chat" in body:
            return body["chat"]["id"]
    return None
