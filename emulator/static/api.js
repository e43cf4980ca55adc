// Talking to the emulator: the control API and the stream of events.

export class Refused extends Error {}

async function read(response) {
  const body = await response.json();
  if (!response.ok) throw new Refused(body.error || response.statusText);
  return body;
}

export async function get(what) {
  return read(await fetch(`/control/${what}`, { cache: "no-store" }));
}

export async function post(action, body = {}) {
  return read(await fetch(`/control/${action}`, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  }));
}

// Calls `onEvent` for each event and `onState(true|false)` when the stream comes and goes. EventSource
// reconnects by itself, except after an HTTP error: then this does.
export function listen(onEvent, onState) {
  let source;
  const open = () => {
    source = new EventSource("/control/events");
    source.onopen = () => onState(true);
    source.onmessage = (event) => onEvent(JSON.parse(event.data));
    source.onerror = () => {
      onState(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 1000);
    };
  };
  open();
  addEventListener("pagehide", () => source.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}
