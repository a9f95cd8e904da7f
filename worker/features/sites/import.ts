import { eq, sql } from "drizzle-orm";
import { check } from "#schema/check.ts";
import { siteForm } from "#schema/site-form.ts";
import { users } from "#schema/tables/accounts.ts";
import { cleanDocument } from "../documents/clean.ts";
import { insertSites, type NewSite } from "./insert.ts";
import { linkKey } from "./keys.ts";
import { all, type Db } from "../../http/database.ts";
import { randomSuffix } from "../../http/signing.ts";

/** A batch is handed to D1 as one value, of which it takes 2 MB. */
const BATCH_SITES = 400;
const BATCH_BYTES = 300_000;

type Options = {
  /** Who shall own the sites; without one they belong to nobody. */
  ownerEmail?: string;
  onBadLine(number: number, reason: string): void;
  onProgress(read: number, added: number): void;
};

type ImportResult = { read: number; added: number; known: number; bad: number };

/**
 * Lists one site a line. A link that the directory has already is passed over, so a second run adds nothing.
 * @throws Error where the owner is unknown.
 */
export async function importLines(db: Db, lines: AsyncIterable<string>, options: Options): Promise<ImportResult> {
  const ownerId = await findOwner(db, options.ownerEmail);
  const result: ImportResult = { read: 0, added: 0, known: 0, bad: 0 };
  let batch = new Map<string, NewSite>();
  let bytes = 0;

  async function flush() {
    const fresh = await withoutKnown(db, batch);
    if (fresh.length > 0) await insertSites(db, fresh, { ownerId, newId: randomSuffix });
    result.added += fresh.length;
    result.known += batch.size - fresh.length;
    batch = new Map();
    bytes = 0;
    options.onProgress(result.read, result.added);
  }

  for await (const line of lines) {
    result.read += 1;
    if (line.trim() === "") continue;
    const site = readSite(line);
    if (typeof site === "string") {
      result.bad += 1;
      options.onBadLine(result.read, site);
      continue;
    }
    const key = linkKey(site.link);
    if (batch.has(key)) {
      result.known += 1;
      continue;
    }
    const size = new TextEncoder().encode(line).length;
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
  if (!owner) throw new Error(`Nobody has an account with the address ${email}.`);
  return owner.id;
}

async function withoutKnown(db: Db, batch: Map<string, NewSite>): Promise<NewSite[]> {
  const known = await all<{ link_key: string }>(
    db,
    sql`SELECT link_key FROM sites WHERE link_key IN (SELECT value FROM json_each(${JSON.stringify([...batch.keys()])}))`,
  );
  const fresh = new Map(batch);
  for (const { link_key } of known) fresh.delete(link_key);
  return [...fresh.values()];
}

/** The site of a line, or the reason why it cannot be listed. */
function readSite(line: string): NewSite | string {
  let input: unknown;
  try {
    // A file may begin with a byte order mark.
    input = JSON.parse(line.replace(/^\ufeff/, ""));
  } catch {
    return "not JSON";
  }
  const form = check(siteForm, input);
  if (!form.ok)
    return Object.entries(form.fields)
      .map(([field, message]) => (field ? `${field}: ${message}` : message))
      .join("; ");
  const site: NewSite = {
    ...form.value,
    alternatives: form.value.alternatives.map(toAlternative),
    review: "active",
    createdAt: Date.now(),
  };
  const { content } = input as { content?: unknown };
  if (content === undefined || content === null || content === "") return site;
  const cleaned = cleanDocument(content);
  return cleaned.ok ? { ...site, content: JSON.stringify(cleaned.document) } : `content: ${cleaned.message}`;
}

const toAlternative = ({
  name,
  link,
  description,
}: {
  name: string;
  link: string;
  description?: string | undefined;
}) => ({
  name,
  link,
  ...(description && { description }),
});
