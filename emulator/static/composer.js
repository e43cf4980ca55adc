// The bottom of a chat: text field, commands menu, or one big button.

import { el, icon, sendIcon } from "./dom.js";

export class Composer {
  constructor(phone) {
    this.phone = phone;
    this.node = el("footer", { class: "composer" });
    this.drafts = new Map();
    this.shape = "";
    this.field = null;
    this.list = null;
  }

  // Rebuild only when the kind of bottom changes: a field in use keeps its text and focus.
  update() {
    const { chat, words } = this.phone;
    const shape = JSON.stringify([chat.id, this.kind(chat), words.message, chat.type === "private" && chat.commands.length > 0, chat.commands.length > 0]);
    if (shape === this.shape) return;
    this.shape = shape;
    this.closeCommands();
    this.node.replaceChildren();
    const kind = this.kind(chat);
    if (kind === "field") this.buildField(chat, words);
    else this.buildButton(kind, words);
  }

  kind(chat) {
    if (chat.migrated_to) return "migrated";
    if (!chat.present) return "join";
    if (chat.blocked_bot) return "unblock";
    if (!chat.started || chat.pending_start !== null && chat.pending_start !== undefined) return "start";
    return chat.can_write ? "field" : "muted";
  }

  buildButton(kind, words) {
    this.field = null;
    if (kind === "muted" || kind === "migrated") {
      this.node.append(el("div", { class: "bottom-note", testid: "bottom-note" }, words[kind]));
      return;
    }
    const act = { start: () => this.phone.start(), unblock: () => this.phone.unblock(), join: () => this.phone.join() }[kind];
    this.node.append(el("button", { class: `bottom-button ${kind}`, testid: `${kind}-button`, onclick: act }, words[kind]));
  }

  buildField(chat, words) {
    const hasCommands = chat.commands.length > 0;
    this.field = el("textarea", {
      rows: 1, placeholder: words.message, testid: "composer", "aria-label": words.message, enterkeyhint: "send",
      oninput: () => this.typed(),
      onkeydown: (event) => {
        if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); this.send(); }
        if (event.key === "Escape") this.closeCommands();
      },
    });
    this.field.value = this.drafts.get(chat.id) || "";
    this.sendButton = el("button", { class: "send", testid: "send", "aria-label": "Send", onclick: () => this.send() }, sendIcon());
    const box = el("div", { class: "field" }, this.field);
    if (hasCommands && chat.type !== "private") {
      box.append(el("button", { class: "slash", testid: "commands-button", "aria-label": words.menu, onclick: () => this.toggleCommands() }, icon("slash")));
    }
    if (hasCommands && chat.type === "private") {
      this.node.append(el("button", { class: "menu", testid: "commands-button", onclick: () => this.toggleCommands() }, icon("menu"), words.menu));
    }
    this.node.append(box, this.sendButton);
    this.typed(false);
  }

  typed(suggest = true) {
    const text = this.field.value;
    this.drafts.set(this.phone.chat.id, text);
    this.sendButton.disabled = !text.trim();
    this.field.style.height = "42px";
    this.field.style.height = `${Math.min(120, this.field.scrollHeight)}px`;
    if (!suggest) return;
    if (/^\/[a-z0-9_]*$/i.test(text)) this.openCommands(text.slice(1).toLowerCase());
    else this.closeCommands();
  }

  async send() {
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.typed(false);
    this.closeCommands();
    if (!await this.phone.write(text)) { this.field.value = text; this.typed(false); }
  }

  toggleCommands() {
    if (this.list) this.closeCommands();
    else this.openCommands("");
  }

  openCommands(prefix) {
    this.closeCommands();
    const found = this.phone.chat.commands.filter((command) => command.command.startsWith(prefix));
    if (!found.length) return;
    this.list = el("div", { class: "commands", testid: "commands-menu" }, ...found.map((command) => el("button", {
      class: "command", testid: `command-${command.command}`,
      onclick: () => { this.closeCommands(); if (this.field) { this.field.value = ""; this.typed(false); } this.phone.act.command(`/${command.command}`); },
    }, el("b", {}, `/${command.command}`), el("span", {}, command.description))));
    this.node.append(this.list);
  }

  closeCommands() {
    this.list?.remove();
    this.list = null;
  }
}
