"""parse_mode=HTML: what becomes of it and how it is refused."""

from __future__ import annotations

import pytest

from emulator.errors import Refusal
from emulator.html import parse_html, plain_entities, trim


def kinds(source: str) -> list[tuple[str, int, int]]:
    return [(e["type"], e["offset"], e["length"]) for e in parse_html(source)[1]]


def test_tags_become_entities_in_utf16_units() -> None:
    text, entities = parse_html("🀄<b>碰 <i>杠</i></b> &lt;胡&gt;")
    assert text == "🀄碰 杠 <胡>"
    assert entities == [
        {"type": "bold", "offset": 2, "length": 3},
        {"type": "italic", "offset": 4, "length": 1},
    ]


def test_every_supported_tag() -> None:
    source = (
        "<u>a</u><s>b</s><del>c</del><code>d</code><pre>e</pre><tg-spoiler>f</tg-spoiler>"
        '<span class="tg-spoiler">g</span><blockquote>h</blockquote><blockquote expandable>i</blockquote>'
        '<a href="https://t.me/x">j</a><strong>k</strong><em>l</em>'
    )
    assert [kind for kind, _, _ in kinds(source)] == [
        "underline", "strikethrough", "strikethrough", "code", "pre", "spoiler", "spoiler", "blockquote",
        "expandable_blockquote", "text_link", "bold", "italic",
    ]  # fmt: skip


def test_a_time_carries_its_moment_and_its_form() -> None:
    text, entities = parse_html('in <tg-time unix="1647531900" format="r">60 s</tg-time>')
    assert text == "in 60 s"
    assert entities == [
        {"type": "date_time", "offset": 3, "length": 4, "unix_time": 1647531900, "date_time_format": "r"}
    ]


def test_a_link_without_an_address_leads_to_its_own_words() -> None:
    text, entities = parse_html("🀄 <a>example.org/牌🀄</a> <a>no address</a>")
    assert text == "🀄 example.org/牌🀄 no address"
    assert entities == [{"type": "text_link", "offset": 3, "length": 15, "url": "example.org/牌🀄"}]


def test_code_with_a_language_is_one_pre() -> None:
    _, entities = parse_html('<pre><code class="language-python">x = 1</code></pre>')
    assert entities == [{"type": "pre", "offset": 0, "length": 5, "language": "python"}]


def test_character_references() -> None:
    assert parse_html("&amp;&quot;&#65;&#x4e2d; a & b &copy;")[0] == '&"A中 a & b &copy;'


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<x />", 'Unsupported start tag "x" at byte offset 0'),
        ("牌 < 2>", 'Unsupported start tag "" at byte offset 4'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("x<br/>", 'Unsupported start tag "br/" at byte offset 1'),
        ('<a href="x', "Unclosed start tag at byte offset 0"),
        ("a<b", "Unclosed start tag at byte offset 1"),
        ("<b>open", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<b>x</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ('<tg-time unix="soon">x</tg-time>', 'Invalid attribute "unix" in the tag "tg-time" at byte offset 0'),
        ('<tg-time unix="5" format="rt">', 'Invalid attribute "format" in the tag "tg-time" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
def test_refusals_are_telegrams(source: str, words: str) -> None:
    with pytest.raises(Refusal) as refusal:
        parse_html(source)
    assert refusal.value.description == f"Bad Request: can't parse entities: {words}"


def test_commands_links_and_mentions_are_found() -> None:
    found = plain_entities("🀄 /newgame@paiju_bot by @alice_w see https://example.org/a?b and/or 1/2")
    assert [(e["type"], e["offset"], e["length"]) for e in found] == [
        ("bot_command", 3, 18),
        ("mention", 25, 8),
        ("url", 38, 23),
    ]


def test_nothing_is_found_inside_code() -> None:
    text, entities = parse_html("<code>/start</code>")
    assert [e["type"] for e in plain_entities(text, entities)] == ["code"]


def test_white_space_around_a_message_goes() -> None:
    text, entities = trim("  hi there \n", [{"type": "bold", "offset": 0, "length": 12}])
    assert text == "hi there"
    assert entities == [{"type": "bold", "offset": 0, "length": 8}]
