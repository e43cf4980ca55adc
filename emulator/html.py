"""parse_mode=HTML as Telegram reads it, with its own refusals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from emulator.errors import Refusal, bad_request
from emulator.limits import utf16_length

Entity = dict[str, Any]

_PLAIN = {
    "b": "bold", "strong": "bold",
    "i": "italic", "em": "italic",
    "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough",
    "code": "code", "pre": "pre", "tg-spoiler": "spoiler",
}  # fmt: skip
_KNOWN_TAGS = frozenset(_PLAIN) | {"a", "span", "blockquote", "tg-emoji", "tg-time"}
_NAMED_CHARS = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHAR_REFERENCE = re.compile(r"&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot))(;?)")
_TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
_PLAIN_RUN = re.compile(r"[^<&]+")
_TAG_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"""\s*([a-zA-Z-]+)\s*(?:=\s*("[^"]*"|'[^']*'|[a-zA-Z0-9.\-]+))?""")
_AUTO = re.compile(
    r"(?P<url>https?://[^\s<>]+|\bt\.me/[^\s<>]+)"
    r"|(?<![\w/@])(?P<mention>@[A-Za-z][A-Za-z0-9_]{3,31})"
    r"|(?<![\w/])(?P<bot_command>/[A-Za-z0-9_]{1,32}(?:@[A-Za-z0-9_]{3,32})?)(?![\w/])"
)


@dataclass
class _Open:
    tag: str
    kind: str
    offset: int
    extra: dict[str, Any]


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """Split HTML into plain text and entities, or refuse with "can't parse entities: ..."."""
    return _Parser(source).run()


def plain_entities(text: str, entities: list[Entity] | None = None) -> list[Entity]:
    """Add the entities Telegram finds by itself: commands, links and mentions."""
    given = list(entities or [])
    covered = [(e["offset"], e["offset"] + e["length"]) for e in given if e["type"] in ("code", "pre", "text_link")]
    if "/" not in text and "@" not in text:
        return given
    for match in _AUTO.finditer(text):
        start = utf16_length(text[: match.start()])
        length = utf16_length(match.group())
        if not any(low < start + length and start < high for low, high in covered):
            given.append({"type": match.lastgroup, "offset": start, "length": length})
    given.sort(key=lambda e: (e["offset"], -e["length"]))
    return given


