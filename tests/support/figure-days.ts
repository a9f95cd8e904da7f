import type { DayFigures } from "#schema/sites/figures.ts";
import { DAY_MS, isoDay } from "#schema/values/dates.ts";

/** Days that end today, the oldest first, as the server answers. */
export const daysOf = (days: Partial<DayFigures>[]): DayFigures[] =>
  days.map((day, at) => ({
    date: isoDay(Date.now() - (days.length - 1 - at) * DAY_MS),
    seen: {},
    opened: {},
    visited: {},
    views: 0,
    visits: 0,
    likes: 0,
    featured: false,
    bots: 0,
    ...day,
  }));
