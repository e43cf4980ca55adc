// The page: whose phones are shown, and the events that keep them live.

import { get, listen } from "./api.js";
import { el } from "./dom.js";
import { applyTheme, settings, setSetting } from "./i18n.js";
import { choiceSwitch } from "./overlay.js";
import { Phone } from "./phone.js";

const NARROW = matchMedia("(max-width: 700px)");

class Page {
  constructor() {
    this.people = [];
    this.phones = [];
    this.bot = { username: "", first_name: "" };
    this.connected = false;
    this.host = document.querySelector("[data-testid=phones]");
    this.status = document.querySelector("[data-testid=connection]");
    // The chat each person had open, so that a reload comes back to it.
    this.openChats = JSON.parse(sessionStorage.getItem("emulator-open") || "{}");
  }

  async load() {
    const world = await get("world");
    this.bot = world.bot;
    this.people = world.users;
    const shown = this.chosen();
    const same = shown.length === this.phones.length && shown.every((user, i) => user.id === this.phones[i].user.id);
    if (same) {
      await Promise.all(this.phones.map((phone) => this.revive(phone)));
      return;
    }
    this.phones = shown.map((user) => new Phone({ ...user }, this));
    this.host.replaceChildren(...this.phones.map((phone) => phone.node));
    if (!shown.length) this.host.append(el("p", { class: "intro" }, "Nobody is here yet · 还没有人"));
    await Promise.all(this.phones.map((phone) => this.begin(phone)));
  }

  // ?users=101,102 chooses; otherwise the first four, or on a narrow screen one (?user= or the last chosen).
  chosen() {
    const query = new URLSearchParams(location.search);
    const byId = (ids) => ids.map((id) => this.people.find((user) => user.id === Number(id))).filter(Boolean);
    if (query.get("users")) return byId(query.get("users").split(","));
    const one = query.get("user") || (NARROW.matches ? sessionStorage.getItem("emulator-me") : null);
    if (one && byId([one]).length) return byId([one]);
    return this.people.slice(0, NARROW.matches ? 1 : 4);
  }

  async begin(phone) {
    await phone.refreshList();
    const remembered = this.openChats[phone.user.id];
    const first = phone.chats.find((chat) => chat.type !== "private") || phone.chats[0];
    const id = remembered === undefined ? first?.id : remembered;
    if (id && phone.chats.some((chat) => chat.id === id)) await phone.open(id);
  }

  async revive(phone) {
    await phone.refreshList();
    if (phone.chat) await phone.refreshChat();
  }

  async become(phone, person) {
    const fresh = new Phone({ ...person }, this);
    this.phones[this.phones.indexOf(phone)] = fresh;
    phone.node.replaceWith(fresh.node);
    sessionStorage.setItem("emulator-me", person.id);
    await this.begin(fresh);
  }

  remember(phone, chatId) {
    this.openChats[phone.user.id] = chatId;
    sessionStorage.setItem("emulator-open", JSON.stringify(this.openChats));
  }

  setLanguage(value) {
    setSetting("language", value);
    this.redraw();
  }

  setTheme(value) {
    setSetting("theme", value);
    applyTheme();
    this.redraw();
  }

  redraw() {
    this.drawSwitches();
    for (const phone of this.phones) {
      phone.renderList();
      if (phone.chat && phone.node.dataset.screen === "chat") phone.open(phone.chat.id);
    }
  }

  drawSwitches() {
    const language = choiceSwitch([["auto", "Auto"], ["zh", "中文"], ["en", "EN"]], settings.language, (value) => this.setLanguage(value));
    const theme = choiceSwitch([["auto", "◐"], ["light", "☀"], ["dark", "☾"]], settings.theme, (value) => this.setTheme(value));
    document.querySelector("[data-testid=language-switch]").replaceChildren(...language.children);
    document.querySelector("[data-testid=theme-switch]").replaceChildren(...theme.children);
  }

  setConnected(on) {
    this.connected = on;
    this.status.textContent = on ? "" : "…";
    document.body.dataset.connected = String(on);
    for (const phone of this.phones) if (phone.chat) phone.renderSubtitle();
  }

  handle(event) {
    switch (event.kind) {
      case "hello": this.load(); break;
      case "reset": this.openChats = {}; sessionStorage.removeItem("emulator-open"); this.phones = []; setTimeout(() => this.load(), 60); break;
      case "chats": case "commands": case "profile":
        this.soon("all", () => this.load());
        if (event.kind !== "chats") for (const phone of this.phones) if (phone.chat) phone.open(phone.chat.id);
        break;
      case "chat":
        for (const phone of this.phones) {
          if (phone.chat?.id === event.chat && phone.node.dataset.screen === "chat") phone.refreshChat();
          else this.soon(phone.user.id, () => phone.refreshList());
        }
        break;
      case "read": break;
      case "answer": this.phones.find((phone) => phone.user.id === event.user)?.answered(event); break;
      case "action": for (const phone of this.phones) phone.botActs(event); break;
      default: break;
    }
  }

  // A burst of events asks for a list once.
  soon(name, action) {
    this.timers ??= new Map();
    if (this.timers.has(name)) return;
    this.timers.set(name, setTimeout(() => { this.timers.delete(name); action().catch(() => {}); }, 120));
  }
}

applyTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);
const page = new Page();
page.drawSwitches();
NARROW.addEventListener("change", () => page.load());
listen((event) => page.handle(event), (on) => page.setConnected(on));
