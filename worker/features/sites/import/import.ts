import { eq, inArray } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { cleanEmail } from "#schema/values/email.ts";
import { sites } from "#schema/tables/sites.ts";
import { createListings, type NewListing } from "../save/create.ts";
import { isCompleteLine, parseLine, readSiteLine } from "./import-line.ts";
import { type ReadSite, requireProducts } from "./import-products.ts";
import { linkKey } from "../../../names/keys.ts";
import type { Db } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";

/** D1 takes at most 2 MB as one value. */
const BATCH_SITES = 400;
const BATCH_BYTES = 300_000;

type Options = {
  /** The email address of the account that owns the sites. By default, they have no owner. */
  ownerEmail?: string;
  /** Reads properties that the form does not have. */
  more?(line: Record<string, unknown>): Partial<NewListing>;
  onBadLine(number: number, reason: string): void;
  onProgress(read: number, added: number): void;
};

/** `images`: how many images the cron will send to the queue. */
type ImportResult = { read: number; added: number; known: number; bad: number; images: number };

/** The text of a line, or the reason why it could not be read. */
type Line = string | { problem: string };

/**
 * Lists one site for each line. It skips links that the directory has already, so a second run adds nothing. It reports
 * invalid lines to `onBadLine` and skips them. It fetches no images: see worker/features/image-fetches/.
 * @throws Error if no account has the email address `ownerEmail`, or if a JSON value has several lines.
 */
export async function importLines(db: Db, lines: AsyncIterable<Line>, options: Options): Promise<ImportResult> {
  const ownerId = await findOwner(db, options.ownerEmail);
  const result: ImportResult = { read: 0, added: 0, known: 0, bad: 0, images: 0 };
  let batch = new Map<string, ReadSite>();
  let bytes = 0;
  // After the first valid line, invalid JSON is a bad line and not a JSON value of several lines.
  let isJsonLines = false;

  const reportPart = (line: number, problem: string) =>
    options.onBadLine(line, `${problem.replace(/\.$/, "")}. The site is listed without it.`);

  async function flush() {
    const fresh = await requireProducts(db, await dropKnown(db, batch), reportPart);
    if (fresh.length > 0) await createListings(db, fresh, { ownerId });
    result.added += fresh.length;
    result.images += fresh.reduce((sum, { imageFetches = [] }) => sum + imageFetches.length, 0);
    result.known += batch.size - fresh.length;
    batch = new Map();
    bytes = 0;
    options.onProgress(result.read, result.added);
  }

  for await (const line of lines) {
    result.read += 1;
    if (typeof line === "string" && line.trim() === "") continue;
    if (typeof line === "string") isJsonLines ||= isCompleteLine(line, result.read);
    const found = typeof line === "string" ? readSiteLine(line) : line;
    if ("problem" in found) {
      result.bad += 1;
      options.onBadLine(result.read, found.problem);
      continue;
    }
    const { site, problems } = found;
    for (const problem of problems) reportPart(result.read, problem);
    if (options.more) Object.assign(site, options.more(parseLine(String(line)) as Record<string, unknown>));
    const key = linkKey(site.link);
    if (batch.has(key)) {
      result.known += 1;
      continue;
    }
    const size = Buffer.byteLength(String(line));
    if (batch.size >= BATCH_SITES || (batch.size > 0 && bytes + size > BATCH_BYTES)) await flush();
    batch.set(key, { site, line: result.read });
    bytes += size;
  }
  await flush();
  return result;
}

async function findOwner(db: Db, email: string | undefined): Promise<number | null> {
  if (!email) return null;
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, cleanEmail(email)));
  if (!owner) throw new Error(`No account has the email address ${email}.`);
  return owner.id;
}

async function dropKnown(db: Db, batch: Map<string, ReadSite>): Promise<ReadSite[]> {
  const known = await db
    .select({ linkKey: sites.linkKey })
    .from(sites)
    .where(inArray(sites.linkKey, jsonList(batch.keys())));
  const fresh = new Map(batch);
  for (const { linkKey: key } of known) fresh.delete(key);
  return [...fresh.values()];
}
