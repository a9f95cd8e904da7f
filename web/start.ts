// The only script that each document loads. It loads the app, which has a hundred times its size: at once if the page does
// not work without it, and else as soon as the visitor uses the page. Until then, links and GET forms work by themselves.
// What else is pressed is kept, and pressed again when the app has hydrated the page.

import type { FindControl } from "./browser/kept-controls.ts";
import { sendBeacons } from "./browser/beacon.ts";
import { watchCards } from "./browser/watch-cards.ts";
import { OFFLINE_MESSAGE } from "./browser/offline-message.ts";

/** Parts that do not work without the app: forms that it sends, and private screens. */
const NEEDS_APP = ".still-loading, form.needs-script";
/** Controls that do nothing, or less, without the app. */
const CONTROLS = "button[type=button], [aria-haspopup=dialog], .filters-button, .needs-script input";
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "focusin"];
const FAILED = "A part of this page did not load. Reload the page to use all of it.";

type Press = (control: HTMLElement) => void;

const kept = new Map<HTMLElement, Press>();
const shown = location.pathname + location.search;
let isLoading = false;

const LISTENERS = {
  click(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    keep(event, (event.target as Element).closest<HTMLElement>(CONTROLS));
  },
  keydown(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    const isText = (target as Element).matches("input, textarea, select");
    if (altKey || (isText && !ctrlKey && !metaKey)) return;
    // The names of keys are those of `aria-keyshortcuts`.
    const name = ctrlKey ? `Control+${key.toUpperCase()}` : metaKey ? `Meta+${key.toUpperCase()}` : key;
    keep(event, document.querySelector<HTMLElement>(`[aria-keyshortcuts~="${CSS.escape(name)}"]`));
  },
  change(event: Event) {
    if (!(event.target instanceof HTMLSelectElement)) return;
    const { value } = event.target;
    keep(event, event.target, (select) => {
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  },
  // After a reload, the browser's history still has pages that the app showed. Without the app, Back changes only the address.
  popstate() {
    if (location.pathname + location.search !== shown) location.reload();
  },
};

for (const [type, listener] of Object.entries(LISTENERS)) addEventListener(type, listener as EventListener, true);
for (const type of SIGNS_OF_USE) addEventListener(type, onSign);

if (document.readyState === "loading") addEventListener("DOMContentLoaded", startUnused);
else startUnused();

function startUnused(): void {
  sendBeacons(watchCards());
  // The visitor may have used the page before this script arrived.
  if (document.querySelector(NEEDS_APP) || navigator.userActivation?.hasBeenActive) void load();
  // The app counts searches, and shows the account and the sites to compare.
  else if (/csrftoken=/.test(document.cookie) || isStored("compared-sites") || /[?&]q=/.test(location.search))
    whenIdle(load);
}

/** Chrome also sends `pointermove` when a page appears below a pointer that does not move. Its distance is 0. */
function onSign(event: Event): void {
  if (event.type !== "pointermove" || (event as PointerEvent).movementX || (event as PointerEvent).movementY)
    void load();
}

function keep(event: Event, control: HTMLElement | null, press: Press = (one) => one.click()): void {
  if (!control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.ariaBusy = "true";
  kept.set(control, press);
  if (!navigator.onLine) say(OFFLINE_MESSAGE);
  void load();
}

async function load(): Promise<void> {
  if (isLoading) return;
  let find: FindControl | undefined;
  isLoading = true;
  for (const type of SIGNS_OF_USE) removeEventListener(type, onSign);
  try {
    // A browser remembers a failed import until the document is reloaded.
    if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    say("");
    await import("./entry.tsx");
    find = await globalThis.hydrated;
  } catch {
    // For example, a newer version of the site has been deployed. The next press tries again.
    isLoading = false;
    if (kept.size > 0) say(FAILED);
    release((control) => control instanceof HTMLAnchorElement && location.assign(control.href));
    return;
  }
  for (const [type, listener] of Object.entries(LISTENERS)) removeEventListener(type, listener as EventListener, true);
  release((control, press) => {
    const current = find?.(control);
    if (current) press(current);
  });
}

function release(act: (control: HTMLElement, press: Press) => void): void {
  const pressed = [...kept];
  kept.clear();
  for (const [control, press] of pressed) {
    control.ariaBusy = null;
    act(control, press);
  }
}

function say(text: string): void {
  const alert = document.querySelector(".message-alert");
  if (alert && alert.textContent !== text) alert.textContent = text;
}

function isStored(key: string): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Storage is blocked.
    return false;
  }
}

function whenIdle(run: () => void): void {
  const wait = () => window.requestIdleCallback?.(run) ?? setTimeout(run);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}
