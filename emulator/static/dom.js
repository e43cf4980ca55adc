// Small helpers for building the page.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "testid") node.dataset.testid = value;
    else if (name === "data") Object.assign(node.dataset, value);
    else if (name === "style") node.style.cssText = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}

const PATHS = {
  back: "M15 5l-7 7 7 7", down: "M6 9l6 6 6-6", menu: "M4 7h16M4 12h16M4 17h16", slash: "M15 5L9 19M4 4h16v16H4z",
  hidden: "M3 3l18 18M10.6 10.600a2 2 0 0 0 2.8 2.800M9.4 5.300A9.8 9.8 0 0 1 12 5c5 0 8.5 4.5 9.5 7a13 13 0 0 1-2.7 3.900M6.3 6.500C4.2 7.9 2.9 10.2 2.5 12c1 2.5 4.5 7 9.5 7a9.5 9.5 0 0 0 4.4-1.1",
  people: "M16 20v-1.500a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4V20M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM22 20v-1.500a4 4 0 0 0-3-3.800M15.5 3.200a4 4 0 0 1 0 7.6",
  arrow: "M5 19L19 5M9 5h10v10", copy: "M9 9h11v11H9zM5 15H4V4h11v1", file: "M7 3h7l5 5v13H7zM14 3v5h5",
};

export function icon(name, className = "line") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

export function sendIcon() {
  const svg = icon("back", "");
  svg.firstChild.setAttribute("d", "M3.2 20.4 21.5 12 3.2 3.600l-.1 6.700L14 12 3.1 13.700z");
  return svg;
}

const COLORS = [["#f0805e", "#d9534a"], ["#e8a33b", "#d67d22"], ["#8f7be8", "#6c55cf"], ["#4fb86a", "#2d934c"],
  ["#35b3c4", "#1f8fa6"], ["#4f97e6", "#2f73c9"], ["#e56f9f", "#c94a80"]];
const NAME_COLORS = ["#cf4f43", "#c1741a", "#7a5fd6", "#2f8f4b", "#1c8ba0", "#2f73c9", "#c4477b"];

export function colorIndex(id) {
  return Math.abs(Number(id)) % 7;
}

export function nameColor(id) {
  const dark = document.documentElement.dataset.theme === "dark";
  return dark ? COLORS[colorIndex(id)][0] : NAME_COLORS[colorIndex(id)];
}

export function avatar(id, name, size = 40, jade = false) {
  const [from, to] = jade ? ["#2fbf8a", "#12805c"] : COLORS[colorIndex(id)];
  const initial = [...(name || "?").trim()].find((c) => /\p{Script=Han}/u.test(c)) || [...(name || "?").trim()][0] || "?";
  return el("span", { class: "avatar", style: `--size:${size}px;background:linear-gradient(${from},${to})`, "aria-hidden": "true" },
    initial.toUpperCase());
}

export function clock(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = el("textarea", { style: "position:fixed;opacity:0" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}
