// One person's phone: the list of chats and the open chat, kept in step with the emulator.

import { get, post } from "./api.js";
import { Composer } from "./composer.js";
import { avatar, clock, copyText, el, icon } from "./dom.js";
import { languageOf, serviceLine, words } from "./i18n.js";
import { messageNode } from "./message.js";
import { alertBox, personSheet, toast } from "./overlay.js";

const NEAR_BOTTOM = 80;
const KEPT_MESSAGES = 300;
const ANSWER_TIMEOUT = 15;

export class Phone {
  constructor(user, page) {
    this.user = user;
    this.page = page;
    this.chats = [];
    this.chat = null;
    this.topic = null;
    this.messages = new Map();
    this.nodes = new Map();
    this.pending = new Set();
    this.missed = 0;
    this.act = {
      command: (text) => this.command(text),
      link: (url) => this.openLink(url),
      copy: async (text) => { await copyText(text); toast(this, this.words.copied); },
    };
    this.build();
  }

  get language() {
    return languageOf(this.user);
  }

  get words() {
    return words(this.user);
  }

  // -- structure ------------------------------------------------------------------------------

  build() {
    this.listTitle = el("h1");
    this.items = el("div", { class: "chat-items", testid: "chat-list" });
    const list = el("section", { class: "screen list" },
      el("header", { class: "list-head" }, this.listTitle, this.meButton()), this.items);
    this.backBadge = el("span", { class: "badge hidden" });
    this.headAvatar = el("span");
    this.title = el("div", { class: "title", testid: "chat-title" });
    this.subtitle = el("div", { class: "subtitle", testid: "chat-subtitle" });
    this.topics = el("nav", { class: "topics hidden", testid: "topics" });
    this.scroller = el("div", { class: "messages", testid: "messages", onscroll: () => this.scrolled() });
    this.downBadge = el("span", { class: "badge hidden" });
    this.down = el("button", { class: "scroll-down", testid: "scroll-down", "aria-label": "↓", onclick: () => this.toBottom(true) },
      this.downBadge, icon("down"));
    this.toasts = el("div", { class: "toasts", "aria-live": "polite" });
    this.composer = new Composer(this);
    const chat = el("section", { class: "screen chat" },
      el("header", { class: "chat-head" },
        el("button", { class: "icon-button back", testid: "back", "aria-label": "Back", onclick: () => this.showList() }, icon("back"), this.backBadge),
        this.headAvatar, el("div", { class: "titles" }, this.title, this.subtitle), this.meButton()),
      this.topics, el("div", { class: "wall" }, this.scroller, this.down, this.toasts), this.composer.node);
    this.node = el("article", { class: "phone", testid: `phone-${this.user.id}`, data: { screen: "list" } },
      statusBar(this.user), el("div", { class: "screens" }, list, chat));
    // A phone that changes its size (a keyboard opens) stays at the newest message.
    new ResizeObserver(() => { if (this.stuck) this.toBottom(false); }).observe(this.scroller);
  }

  meButton() {
    return el("button", { class: "me-button", testid: "me", title: this.user.first_name, "aria-label": this.user.first_name, onclick: () => personSheet(this, this.page) },
      avatar(this.user.id, this.user.first_name, 30));
  }

  // -- the list of chats ----------------------------------------------------------------------

  async refreshList() {
    const view = await get(`users/${this.user.id}`);
    Object.assign(this.user, view);
    this.chats = view.chats.sort((a, b) => (b.last?.date || 0) - (a.last?.date || 0) || (a.type === "private") - (b.type === "private"));
    this.renderList();
  }

  renderList() {
    const w = this.words;
    this.listTitle.textContent = w.chats;
    this.items.replaceChildren(...this.chats.map((chat) => {
      const jade = chat.type === "private";
      const open = () => this.open(chat.id);
      return el("button", { class: "chat-item", testid: `chat-item-${chat.id}`, onclick: open },
        avatar(chat.id, chat.name, 52, jade),
        el("div", {},
          el("div", { class: "row" }, el("span", { class: "name" }, chat.name, jade ? el("small", {}, w.bot) : icon("people")), el("span", { class: "when" }, chat.last ? clock(chat.last.date) : "")),
          el("div", { class: "row" }, el("span", { class: "preview" }, ...this.preview(chat, w)),
            chat.unread ? el("span", { class: "badge", testid: `unread-${chat.id}` }, String(chat.unread)) : null)));
    }));
    const elsewhere = this.chats.filter((chat) => chat.id !== this.chat?.id).reduce((sum, chat) => sum + chat.unread, 0);
    this.backBadge.textContent = elsewhere;
    this.backBadge.classList.toggle("hidden", !elsewhere);
  }

