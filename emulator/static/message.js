// One message as a bubble, with its picture and keyboard.

import { avatar, clock, el, icon, nameColor } from "./dom.js";
import { serviceLine } from "./i18n.js";
import { formatted } from "./text.js";

// `phone` gives words and carries out what is pressed; `old` is the node this one replaces.
export function messageNode(message, phone, old) {
  return message.service ? serviceNode(message, phone) : bubbleNode(message, phone, old);
}

function serviceNode(message, phone) {
  const line = serviceLine(message, phone.words);
  const node = el("div", { class: line ? "service" : "hidden", testid: `message-${message.key}`, data: { kind: "service" } }, line);
  return node;
}

function bubbleNode(message, phone, old) {
  const bubble = el("div", { class: "bubble" });
  const inGroup = phone.chat.type !== "private";
  if (message.ephemeral) {
    bubble.append(el("div", { class: "only-you", testid: "ephemeral-mark" }, icon("hidden"), phone.words.onlyYou));
  }
  if (inGroup && !message.mine) {
    const author = el("div", { class: "author" }, message.from.name);
    author.style.color = nameColor(message.from.id);
    if (message.from.is_bot) author.append(el("small", {}, phone.words.bot));
    if (message.from.anonymous) author.append(el("small", {}, phone.words.admin));
    bubble.append(author);
  }
  if (message.reply_to) bubble.append(replyNode(message.reply_to, phone));
  const photo = message.photo ? photoNode(message, phone, old) : null;
  if (photo) {
    if (bubble.childElementCount) photo.classList.add("under-name");
    bubble.append(photo);
  }
  if (message.document) bubble.append(documentNode(message.document));
  if (message.text) {
    const words = shownText(message, phone);
    const text = el("div", { class: "text", testid: "text" }, formatted(words, message.entities, phone.act, phone.language));
    text.append(metaNode(message, phone));
    bubble.append(text);
  } else {
    bubble.append(metaNode(message, phone));
  }
  if (message.reactions) {
    bubble.append(el("div", { class: "reactions" }, ...message.reactions.map((emoji) => el("span", {}, emoji))));
  }
  const stack = el("div", { class: "stack" }, bubble);
  if (message.keyboard.length) stack.append(keyboardNode(message, phone));
  const classes = ["message", message.mine && "mine", message.ephemeral && "ephemeral", photo && "has-photo",
    message.keyboard.length && "with-keys"];
  const node = el("div", {
    class: classes.filter(Boolean).join(" "), testid: `message-${message.key}`,
    data: { key: message.key, author: message.mine ? "me" : message.from.id },
  }, stack);
  if (inGroup && !message.mine) node.prepend(avatar(message.from.id, message.from.name, 34, message.from.is_bot));
  return node;
}

// The payload of a link goes to the bot; its sender sees a bare /start.
function shownText(message, phone) {
  const started = phone.chat.type === "private" && message.mine && message.text.startsWith("/start ");
  return started ? "/start" : message.text;
}

function metaNode(message, phone) {
  return el("span", { class: "meta" }, message.edited ? `${phone.words.edited} ${clock(message.date)}` : clock(message.date));
}

function replyNode(reply, phone) {
  return el("button", { class: "reply", onclick: () => phone.flash(reply.key) }, el("b", {}, reply.name),
    el("span", {}, reply.text || phone.words.photo));
}

function photoNode(message, phone, old) {
  const { url, width, height, spoiler } = message.photo;
  const image = el("img", { alt: message.text || phone.words.photo, draggable: "false" });
  const before = old?.querySelector(".photo img");
  // A changed picture stays until the new one is ready, so that a table does not blink at every move.
  if (before && before.getAttribute("src") !== url) {
    image.src = before.src;
    const next = new Image();
    const show = () => { image.src = url; };
    next.onload = show;
    next.onerror = show;
    next.src = url;
  } else {
    image.src = url;
  }
  image.dataset.url = url;
  const node = el("button", {
    class: ["photo", !message.text && "bare", spoiler && "veiled"].filter(Boolean).join(" "), testid: "photo",
    style: `aspect-ratio:${Math.max(0.5, Math.min(6, (width || 4) / (height || 3)))}`,
    onclick: () => {
      if (node.classList.contains("veiled")) node.classList.remove("veiled");
      else lightbox(url, message.text);
    },
  }, image);
  return node;
}

function lightbox(url, caption) {
  const box = el("div", { class: "lightbox", testid: "lightbox", onclick: () => close() },
    el("figure", { style: "margin:0" }, el("img", { src: url, alt: caption || "" }), el("p", {}, caption || "")));
  const onKey = (event) => { if (event.key === "Escape") close(); };
  const close = () => { box.remove(); removeEventListener("keydown", onKey); };
  addEventListener("keydown", onKey);
  document.body.append(box);
}

function documentNode(file) {
  const size = file.size > 1024 * 1024 ? `${(file.size / 1048576).toFixed(1)} MB` : `${Math.max(1, Math.round(file.size / 1024))} KB`;
  return el("a", { class: "document", href: file.url, download: file.name }, el("i", {}, icon("file")),
    el("span", {}, el("b", {}, file.name), el("small", {}, size)));
}

function keyboardNode(message, phone) {
  const lines = message.keyboard.map((row, r) => el("div", { class: "line" },
    ...row.map((button, c) => keyNode(message, button, r, c, phone))));
  return el("div", { class: "keys", testid: "keyboard" }, ...lines);
}

function keyNode(message, button, row, col, phone) {
  const key = el("button", {
    class: "key", testid: "button", data: { row, col, label: button.text, kind: button.kind },
    onclick: () => phone.tap(message, button, row, col),
  }, button.text);
  if (button.style) key.dataset.style = button.style;
  if (button.kind === "url" || button.kind === "web_app") key.append(icon("arrow", "line corner"));
  if (button.kind === "copy") key.append(icon("copy", "line corner"));
  if (phone.isPending(message.key, row, col)) key.classList.add("loading");
  return key;
}
