import * as z from "zod/mini";
import { DAY_SECONDS } from "#schema/values/dates.ts";
import { synonyms } from "#schema/tables/search.ts";
import type { Db } from "../../db/connection.ts";
import { readKv, writeKv } from "../../http/kv.ts";
import type { Ports } from "../../ports.ts";

// What staff add to the thesaurus. D1 has it (`synonyms`). A search must know it before it can compose its query, so KV
// has a copy: reading that costs no trip to D1. The copy may be late or missing. Then a search does without the newest
// synonyms, and the next run of the cron writes the copy again.

const copyShape = z.array(z.object({ term: z.string(), means: z.array(z.string()), isMutual: z.boolean() }));

/** A search for `term` also finds each of `means`. If `isMutual`, a search for one of them also finds `term`. */
export type Synonym = z.output<typeof copyShape>[number];

export const NO_SYNONYMS: readonly Synonym[] = [];

const KV_KEY = "synonyms";
/** The cron writes it every ten minutes. */
const KV_SECONDS = 30 * DAY_SECONDS;
/** How long an isolate uses what it has read. */
const KEPT_MS = 300_000;

type SynonymParts = { kv: KVNamespace; ports: Pick<Ports, "now" | "timeout"> };

type Kept = { readAt: number; synonyms: readonly Synonym[] };

/** The ports are made once for each isolate. */
const keptByIsolate = new WeakMap<SynonymParts["ports"], Kept>();

/** Returns the synonyms, at most some minutes old. None if KV does not answer. */
export async function readSynonyms({ kv, ports }: SynonymParts): Promise<readonly Synonym[]> {
  const kept = keptByIsolate.get(ports);
  if (kept && ports.now() - kept.readAt < KEPT_MS) return kept.synonyms;
  const read = await readKv({ kv, shape: copyShape, ports }, KV_KEY);
  // If KV does not answer, the known ones stay.
  return keep(ports, read === undefined ? kept?.synonyms : read);
}

/** An equal list stays the same object, so that the vocabulary is not built again. */
function keep(ports: SynonymParts["ports"], current: readonly Synonym[] | null | undefined): readonly Synonym[] {
  const known = keptByIsolate.get(ports)?.synonyms ?? NO_SYNONYMS;
  const isKnown = !current || JSON.stringify(current) === JSON.stringify(known);
  const kept = current === null ? NO_SYNONYMS : isKnown ? known : current;
  keptByIsolate.set(ports, { readAt: ports.now(), synonyms: kept });
  return kept;
}

/** Copies the synonyms from D1 to KV. Of two concurrent calls, the later one may write the older list. */
export async function publishSynonyms(db: Db, { kv, ports }: SynonymParts): Promise<void> {
  const rows = await db.select().from(synonyms).orderBy(synonyms.id);
  const current = rows.map(({ term, means, isMutual }) => ({ term, means: termsOf(means), isMutual }));
  keep(ports, current);
  await writeKv(kv, KV_KEY, current, KV_SECONDS);
}

/** Returns the terms of a text with commas between them. */
export const termsOf = (text: string): string[] =>
  text
    .split(",")
    .map((term) => term.trim())
    .filter((term) => term !== "");
