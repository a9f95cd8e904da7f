// @module-tag long
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { MODELS } from "#worker/features/admin/models.ts";
import { remoteImageKey } from "#worker/features/media/fetched-image-cache.ts";
import { cacheTag } from "#worker/http/cache-tag.ts";
import type { Subject } from "#worker/ports.ts";
import { CALLS, UNSAFE_CALLS } from "../security/inventory.ts";
import { ENTITLED, makeWorld, overrides, send, type World } from "../security/world.ts";
import { fakes, NOW, request } from "../support/app.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { FIELDS } from "../support/switches.ts";
import { resetStorage } from "../support/storage.ts";
import { plainImages } from "../../support/image-files.ts";

const REMOTE_PATH = CALLS.find(({ route }) => route.startsWith("GET /media/remote"))!.path;
const REMOTE_KEY = remoteImageKey("https://maker.example/a.png");

// A public response that a change makes wrong must have a tag that the change purges.

/** Addresses in a sitemap may be an hour old. The others do not depend on the database. */
const LASTING = /sitemap|robots|manifest|well-known|favicons/;

/** All public calls, and pages with other lists. */
const PATHS = CALLS.filter(({ isPublic, route }) => isPublic && !LASTING.test(route))
  .map(({ path }) => path)
  .concat(
    "/alternatives/slack",
    "/blogs",
    "/api/saas",
    "/api/saas?category=communication",
    "/api/pages/alternatives/teams",
  )
  .concat("/api/suggestions?q=matter", "/api/alternatives?q=teams", "/api/pages/?q=chat")
  .concat("/api/saas?q=levain");

async function readPath(path: string) {
  const response = await request(path);
  const tags = response.headers.get("Cache-Tag")?.split(",") ?? [];
  return { body: withoutAged(await response.text()), tags };
}
const readPublic = async () =>
  new Map(await Promise.all(PATHS.map(async (path) => [path, await readPath(path)] as const)));

/** What may be as old as the response: numbers of likes and sites, and which other sites and posts stand beside an article. */
const withoutAged = (body: string) =>
  body
    .replaceAll(/"(like_count|likes|count|total)":\d+/g, "")
    .replace(/"discover":.*$/s, "")
    .replace(/<script type="application\/json" id="page-data">.*<\/script>|"requestId":"[^"]*"/gs, "")
    .replace(/<aside.*?<\/aside>/gs, "")
    // It also names the sites of these asides.
    .replace(/ data-cards="[^"]*"|<noscript>.*?<\/noscript>/g, "");

const purged = recordPurges();
const also = () => ({ ports: { ...overrides().ports, ...purged.overrides.ports }, env: purged.overrides.env });

const PUBLIC_TABLES = [
  "sites",
  "articles",
  "alternatives",
  "products",
  "product_aliases",
  "blog_posts",
  "uploads",
  "switches",
].concat("site_images", "remote_images", "synonyms");

/** The rows that public responses show, and those without which the next call would be refused. */
async function readRows() {
  const read = async (tables: string[]) => {
    const found = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
    return JSON.stringify(found.map(({ results }) => results));
  };
  return { shown: await read(PUBLIC_TABLES), people: await read(["users", "sessions"]) };
}

/** Adds records of the models that the world has none of. */
async function addRecords(): Promise<void> {
  await env.MEDIA.put("users/1/a-3x2.png", plainImages.png, { httpMetadata: { contentType: "image/png" } });
  await env.DB.batch(
    [
      "INSERT INTO uploads (key, user_id, kind, bytes, list_width, created_at) VALUES ('users/1/a-3x2.png', 1, 'screenshot', 9, 0, 1)",
      "INSERT INTO site_images (site_id, kind, position, upload_key, alt, caption) VALUES (1, 'screenshot', 0, 'users/1/a-3x2.png', 'Board', 'Tasks')",
      "UPDATE blog_posts SET title = 'First post'",
      ...["shown", "held"].map(
        (state, at) =>
          `INSERT INTO switches (user_id, product_id, site_id, fields, state, created_at, updated_at)
            VALUES (2, ${at + 1}, 1, '${JSON.stringify(FIELDS)}', '${state}', 1, 1)`,
      ),
      "INSERT INTO synonyms (id, term, words, means, is_mutual, created_at) VALUES (1, 'levain', 'levain', 'mattermost', 0, 1)",
    ].map((sql) => env.DB.prepare(sql)),
  );
  await env.SESSIONS.put("synonyms", JSON.stringify([{ term: "levain", means: ["mattermost"], isMutual: false }]));
  expect((await request(REMOTE_PATH)).status).toBe(200);
}

let world: World;
let before: Awaited<ReturnType<typeof readPublic>> | undefined;
let rows: Awaited<ReturnType<typeof readRows>>;

async function begin(): Promise<void> {
  world = await makeWorld();
  await addRecords();
  // Each world is the same.
  before ??= await readPublic();
  rows = await readRows();
  purged.all();
}

/**
 * Sends a change. Fails if a public response differs after it, but none of its tags was purged. Returns whether one
 * differs; the next change then begins with a new world.
 */
