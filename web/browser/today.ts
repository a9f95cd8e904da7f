import { createContext, use, useSyncExternalStore } from "react";
import { startOfDay } from "#schema/values/dates.ts";
import { never } from "./use-hydrated.ts";

/** When the Worker rendered the document, in Unix ms. */
export const RenderedAt = createContext(0);

const today = () => startOfDay(Date.now());

/** The day of the document until hydration, so that the first texts equal the Worker's, and then the browser's day. */
export function useToday(): number {
  const renderedAt = use(RenderedAt);
  return useSyncExternalStore(never, today, () => startOfDay(renderedAt));
}