def trim(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """Strip the white space around a message, as Telegram does, and keep the entities in place."""
    stripped = text.lstrip()
    shift = utf16_length(text) - utf16_length(stripped)
    stripped = stripped.rstrip()
    end = utf16_length(stripped)
    kept: list[Entity] = []
    for entity in entities:
        low = max(0, entity["offset"] - shift)
        high = min(end, entity["offset"] + entity["length"] - shift)
        if high > low:
            kept.append({**entity, "offset": low, "length": high - low})
    return stripped, kept


class _Parser:
    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text: list[str] = []
        self.length = 0
        self.stack: list[_Open] = []
        self.entities: list[Entity] = []

    def run(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == "<":
                self._end_tag() if self.source.startswith("</", self.at) else self._start_tag()
            elif char == "&":
                self._reference()
            else:
                self._run_of_text()
        if self.stack:
            raise self._refuse(f'Can\'t find end tag corresponding to start tag "{self.stack[-1].tag}"')
        self.entities.sort(key=lambda e: (e["offset"], -e["length"]))
        return "".join(self.text), self.entities

    def _refuse(self, reason: str) -> Refusal:
        return bad_request(f"can't parse entities: {reason}")

    def _byte(self, at: int) -> int:
        return len(self.source[:at].encode())

    def _emit(self, text: str) -> None:
        self.text.append(text)
        self.length += utf16_length(text)

    def _run_of_text(self) -> None:
        match = _PLAIN_RUN.match(self.source, self.at)
        assert match is not None
        self._emit(match.group())
        self.at = match.end()

    def _reference(self) -> None:
        match = _CHAR_REFERENCE.match(self.source, self.at)
        if match is None:
            self._emit("&")
            self.at += 1
            return
        decimal, hexadecimal, name, _ = match.groups()
        if name:
            self._emit(_NAMED_CHARS[name])
        else:
            code = int(decimal) if decimal else int(hexadecimal, 16)
            valid = 0 < code < 0x110000 and not 0xD800 <= code <= 0xDFFF
            self._emit(chr(code) if valid else match.group())
        self.at = match.end()

    def _start_tag(self) -> None:
        begin = self.at
        name_match = _TAG_NAME.match(self.source, begin + 1)
        assert name_match is not None
        tag = name_match.group().lower()
        position = self._byte(begin)
        if name_match.end() == len(self.source):
            raise self._refuse(f"Unclosed start tag at byte offset {position}")
        if tag not in _KNOWN_TAGS:
            raise self._refuse(f'Unsupported start tag "{tag}" at byte offset {position}')
        attributes = self._attributes(tag, name_match.end(), position)
        kind, extra = self._meaning(tag, attributes, position)
        self.stack.append(_Open(tag, kind, self.length, extra))

    def _attributes(self, tag: str, at: int, position: int) -> dict[str, str]:
        attributes: dict[str, str] = {}
        while True:
            while at < len(self.source) and self.source[at].isspace():
                at += 1
            if at >= len(self.source):
                raise self._refuse(f"Unclosed start tag at byte offset {position}")
            if self.source[at] == ">":
                self.at = at + 1
                return attributes
            match = _ATTRIBUTE.match(self.source, at)
            if self.source[at] not in "\"'" and self.source.find(">", at) < 0:
                raise self._refuse(f"Unclosed start tag at byte offset {position}")
            if match is None or not match.group(1):
                raise self._refuse(f'Empty attribute name in the tag "{tag}" at byte offset {position}')
            value = match.group(2) or ""
            attributes[match.group(1).lower()] = _unescape(value.strip("\"'"))
            at = match.end()

    def _meaning(self, tag: str, attributes: dict[str, str], position: int) -> tuple[str, dict[str, Any]]:
        if tag == "a":
            return "text_link", {"url": attributes.get("href", "")}
        if tag == "span":
            if attributes.get("class") != "tg-spoiler":
                raise self._refuse(f'Tag "span" must have class "tg-spoiler" at byte offset {position}')
            return "spoiler", {}
        if tag == "blockquote":
            return ("expandable_blockquote" if "expandable" in attributes else "blockquote"), {}
        if tag == "tg-emoji":
            return "custom_emoji", {"custom_emoji_id": attributes.get("emoji-id", "")}
        if tag == "tg-time":
            return "date_time", self._time(attributes, position)
        if tag == "code" and attributes.get("class", "").startswith("language-"):
            return "code", {"language": attributes["class"][len("language-") :]}
        return _PLAIN[tag], {}

    def _time(self, attributes: dict[str, str], position: int) -> dict[str, Any]:
        unix, form = attributes.get("unix", ""), attributes.get("format", "")
        if not unix.isdigit():
            raise self._refuse(f'Invalid attribute "unix" in the tag "tg-time" at byte offset {position}')
        if not _TIME_FORMAT.fullmatch(form):
            raise self._refuse(f'Invalid attribute "format" in the tag "tg-time" at byte offset {position}')
        return {"unix_time": int(unix), "date_time_format": form}

    def _end_tag(self) -> None:
        position = self._byte(self.at)
        stop = self.source.find(">", self.at)
        if stop < 0:
            raise self._refuse(f"Unclosed end tag at byte offset {position}")
        tag = self.source[self.at + 2 : stop].strip().lower()
        if not self.stack:
            raise self._refuse(f"Unexpected end tag at byte offset {position}")
        opened = self.stack.pop()
        if tag and tag != opened.tag:
            raise self._refuse(
                f'Unmatched end tag at byte offset {position}, expected "</{opened.tag}>", found "</{tag}>"'
            )
        self.at = stop + 1
        self._close(opened)

    def _close(self, opened: _Open) -> None:
        length = self.length - opened.offset
        if length <= 0:
            return
        kind, extra = opened.kind, dict(opened.extra)
        if kind == "text_link":
            extra["url"] = extra["url"] or _since(self.text, length)
            if extra["url"].startswith("tg://user?id=") and extra["url"][13:].isdigit():
                kind, extra = "text_mention", {"user_id": int(extra["url"][13:])}
            elif "." not in extra["url"] and "://" not in extra["url"]:
                # Telegram drops links it cannot read and keeps the words.
                return
        if kind == "pre":
            language = self._inner_language(opened.offset, length)
            extra = {"language": language} if language else {}
        if kind == "code":
            extra.pop("language", None) if not (self.stack and self.stack[-1].tag == "pre") else None
        self.entities.append({"type": kind, "offset": opened.offset, "length": length, **extra})

    def _inner_language(self, offset: int, length: int) -> str | None:
        """`<pre><code class="language-x">` is one entity of type pre."""
        for index, entity in enumerate(self.entities):
            if entity["type"] == "code" and (entity["offset"], entity["length"]) == (offset, length):
                return self.entities.pop(index).get("language")
        return None


def _unescape(value: str) -> str:
    return _CHAR_REFERENCE.sub(lambda m: _NAMED_CHARS.get(m.group(3) or "", m.group()), value)


def _since(parts: list[str], units: int) -> str:
    """The last `units` UTF-16 units of the text so far."""
    return "".join(parts).encode("utf-16-le")[-2 * units :].decode("utf-16-le", "ignore")
