import { eq, inArray, type SQL } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { createListings, type NewListing } from "../create.ts";
import { isCompleteLine, parseLine, readSiteLine } from "./import-line.ts";
import { linkKey } from "../../../names/keys.ts";
import type { Db, Statement } from "../../../db/connection.ts";
import { jsonList } from "../../../db/json-list.ts";

/** A batch is written before it exceeds this many sites or bytes. D1 takes at most 2 MB as one value. */
const BATCH_SITES = 400;
const BATCH_BYTES = 300_000;

type Options = {
  /** The email address of an account that will own the sites. By default they have no owner. */
  ownerEmail?: string;
  /** An owner without an account: the account is created in the transaction of the first batch of sites. */
  newOwner?: { account: Statement; id: SQL };
  /** Reads properties of a line that the form does not have. */
  more?(line: Record<string, unknown>): Partial<NewListing>;
  onBadLine(number: number, reason: string): void;
  onProgress(read: number, added: number): void;
};

type ImportResult = { read: number; added: number; known: number; bad: number };

/** The text of a line, or the reason why it could not be read. */
type Line = string | { problem: string };

/**
 * Lists one site for each line. Lines with a link that the directory has already are skipped, so a second run adds
 * nothing. Lines that are not valid are reported to `onBadLine` and skipped.
 * @throws Error if nobody has an account with `ownerEmail`, or if the file is one JSON value over many lines.
 */
export async function importLines(db: Db, lines: AsyncIterable<Line>, options: Options): Promise<ImportResult> {
  const ownerId = options.newOwner?.id ?? (await findOwner(db, options.ownerEmail));
  const result: ImportResult = { read: 0, added: 0, known: 0, bad: 0 };
  let batch = new Map<string, NewListing>();
  let bytes = 0;
  /** Set once a line was JSON on its own. Later lines that are not JSON are then reported, one by one. */
  let isJsonLines = false;

  async function flush() {
    const fresh = await dropKnown(db, batch);
    const account = result.added === 0 ? options.newOwner?.account : undefined;
    if (fresh.length > 0) await createListings(db, fresh, { ownerId, also: account ? [account] : [] });
    result.added += fresh.length;
    result.known += batch.size - fresh.length;
    batch = new Map();
    bytes = 0;
    options.onProgress(result.read, result.added);
  }

  for await (const line of lines) {
    result.read += 1;
    if (typeof line === "string" && line.trim() === "") continue;
    if (typeof line === "string") isJsonLines ||= isCompleteLine(line, result.read);
    const site = typeof line === "string" ? readSiteLine(line) : line;
    if ("problem" in site) {
      result.bad += 1;
      options.onBadLine(result.read, site.problem);
      continue;
    }
    if (options.more) Object.assign(site, options.more(parseLine(String(line)) as Record<string, unknown>));
    const key = linkKey(site.link);
    if (batch.has(key)) {
      result.known += 1;
      continue;
    }
    const size = Buffer.byteLength(String(line));
    if (batch.size >= BATCH_SITES || (batch.size > 0 && bytes + size > BATCH_BYTES)) await flush();
    batch.set(key, site);
    bytes += size;
  }
  await flush();
  return result;
}

async function findOwner(db: Db, email: string | undefined): Promise<number | null> {
  if (!email) return null;
  const [owner] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  if (!owner) throw new Error(`No account has the email address ${email}.`);
  return owner.id;
}

/** Returns the sites whose links the directory does not have. */
async function dropKnown(db: Db, batch: Map<string, NewListing>): Promise<NewListing[]> {
  const known = await db
    .select({ linkKey: sites.linkKey })
    .from(sites)
    .where(inArray(sites.linkKey, jsonList(batch.keys())));
  const fresh = new Map(batch);
  for (const { linkKey: key } of known) fresh.delete(key);
  return [...fresh.values()];
}
