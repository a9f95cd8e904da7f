import { useSyncExternalStore } from "react";
import { MAX_COMPARED } from "#schema/sites/comparisons.ts";
import type { SiteLink } from "#schema/pages/pages.ts";
import { showMessage } from "../../../ui/message.tsx";

// The sites that a visitor has chosen to compare, kept on the device. All tabs agree.

const KEY = "compared-sites";

/** `news` is what a screen reader announces: a change in this document. */
type Tray = { sites: readonly SiteLink[]; news: string };

const NONE: Tray = { sites: [], news: "" };

let tray: Tray | undefined;
const listeners = new Set<() => void>();

const current = (): Tray => (tray ??= { sites: read(), news: "" });

function read(): SiteLink[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isSite).slice(0, MAX_COMPARED) : [];
  } catch {
    // Storage is blocked, or holds something else.
    return [];
  }
}

const isSite = (value: unknown): value is SiteLink => {
  const { name, slug } = (value ?? {}) as Partial<SiteLink>;
  return typeof name === "string" && typeof slug === "string";
};

function set(next: Tray): void {
  tray = next;
  for (const listener of listeners) listener();
}

function save(sites: readonly SiteLink[], news: string): void {
  set({ sites, news: `${news} ${sites.length} of ${MAX_COMPARED} sites chosen to compare.` });
  try {
    // A stored choice makes each page load the app (web/start.ts).
    if (sites.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(sites));
  } catch {
    // Storage is full or blocked: the choice is lost with the document.
  }
}

const followOtherTabs = ({ key }: StorageEvent) => {
  // Null: all was deleted.
  if (key === KEY || key === null) set({ sites: read(), news: "" });
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener("storage", followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener("storage", followOtherTabs);
  };
}

/** Empty until hydration. */
export const useTray = (): Tray => useSyncExternalStore(subscribe, current, () => NONE);

/** Says why if there are four already. */
export function addToTray({ slug, name }: SiteLink): void {
  const { sites } = current();
  if (sites.length >= MAX_COMPARED)
    showMessage(`You can compare ${MAX_COMPARED} sites at most. Remove one to compare ${name}.`);
  else save([...sites, { slug, name }], `${name} added.`);
}

export function removeFromTray(slug: string): void {
  const { sites } = current();
  const removed = sites.find((site) => site.slug === slug);
  if (removed)
    save(
      sites.filter((site) => site !== removed),
      `${removed.name} removed.`,
    );
}

export const emptyTray = (): void => save([], "All removed.");