  preview(chat, w) {
    const last = chat.last;
    if (!last) return [chat.type === "private" ? w.start : w.noMessages];
    if (last.service) return [serviceLine(last, w)];
    const text = last.text.replace(/\n/g, " ") || w.photo;
    if (chat.type === "private") return [last.mine ? el("b", {}, `${w.you}: `) : "", text];
    return [el("b", {}, `${last.mine ? w.you : last.from.name}: `), text];
  }

  showList() {
    this.node.dataset.screen = "list";
    this.page.remember(this, null);
    this.refreshList().catch(() => {});
  }

  // -- the open chat --------------------------------------------------------------------------

  async open(chatId) {
    const view = await get(`chats/${chatId}?as=${this.user.id}`);
    this.pending.clear();
    this.topic = null;
    this.shownChat(view);
    this.page.remember(this, chatId);
  }

  shownChat(view) {
    const fresh = this.chat?.id !== view.id;
    this.chat = view;
    if (fresh) this.missed = 0;
    this.node.dataset.screen = "chat";
    this.scroller.classList.toggle("private", view.type === "private");
    this.messages.clear();
    this.nodes.clear();
    this.scroller.replaceChildren();
    this.scroller.dataset.chat = view.id;
    this.renderHead();
    for (const message of view.messages) this.place(message, false);
    this.settle();
    this.composer.update();
    this.toBottom(false);
    this.markRead();
  }

  // Ask for what is new; only one request at a time, and one more if something came meanwhile.
  async refreshChat() {
    if (!this.chat) return;
    if (this.refreshing) { this.again = true; return; }
    this.refreshing = true;
    try {
      do {
        this.again = false;
        const id = this.chat.id;
        const view = await get(`chats/${id}?as=${this.user.id}&since=${this.chat.revision}`);
        if (this.chat.id !== id) { this.again = true; continue; }
        if (view.migrated_to) { await this.open(view.migrated_to); continue; }
        if (view.full) this.shownChat(view);
        else this.apply(view);
      } while (this.again);
    } finally {
      this.refreshing = false;
    }
  }

  apply(view) {
    const stuck = this.stuck || this.atBottom();
    const { messages, deleted, ...facts } = view;
    const before = JSON.stringify([this.chat.topics, this.chat.name, this.chat.member_count]);
    this.chat = { ...this.chat, ...facts };
    for (const key of deleted) this.remove(key);
    let arrived = 0;
    for (const message of messages) if (this.place(message, true) && !message.mine) arrived += 1;
    this.settle();
    if (JSON.stringify([facts.topics, facts.name, facts.member_count]) !== before) this.renderHead();
    else if (arrived) this.renderSubtitle();
    this.composer.update();
    if (stuck || messages.some((message) => message.mine && !this.seenOwn?.has(message.key))) this.toBottom(messages.length > 0);
    else if (arrived) this.missed += arrived;
    this.seenOwn = new Set([...this.messages.values()].filter((m) => m.mine).map((m) => m.key));
    this.scrolled();
    if (arrived && this.visible()) this.markRead();
  }

  // Put a message in its place; true if it was not there before.
  place(message, animate) {
    const old = this.nodes.get(message.key);
    const known = this.messages.get(message.key);
    if (old && known && JSON.stringify(known) === JSON.stringify(message)) return false;
    this.messages.set(message.key, message);
    const node = messageNode(message, this, old);
    node.dataset.order = message.order;
    node.dataset.thread = message.thread_id ?? "";
    this.nodes.set(message.key, node);
    if (old) {
      old.replaceWith(node);
      return false;
    }
    if (animate) node.classList.add("appearing");
    let after = this.scroller.lastElementChild;
    while (after && Number(after.dataset.order) > message.order) after = after.previousElementSibling;
    if (after) after.after(node);
    else this.scroller.prepend(node);
    return true;
  }

