"""Reading a call: from strings, JSON and uploads to checked values, or a refusal that names the field."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from emulator.errors import Refusal, bad_request
from emulator.fields import METHODS, MISSING_WORDS, OBJECTS, PARSE_WORDS, SENT_ALONG, Field, Table


@dataclass
class Upload:
    """A file that came with the request."""

    content: bytes
    name: str | None
    mime: str


@dataclass
class Call:
    """One call as it arrived: raw values and uploads by field name."""

    method: str
    values: dict[str, Any] = field(default_factory=dict)
    uploads: dict[str, Upload] = field(default_factory=dict)


_TRUE = frozenset({"true", "True", "yes", "1"})
_FALSE = frozenset({"false", "False", "no", "0", ""})


def read_call(call: Call) -> dict[str, Any]:
    """Check a call against its method's table and return its values in Python types."""
    fields = METHODS[call.method]
    _refuse_unknown(call, fields)
    values: dict[str, Any] = {}
    for spec in fields.values():
        if spec.type == "file" and spec.name in call.uploads:
            values[spec.name] = call.uploads[spec.name]
            continue
        raw = call.values.get(spec.name)
        if raw is None:
            if spec.required:
                raise bad_request(MISSING_WORDS.get(spec.name, f"{spec.name} is empty"))
            continue
        values[spec.name] = _convert(spec, raw)
    return values


def _refuse_unknown(call: Call, fields: Table) -> None:
    tolerated = SENT_ALONG if call.method.startswith(("send", "edit")) else frozenset()
    for name in call.values:
        if name not in fields and name not in tolerated:
            raise bad_request(f'unknown field "{name}" in {call.method}')
    for name in call.uploads:
        spec = fields.get(name)
        if (spec is None or spec.type != "file") and not _attached(call, name):
            raise bad_request(f'unknown file field "{name}" in {call.method}')


def _attached(call: Call, name: str) -> bool:
    mark = f"attach://{name}"
    return any(isinstance(value, str) and mark in value for value in call.values.values()) or any(
        mark in json.dumps(value) for value in call.values.values() if not isinstance(value, str)
    )


def _convert(spec: Field, raw: Any) -> Any:
    kind = spec.type
    if kind in ("str", "file"):
        if isinstance(raw, (dict, list, bool)):
            raise bad_request(f"invalid {spec.name} specified")
        return str(raw)
    if kind == "int":
        return _integer(spec.name, raw)
    if kind == "bool":
        return _boolean(spec.name, raw)
    if kind == "chat":
        return _chat_id(spec.name, raw)
    words = PARSE_WORDS.get(spec.name, f"can't parse {spec.name}")
    value = _json(words, raw)
    if kind == "markup":
        return _markup(value)
    return _nested(words, kind, value)


def _integer(name: str, raw: Any) -> int:
    try:
        if isinstance(raw, bool):
            raise ValueError
        return int(raw)
    except (TypeError, ValueError):
        raise bad_request(f"invalid {name} specified") from None


def _boolean(name: str, raw: Any) -> bool:
    text = str(raw)
    if text in _TRUE:
        return True
    if text in _FALSE:
        return False
    raise bad_request(f"invalid {name} specified: a boolean is expected")


def _chat_id(name: str, raw: Any) -> int | str:
    text = str(raw).strip()
    if not text:
        raise bad_request(f"{name} is empty")
    if text.lstrip("-").isdigit():
        return int(text)
    if text.startswith("@"):
        return text
    raise bad_request("chat not found")


def _json(words: str, raw: Any) -> Any:
    if not isinstance(raw, str):
        return raw
    try:
        return json.loads(raw)
    except ValueError:
        raise bad_request(words) from None


def _markup(value: Any) -> dict[str, Any]:
    words = PARSE_WORDS["reply_markup"]
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    for key, name in (
        ("inline_keyboard", "InlineKeyboardMarkup"), ("keyboard", "ReplyKeyboardMarkup"),
        ("remove_keyboard", "ReplyKeyboardRemove"), ("force_reply", "ForceReply"),
    ):  # fmt: skip
        if key in value:
            checked: dict[str, Any] = _nested(PARSE_WORDS.get(key, words), name, value)
            return checked
    if value:
        raise bad_request(f'unknown field "{next(iter(value))}" in reply_markup')
    return {}


def _nested(words: str, kind: str, value: Any) -> Any:
    """Check JSON against a type of the tables."""
    if kind == "any":
        return value
    if kind.startswith("["):
        if not isinstance(value, list):
            raise bad_request(f"{words}: expected an Array")
        return [_nested(words, kind[1:-1], item) for item in value]
    if kind in OBJECTS:
        return _object(words, kind, value)
    return _scalar(words, kind, value)


def _object(words: str, kind: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise bad_request(f"{words}: expected an Object")
    fields = OBJECTS[kind]
    for name in value:
        if name not in fields:
            raise bad_request(f'{words}: unknown field "{name}" in {kind}')
    checked: dict[str, Any] = {}
    for spec in fields.values():
        item = value.get(spec.name)
        if item is None:
            if spec.required:
                raise bad_request(f'{words}: Can\'t find field "{spec.name}"')
            continue
        checked[spec.name] = _nested_field(words, spec, item)
    return checked


def _nested_field(words: str, spec: Field, item: Any) -> Any:
    try:
        return _nested(words, spec.type, item)
    except Refusal:
        raise
    except (TypeError, ValueError) as error:
        raise bad_request(f'{words}: Field "{spec.name}" must be {error}') from None


def _scalar(words: str, kind: str, value: Any) -> Any:
    """JSON values are typed, so unlike form fields they must have the right type."""
    if kind == "str":
        if not isinstance(value, str):
            raise TypeError("of type String")
        return value
    if kind == "int":
        if isinstance(value, bool) or not str(value).lstrip("-").isdigit():
            raise TypeError("a Number")
        return int(value)
    if kind == "bool":
        if not isinstance(value, bool):
            raise TypeError("of type Boolean")
        return value
    return _chat_id("chat_id", value)
