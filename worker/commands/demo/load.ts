import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { notInArray } from "drizzle-orm";
import { DAY_MS } from "#schema/values/dates.ts";
import { hostOf } from "#schema/values/links.ts";
import { filesOf, LOGO_SIDE_PX, SCREENSHOT_WIDTHS_PX } from "#schema/images/site-image-files.ts";
import { users } from "#schema/tables/accounts.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { uploads } from "#schema/tables/media.ts";
import { products, sites } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { hashPassword } from "../../features/accounts/passwords/password-hash.ts";
import { requireContent } from "../../features/blogs/content.ts";
import { uploadPrefix } from "../../features/media/uploads.ts";
import type { GivenImage } from "../../features/sites/rows/images.ts";
import { importLines } from "../../features/sites/import/import.ts";
import { linkKey } from "../../names/keys.ts";
import { productKey, productSlug } from "../../names/products.ts";
import type { Store } from "../bindings.ts";
import { readLines } from "../read-lines.ts";

export const DEMO_PASSWORD = "demo-password-1";
const OWNER = "owner@example.com";
export const DEMO_ACCOUNTS = ["staff@example.com", OWNER] as const;

const MEDIA = path.join(import.meta.dirname, "media");
const IMAGES = path.join(import.meta.dirname, "images");
const TYPES: Record<string, string> = { ".webp": "image/webp", ".txt": "text/plain", ".csv": "text/csv" };

/**
 * Fills an empty directory with demo content. A directory with a site, or with another account, stays unchanged. All
 * sites are written last, in one batch, so the next call completes an interrupted load.
 */
export async function loadDemo(store: Store, now: number): Promise<void> {
  const { db } = store;
  const [listed, known] = await db.batch([
    db.select({ id: sites.id }).from(sites).limit(1),
    db
      .select({ id: users.id })
      .from(users)
      .where(notInArray(users.email, [...DEMO_ACCOUNTS]))
      .limit(1),
  ]);
  if (listed.length + known.length > 0) return;

  await insertAccounts(db, now);
  await storeMedia(store);
  await insertPosts(db, now);
  await insertProducts(db, now);
  await storeImages(store, now);
  // Each line is a line of `npm run import` with `listedDaysAgo`, its images and, for a featured site, `featuredDays`. The
  // oldest site comes first, because lists sort by id.
  await importLines(db, lines("sites.jsonl"), {
    ownerEmail: OWNER,
    more: ({ listedDaysAgo, featuredDays, ...images }) => ({
      images: imagesOf(images),
      createdAt: now - Number(listedDaysAgo) * DAY_MS,
      ...(featuredDays !== undefined && { featuredUntil: now + Number(featuredDays) * DAY_MS }),
    }),
    onBadLine(number, reason) {
      throw new Error(`Line ${number} of sites.jsonl: ${reason}`);
    },
    onProgress: () => {},
  });
}

const lines = (name: string) => readLines(createReadStream(path.join(import.meta.dirname, name)));

async function insertAccounts(db: Db, now: number): Promise<void> {
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const accounts = DEMO_ACCOUNTS.map((email) => ({
    email,
    firstName: "Demo",
    lastName: email.startsWith("staff") ? "Staff" : "Owner",
    passwordHash,
    emailVerifiedAt: now,
    isStaff: email.startsWith("staff"),
    // Older than a day: they can say how a move went.
    createdAt: now - 30 * DAY_MS,
    updatedAt: now,
  }));
  await db.insert(users).values(accounts).onConflictDoNothing();
}

/** The pictures and files of the blog posts. */
async function storeMedia({ media }: Store): Promise<void> {
  for (const name of await readdir(MEDIA)) {
    const contentType = TYPES[path.extname(name)]!;
    await media.put(`demo/${name}`, await readFile(path.join(MEDIA, name)), { httpMetadata: { contentType } });
  }
}

type Post = {
  slug: string;
  title: string;
  excerpt: string;
  featuredImage: string;
  publishedDaysAgo: number;
  content: object;
};

async function insertPosts(db: Db, now: number): Promise<void> {
  for await (const line of lines("posts.jsonl")) {
    const { publishedDaysAgo, content, ...post } = JSON.parse(String(line)) as Post;
    const publishedAt = now - publishedDaysAgo * DAY_MS;
    // Demo articles link to sites by path, so any origin works.
    const article = requireContent(JSON.stringify(content), "https://demo.invalid");
    const siteSlugs = JSON.stringify(article.siteSlugs);
    const times = { publishedAt, createdAt: publishedAt, updatedAt: publishedAt };
    await db
      .insert(blogPosts)
      .values({ ...post, ...times, content: article.content, siteSlugs })
      .onConflictDoNothing();
  }
}

/** What staff write about a product. */
type Product = Record<
  "name" | "link" | "about" | "whyLeave" | "exportFormats" | "exportSteps" | "exportLink" | "choices",
  string
>;

/** The products come before the sites that name them. */
async function insertProducts(db: Db, now: number): Promise<void> {
  for await (const line of lines("products.jsonl")) {
    const product = JSON.parse(String(line)) as Product;
    const { name, link } = product;
    const keys = { slug: productSlug(name, link), nameKey: productKey(name), linkKey: linkKey(link) };
    const changes = { exportChangedAt: now, choicesBy: "Demo Staff", choicesChangedAt: now, createdAt: now };
    await db
      .insert(products)
      .values({ ...product, ...keys, ...changes, domain: hostOf(link) })
      .onConflictDoNothing();
  }
}

const keyOf = (name: string) => `${uploadPrefix(0)}${name}`;

/** As for uploads (`make-image.ts`). */
const [, WIDEST_IN_LISTS] = SCREENSHOT_WIDTHS_PX;

/** Stores the logos and screenshots of the sites. */
async function storeImages({ db, media }: Store, now: number): Promise<void> {
  const images = (await readdir(IMAGES)).filter((name) => /x\d+\.webp$/.test(name));
  const store = async (name: string) => {
    const content = await readFile(path.join(IMAGES, name));
    await media.put(keyOf(name), content, { httpMetadata: { contentType: "image/webp" } });
    return content.length;
  };
  const inserts: Statement[] = [];
  for (const name of images) {
    const sizes = await Promise.all(filesOf(name).map(store));
    const isLogo = name.endsWith(`-${LOGO_SIDE_PX}x${LOGO_SIDE_PX}.webp`);
    const row = db.insert(uploads).values({
      key: keyOf(name),
      kind: isLogo ? "logo" : "screenshot",
      listWidth: isLogo ? LOGO_SIDE_PX : WIDEST_IN_LISTS,
      bytes: sizes.reduce((sum, size) => sum + size, 0),
      createdAt: now,
      unusedSince: now,
    });
    inserts.push(row.onConflictDoNothing());
  }
  const [first, ...others] = inserts;
  await db.batch([first!, ...others]);
}

/** What sites.jsonl says about the images of a listing. */
type DemoImages = { demoLogo?: string; demoScreenshots?: { file: string; alt: string; caption: string }[] };

const imagesOf = ({ demoLogo, demoScreenshots = [] }: DemoImages): GivenImage[] => [
  ...(demoLogo ? [{ kind: "logo" as const, position: 0, uploadKey: keyOf(demoLogo), alt: "", caption: "" }] : []),
  ...demoScreenshots.map(({ file: name, alt, caption }, position) => ({
    kind: "screenshot" as const,
    position,
    uploadKey: keyOf(name),
    alt,
    caption,
  })),
];
