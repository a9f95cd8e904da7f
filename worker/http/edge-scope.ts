import { AsyncLocalStorage } from "node:async_hooks";
import type { Subject } from "../ports.ts";

// The code that reads or writes a row says what it shows or changes. Nothing passes it on, so that no caller can forget it.

/** `until`: Unix ms at which a featured place that the response shows ends. Infinity if it shows none. */
export type Shown = { subjects: Set<Subject>; until: number };

const shownHere = new AsyncLocalStorage<Shown>();
const changedHere = new AsyncLocalStorage<Set<Subject>>();

/** Collects what `work` shows. */
export const collectShown = (shown: Shown, work: () => Promise<void>) => shownHere.run(shown, work);

/** What the request or the run has changed until now. */
export const changedSubjects = (): ReadonlySet<Subject> => changedHere.getStore() ?? new Set();

/** Collects what `work` changes. */
export const collectChanged = <T>(changed: Set<Subject>, work: () => Promise<T>) => changedHere.run(changed, work);

/** Says that the response shows these subjects, if the edge may keep it. */
export function shows(...subjects: Subject[]): void {
  for (const subject of subjects) shownHere.getStore()?.subjects.add(subject);
}

/** Says that the response shows something that is right until a time (Unix ms). */
export function showsUntil(time: number): void {
  const shown = shownHere.getStore();
  if (shown) shown.until = Math.min(shown.until, time);
}

/**
 * Says that the public responses that show these subjects become wrong. Call it before the write: a write whose answer is
 * lost may have happened.
 */
export function changes(...subjects: Subject[]): void {
  for (const subject of subjects) changedHere.getStore()?.add(subject);
}
