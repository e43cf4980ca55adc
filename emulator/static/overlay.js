// Toasts, alerts and the sheet of choices, inside one phone.

import { avatar, el } from "./dom.js";
import { settings } from "./i18n.js";

export function toast(phone, text) {
  const node = el("div", { class: "toast", testid: "toast", role: "status" }, text);
  phone.toasts.append(node);
  while (phone.toasts.children.length > 3) phone.toasts.firstChild.remove();
  setTimeout(() => node.classList.add("leaving"), 2700);
  setTimeout(() => node.remove(), 3100);
}

export function alertBox(phone, title, text) {
  const close = () => veil.remove();
  const ok = el("button", { testid: "alert-ok", onclick: close }, phone.words.ok);
  const veil = el("div", { class: "veil", onclick: (event) => { if (event.target === veil) close(); } },
    el("div", { class: "alert", testid: "alert", role: "alertdialog" }, el("h3", {}, title), el("p", {}, text), ok));
  phone.node.append(veil);
  ok.focus({ preventScroll: true });
}

export function choiceSwitch(choices, current, onPick) {
  return el("div", { class: "switch", role: "group" }, ...choices.map(([value, label]) => el("button", {
    "aria-pressed": String(value === current), data: { value }, onclick: () => onPick(value),
  }, label)));
}

// Who you are, language, appearance, and what you can do here.
export function personSheet(phone, page) {
  const w = phone.words;
  const close = () => veil.remove();
  const people = page.people.map((person) => el("button", {
    class: "person", testid: `pick-${person.id}`, "aria-pressed": String(person.id === phone.user.id),
    onclick: () => { close(); page.become(phone, person); },
  }, avatar(person.id, person.first_name, 36), person.first_name));
  const acts = [];
  if (phone.chat && phone.chat.type !== "private" && phone.chat.present) {
    acts.push(el("button", { class: "act danger", testid: "leave-group", onclick: () => { close(); phone.leave(); } }, w.leave));
  }
  if (phone.chat && phone.chat.type === "private" && phone.chat.started && !phone.chat.blocked_bot) {
    acts.push(el("button", { class: "act danger", testid: "block-bot", onclick: () => { close(); phone.block(); } }, w.block));
  }
  const sheet = el("div", { class: "sheet", testid: "sheet" },
    el("h3", {}, w.whoAmI), ...people,
    el("h3", {}, `${w.language} · ${w.theme}`),
    el("div", { class: "switches" },
      choiceSwitch([["auto", w.auto], ["zh", "中文"], ["en", "EN"]], settings.language, (value) => { close(); page.setLanguage(value); }),
      choiceSwitch([["auto", w.auto], ["light", w.light], ["dark", w.dark]], settings.theme, (value) => { close(); page.setTheme(value); })),
    ...acts);
  const veil = el("div", { class: "veil bottom", onclick: (event) => { if (event.target === veil) close(); } }, sheet);
  phone.node.append(veil);
}
