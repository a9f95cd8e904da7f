import { tellSearch } from "../../../browser/beacon.ts";

/** Results that stay on the screen so long were asked for. While somebody types, others replace them. */
const READ_MS = 2000;
const RESULTS = ".card-link, .best-answer";

const KEY = "reported";

type Kind = "asked" | "opened";

/** What this visit has reported: searches that were asked, and searches of which a result was opened. */
const reported: Record<Kind, Set<string>> = { asked: new Set(stored("asked")), opened: new Set(stored("opened")) };

type Shown = {
  q: string;
  /** How many sites have all that was asked. */
  found: number;
  isSubmitted: boolean;
};

/**
 * Reports a search once a visit of a tab, when it ends or the page is hidden. A search was asked if its results stayed, if
 * the form was submitted, or if a result was opened. Returns a function that ends it.
 */
export function watchSearch(results: HTMLElement, { q, found, isSubmitted }: Shown): () => void {
  let asked = isSubmitted;
  let opened = false;
  const timer = window.setTimeout(() => (asked = true), READ_MS);
  const end = new AbortController();
  const open = ({ target, button }: MouseEvent) => {
    // The right button only opens a menu.
    if (button > 1 || !(target as Element).closest(RESULTS)) return;
    asked = true;
    opened = true;
  };
  const report = () => {
    const searched = { q, found, asked: isNew("asked", asked, q), opened: isNew("opened", opened, q) };
    if (searched.asked || searched.opened) tellSearch(searched);
  };
  const { signal } = end;
  results.addEventListener("click", open, { signal });
  results.addEventListener("auxclick", open, { signal });
  document.addEventListener("visibilitychange", () => document.hidden && report(), { signal });
  return () => {
    window.clearTimeout(timer);
    end.abort();
    report();
  };
}

/** False from the second time on. */
function isNew(kind: Kind, is: boolean, q: string): boolean {
  if (!is || reported[kind].has(q)) return false;
  reported[kind].add(q);
  store(kind);
  return true;
}

/** A browser may refuse to store anything: then a visit ends when the page is loaded again. */
function stored(kind: Kind): string[] {
  try {
    const list: unknown = JSON.parse(sessionStorage.getItem(`${KEY}-${kind}`) ?? "[]");
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}

function store(kind: Kind): void {
  try {
    sessionStorage.setItem(`${KEY}-${kind}`, JSON.stringify([...reported[kind]]));
  } catch {
    // The memory has it.
  }
}
