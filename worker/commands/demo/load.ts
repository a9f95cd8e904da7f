import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { blogPosts } from "#schema/tables/blogs.ts";
import { users } from "#schema/tables/accounts.ts";
import { requireContent } from "../../features/blogs/content.ts";
import { cleanDocument } from "../../features/documents/clean.ts";
import { hashPassword } from "../../features/accounts/passwords/password.ts";
import { all } from "../../db/raw.ts";
import { createListings, type NewListing } from "../../features/sites/create.ts";
import type { Store } from "../bindings.ts";
import type { EditorDocument } from "./content.ts";
import { demoPosts } from "./posts.ts";
import { demoSites } from "./sites.ts";

export const DEMO_PASSWORD = "demo-password-1";
export const DEMO_ACCOUNTS = ["staff@example.com", "owner@example.com"] as const;

const DAY_MS = 86_400_000;
const MEDIA = path.join(import.meta.dirname, "media");
const TYPES: Record<string, string> = {
  ".webp": "image/webp",
  ".png": "image/png",
  ".txt": "text/plain",
  ".csv": "text/csv",
};

/**
 * Fills an empty directory with content that shows the product; one that holds a site or an account stays as it is. Those
 * come last and all at once, so that a load that was cut off is finished by the next one.
 */
export async function loadDemo({ db, media }: Store, now: number): Promise<void> {
  const [held] = await all<{ held: number }>(
    db,
    sql`SELECT EXISTS (SELECT 1 FROM sites) OR EXISTS (SELECT 1 FROM users) AS held`,
  );
  if (held?.held) return;

  for (const file of await readdir(MEDIA)) {
    const contentType = TYPES[path.extname(file)] ?? "application/octet-stream";
    await media.put(`demo/${file}`, await readFile(path.join(MEDIA, file)), { httpMetadata: { contentType } });
  }
  for (const { publishedDaysAgo, featuredImage, content, ...post } of demoPosts) {
    const publishedAt = now - publishedDaysAgo * DAY_MS;
    // Demo articles link to sites here by path, so the origin does not matter.
    const article = requireContent(JSON.stringify(content), "https://demo.invalid");
    await db
      .insert(blogPosts)
      .values({
        ...post,
        featuredImage: featuredImage.replace(/^\/media\//, ""),
        content: article.content,
        siteSlugs: JSON.stringify(article.siteSlugs),
        publishedAt,
        createdAt: publishedAt,
        updatedAt: publishedAt,
      })
      .onConflictDoNothing({ target: blogPosts.slug });
  }

  // Oldest first, because ids are the order by age.
  const sites = demoSites
    .toSorted((a, b) => b.listedDaysAgo - a.listedDaysAgo)
    .map(({ listedDaysAgo, featuredDays, content, ...site }): NewListing => ({
      ...site,
      review: "active",
      content: clean(content),
      createdAt: now - listedDaysAgo * DAY_MS,
      ...(featuredDays && { featuredUntil: now + featuredDays * DAY_MS }),
    }));
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const insertAccounts = db.insert(users).values(
    DEMO_ACCOUNTS.map((email) => ({
      email,
      firstName: "Demo",
      lastName: email.startsWith("staff") ? "Staff" : "Owner",
      passwordHash,
      emailVerifiedAt: now,
      isStaff: email.startsWith("staff"),
      createdAt: now,
      updatedAt: now,
    })),
  );
  const ownerId = sql`(SELECT id FROM users WHERE email = 'owner@example.com')`;
  await createListings(db, sites, { ownerId, also: [insertAccounts] });
}

function clean(content: EditorDocument): string {
  const cleaned = cleanDocument(content);
  if (!cleaned.ok) throw new Error(`A demo article is not a good document: ${cleaned.message}`);
  return JSON.stringify(cleaned.document);
}
