// Formatted text: Telegram entities (offsets in UTF-16 units, as JavaScript's are) to nodes.

import { el } from "./dom.js";

const TAGS = { bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code" };

// `act` carries out what a click asks for: command(text), link(url), copy(text); `language` is for times.
export function formatted(text, entities, act, language) {
  const fragment = document.createDocumentFragment();
  const sorted = [...entities].sort((a, b) => a.offset - b.offset || b.length - a.length);
  renderRange(fragment, text, 0, text.length, sorted, (entity, words) => wrap(entity, words, act, language));
  return fragment;
}

function renderRange(parent, text, from, to, entities, nodeFor) {
  let at = from;
  let index = 0;
  while (index < entities.length) {
    const entity = entities[index];
    const start = Math.max(entity.offset, at);
    const end = Math.min(entity.offset + entity.length, to);
    index += 1;
    if (start >= end) continue;
    parent.append(text.slice(at, start));
    const inner = [];
    while (index < entities.length && entities[index].offset < end) {
      const next = entities[index];
      inner.push(next);
      index += 1;
      // What reaches beyond this entity is shown again after it.
      if (next.offset + next.length > end) {
        entities.splice(index, 0, { ...next, offset: end, length: next.offset + next.length - end });
        break;
      }
    }
    const node = nodeFor(entity, text.slice(start, end));
    renderRange(node, text, start, end, inner, nodeFor);
    parent.append(node);
    at = end;
    // Quotations and code blocks are blocks: the line break after one is already there.
    if (/blockquote|^pre$/.test(entity.type) && text[at] === "\n") at += 1;
  }
  parent.append(text.slice(at, to));
}

function wrap(entity, words, act, language) {
  switch (entity.type) {
    case "pre": return el("pre");
    case "code": return el("code", { onclick: () => act.copy(words) });
    case "blockquote": return el("blockquote");
    case "expandable_blockquote": return quote();
    case "spoiler": return spoiler();
    case "date_time": return time(entity, words, language);
    case "text_link": return link(entity.url, act);
    case "url": return link(words, act);
    case "bot_command": return el("a", { href: "#", onclick: (event) => { event.preventDefault(); act.command(words); } });
    case "mention": case "text_mention": case "hashtag": return el("a", {});
    default: return el(TAGS[entity.type] || "span");
  }
}

// A relative time counts itself down; other formats show the bot's words. The element is filled after `wrap`, so the
// words it was given are replaced a moment later.
function time(entity, words, language) {
  const node = el("time", { datetime: new Date(entity.unix_time * 1000).toISOString(), title: words });
  if (entity.date_time_format === "r") {
    const tick = () => { node.textContent = relative(entity.unix_time - Date.now() / 1000, language); };
    queueMicrotask(tick);
    const timer = setInterval(() => (node.isConnected ? tick() : clearInterval(timer)), 1000);
  }
  return node;
}

const UNITS = [["second", 60], ["minute", 60], ["hour", 24], ["day", Infinity]];

function relative(seconds, language) {
  let amount = Math.round(seconds);
  for (const [unit, many] of UNITS) {
    if (Math.abs(amount) < many) return new Intl.RelativeTimeFormat(language).format(amount, unit);
    amount = Math.round(amount / many);
  }
  return "";
}

function link(url, act) {
  const full = /^[a-z]+:/i.test(url) ? url : `https://${url}`;
  return el("a", { href: full, rel: "noopener noreferrer", onclick: (event) => { event.preventDefault(); act.link(full); } });
}

function spoiler() {
  const node = el("span", { class: "spoiler", onclick: () => node.classList.add("open") });
  return node;
}

function quote() {
  const node = el("blockquote", { class: "folded foldable", onclick: () => node.classList.toggle("folded") });
  return node;
}
