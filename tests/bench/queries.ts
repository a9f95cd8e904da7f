import type { PageData } from "#schema/pages.ts";
import { SITES_PER_PAGE } from "#schema/sites.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { listPublicBlogs } from "#worker/features/blogs/queries.ts";
import { findListedLink } from "#worker/features/favicons/queries.ts";
import { listSites } from "#worker/features/sites/list.ts";
import { findSite } from "#worker/features/sites/queries.ts";
import { listPopular, suggestTargets } from "#worker/features/targets/queries.ts";
import { connect } from "#worker/http/database.ts";
import { listNewest } from "#worker/pages/feed.ts";
import { pageDataFrom } from "#worker/pages/page-data.ts";
import { findPart, listParts } from "#worker/pages/sitemap.ts";
import { meter } from "./meter.ts";
import { median } from "./median.ts";

const RUNS = 9;

export type QueryFigures = { name: string; roundTrips: number; rowsRead: number; medianMs: number };

/** What each call and page costs in D1. Times hold the way to the local runtime and back, about `SELECT 1`. */
export async function measureQueries({ db }: Store, now: number): Promise<QueryFigures[]> {
  const counts = meter(db.$client);
  const metered = connect(counts.d1);
  const pages: PageData = pageDataFrom(metered, { now, origin: "https://directory.example", imageUrl: (url) => url });
  const list = (query: object) => () =>
    listSites(metered, { now, q: "", sort: null, page: 1, perPage: SITES_PER_PAGE, ...query });
  const [sample] = (await listSites(metered, { now, q: "", sort: "oldest", page: 1, perPage: 1 })).results;
  const slug = sample!.slug;

  const calls: Record<string, () => Promise<unknown>> = {
    "SELECT 1": () => counts.d1.prepare("SELECT 1").all(),
    "list, page 1": list({}),
    "list, page 50": list({ page: 50 }),
    "list, one category": list({ category: "productivity" }),
    "list, popular": list({ sort: "popular" }),
    "search, rare word": list({ q: "netsta" }),
    "search, one letter": list({ q: "a" }),
    "search, common word": list({ q: "open" }),
    "search, two common words": list({ q: "open source" }),
    "search, four letters apart": list({ q: "a b c d" }),
    "search, in a category": list({ q: "the", category: "search_discovery" }),
    "search, misspelt": list({ q: "sofware hostd" }),
    "search, nothing": list({ q: "zzyzx qqwwee" }),
    "suggestions, one letter": () => suggestTargets(metered, "p"),
    "suggestions, part of a word": () => suggestTargets(metered, "duct"),
    "popular alternatives": () => listPopular(metered, 1),
    site: () => findSite(metered, { slug, now }),
    "home page": () => pages.home(new URLSearchParams()),
    "site page": () => pages.site(slug, new URLSearchParams()),
    "alternatives page": () => pages.target("product-co-0", new URLSearchParams()),
    "sitemap, index": () => listParts(metered),
    "sitemap, a part": () => findPart(metered, "sites-1", now),
    feed: () => listNewest(metered, now),
    "favicon of an unknown host": () => findListedLink(metered, "nobody.example"),
    blogs: () => listPublicBlogs(metered, { now, page: 1 }),
    "category page": () => pages.category("productivity", new URLSearchParams()),
  };

  const figures: QueryFigures[] = [];
  for (const [name, call] of Object.entries(calls)) {
    // One after the other: times of calls that share two cores would mean nothing.
    await call();
    Object.assign(counts, { roundTrips: 0, rowsRead: 0 });
    await call();
    const { roundTrips, rowsRead } = counts;
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      const start = performance.now();
      await call();
      times.push(performance.now() - start);
    }
    figures.push({ name, roundTrips, rowsRead, medianMs: median(times) });
  }
  return figures;
}