async function expectPurged(name: string, change: () => Promise<unknown>): Promise<boolean> {
  await change();
  const tags = new Set((purged.all() as Subject[]).map(cacheTag));
  const { shown, people } = await readRows();
  const isShown = fakes.now > NOW || shown !== rows.shown;
  if (!isShown && people === rows.people) return false;
  const differs = async (path: string) => (await readPath(path)).body !== before!.get(path)!.body;
  const tagsOf = (path: string) => before!.get(path)!.tags;
  const isPurged = (path: string) => tagsOf(path).length === 0 || tagsOf(path).some((tag) => tags.has(tag));
  let isChange = false;
  if (isShown) {
    for (const path of PATHS.filter((one) => !isPurged(one)))
      expect(await differs(path), `${name}: ${path} has ${tagsOf(path).join()}, purged ${[...tags].join()}`).toBe(
        false,
      );
    for (const path of PATHS.filter(isPurged)) if ((isChange = await differs(path))) break;
  }
  await resetStorage();
  await begin();
  return isChange;
}

beforeEach(async () => {
  before = undefined;
  await begin();
});

/** A like changes a number only. It may be as old as the response: 65 minutes. */
const AGED = new Set(["POST /api/sites/:id/like", "POST /api/sites/:id/unlike"]);

test("each call that changes public data purges what it makes wrong", async () => {
  const changing: string[] = [];
  for (const call of UNSAFE_CALLS.filter(({ route }) => !AGED.has(route))) {
    const isChange = await expectPurged(call.route, async () => {
      const { status } = await send(world[ENTITLED[call.who]], call, also());
      expect(status, call.route).toBeLessThan(500);
    });
    if (isChange) changing.push(call.route);
  }
  expect(changing).toEqual([
    "PUT /api/sites/:id/switches/:product",
    "DELETE /api/sites/:id/switches/:product",
    "DELETE /api/user",
    "POST /api/sites",
    "PUT /api/sites/:id",
    "DELETE /api/sites/:id",
    "POST /api/payments/subscribe",
    "POST /api/blogs/user",
    "PATCH /api/blogs/:slug",
    "DELETE /api/blogs/:slug",
    "POST /api/products/:id/merge",
    "PATCH /api/:app/:model/:id",
  ]);
});

/** By model: the changes that staff can make, as path and body. No body is a deletion. */
const STAFF_CHANGES: Record<string, [id: string, body?: object][]> = {
  "sites/site": [
    ["1", { name: "Renamed" }],
    ["1", { category: "finance" }],
    ["1", { review: "pending" }],
    ["1", { granted_until: new Date(NOW + DAY_MS).toISOString() }],
    ["1"],
  ],
  "sites/alternative": [["1", { name: "Discord" }], ["1"]],
  "sites/switch": [["2", { granted: true }], ["1", { refusal: "No." }], ["1"]],
  "sites/product": [
    ["1", { name: "Slack Chat" }],
    ["1", { link: "https://slack.com/" }],
    ["1", { other_names: "Slek" }],
    ["1", { about: "A chat for teams." }],
    ["1", { export_steps: "Ask an owner of the workspace." }],
  ],
  "search/synonym": [["1", { means: "sourdough" }], ["1"]],
  "accounts/user": [["1", { is_suspended: true }], ["1"]],
  "blogs/post": [["1", { title: "Renamed" }], ["1", { published_at: null }], ["1"]],
  "media/picture": [["users%2F1%2Fa-3x2.png"]],
  "media/site_image": [["1", { caption: "Renamed" }], ["1"]],
  "media/remote_picture": [[encodeURIComponent(REMOTE_KEY), { is_removed: true }]],
};
/** Visitors do not see these records, or only their number. */
const PRIVATE_MODELS = [
  "accounts/session",
  "contact/message",
  "media/image_fetch",
  "outbox/mail",
  "reports/report",
  "search/search",
  "search/watch",
  // A granted claim purges its listing as a hand-over does.
  "sites/claim",
  "sites/like",
];

test("each change of staff in the admin purges what it makes wrong", async () => {
  const writable = MODELS.filter(({ rules, deletableBy }) => rules || deletableBy).map(
    ({ app, name }) => `${app}/${name}`,
  );
  expect([...Object.keys(STAFF_CHANGES), ...PRIVATE_MODELS].toSorted()).toEqual(writable.toSorted());
  const unseen: string[] = [];
  for (const [model, listed] of Object.entries(STAFF_CHANGES))
    for (const [id, body] of listed) {
      const name = `${model} ${JSON.stringify(body)}`;
      const isChange = await expectPurged(name, async () => {
        const path = `/api/${model}/${id}/`;
        const changed = await (body
          ? world.superuser.patch(path, body, also())
          : world.superuser.delete(path, undefined, also()));
        expect(changed.ok, `${name} ${await changed.text()}`).toBe(true);
      });
      if (!isChange) unseen.push(name);
    }
  // Searches for the new names have no old response.
  expect(unseen).toEqual([`sites/product {"other_names":"Slek"}`]);
});
