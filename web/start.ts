// The only script that each document loads. It loads the app, which has a hundred times its size: at once if the page is
// nothing without it, and else as soon as the visitor uses the page. Until then, links and GET forms work by themselves.
// What else is pressed is kept, and pressed again when the app has hydrated the page.

import { loadLogosWhenNear } from "./lazy-logos.ts";
import { sampleVitals } from "./features/vitals/sample-vitals.ts";

/** The build writes the app's files here, in the order in which they run. */
declare const APP_FILES: string[];

/** Parts that are nothing without the app: forms that it sends, and private screens. */
const NEEDS_APP = ".still-loading, form.needs-script";
/** Controls that do nothing, or less, without the app. */
const CONTROLS = "button[type=button], [aria-haspopup=dialog], .needs-script input";
const SIGNS_OF_USE = ["pointermove", "pointerdown", "keydown", "focusin"];
const FAILED = "A part of this page did not load. Reload the page to use all of it.";

const kept = new Map<HTMLElement, () => void>();
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
    const { target: select } = event;
    if (!(select instanceof HTMLSelectElement)) return;
    const { value } = select;
    keep(event, select, () => {
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  },
};

for (const [type, listener] of Object.entries(LISTENERS)) addEventListener(type, listener as EventListener, true);
for (const type of SIGNS_OF_USE) addEventListener(type, onSign);

loadLogosWhenNear();
if (document.readyState === "loading") addEventListener("DOMContentLoaded", startUnused);
else startUnused();
sampleVitals(whenIdle);

function startUnused(): void {
  // The visitor may have used the page before this script arrived.
  if (document.querySelector(NEEDS_APP) || navigator.userActivation?.hasBeenActive) void load();
  // The app counts searches, and shows the account and the sites to compare.
  else if (/csrftoken=/.test(document.cookie) || isStored("compared-sites") || /[?&]q=/.test(location.search))
    whenIdle(load);
}

/** Chrome reports a move of a pointer that rests, when the page is laid out. */
function onSign(event: Event): void {
  if (event.type !== "pointermove" || (event as PointerEvent).movementX || (event as PointerEvent).movementY)
    void load();
}

function keep(event: Event, control: HTMLElement | null, press = () => control?.click()): void {
  if (!control) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  control.ariaBusy = "true";
  kept.set(control, press);
  void load();
}

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  for (const type of SIGNS_OF_USE) removeEventListener(type, onSign);
  try {
    // A browser remembers a failed import until the document is reloaded.
    if (!navigator.onLine) await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    await importApp();
    await globalThis.hydrated;
  } catch {
    document.querySelector(".message-alert")!.textContent = FAILED;
    release((control) => control instanceof HTMLAnchorElement && location.assign(control.href));
    return;
  }
  release((_, press) => press());
}

async function importApp(): Promise<unknown> {
  if (import.meta.env.DEV) return import("./entry.tsx");
  const files = APP_FILES;
  for (const href of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  // Each file runs in a task of its own, so that the page can respond in between.
  return files.reduce<Promise<unknown>>(
    (before, file) => before.then(() => import(/* @vite-ignore */ file)).then(nextTask),
    Promise.resolve(),
  );
}

/** A message comes sooner than a timer. */
const nextTask = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", resolve);
    port1.start();
    port2.postMessage(null);
  });

function release(act: (control: HTMLElement, press: () => void) => void): void {
  for (const [type, listener] of Object.entries(LISTENERS)) removeEventListener(type, listener as EventListener, true);
  for (const [control, press] of kept) {
    control.ariaBusy = null;
    act(control, press);
  }
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
  const wait = () => ("requestIdleCallback" in window ? requestIdleCallback(run) : setTimeout(run));
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}
