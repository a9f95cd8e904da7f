import type { Beacon, Searched, SeenPage } from "#schema/sites/beacon.ts";

// What pages tell the server is sent when the visit ends or the tab is hidden. Until then it stays in the tab, so a visit of
// several pages sends one beacon.

const KEY = "beacon";
/** The server reads no beacon of 24 kB, and none with more than 20 searches. */
const MANY = 8000;
const MOST = 10;
/** A link of this site was followed, and its page did not arrive for so long. */
const FOLLOWED_MS = 5000;

type Waiting = { searched: Searched[]; pages: SeenPage[] };

let waiting = stored();
let followed = 0;

export const tellSearch = (search: Searched) => leaveIf(waiting.searched.push(search) >= MOST);
export const tellPage = (page: SeenPage) => leaveIf(waiting.pages.push(page) >= MOST);
const leaveIf = (isFull: boolean) => void (isFull && leave());

/** Sends what `tell` and other listeners of the document tell when the page is hidden. */
export function sendBeacons(tell: () => void): void {
  addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    tell();
    leave();
  });
  // Browsers without it send a beacon for each page.
  globalThis.navigation?.addEventListener("navigate", ({ destination, downloadRequest, hashChange }) => {
    const isPage = downloadRequest === null && !hashChange && !destination.sameDocument;
    followed = isPage && new URL(destination.url).origin === location.origin ? Date.now() : 0;
  });
}

function leave(): void {
  // "Back" shows a page that was left before the last one stored what it saw.
  const { searched, pages } = stored();
  const all: Beacon = { searched: [...searched, ...waiting.searched], pages: [...pages, ...waiting.pages] };
  const [count, text] = [all.searched!.length + all.pages!.length, JSON.stringify(all)];
  if (count === 0) return;
  const isKept = Date.now() - followed < FOLLOWED_MS && count < MOST && text.length < MANY && store(text);
  if (!isKept) navigator.sendBeacon?.("/api/beacon/", text);
  waiting = { searched: [], pages: [] };
}

function stored(): Waiting {
  try {
    const text = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    if (text) return JSON.parse(text) as Waiting;
  } catch {
    // Storage is blocked.
  }
  return { searched: [], pages: [] };
}

function store(text: string): boolean {
  try {
    sessionStorage.setItem(KEY, text);
    return true;
  } catch {
    return false;
  }
}
