"""The Bot API over HTTP: /bot<token>/<method> and /file/bot<token>/<path>."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from emulator.errors import Refusal, bad_request, not_found, unauthorized
from emulator.faults import Fault
from emulator.methods import carry_out, method_name
from emulator.parsing import Call, Upload
from emulator.receiving import Receiver
from emulator.world import World

_LOG = logging.getLogger(__name__)
_FORM = "application/x-www-form-urlencoded"


class Json(Response):
    """A JSON answer without Starlette's re-encoding options: this is the hot path."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


class LostAnswer(Response):
    """The answer of a call that was carried out but never heard of again."""

    def __init__(self, how: str, seconds: float) -> None:
        super().__init__()
        self._how = how
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._how == "hang":
            await _until_disconnect(receive, self._seconds)
        # A body shorter than announced makes the server drop the connection: the caller sees a broken answer.
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"{", "more_body": True})
        raise ConnectionAbortedError("answer lost on purpose")


async def _until_disconnect(receive: Receive, seconds: float) -> None:
    async def watch() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    try:
        await asyncio.wait_for(watch(), seconds)
    except TimeoutError:
        return


def bot_api(world: World, receiver: Receiver) -> Callable[[Request], Awaitable[Response]]:
    """Make the endpoint for all methods."""

    async def endpoint(request: Request) -> Response:
        chat_id: int | None = None
        method = request.path_params["method"]
        try:
            _check_token(world, request.path_params["token"])
            method = method_name(method)
            call = await _read_request(request, method)
            chat_id = _chat_of(call)
            fault = world.faults.strike(method, chat_id)
            if fault is not None:
                await _strike_before(fault)
            result = await _perform(world, receiver, call)
        except Refusal as refusal:
            world.stats.note_call(world.clock.now(), method, chat_id, refusal.code)
            return Json(refusal.payload(), status_code=refusal.code)
        except Exception:
            # A mistake of the emulator itself must look like one to the bot, and be seen in the log.
            _LOG.exception("the emulator failed at %s", method)
            world.stats.note_call(world.clock.now(), method, chat_id, 500)
            return Json(Refusal(500, "Internal Server Error").payload(), status_code=500)
        world.stats.note_call(world.clock.now(), method, chat_id, 200)
        if fault is not None and fault.kind == "lost":
            return LostAnswer(fault.how, fault.seconds)
        return Json({"ok": True, "result": result})

    return endpoint


def bot_file(world: World) -> Callable[[Request], Awaitable[Response]]:
    """Make the endpoint for file downloads."""

    async def endpoint(request: Request) -> Response:
        try:
            _check_token(world, request.path_params["token"])
        except Refusal as refusal:
            return Json(refusal.payload(), status_code=refusal.code)
        path = request.path_params["path"]
        for stored in world.files.values():
            if stored.path == path:
                return Response(stored.content, media_type=stored.mime)
        return Json(not_found().payload(), status_code=404)

    return endpoint


def _check_token(world: World, token: str) -> None:
    if token != world.token:
        number, _, secret = token.partition(":")
        raise unauthorized() if number.isdigit() and secret else not_found()


async def _strike_before(fault: Fault) -> None:
    refusal = fault.refusal()
    if refusal is not None:
        raise refusal
    if fault.kind == "slow":
        await asyncio.sleep(fault.seconds)


async def _perform(world: World, receiver: Receiver, call: Call) -> Any:
    match call.method:
        case "getUpdates":
            return await receiver.get_updates(call)
        case "setWebhook":
            return await receiver.set_webhook(call)
        case "deleteWebhook":
            return await receiver.delete_webhook(call)
        case "getWebhookInfo":
            return receiver.webhook_info(call)
    return carry_out(world, call)


def _chat_of(call: Call) -> int | None:
    raw = str(call.values.get("chat_id", ""))
    return int(raw) if raw.lstrip("-").isdigit() else None


async def _read_request(request: Request, method: str) -> Call:
    call = Call(method)
    if request.url.query:
        call.values.update(parse_qsl(request.url.query, keep_blank_values=True))
    if request.method != "POST":
        return call
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind == "multipart/form-data":
        await _read_multipart(request, call)
        return call
    body = await request.body()
    if not body:
        return call
    if kind == "application/json":
        call.values.update(_json_object(body))
    elif kind == _FORM:
        call.values.update(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    else:
        raise bad_request(f"unsupported content type {kind or '(none)'}")
    return call


def _json_object(body: bytes) -> dict[str, Any]:
    try:
        value = json.loads(body)
    except ValueError:
        raise bad_request("can't parse JSON object") from None
    if not isinstance(value, dict):
        raise bad_request("JSON object expected")
    return value


async def _read_multipart(request: Request, call: Call) -> None:
    async with request.form(max_files=50, max_fields=200, max_part_size=4 * 1024 * 1024) as form:
        for name, value in form.multi_items():
            if isinstance(value, UploadFile):
                mime = value.content_type or "application/octet-stream"
                call.uploads[name] = Upload(await value.read(), value.filename, mime)
            else:
                call.values[name] = value
