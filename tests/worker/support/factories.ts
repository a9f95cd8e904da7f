import { env } from "cloudflare:workers";
import { eq, or } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { alternatives, articles, sites, targets } from "#schema/tables/sites.ts";
import { hostOf, linkKey, nameKey, slugify } from "#worker/features/sites/keys.ts";
import { homeDomain, targetKey, targetName, targetSlug } from "#worker/features/targets/keys.ts";
import { NOW } from "./app.ts";

type SiteRow = typeof sites.$inferSelect;

type SiteOverrides = Partial<Omit<typeof sites.$inferInsert, "nameKey" | "linkKey" | "host">> & {
  alternatives?: { name: string; link?: string; description?: string }[];
  /** Editor.js document; anything but a string is saved as JSON. */
  article?: unknown;
};

let count = 0;

/** A site as the product would have saved it: an active one with a name of its own, unless said otherwise. */
export async function insertSite(overrides: SiteOverrides = {}): Promise<SiteRow> {
  const { alternatives: links = [], article, ...columns } = overrides;
  const db = drizzle(env.DB);
  const name = columns.name ?? `Site ${++count}`;
  const slug = columns.slug ?? slugify(name);
  const link = columns.link ?? `https://${encodeURIComponent(slug)}.example/`;
  const [site] = await db
    .insert(sites)
    .values({
      description: `What ${name} does`,
      category: "developer_tools",
      createdAt: NOW,
      updatedAt: columns.createdAt ?? NOW,
      ...columns,
      name,
      slug,
      link,
      nameKey: nameKey(name),
      linkKey: linkKey(link),
      host: hostOf(link),
    })
    .returning();
  const siteId = site!.id;
  for (const [position, alternative] of links.entries()) {
    const { name: alternativeName, link: alternativeLink = `https://${slugify(alternativeName)}.example/`, description = "" } = alternative;
    // One after the other: two of them may name one product.
    // oxlint-disable-next-line no-await-in-loop
    const targetId = await targetOf(alternativeName, alternativeLink);
    // oxlint-disable-next-line no-await-in-loop
    await db.insert(alternatives).values({ siteId, targetId, name: alternativeName, link: alternativeLink, description, position });
  }
  if (article !== undefined) {
    await db.insert(articles).values({ siteId, content: typeof article === "string" ? article : JSON.stringify(article) });
  }
  return site!;
}

/** The product of that name or home page; a new one where nobody named it yet. */
async function targetOf(name: string, link: string): Promise<number> {
  const db = drizzle(env.DB);
  const key = targetKey(name);
  const domain = homeDomain(link);
  const isThis = domain ? or(eq(targets.nameKey, key), eq(targets.domain, domain)) : eq(targets.nameKey, key);
  const [known] = await db.select({ id: targets.id }).from(targets).where(isThis);
  if (known) return known.id;
  const [made] = await db
    .insert(targets)
    .values({
      slug: targetSlug(name, link),
      name: targetName(name),
      nameKey: key,
      link,
      domain,
      host: hostOf(link),
      createdAt: NOW,
    })
    .returning({ id: targets.id });
  return made!.id;
}
