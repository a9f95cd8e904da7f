import type { Filters } from "#schema/facts/filters.ts";
import { SITES_PER_PAGE } from "#schema/sites/sites.ts";
import { openDays, type Seen } from "#schema/tables/figures.ts";
import type { Store } from "#worker/commands/bindings.ts";
import type { Bindings } from "#worker/env.ts";
import { consumeBeacons } from "#worker/features/figures/add-up.ts";
import { selectValidSession } from "#worker/features/sessions/queries.ts";
import { insertLike } from "#worker/features/likes/queries.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";
import { findSuggestions } from "#worker/features/suggestions/suggest.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { listSites } from "#worker/features/sites/list/list.ts";
import { listOwnerSites } from "#worker/features/sites/read/owner-sites.ts";
import { suggestProducts } from "#worker/features/products/suggest.ts";
import { connect } from "#worker/db/connection.ts";
import { sha256 } from "#worker/http/signing.ts";
import { type PageRequest, READERS } from "#worker/pages/readers.ts";
import { findPart } from "#worker/pages/sitemap.ts";
import { createCron } from "./cron.ts";
import { median } from "./percentile.ts";
import { meter } from "../support/meter.ts";
import { TOKEN } from "./bench-users.ts";
import { PRODUCT } from "./synthetic-sites.ts";

const RUNS = 9;

export type QueryFigures = {
  name: string;
  roundTrips: number;
  rowsRead: number;
  rowsWritten: number;
  medianMs: number;
};

const vocabulary = new Vocabulary();

/**
 * Measures the queries of each call in a filled local database. Some calls add likes and sites. `now` is Unix
 * ms. Times are those that D1 reports: from here, each query takes two more to the local runtime, which the Worker does not.
 */
export async function measureQueries({ db }: Store, now: number): Promise<QueryFigures[]> {
  const d1Meter = meter(db.$client);
  const metered = connect(d1Meter.d1);
  const asked = (params: PageRequest["params"], query = ""): PageRequest => ({
    db: metered,
    params,
    query: new URLSearchParams(query),
    now,
    origin: "https://directory.example",
    directory: "Switchlist",
    vocabulary,
    imageUrl: (url) => url,
  });
  const suggesting = { now, readVocabulary: async () => vocabulary };
  const list = (query: object) => () =>
    listSites(metered, {
      now,
      q: "",
      sort: null,
      page: 1,
      perPage: SITES_PER_PAGE,
      hasFeaturedPlaces: true,
      vocabulary,
      ...query,
    });
  const [sample] = (await listSites(metered, { now, q: "", sort: "oldest", page: 1, perPage: 1 })).results;
  const slug = sample!.slug;
  const tokenHash = sha256(TOKEN);
  const user = (await selectValidSession(db, tokenHash))[0]!;
  const three: Filters = { open_source: ["1"], platform: ["linux"], hosting: ["self_hosted"] };
  const compared = await listSites(metered, { now, q: "", sort: null, page: 1, perPage: 4, replaces: PRODUCT.slug });
  const four = compared.results.map((site) => site.slug).toSorted();
  // So late that the cron does not add it up.
  const day = "2999-12-31";
  await db.insert(openDays).values({ day, salt: "" });
  const marks: Seen["marks"] = Array.from({ length: 15 }, (_, id) => [id + 1, "list", "shown"]);
  const seen = { day, at: now, who: "who", address: "address", net: "net", isRobot: false, pages: 3, marks };
  const beacons = Array.from({ length: 12 }, (_, id) => ({ body: { id: String(id), ...seen } }));
  let lastLikedId = 0;
  let lastSiteNumber = 0;

  const calls: Record<string, () => Promise<unknown>> = {
    // Only the session check.
    "signed-in request": () => selectValidSession(metered, tokenHash),
    "dashboard, its sites": () => listOwnerSites(metered, user, { q: "", page: 1, ...suggesting }),
    "list, page 1": list({}),
    "list, page 50": list({ page: 50 }),
    "list with numbers, three filters": list({ filters: three, hasFacets: true }),
    "search, rare word": list({ q: "netsta" }),
    "search, one letter": list({ q: "a" }),
    "search, two common words": list({ q: "open source" }),
    "search, misspelt": list({ q: "sofware hostd" }),
    "product suggestions, one letter": () => suggestProducts(metered, "p", now),
    "search box, a word": () => findSuggestions(metered, "open", suggesting),
    "home page": () => READERS.home(asked({})),
    "site page": () => READERS.site(asked({ slug })),
    "category page": () => READERS.category(asked({ category: "productivity" })),
    "alternatives page": () => READERS.product(asked({ product: "product-co-0" })),
    "alternatives page, 500 sites, one filter": () =>
      READERS.product(asked({ product: PRODUCT.slug }, "open_source=1")),
    "compare page, four sites": () => READERS.compare(asked({ compared: four.join("-vs-") })),
    "sitemap, a part": () => findPart(metered, "sites-1", now),
    "cron, nothing due": createCron(d1Meter.d1, now),
    "a batch of beacons": () => consumeBeacons({ messages: beacons }, { DB: d1Meter.d1 } as unknown as Bindings),
    "like a site": () => insertLike(metered, { user, siteId: (lastLikedId += 1), now }),
    "list a new site": () =>
      importLines(metered, newSite((lastSiteNumber += 1)), { onBadLine: () => {}, onProgress: () => {} }),
  };

  const figures: QueryFigures[] = [];
  for (const [name, call] of Object.entries(calls)) {
    // The first call is a warm-up.
    await call();
    Object.assign(d1Meter, { roundTrips: 0, rowsRead: 0, rowsWritten: 0 });
    await call();
    const { roundTrips, rowsRead, rowsWritten } = d1Meter;
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      d1Meter.d1Ms = 0;
      await call();
      times.push(d1Meter.d1Ms);
    }
    figures.push({ name, roundTrips, rowsRead, rowsWritten, medianMs: median(times) });
  }
  return figures;
}

async function* newSite(number: number) {
  yield JSON.stringify({
    name: `New site ${number}`,
    link: `https://new-site-${number}.example/`,
    description: "An open source app for teams",
    category: "productivity",
    facts: { pricing: "free", open_source: true, licences: ["MIT"], platforms: ["web", "linux"] },
    alternatives: [1, 2].map((product) => ({
      name: `Product ${product}`,
      link: `https://product-${product}.example/`,
    })),
  });
}