  remove(key) {
    this.nodes.get(key)?.remove();
    this.nodes.delete(key);
    this.messages.delete(key);
  }

  // What depends on the neighbours: who shows a face and a name, and what the topic hides.
  settle() {
    while (this.nodes.size > KEPT_MESSAGES) this.remove(this.scroller.firstElementChild.dataset.testid.slice("message-".length));
    const intro = this.scroller.querySelector(".intro");
    intro?.remove();
    let previous = null;
    for (const node of this.scroller.children) {
      const inTopic = this.topic === null || node.dataset.thread === String(this.topic === 1 ? "" : this.topic);
      node.classList.toggle("hidden", !inTopic || (node.dataset.kind === "service" && !node.textContent));
      if (!inTopic) continue;
      const same = previous && previous.dataset.author && previous.dataset.author === node.dataset.author;
      previous?.classList.toggle("last", !same);
      node.classList.toggle("first", !same);
      const name = node.querySelector(".author");
      name?.classList.toggle("hidden", Boolean(same));
      previous = node;
    }
    previous?.classList.add("last");
    for (const node of this.scroller.children) {
      const face = node.firstElementChild;
      if (face?.classList.contains("avatar")) face.style.visibility = node.classList.contains("last") ? "" : "hidden";
    }
    if (!this.messages.size && this.chat.type === "private") this.scroller.append(this.intro());
  }

  intro() {
    const text = this.chat.description;
    return el("div", { class: "intro", testid: "intro" }, avatar(0, this.chat.name, 76, true),
      el("h2", {}, text ? this.words.whatCan : this.chat.name), el("p", {}, text || this.words.noMessages));
  }

  renderHead() {
    this.headAvatar.replaceChildren(avatar(this.chat.id, this.chat.name, 38, this.chat.type === "private"));
    this.title.textContent = this.chat.name;
    this.renderSubtitle();
    this.topics.classList.toggle("hidden", !this.chat.topics.length);
    this.topics.replaceChildren(...this.chat.topics.map((topic) => el("button", {
      class: "topic", testid: `topic-${topic.id}`, "aria-pressed": String(topic.id === (this.topic ?? 1)),
      onclick: () => { this.topic = topic.id; this.renderHead(); this.settle(); this.toBottom(false); },
    }, topic.id === 1 ? this.words.general : topic.name)));
    if (this.chat.topics.length && this.topic === null) this.topic = 1;
  }

  renderSubtitle(live = "") {
    const w = this.words;
    const usual = this.chat.type === "private" ? w.bot : w.members(this.chat.member_count);
    this.subtitle.textContent = this.page.connected ? live || usual : w.connecting;
    this.subtitle.classList.toggle("live", Boolean(live) && this.page.connected);
  }

  botActs(event) {
    if (!this.chat || event.chat !== this.chat.id) return;
    this.renderSubtitle(event.action.includes("photo") ? this.words.uploading : this.words.typing);
    clearTimeout(this.actionTimer);
    this.actionTimer = setTimeout(() => this.renderSubtitle(), 5000);
  }

  // -- scrolling ------------------------------------------------------------------------------

  atBottom() {
    const box = this.scroller;
    return box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_BOTTOM;
  }

  toBottom(smooth) {
    this.stuck = true;
    this.missed = 0;
    this.scroller.scrollTo({ top: this.scroller.scrollHeight, behavior: smooth ? "smooth" : "instant" });
  }

  scrolled() {
    const near = this.atBottom();
    // While a smooth scroll is on its way down, the phone still counts as at the bottom.
    if (near) { this.stuck = true; if (this.missed) { this.missed = 0; this.markRead(); } }
    else if (this.scroller.scrollTop < (this.lastTop ?? 0) - 2) this.stuck = false;
    this.lastTop = this.scroller.scrollTop;
    this.down.classList.toggle("shown", !near && !this.stuck);
    this.downBadge.textContent = this.missed;
    this.downBadge.classList.toggle("hidden", !this.missed);
  }

  visible() {
    return this.node.dataset.screen === "chat" && document.visibilityState === "visible";
  }

  markRead() {
    if (this.visible()) post("read", { user: this.user.id, chat: this.chat.id }).then(() => this.refreshList()).catch(() => {});
  }

