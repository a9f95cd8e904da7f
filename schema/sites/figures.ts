/** Where people meet a listing. */
export const PLACES = {
  featured: "Featured row",
  article: "Place in an article",
  list: "List of all sites",
  category: "Category",
  product: "Alternatives to a product",
  search: "Search",
  comparison: "Comparison",
  site: "Page of another listing",
  post: "Blog post",
  badge: "Badge on your website",
  page: "Search engines and links",
} as const;

export type Place = keyof typeof PLACES;

/** A card was half visible for a second, its page was opened, its website was visited. */
export const MARKS = ["shown", "opened", "visited"] as const;
export type Mark = (typeof MARKS)[number];

type ByPlace = Partial<Record<Place, number>>;

/** Numbers of people. A person counts once a day for each place. */
export type Counts = {
  /** People who were shown a card of it. */
  seen: ByPlace;
  opened: ByPlace;
  visited: ByPlace;
  /** All of `opened`. */
  views: number;
  /** All of `visited`. */
  visits: number;
  /** Likes of the day that were not taken back. */
  likes: number;
};

export type DayFigures = Counts & {
  /** In UTC: `2026-11-29`. */
  date: string;
  /** The listing was in featured places on this day. */
  featured: boolean;
  /** Marks of programs, those that no page can have sent, and too many of one network. They are in no other number. */
  bots: number;
};

/** GET /api/sites/{id}/figures/ */
export type SiteFigures = {
  /** All days that were asked for, the oldest first. */
  days: DayFigures[];
  totals: Counts;
  bots: number;
};

/** The last 30 days of a listing. */
export type MonthFigures = { shown: number; opened: number; visited: number };

export const MAX_FIGURE_DAYS = 400;
export const MONTH_DAYS = 30;

export const sumOf = (counts: ByPlace): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Adds up days. */
export function totalOf(days: readonly Counts[]): Counts {
  const total: Counts = { seen: {}, opened: {}, visited: {}, views: 0, visits: 0, likes: 0 };
  for (const day of days) {
    for (const kind of ["seen", "opened", "visited"] as const)
      for (const [place, count] of Object.entries(day[kind]) as [Place, number][])
        total[kind][place] = (total[kind][place] ?? 0) + count;
    for (const kind of ["views", "visits", "likes"] as const) total[kind] += day[kind];
  }
  return total;
}

/** With fewer days before and after, or fewer visits, chance decides. */
export const FEWEST_DAYS = 14;
const FEWEST_VISITS = 20;
/** Standard errors: chance alone gives such a difference once in twenty times. */
const CLEAR = 2;

export type Comparison = {
  featured: { days: number; visits: number };
  before: { days: number; visits: number };
  /** "unclear": too few to tell. */
  result: "more" | "fewer" | "unclear";
};

/**
 * Compares the last featured days, at most 30, with the 30 days before the listing became featured. Undefined if `days`
 * has no featured day. `days` ends with yesterday, because today has not ended.
 */
export function compareFeatured(days: readonly DayFigures[]): Comparison | undefined {
  const end = days.findLastIndex(({ featured }) => featured) + 1;
  if (end === 0) return undefined;
  const begin = days.slice(0, end).findLastIndex(({ featured }) => !featured) + 1;
  // Before the first one with a number, nobody counted, or the listing was not public.
  const firstCounted = days.findIndex(({ seen, views }) => views > 0 || sumOf(seen) > 0);
  const firstBefore = Math.max(days.slice(0, begin).findLastIndex(({ featured }) => featured) + 1, firstCounted);
  const part = (from: number, to: number) => days.slice(Math.max(from, to - MONTH_DAYS), to);
  const [featuredDays, daysBefore] = [part(begin, end), part(firstBefore, begin)];
  const [featured, before] = [partOf(featuredDays), partOf(daysBefore)];
  const isEnough =
    Math.min(featured.days, before.days) >= FEWEST_DAYS && featured.visits + before.visits >= FEWEST_VISITS;
  const difference = featured.visits / featured.days - before.visits / before.days;
  const error = Math.sqrt(varianceOfMean(featuredDays) + varianceOfMean(daysBefore));
  const isClear = isEnough && Math.abs(difference) > CLEAR * error;
  return { featured, before, result: isClear ? (difference > 0 ? "more" : "fewer") : "unclear" };
}

const partOf = (days: readonly DayFigures[]) => ({ days: days.length, visits: totalOf(days).visits });

/**
 * Chance spreads visits that are independent by their mean. A single day with many, such as that of a news report, spreads
 * them more, and proves nothing.
 */
function varianceOfMean(days: readonly DayFigures[]): number {
  const mean = totalOf(days).visits / days.length;
  const squares = days.reduce((sum, { visits }) => sum + (visits - mean) ** 2, 0);
  return Math.max(mean, squares / (days.length - 1)) / days.length;
}
