import { users } from "#schema/tables/accounts.ts";
import { searches } from "#schema/tables/search.ts";
import type { Db } from "#worker/db/connection.ts";
import type { Store } from "#worker/commands/bindings.ts";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { hashPassword } from "#worker/features/accounts/passwords/password-hash.ts";
import { cleanDocument } from "#worker/features/documents/clean.ts";
import { createListings } from "#worker/features/sites/save/create.ts";
import { PASSWORD, SEARCHED_WEEK, SUPERUSER } from "./accounts.ts";
import { hostileDocuments } from "../../support/hostile-documents.ts";

/** Before the demo's sites, so that these sites are at the end of lists. */
const LONG_AGO = Date.UTC(2020, 0, 1);
/** Loads the demo, and adds what the demo lacks: a superuser, a week of searches, hostile articles. May run twice. */
export async function fillServer(store: Store): Promise<void> {
  const now = Date.now();
  await loadDemo(store, now);
  const passwordHash = await hashPassword(PASSWORD);
  const times = { emailVerifiedAt: now, createdAt: now, updatedAt: now };
  await store.db
    .insert(users)
    .values({ email: SUPERUSER, firstName: "Ruth", lastName: "Root", passwordHash, isSuperuser: true, ...times })
    .onConflictDoNothing();
  const week = { week: SEARCHED_WEEK, empty: 0, opened: 1 };
  await store.db
    .insert(searches)
    .values([
      { ...week, words: "royal board", q: "Royal board", asked: 7, empty: 7, opened: 0 },
      { ...week, words: "squadtalk", q: "Squadtalk", asked: 90 },
      { ...week, words: "crm", q: "crm", asked: 12 },
      { ...week, words: "a plan for one more day", q: "A plan for one more-day", asked: 4, opened: 0 },
    ])
    .onConflictDoNothing();
  await listHostileSites(store.db);
}

async function listHostileSites(db: Db): Promise<void> {
  const listings = hostileDocuments
    .flatMap(({ doc }, index) => {
      const cleaned = cleanDocument(doc);
      return [
        { name: `Hostile ${index + 1}`, content: doc },
        { name: `Cleaned ${index + 1}`, content: cleaned.ok ? cleaned.document : {} },
      ];
    })
    .map(({ name, content }) => ({
      name,
      link: `https://${name.replace(" ", "-")}.example/`,
      description: "",
      category: "finance" as const,
      review: "active" as const,
      createdAt: LONG_AGO,
      alternatives: [],
      content: typeof content === "string" ? content : JSON.stringify(content),
    }));
  await createListings(db, listings, { ownerId: null, newId: () => "x" });
}