  flash(key) {
    const node = this.nodes.get(key);
    if (!node) return;
    node.scrollIntoView({ behavior: "smooth", block: "center" });
    node.classList.add("flash");
    setTimeout(() => node.classList.remove("flash"), 1300);
  }

  // -- what the person does -------------------------------------------------------------------

  async attempt(action) {
    try {
      await action();
      return true;
    } catch (error) {
      toast(this, `${this.words.failed}: ${error.message}`);
      return false;
    }
  }

  write(text) {
    const thread = this.topic !== null && this.topic !== 1 ? this.topic : undefined;
    return this.attempt(() => post("write", { user: this.user.id, chat: this.chat.id, text, thread }));
  }

  command(text) {
    const bot = this.page.bot.username;
    const named = this.chat.type === "private" || text.includes("@") ? text : `${text}@${bot}`;
    return this.write(named);
  }

  isPending(key, row, col) {
    return this.pending.has(`${key}/${row}/${col}`);
  }

  async tap(message, button, row, col) {
    if (button.kind === "url") { this.openLink(button.url); return; }
    if (button.kind === "copy") { this.act.copy(button.copy); return; }
    if (button.kind !== "callback") { toast(this, this.words.miniApp); return; }
    const place = `${message.key}/${row}/${col}`;
    if (this.pending.has(place)) return;
    this.setPending(place, true);
    await this.attempt(async () => {
      const answer = await post("tap", {
        user: this.user.id, chat: this.chat.id, message: message.key, row, col, data: undefined, timeout: ANSWER_TIMEOUT,
      });
      if (!answer.answered) toast(this, this.words.noAnswer);
    });
    this.setPending(place, false);
  }

  setPending(place, on) {
    if (on) this.pending.add(place);
    else this.pending.delete(place);
    const [key, row, col] = place.split("/");
    this.nodes.get(key)?.querySelector(`.key[data-row="${row}"][data-col="${col}"]`)?.classList.toggle("loading", on);
  }

  // The bot's answer to a press of this person, wherever it was made.
  answered(event) {
    if (event.url) this.openLink(event.url);
    if (!event.text) return;
    if (event.alert) alertBox(this, this.page.bot.first_name, event.text);
    else toast(this, event.text);
  }

  async openLink(url) {
    const link = new URL(/^[a-z]+:/i.test(url) ? url : `https://${url}`);
    const mine = ["t.me", "telegram.me"].includes(link.hostname) && link.pathname.slice(1).toLowerCase() === this.page.bot.username.toLowerCase();
    if (!["http:", "https:"].includes(link.protocol)) return;
    if (!mine) { window.open(link.href, "_blank", "noopener"); return; }
    await this.attempt(async () => {
      if (link.searchParams.has("start") || !this.user.started) await post("link", { user: this.user.id, url: link.href });
      await this.open(this.user.id);
    });
  }

  start() {
    return this.attempt(() => post("start", { user: this.user.id }));
  }

  unblock() {
    return this.attempt(() => post("unblock", { user: this.user.id }));
  }

  block() {
    return this.attempt(() => post("block", { user: this.user.id }));
  }

  leave() {
    return this.attempt(() => post("member", { user: this.user.id, chat: this.chat.id, status: "left" }));
  }

  join() {
    return this.attempt(() => post("member", { user: this.user.id, chat: this.chat.id, status: "member" }));
  }
}

function statusBar(user) {
  const island = el("span", { class: "island" }, avatar(user.id, user.first_name, 17), user.first_name);
  const bar = el("div", { class: "statusbar", "aria-hidden": "true" }, clock(Date.now() / 1000), island);
  bar.insertAdjacentHTML("beforeend", '<svg viewBox="0 0 46 12"><rect x="0" y="7" width="3" height="5" rx="1"/><rect x="5" y="4.5" width="3" height="7.5" rx="1"/><rect x="10" y="2" width="3" height="10" rx="1"/><rect x="20" y=".5" width="22" height="11" rx="3.2" opacity=".35"/><rect x="21.5" y="2" width="17" height="8" rx="2"/><rect x="43.2" y="4" width="2" height="4" rx="1" opacity=".4"/></svg>');
  return bar;
}
