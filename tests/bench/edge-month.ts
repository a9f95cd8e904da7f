import { cacheRules } from "#worker/http/caching.ts";

// A simulated month in front of the Worker: how many public requests the edge answers. `edgeShares` takes seconds.
// Cloudflare's documentation has the rules (workers/cache: “Tiered cache”, configuration, cache keys). It names no numbers
// of places, visits or texts, so these are assumptions:
//
// - Visits come to 300 places, the n-th most busy one with a share of 1/n. They are spread evenly over the month, which is
//   worse for the cache than real days with busy hours.
// - Each place asks one of ten upper ones. Cloudflare calls them “a smaller set”. Fewer would keep more.
// - Sites, products, searched texts and images are visited by Zipf's law with the exponent 0.8. Breslau et al., “Web
//   Caching and Zipf-like Distributions” (1999), measured 0.64 to 0.83.
// - Nothing is evicted before its time.
const PLACES = 300;
const UPPER_PLACES = 10;
const SITES = 100_000;
const PRODUCTS = 20_000;
const CATEGORIES = 17;
const SEARCHED_TEXTS = 100_000;
const EXPONENT = 0.8;
/** In each visit, as in costs.ts. */
const NEW_SITES = 0.002;
const SAVES = 0.005;
/** The sites that a site's page shows, and the products that a site replaces. */
const SITES_OF_PAGE = 12;
const PRODUCTS_OF_SITE = 3;
const DEPLOYMENTS = 8;

const DAY = 86_400;
const MONTH = 30 * DAY;
/** Seconds from a purge to the one that follows it (worker/features/purges/consume.ts). */
const SECOND_PURGE = 30;

/** Seconds. `stale`: how long the old response is still served while a new one is fetched. */
type Rule = { fresh: number; stale: number };

const seconds = (rule: string, name: string) => Number(new RegExp(`${name}=(\\d+)`).exec(rule)?.[1] ?? 0);
const { edge } = cacheRules(Infinity);
const PAGE: Rule = { fresh: seconds(edge, "max-age"), stale: seconds(edge, "stale-while-revalidate") };
/** worker/features/media/image-response.ts and worker/features/favicons/routes.ts. */
const IMAGE: Rule = { fresh: DAY, stale: 0 };
const ICON: Rule = { fresh: 7 * DAY, stale: 30 * DAY };

/** `purges` returns the purges of the key with a rank (from 1) in a month with `visits`. */
type Population = { perVisit: number; keys: number; rule: Rule; purges(visits: number, share: number): number };

const ofLists = (visits: number) => visits * NEW_SITES;
const ofSite = (visits: number) => (visits * SAVES * SITES_OF_PAGE) / SITES;
const never = () => 0;

const purgesOfProduct = (visits: number, share: number) =>
  visits * NEW_SITES * PRODUCTS_OF_SITE * share + 2 * ofSite(visits);

/**
 * Requests of a visit. `visit.ts` counted them in Chromium in November 2026. Icons and images are the mean of the demo
 * directory (9 and 10) and of 5,077 sites without logos (20 and 0). `data` is what the browser asks instead of a page when
 * a visitor follows a link. Assumed: each search asks once for suggestions.
 */
const KINDS = {
  home: [{ perVisit: 0.5, keys: 1, rule: PAGE, purges: ofLists }],
  page: [
    { perVisit: 0.25, keys: SITES, rule: PAGE, purges: ofSite },
    { perVisit: 0.2, keys: PRODUCTS, rule: PAGE, purges: purgesOfProduct },
    { perVisit: 0.05, keys: CATEGORIES, rule: PAGE, purges: (visits, share) => ofLists(visits) * share },
  ],
  data: [
    { perVisit: 1, keys: SITES, rule: PAGE, purges: ofSite },
    { perVisit: 0.5, keys: PRODUCTS, rule: PAGE, purges: purgesOfProduct },
  ],
  search: [{ perVisit: 0.5, keys: SEARCHED_TEXTS, rule: PAGE, purges: ofLists }],
  suggestions: [{ perVisit: 0.5, keys: SEARCHED_TEXTS, rule: PAGE, purges: ofLists }],
  icon: [{ perVisit: 14.5, keys: SITES, rule: ICON, purges: never }],
  image: [{ perVisit: 5, keys: 2 * SITES, rule: IMAGE, purges: never }],
} satisfies Record<string, Population[]>;

function sumOf(populations: Population[]): number {
  return populations.reduce((sum, population) => sum + population.perVisit, 0);
}

export type EdgeKind = keyof typeof KINDS;

/** Of all requests, from 0 to 1. `near` + `upper` + `stale` + `waited` is 1. `worker` is what the Worker renders. */
export type EdgeFigures = {
  /** Answered by the place next to the visitor. */
  near: number;
  /** Answered by an upper place. */
  upper: number;
  /** Answered at once with an old response, while a new one is fetched. */
  stale: number;
  /** The visitor waits for the Worker. */
  waited: number;
  worker: number;
};

const NAMES = ["near", "upper", "stale", "waited", "worker"] as const;
const emptyFigures = (): EdgeFigures => ({ near: 0, upper: 0, stale: 0, waited: 0, worker: 0 });

/** The requests of a visit by kind. */
export const perVisit = Object.fromEntries(
  Object.entries(KINDS).map(([kind, populations]) => [kind, sumOf(populations)]),
) as Record<EdgeKind, number>;

