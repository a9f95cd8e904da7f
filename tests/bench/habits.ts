import { SITES_OF_A_ROW } from "#schema/tables/figures.ts";

// What a month sends: requests of visitors, new listings, the cron and back-ups.

/** Counted with each request, in the units of the bill. */
export const COUNTED = [
  "rowsRead",
  "rowsWritten",
  "kvReads",
  "kvWrites",
  "r2Reads",
  "r2Writes",
  "transformations",
  "queueOperations",
] as const;

/** A kind of request. */
export type Part = Partial<Record<(typeof COUNTED)[number], number>> & {
  name: string;
  perVisit: number;
  /** Names of calls in queries.ts: their D1 rows are added up. */
  queries?: string[];
  /** Milliseconds, or the path of a measured request that takes as long. */
  cpu?: string | number;
  /** It comes with the request of another part. */
  isInAnother?: true;
  /** The edge's cache may answer. Then it costs a request and nothing else. */
  isPublic?: true;
  mails?: number;
  /** Messages of queues beside those of mails. */
  messages?: number;
  /** `worker/http/request-log.ts` logs each request that is no GET. */
  logLines?: number;
};

const SESSION = "signed-in request";
const SEARCH = "search, two common words";
const PAGE_CPU = "/alternatives/product-co-0";
/** Nearly all of this time is for hashing the password. Its few rows of D1 do not count. */
const SIGN_IN_CPU_MS = 300;
/** Of an icon, a logo or a screenshot. */
const IMAGE_CPU_MS = 2;
/** Assumed. */
const BEACON_CPU_MS = 1;
/** To find the salt, and to add up a day of 33,333 beacons with fifteen marks. That takes D1 three seconds. */
const ROWS_OF_A_BEACON = 1 + 110;
/** Assumed: 3 % of dashboards open the figures of a listing. They read 200,000 rows of the beacons of today. */
const ROWS_OF_FIGURES = 6_000;
/** A save purges the edge twice: at once, and after the lag of D1's replicas. */
const PURGES_OF_A_SAVE = 2;
/** Assumed for each listing: a logo of two widths, and three screenshots of three. Those of the demo have 0.072 MB. */
const FILES_OF_A_LISTING = 11;
const MB_OF_A_LISTING = 0.072;
/** Of the site and of one product. A logo is made into a PNG for each. Calls of the second Worker are no billed requests. */
const SHARE_IMAGES_OF_A_LISTING = 2;
const SHARE_IMAGE_CPU_MS = 1_000;

/**
 * Counted in Chromium in November 2026: the mean of a phone and a large screen, and of directories with and without logos.
 * Half of the visits type a word of five letters on the home page, open a site and a product that it replaces. The others
 * come from a search engine to a product and open a site. Each page is scrolled half-way. What accounts send is assumed, and crawlers are left out.
 */
export const VISIT: Part[] = [
  { name: "home pages", perVisit: 0.5, queries: ["home page"], cpu: "/", isPublic: true },
  { name: "pages of sites", perVisit: 0.5, queries: ["site page"], cpu: PAGE_CPU, isPublic: true },
  { name: "pages of products", perVisit: 0.5, queries: ["alternatives page"], cpu: PAGE_CPU, isPublic: true },
  // What the browser asks instead of a page when a visitor follows a link.
  { name: "data of a site", perVisit: 0.5, queries: ["site page"], cpu: "/api/saas/", isPublic: true },
  { name: "data of a product", perVisit: 0.5, queries: ["alternatives page"], cpu: "/api/saas/", isPublic: true },
  // Who types slowly searches with each letter.
  { name: "searches", perVisit: 2.5, queries: [SEARCH], cpu: "/api/saas/?q=open+source", isPublic: true },
  { name: "icons of websites", perVisit: 14, cpu: IMAGE_CPU_MS, r2Reads: 1, isPublic: true },
  { name: "logos and screenshots", perVisit: 6.5, cpu: IMAGE_CPU_MS, r2Reads: 1, isPublic: true },
  // Scripts, styles, the font and drawings; and the browser's icon and manifest, which were not counted.
  { name: "static files", perVisit: 18, isPublic: true },
  { name: "images of shared links", perVisit: 0.01, cpu: IMAGE_CPU_MS, r2Reads: 1, isPublic: true },
  // One beacon a visit, and one message in the queue, which is written, read and deleted.
  { name: "figures of listings", perVisit: 1, cpu: BEACON_CPU_MS, rowsRead: ROWS_OF_A_BEACON, queueOperations: 3 },
  { name: "reports of searches", perVisit: 0.5, cpu: BEACON_CPU_MS, rowsWritten: 5, isInAnother: true },
  {
    name: "dashboards",
    perVisit: 0.05,
    queries: [SESSION, "dashboard, its sites"],
    rowsRead: ROWS_OF_FIGURES,
    cpu: "/api/sites/",
    kvReads: 1,
  },
  { name: "likes", perVisit: 0.02, queries: [SESSION, "like a site"], cpu: "/api/user/", kvReads: 1, logLines: 1 },
  { name: "sign-ins", perVisit: 0.005, cpu: SIGN_IN_CPU_MS, kvWrites: 2, mails: 1, logLines: 2 },
];

