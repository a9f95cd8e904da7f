import { createReadStream } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { DAY_MS } from "#schema/dates.ts";
import { filesByWidth, LOGO_SIDE_PX, SCREENSHOT_WIDTHS_PX } from "#schema/site-image-files.ts";
import { MAX_LIST_IMAGE_BYTES } from "#schema/site-images.ts";
import { blogPosts } from "#schema/tables/blogs.ts";
import { users } from "#schema/tables/accounts.ts";
import { uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import { requireContent } from "../../features/blogs/content.ts";
import { hashPassword } from "../../features/accounts/passwords/password-hash.ts";
import { importLines } from "../../features/sites/import/import.ts";
import type { Db, Statement } from "../../db/connection.ts";
import { insertFrom } from "../../db/insert-from.ts";
import { jsonValue, runQuery } from "../../db/raw.ts";
import { uploadPrefix } from "../../features/media/uploads.ts";
import type { GivenImage } from "../../features/sites/images.ts";
import type { Store } from "../bindings.ts";
import { readLines } from "../read-lines.ts";
import { insertDemoProducts } from "./products.ts";

export const DEMO_PASSWORD = "demo-password-1";
const OWNER = "owner@example.com";
export const DEMO_ACCOUNTS = ["staff@example.com", OWNER] as const;

/** A line of posts.jsonl. */
type DemoPost = {
  slug: string;
  title: string;
  excerpt: string;
  featuredImage: string;
  publishedDaysAgo: number;
  content: object;
};

const MEDIA = path.join(import.meta.dirname, "media");
const IMAGES = path.join(import.meta.dirname, "images");
const TYPES: Record<string, string> = {
  ".webp": "image/webp",
  ".png": "image/png",
  ".txt": "text/plain",
  ".csv": "text/csv",
};

/**
 * Fills an empty directory with demo content. A directory with a site or an account stays unchanged. Accounts and sites
 * are written last, in one batch, so the next call completes an interrupted load.
 */
export async function loadDemo({ db, media }: Store, now: number): Promise<void> {
  const [listed, known] = await db.batch([
    db.select({ id: sites.id }).from(sites).limit(1),
    db.select({ id: users.id }).from(users).limit(1),
  ]);
  if (listed.length + known.length > 0) return;

  for (const file of await readdir(MEDIA)) {
    const contentType = TYPES[path.extname(file)] ?? "application/octet-stream";
    await media.put(`demo/${file}`, await readFile(path.join(MEDIA, file)), { httpMetadata: { contentType } });
  }
  for await (const line of readLines(file("posts.jsonl"))) {
    const { publishedDaysAgo, featuredImage, content, ...post } = JSON.parse(String(line)) as DemoPost;
    const publishedAt = now - publishedDaysAgo * DAY_MS;
    // Demo articles link to sites by path, so any origin works.
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

  await storeImages({ db, media }, now);
  const products = await readFile(path.join(import.meta.dirname, "products.jsonl"), "utf8");
  await insertDemoProducts(db, products.trim().split("\n"), now);

  // Each line is a line of `npm run import` with `listedDaysAgo`, its images and, for a featured site, `featuredDays`. The
  // oldest site comes first, because lists sort by id.
  await importLines(db, readLines(file("sites.jsonl")), {
    newOwner: {
      account: accounts(db, await hashPassword(DEMO_PASSWORD), now),
      id: sql`(SELECT ${users.id} FROM ${users} WHERE ${users.email} = ${OWNER})`,
    },
    more: ({ listedDaysAgo, featuredDays, ...images }) => ({
      images: imagesOf(images as DemoImages),
      createdAt: now - Number(listedDaysAgo) * DAY_MS,
      ...(featuredDays !== undefined && { featuredUntil: now + Number(featuredDays) * DAY_MS }),
    }),
    onBadLine(number, reason) {
      throw new Error(`Line ${number} of sites.jsonl: ${reason}`);
    },
    onProgress: () => {},
  });
}

const file = (name: string) => createReadStream(path.join(import.meta.dirname, name));

/** What sites.jsonl says about the images of a listing. */
type DemoImages = { demoLogo?: string; demoScreenshots?: { file: string; alt: string; caption: string }[] };

const LOGO = `-${LOGO_SIDE_PX}x${LOGO_SIDE_PX}.webp`;
const keyOf = (name: string) => `${uploadPrefix(0)}${name}`;

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

/** As for uploads (`make-image.ts`). */
const [, WIDEST_IN_LISTS] = SCREENSHOT_WIDTHS_PX;

/** Stores all files of images/ in R2, after their rows in `uploads`. */
async function storeImages({ db, media }: Pick<Store, "db" | "media">, now: number): Promise<void> {
  const files = new Map(
    await Promise.all(
      (await readdir(IMAGES)).map(async (name) => [name, await readFile(path.join(IMAGES, name))] as const),
    ),
  );
  const size = (name: string) => files.get(name)?.length ?? 0;
  const rows = [...files.keys()]
    .filter((name) => /x\d+\.webp$/.test(name))
    .map((name) => {
      const parts = filesByWidth(name);
      const light = parts.filter(([part, width]) => width <= WIDEST_IN_LISTS && size(part) <= MAX_LIST_IMAGE_BYTES);
      return {
        key: keyOf(name),
        kind: name.endsWith(LOGO) ? "logo" : "screenshot",
        listWidth: Math.max(...light.map(([, width]) => width)),
        bytes: parts.reduce((sum, [part]) => sum + size(part), 0),
      };
    });
  const values = {
    key: jsonValue("key"),
    kind: jsonValue("kind"),
    listWidth: jsonValue("listWidth"),
    bytes: jsonValue("bytes"),
    createdAt: sql`${now}`,
    unusedSince: sql`${now}`,
  };
  await runQuery(
    db,
    sql`${insertFrom(uploads, values, sql`FROM json_each(${JSON.stringify(rows)}) WHERE true`)} ON CONFLICT DO NOTHING`,
  );
  await Promise.all(
    Array.from(files, ([name, content]) =>
      media.put(keyOf(name), content, { httpMetadata: { contentType: "image/webp" } }),
    ),
  );
}

function accounts(db: Db, passwordHash: string, now: number): Statement {
  return db.insert(users).values(
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
}