/** The share of the public requests of a month that the edge answers without running the Worker, from 0 to 1. */
export function edgeShare(visits: number): number {
  const kinds = Object.entries(edgeShares(visits)) as [EdgeKind, EdgeFigures][];
  const all = kinds.reduce((sum, [kind]) => sum + perVisit[kind], 0);
  return kinds.reduce((sum, [kind, { worker }]) => sum + (perVisit[kind] / all) * (1 - worker), 0);
}

/** Simulates a month with so many visits. The same `visits` give the same figures. */
export function edgeShares(visits: number): Record<EdgeKind, EdgeFigures> {
  const random = generator(visits);
  const kinds = Object.entries(KINDS).map(([kind, populations]: [string, Population[]]) => {
    const sum = emptyFigures();
    for (const population of populations) {
      const figures = simulate(population, visits, random);
      for (const name of NAMES) sum[name] += (figures[name] * population.perVisit) / sumOf(populations);
    }
    return [kind, sum];
  });
  return Object.fromEntries(kinds) as Record<EdgeKind, EdgeFigures>;
}

/** Keys of the first ranks are simulated one by one, of the others some in each range of ranks. */
const SINGLE_KEYS = 50;
const KEYS_OF_RANGE = 16;

function simulate({ perVisit: often, keys, rule, purges }: Population, visits: number, random: Random): EdgeFigures {
  let total = 0;
  for (let rank = 1; rank <= keys; rank += 1) total += rank ** -EXPONENT;
  const sum = emptyFigures();
  for (let first = 1; first <= keys;) {
    const last = first <= SINGLE_KEYS ? first : Math.min(keys, Math.floor(first * 1.5));
    const ranks = last - first + 1;
    const sampled = Math.min(KEYS_OF_RANGE, ranks);
    const range = emptyFigures();
    let shareOfRange = 0;
    for (let rank = first; rank <= last; rank += 1) shareOfRange += rank ** -EXPONENT / total;
    let requests = 0;
    for (let sample = 0; sample < sampled; sample += 1) {
      const rank = first + Math.floor(((sample + random()) * ranks) / sampled);
      const share = rank ** -EXPONENT / total;
      const perMonth = visits * often * share;
      requests += simulateKey({ perMonth, purges: purges(visits, share) + DEPLOYMENTS, rule }, range, random);
    }
    // A range that nobody asked for in the sampled time counts as misses.
    for (const name of NAMES) {
      const missed = name === "waited" || name === "worker" ? 1 : 0;
      sum[name] += shareOfRange * (requests > 0 ? range[name] / requests : missed);
    }
    first = last + 1;
  }
  return sum;
}

/** A busy key needs no whole month. */
const REQUESTS_MAX = 6000;
const TIME_MIN = DAY / 4;

type Key = { perMonth: number; purges: number; rule: Rule };

/** Adds the numbers of requests to `counts`, and returns how many there were. */
function simulateKey({ perMonth, purges, rule }: Key, counts: EdgeFigures, random: Random): number {
  const meanGap = MONTH / perMonth;
  const meanPurge = MONTH / purges;
  const end = Math.min(MONTH, Math.max(TIME_MIN, REQUESTS_MAX * meanGap));
  // Before this time, the caches fill.
  const begin = end / 10;
  const near = new Float64Array(PLACES).fill(-Infinity);
  const upper = new Float64Array(UPPER_PLACES).fill(-Infinity);
  let [lastPurge, nextPurge, requests] = [-Infinity, exponential(meanPurge, random), 0];
  for (let now = exponential(meanGap, random); now < end; now += exponential(meanGap, random)) {
    for (; nextPurge <= now; nextPurge += exponential(meanPurge, random)) lastPurge = nextPurge;
    const purgedAt = lastPurge + SECOND_PURGE <= now ? lastPurge + SECOND_PURGE : lastPurge;
    const place = placeOf(random());
    const above = place % UPPER_PLACES;
    const age = near[place]! > purgedAt ? now - near[place]! : Infinity;
    const ageAbove = upper[above]! > purgedAt ? now - upper[above]! : Infinity;
    const isStale = age >= rule.fresh && age < rule.fresh + rule.stale;
    const isStaleAbove = ageAbove >= rule.fresh && ageAbove < rule.fresh + rule.stale;
    const isNear = age < rule.fresh;
    const isRendered = !isNear && ageAbove >= rule.fresh;
    if (isRendered) upper[above] = now;
    if (!isNear) near[place] = upper[above]!;
    if (now < begin) continue;
    requests += 1;
    if (isNear) counts.near += 1;
    else if (isStale || (isStaleAbove && isRendered)) counts.stale += 1;
    else if (isRendered) counts.waited += 1;
    else counts.upper += 1;
    if (isRendered) counts.worker += 1;
  }
  return requests;
}

const placeEnds = (() => {
  const weights = Array.from({ length: PLACES }, (_, index) => 1 / (index + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let end = 0;
  return Float64Array.from(weights, (weight) => (end += weight / total));
})();

function placeOf(point: number): number {
  let [low, high] = [0, PLACES - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeEnds[middle]! < point) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Random = () => number;

const exponential = (mean: number, random: Random) => -Math.log(1 - random()) * mean;

/** Mulberry32: the same seed gives the same numbers from 0 to 1. */
function generator(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
