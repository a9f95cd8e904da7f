import { eq, inArray } from "drizzle-orm";
import type { Facts } from "#schema/facts/facts.ts";
import { users } from "#schema/tables/accounts.ts";
import { cleanEmail } from "#schema/values/email.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { AppError } from "../../../errors.ts";
import { createListings, type NewListing } from "../save/create.ts";
import { isCompleteLine, parseLine, readSiteLine } from "./import-line.ts";
import { type ReadSite, requireProducts } from "./import-products.ts";
import { updateListing } from "./update.ts";
import { linkKey } from "../../../names/keys.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";

/** D1 takes at most 2 MB as one value. */
const BATCH_SITES = 400;
const BATCH_BYTES = 300_000;

type Options = {
  /** The email address of the account that owns the sites. By default, they have no owner. */
  ownerEmail?: string;
  /** Changes sites of this owner that are listed already, instead of skipping them. */
  updates?: boolean | undefined;
  /** Reads properties that the form does not have. */
  more?(line: Record<string, unknown>): Partial<NewListing>;
  onBadLine(number: number, reason: string): void;
  onProgress(read: number, added: number): void;
};

/**
 * `known`: listed already, and not changed. `foreign`: not updated, because they belong to somebody else. `images`: how many
 * images the cron will send to the queue.
 */
type ImportResult = Record<"read" | "added" | "updated" | "known" | "foreign" | "bad" | "images", number>;

/** The text of a line, or the reason why it could not be read. */
export type Line = string | { problem: string };

/**
 * Lists one site for each line. It skips links that the directory has already, so a second run adds nothing; with `updates`,
 * it changes those of the same owner. It reports invalid lines to `onBadLine` and skips them. It fetches no images: see
 * worker/features/image-fetches/.
 * @throws Error if no account has the email address `ownerEmail`, or if a JSON value has several lines.
 */
export async function importLines(db: Db, lines: AsyncIterable<Line>, options: Options): Promise<ImportResult> {
  const { updates = false } = options;
  const ownerId = await findOwner(db, options.ownerEmail);
  const result: ImportResult = { read: 0, added: 0, updated: 0, known: 0, foreign: 0, bad: 0, images: 0 };
  const found = new Map<string, ReadSite>();
  let batch = new Map<string, ReadSite>();
  let bytes = 0;
  // After the first valid line, invalid JSON is a bad line and not a JSON value of several lines.
  let isJsonLines = false;

  const reportPart = (line: number, problem: string) =>
    options.onBadLine(line, `${problem.replace(/\.$/, "")}. The site is listed without it.`);

  function reportBad(line: number, problem: string) {
    result.bad += 1;
    options.onBadLine(line, problem);
  }

  async function flush() {
    const listed = await findListed(db, [...batch.keys()]);
    const unlisted: ReadSite[] = [];
    const own: (ReadSite & { id: number })[] = [];
    for (const [key, one] of batch) {
      const owners = listed.get(key);
      const id = owners?.find((owner) => owner.ownerId === ownerId)?.id;
      if (!owners && one.lack) reportBad(one.line, one.lack);
      else if (!owners) unlisted.push(one);
      else if (!updates) result.known += 1;
      else if (id === undefined) result.foreign += 1;
      else own.push({ ...one, id });
    }
    const fresh = await requireProducts(db, unlisted, reportPart);
    if (fresh.length > 0) await createListings(db, fresh, { ownerId });
    result.added += fresh.length;
    result.images += fresh.reduce((sum, { imageFetches = [] }) => sum + imageFetches.length, 0);
    const stated = await requireProducts(db, own, reportPart);
    for (const [index, one] of own.entries()) await update({ ...one, site: stated[index]! });
    batch = new Map();
    bytes = 0;
    options.onProgress(result.read, result.added);
  }

  async function update({ line, ...one }: ReadSite & { id: number }) {
    try {
      if (await updateListing(db, one, Date.now())) result.updated += 1;
      else result.known += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reportBad(line, error.message);
    }
  }

  for await (const line of lines) {
    result.read += 1;
    if (typeof line === "string" && line.trim() === "") continue;
    if (typeof line === "string") isJsonLines ||= isCompleteLine(line, result.read);
    const given = typeof line === "string" ? readSiteLine(line, updates) : line;
    if ("problem" in given) {
      reportBad(result.read, given.problem);
      continue;
    }
    const { problems, ...one } = given;
    for (const problem of problems) reportPart(result.read, problem);
    if (options.more) Object.assign(one.site, options.more(parseLine(String(line)) as Record<string, unknown>));
    const key = linkKey(one.site.link);
    if (found.has(key)) result.known += 1;
    else found.set(key, { ...one, line: result.read });
  }
  for (const [key, one] of [...found].toSorted(([, a], [, b]) => byDayAndInterest(a.site, b.site))) {
    const size = Buffer.byteLength(JSON.stringify(one));
    if (batch.size >= BATCH_SITES || (batch.size > 0 && bytes + size > BATCH_BYTES)) await flush();
    batch.set(key, one);
    bytes += size;
  }
  await flush();
  return result;
}

/** Lists begin with what was listed last: of a day, the active projects with most stars that replace a product. */
const byDayAndInterest = (a: ReadSite["site"], b: ReadSite["site"]) =>
  Math.floor(a.createdAt / DAY_MS) - Math.floor(b.createdAt / DAY_MS) ||
  Number(a.alternatives.length > 0) - Number(b.alternatives.length > 0) ||
  yearOf(a.facts) - yearOf(b.facts) ||
  (a.facts?.stars ?? 0) - (b.facts?.stars ?? 0);

const yearOf = (facts?: Facts) => Number(facts?.last_commit?.slice(0, 4) ?? 0);

async function findOwner(db: Db, email: string | undefined): Promise<number | null> {
  if (!email) return null;
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, cleanEmail(email)));
  if (!owner) throw new Error(`No account has the email address ${email}.`);
  return owner.id;
}

/** Returns the sites that have these links, by link. */
async function findListed(db: Db, keys: string[]) {
  const found = await db
    .select({ linkKey: sites.linkKey, id: sites.id, ownerId: sites.ownerId })
    .from(sites)
    .where(inArray(sites.linkKey, jsonList(keys)));
  return Map.groupBy(found, (site) => site.linkKey);
}