/** Assumed, each with all its images. A listing of 100 is new in a month. */
const NEW_LISTINGS_SHARE = 0.01;
const FILES = FILES_OF_A_LISTING + SHARE_IMAGES_OF_A_LISTING;
const DAYS = 30;
/** One every 10 minutes. */
const CRON_RUNS = 144 * DAYS;
/** One every 30 seconds (wrangler.toml). Ten million visits fill some of them before that. */
const BEACON_BATCHES = 2_880 * DAYS;

/**
 * In the second month of tests/worker/life/month.test.ts, in which 4 % do not answer and are asked daily, for each site. The
 * time is assumed.
 */
const ROWS_OF_A_CHECK = 3.1;
const MESSAGES_OF_A_CHECK = 0.22;
const CHECK_CPU_MS = 10;

/**
 * One a night, and the last 30 are kept. The copy of 5,077 sites with facts (13.2 MB in D1) read 209,000 rows and wrote
 * 0.86 MB. A piece of 4 MB is one write, and each run of the cron lists the pieces twice.
 */
const BACKUPS = DAYS;
const ROWS_OF_A_BYTE = 209_000 / 13.2e6;
const BACKUP_SHARE = 0.86 / 13.2;
const BACKUP_CPU_MS_OF_A_BYTE = 1e-4;
const PIECE_BYTES = 4e6;
const LISTS_OF_A_DAY = 288;

type Directory = { sites: number; databaseBytes: number };

/** What a month has beside its visits. It follows the size of the directory. */
export const monthly = ({ sites, databaseBytes }: Directory): (Omit<Part, "perVisit"> & { times: number })[] => [
  {
    name: "new listings",
    times: NEW_LISTINGS_SHARE * sites,
    queries: [SESSION, "list a new site"],
    cpu: SHARE_IMAGES_OF_A_LISTING * SHARE_IMAGE_CPU_MS,
    kvReads: 1,
    // Its owner reads that it is public.
    mails: 1,
    messages: PURGES_OF_A_SAVE,
    r2Writes: FILES,
    transformations: FILES,
    logLines: 3,
  },
  {
    name: "checks of links",
    times: sites,
    rowsRead: 10,
    rowsWritten: ROWS_OF_A_CHECK,
    cpu: CHECK_CPU_MS,
    messages: MESSAGES_OF_A_CHECK,
  },
  { name: "the cron", times: CRON_RUNS, queries: ["cron, nothing due"] },
  { name: "batches of beacons", times: BEACON_BATCHES, queries: ["a batch of beacons"], cpu: BEACON_CPU_MS },
  // As if all sites were seen each day. Twenty share a row.
  {
    name: "figures of a day",
    times: DAYS,
    rowsWritten: sites / SITES_OF_A_ROW + BEACON_BATCHES / DAYS,
  },
  {
    name: "back-ups",
    times: BACKUPS,
    rowsRead: ROWS_OF_A_BYTE * databaseBytes,
    cpu: BACKUP_CPU_MS_OF_A_BYTE * databaseBytes,
    r2Writes: Math.ceil((BACKUP_SHARE * databaseBytes) / PIECE_BYTES) + LISTS_OF_A_DAY,
  },
];

export const storedInR2 = ({ sites, databaseBytes }: Directory): number =>
  MB_OF_A_LISTING * 1e6 * sites + BACKUPS * BACKUP_SHARE * databaseBytes;
