import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { sites } from "#schema/tables/sites.ts";
import { createListings, type NewListing } from "#worker/features/sites/save/create.ts";
import type { NewAlternative } from "#worker/features/products/insert.ts";
import { connect } from "#worker/db/connection.ts";
import { NOW } from "./app.ts";

type Overrides = Partial<Omit<NewListing, "alternatives" | "content">> & {
  alternatives?: (Omit<NewAlternative, "link"> & { link?: string })[];
  /** An Editor.js document. A string is saved as it is, any other value as JSON. */
  article?: unknown;
};

/** Columns that the product sets itself. */
type Columns = Partial<Pick<typeof sites.$inferInsert, "id" | "slug" | "ownerId" | "likeCount" | "updatedAt">>;

let count = 0;

/** Saves a site: by default active, with a unique name. */
export async function insertSite(overrides: Overrides & Columns = {}): Promise<typeof sites.$inferSelect> {
  const { id, slug, ownerId = null, likeCount = 0, updatedAt, ...site } = overrides;
  const db = connect(env.DB);
  if (id) await setNextSiteId(id);
  const [taken] = await createListings(db, [toNewSite(site)], { ownerId, newId: () => "unique" });
  const columns = { likeCount, ...(slug && { slug }), ...(updatedAt && { updatedAt }) };
  const [row] = await db.update(sites).set(columns).where(eq(sites.slug, taken!)).returning();
  return row!;
}

async function setNextSiteId(id: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare("DELETE FROM sqlite_sequence WHERE name = 'sites'"),
    env.DB.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('sites', ?)").bind(id - 1),
  ]);
}

export async function insertSites(names: string[], overrides: Overrides = {}): Promise<void> {
  await createListings(
    connect(env.DB),
    names.map((name) => toNewSite({ ...overrides, name })),
    {
      ownerId: null,
      newId: () => "unique",
    },
  );
}

export function toNewSite({ article, alternatives = [], ...site }: Overrides): NewListing {
  count += 1;
  return {
    name: `Site ${count}`,
    link: `https://site-${count}.example/`,
    description: "What it does",
    category: "developer_tools",
    review: "active",
    createdAt: NOW,
    ...site,
    alternatives: alternatives.map(
      ({
        name,
        link = `https://${encodeURIComponent(name.toLowerCase().replaceAll(" ", "-"))}.example/`,
        ...rest
      }) => ({ name, link, ...rest }),
    ),
    ...(article !== undefined && { content: typeof article === "string" ? article : JSON.stringify(article) }),
  };
}
