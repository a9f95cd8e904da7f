/**
 * How fast a page is for the people who open it (https://web.dev/articles/vitals): when its largest part is shown (LCP),
 * how long it takes to react (INP), how much it moves (CLS), and when its first byte arrives (TTFB). CLS is a score, the
 * others are milliseconds.
 */
export const VITALS = ["LCP", "INP", "CLS", "TTFB"] as const;
export type Vital = (typeof VITALS)[number];

type Scale = {
  /** Up to this value the vital is good. Sources: https://web.dev/articles/lcp, …/inp, …/cls, …/ttfb. */
  good: number;
  /** Above this value it is poor. */
  poor: number;
  /**
   * The upper bounds of the buckets in which values are counted. A last bucket has all values above. `good` and `poor`
   * are bounds, so that no bucket has values of two ratings. D1 has the numbers of the buckets: a migration that follows a
   * change of bounds must empty `vitals_days`.
   */
  bounds: readonly number[];
};

export const SCALES: Record<Vital, Scale> = {
  LCP: {
    good: 2500,
    poor: 4000,
    bounds: [
      200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000, 2250, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 10_000,
      15_000,
    ],
  },
  INP: {
    good: 200,
    poor: 500,
    bounds: [
      16, 24, 32, 40, 48, 64, 80, 100, 125, 150, 175, 200, 250, 300, 350, 400, 450, 500, 600, 800, 1000, 1500, 2000,
      4000,
    ],
  },
  CLS: {
    good: 0.1,
    poor: 0.25,
    bounds: [0, 0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1],
  },
  TTFB: {
    good: 800,
    poor: 1800,
    bounds: [
      50, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 1000, 1200, 1400, 1600, 1800, 2200, 3000, 4000, 6000,
    ],
  },
};

/** The counts of a day are kept for so many days. */
export const VITALS_KEPT_DAYS = 90;
/** What staff see, today included. */
export const SPEED_DAYS = 28;
/** With fewer measured pages, a percentile says little. */
export const SPEED_COUNT_MIN = 20;

/** Cloudflare does not know the country, or the visitor uses Tor. */
export const UNKNOWN_COUNTRY = "XX";

/** `p75`: of four visits, three had this value or a lower one. Null with fewer than SPEED_COUNT_MIN pages. */
export type SpeedFigure = { count: number; p75: number | null };

export type SpeedRow = { name: string; vitals: Record<Vital, SpeedFigure> };

/** Response of GET /api/analytics/speed/. Query: `of`, a page kind or a country. */
export type Speed = {
  /** The countries of the page kind that was asked for, else page kinds: those that were measured most first. */
  rows: SpeedRow[];
  /** By day in UTC, the newest first. Days without measured pages are missing. */
  days: SpeedRow[];
  /** All countries with measured pages. */
  countries: string[];
};
