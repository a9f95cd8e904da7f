import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#schema/values/dates.ts";
import { IMAGE_MESSAGES, MAX_IMAGE_BYTES } from "#schema/images/media.ts";
import { filesOf } from "#schema/images/site-image-files.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import type { EditableSite, SiteDetail } from "#schema/sites/sites.ts";
import { imageFetches, siteImages, uploads } from "#schema/tables/media.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Bindings } from "#worker/env.ts";
import { consume } from "#worker/jobs/queues.ts";
import type { Ports } from "#worker/ports.ts";
import { withFault } from "../faults/failing-services.ts";
import { broken, createHangingService, fakePorts, fakes, request } from "../support/app.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { pngOfSize } from "../../support/image-files.ts";
import { adminRecords } from "../support/admin.ts";
import { importFile } from "../support/import.ts";
import { editBody } from "../support/own-sites.ts";
import { ANNA, BERT, insertUser, logIn, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { storedFiles, storeImage } from "../support/uploads.ts";
import { drawnPng } from "../../support/png.ts";

const db = drizzle(env.DB);
const LOGO = "https://penpot.app/logo.png";
const SHOTS = [1, 2, 3, 4, 5].map((number) => `https://penpot.app/${number}.png`);

const [LOGO_PNG, SHOT_PNG] = [drawnPng(256, 256), drawnPng(800, 500)];

let queue: number[];

beforeEach(async () => {
  queue = [];
  await insertUser();
  fakes.internet.set(LOGO, file(LOGO_PNG));
  for (const url of SHOTS) fakes.internet.set(url, file(SHOT_PNG));
});

const file = (bytes: BodyInit, type = "image/png") => new Response(bytes, { headers: { "Content-Type": type } });
const line = (fields: object = {}) => ({
  name: "Penpot",
  link: "https://penpot.app/",
  category: "design_creativity",
  ...fields,
});

async function importSites(lines: object[], ownerEmail = ANNA) {
  const result = await importFile(lines, ownerEmail ? { ownerEmail } : {});
  // No link is due to be checked.
  await db.update(sites).set({ checkDueAt: Number.MAX_SAFE_INTEGER });
  fakes.now = Date.now();
  return result;
}

const IMAGE_FETCHES = {
  async sendBatch(messages: Iterable<MessageSendRequest>) {
    const bodies = [...messages].map(({ body }) => body as number);
    expect(bodies.length).toBeLessThanOrEqual(100);
    queue.push(...bodies);
  },
  metrics: async () => ({ backlogCount: queue.length, backlogBytes: 0 }),
} as unknown as Queue;

const runCron = async (overrides: Partial<Bindings> = {}) =>
  (await request("/dev/cron", { method: "POST" }, { env: { IMAGE_FETCHES, ...overrides } })).status;

/** Delivers messages, and returns what became of each. */
async function deliver(
  ids: unknown[],
  { env: changed, ports }: { env?: Partial<Bindings>; ports?: Partial<Ports> } = {},
) {
  const results: string[] = [];
  const messages = ids.map((body, index) => ({
    body,
    ack: () => void (results[index] = "ack"),
    retry: () => void (results[index] = "retry"),
  })) as unknown as Message[];
  const batch = { queue: "directory-image-fetches", messages } as unknown as MessageBatch;
  await consume(batch, { ...env, ...changed } as Bindings, { ...fakePorts, ...ports });
  return results;
}

/** One run of the cron, and all messages that it sends. */
async function fetchDue(overrides = {}) {
  queue = [];
  expect(await runCron()).toBe(200);
  return deliver(queue, overrides);
}

const waiting = () => db.select().from(imageFetches);
const shown = async (slug = "penpot") => (await request(`/api/${slug}/`)).json<SiteDetail>();

test("an import fetches nothing; then the cron and the queue store the images in their order", async () => {
  const screenshots = [
    SHOTS[0],
    { url: SHOTS[1], alt: "A board", caption: "All work" },
    { url: SHOTS[2] },
    { url: SHOTS[3], decorative: true, alt: "does not count" },
  ];
  expect(await importSites([line({ logo: LOGO, screenshots })])).toMatchObject({ added: 1, images: 5 });
  expect(fakes.fetched).toEqual([]);
  expect(await shown()).toMatchObject({ logo: null, screenshots: [] });
  const purged = recordPurges();
  expect(await fetchDue(purged.overrides)).toEqual(["ack", "ack", "ack", "ack", "ack"]);
  expect(purged.all()).toContain("site:penpot");
  expect(fakes.fetched.toSorted()).toEqual([LOGO, ...SHOTS.slice(0, 4)].toSorted());
  const site = await shown();
  expect(site.logo).toMatch(/^\/media\/users\/1\/.+-256x256\.webp$/);
  expect(site.screenshots.map(({ alt, decorative, caption }) => [alt, decorative, caption])).toEqual([
    ["Screenshot of Penpot", false, ""],
    ["A board", false, "All work"],
    ["Screenshot of Penpot", false, ""],
    ["", true, ""],
  ]);
  expect(await waiting()).toEqual([]);
  expect(await storedFiles()).toHaveLength(2 + 4 * 2);
  expect((await request(filesOf(site.logo!)[1]!)).headers.get("content-type")).toBe("image/webp");
  await expectCountersToEqualTables();
});

test("a website is asked for formats that Cloudflare's Images reads", async () => {
  let asked = "";
  fakes.internet.set(LOGO, ({ accept }) => {
    asked = accept;
    return file(LOGO_PNG);
  });
  await importSites([line({ logo: LOGO })]);
  await fetchDue();
  expect(asked).toBe("image/webp,image/png,image/jpeg,image/gif");
});

test("images of a site without an owner are stored, and deleted with the site", async () => {
  await importSites([line({ logo: LOGO })], "");
  await fetchDue();
  expect((await shown()).logo).toMatch(/^\/media\/users\/0\//);
  const staff = await logInNew({ email: BERT, isStaff: true });
  expect((await staff.delete("/api/sites/site/1/")).status).toBe(204);
  expect(await storedFiles()).toEqual([]);
});

test("a thousand images are sent in one run of the cron, in calls of a hundred, and none twice within an hour", async () => {
  await importSites([line({ logo: LOGO })]);
  const positions = Array.from({ length: 1000 }, (_, index) => index + 1);
  await env.DB.prepare(
    `INSERT INTO image_fetches (site_id, kind, position, address, due_at, created_at)
      SELECT 1, 'screenshot', value, 'https://penpot.app/' || value, due_at, created_at FROM image_fetches, json_each(?)`,
  )
    .bind(JSON.stringify(positions))
    .run();
  expect(await runCron()).toBe(200);
  expect(new Set(queue).size).toBe(1000);
  await runCron();
  expect(new Set(queue).size).toBe(1001);
  await runCron();
  expect(queue).toHaveLength(1001);
  fakes.now += HOUR_MS;
  await runCron();
  expect(queue).toHaveLength(2001);
});

test("the same message twice, one after the other or at once, stores one image", async () => {
  await importSites([line({ logo: LOGO, screenshots: [SHOTS[0]] })]);
  await runCron();
  const [first, second] = queue;
  expect(await deliver([first, first])).toEqual(["ack", "ack"]);
  await Promise.all([deliver([second]), deliver([second]), deliver([second])]);
  const site = await shown();
  expect([site.logo !== null, site.screenshots.length]).toEqual([true, 1]);
  expect(await storedFiles()).toHaveLength(4);
  expect(await db.select().from(uploads)).toHaveLength(2);
  expect(await deliver([99, "x", null])).toEqual(["ack", "ack", "ack"]);
});

test.each<[string, () => Response, string]>([
  ["HTML that says it is an image", () => file("<!doctype html><script>alert(1)</script>"), IMAGE_MESSAGES.wrongType],
  ["a PNG without its pixels", () => file(pngOfSize(256, 256)), IMAGE_MESSAGES.damaged],
  ["a logo of 64 pixels", () => file(drawnPng(64, 64)), SITE_IMAGE_MESSAGES.logoNotSquare],
  ["a file that is too large", () => file(new Uint8Array(MAX_IMAGE_BYTES + 1)), "The file is too large."],
  ["a missing page", () => new Response("", { status: 404 }), "The website answered with status 404."],
  ["a redirect without end", () => Response.redirect(LOGO), "There are too many redirects."],
])("%s is refused for good, and leaves nothing", async (_, answer, failure) => {
  fakes.internet.set(LOGO, answer());
  await importSites([line({ logo: LOGO })]);
  expect(await fetchDue()).toEqual(["ack"]);
  expect(await waiting()).toMatchObject([{ failure, dueAt: null, attempts: 1 }]);
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
  fakes.now += HOUR_MS;
  expect(await fetchDue()).toEqual([]);
});

test.each<[string, () => Response | undefined, object, number]>([
  ["the website is down", () => undefined, {}, 0],
  ["Images is down", () => file(LOGO_PNG), { IMAGES: broken<ImagesBinding>() }, 2],
  ["R2 is down", () => file(LOGO_PNG), { MEDIA: broken<R2Bucket>() }, 1],
])("if %s, the image is fetched again each hour, five times", async (_, answer, down, errors) => {
  if (answer()) fakes.internet.set(LOGO, answer()!);
  else fakes.internet.delete(LOGO);
  await importSites([line({ logo: LOGO })]);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await fetchDue({ env: down })).toEqual(["ack"]);
    expect(loggedErrors.splice(0).length).toBe(errors);
    expect(await waiting()).toMatchObject([{ attempts: attempt, failure: expect.any(String) as string }]);
    fakes.now += HOUR_MS;
  }
  expect(await waiting()).toMatchObject([{ dueAt: null }]);
  expect(await fetchDue()).toEqual([]);
  expect(await runCron()).toBe(200);
  expect(await db.select().from(uploads)).toEqual([]);
});

test("an image whose attempts all ended without a result is given up", async () => {
  await importSites([line({ logo: LOGO })]);
  await env.DB.exec("UPDATE image_fetches SET attempts = 5");
  await fetchDue();
  expect(fakes.fetched).toEqual([]);
  expect(await waiting()).toMatchObject([{ dueAt: null, failure: IMAGE_MESSAGES.notStored }]);
});

test("while D1 is down, messages stay in the queue", async () => {
  await importSites([line({ logo: LOGO })]);
  await runCron();
  expect(await deliver(queue, { env: { DB: broken<D1Database>() } })).toEqual(["retry"]);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await deliver(queue)).toEqual(["ack"]);
  expect((await shown()).logo).not.toBeNull();
});

test.each([
  ["is down", () => ({ env: { IMAGE_FETCHES: broken<Queue>() } })],
  [
    "does not answer",
    () => {
      const { timeout, call } = createHangingService();
      return { env: { IMAGE_FETCHES: { sendBatch: call } as unknown as Queue }, ports: { timeout } };
    },
  ],
])("if the queue %s, the cron step fails and sends the images again an hour later", async (_, overrides) => {
  await importSites([line({ logo: LOGO })]);
  expect((await request("/dev/cron", { method: "POST" }, overrides())).status).toBe(500);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  fakes.now += HOUR_MS;
  expect(await fetchDue()).toEqual(["ack"]);
});

test("a logo that the owner has set stays, and a site gets at most five screenshots", async () => {
  await importSites([line({ logo: LOGO, screenshots: SHOTS.slice(0, 2) })]);
  const anna = await logIn();
  const [site] = (await (await anna.get("/api/sites/")).json<{ results: EditableSite[] }>()).results;
  const logo = await storeImage(1, "logo", 300, 300);
  const urls = await Promise.all([1, 2, 3, 4].map(() => storeImage(1, "screenshot", 400, 300)));
  const own = urls.map((url) => ({ url, decorative: true }));
  const body = editBody(site!, { logo, screenshots: own, blog: undefined });
  expect((await anna.put(`/api/sites/${site!.id}/`, body)).status).toBe(200);
  expect(await fetchDue()).toEqual(["ack", "ack", "ack"]);
  expect(await shown()).toMatchObject({ logo, screenshots: { length: 5 } });
  expect(fakes.fetched).toEqual([SHOTS[0]]);
  expect(await waiting()).toEqual([]);
});

test("a logo that the owner sets while another one is fetched stays", async () => {
  await importSites([line({ logo: LOGO })]);
  const anna = await logIn();
  const [site] = (await (await anna.get("/api/sites/")).json<{ results: EditableSite[] }>()).results;
  const logo = await storeImage(1, "logo", 300, 300);
  let saving: Promise<Response> | undefined;
  const MEDIA = withFault(env.MEDIA, {
    async call(work, name) {
      const body = editBody(site!, { logo, blog: undefined });
      if (name === "put") await (saving ??= anna.put(`/api/sites/${site!.id}/`, body));
      return work();
    },
  });
  expect(await fetchDue({ env: { MEDIA } })).toEqual(["ack"]);
  expect((await saving)?.status).toBe(200);
  const { results } = await env.DB.prepare("SELECT upload_key FROM site_images").all();
  expect(results).toEqual([{ upload_key: logo.replace("/media/", "") }]);
  expect(await storedFiles()).toEqual(filesOf(logo).toSorted());
  expect(await waiting()).toEqual([]);
});

test("an owner who edits the site while an image arrives must load it first", async () => {
  await importSites([line({ screenshots: [SHOTS[0]] })]);
  const anna = await logIn();
  const [site] = (await (await anna.get("/api/sites/")).json<{ results: EditableSite[] }>()).results;
  await fetchDue();
  expect((await anna.put(`/api/sites/${site!.id}/`, editBody(site!, { screenshots: [] }))).status).toBe(409);
});

test("a deletion of the site while its image is fetched leaves nothing", async () => {
  await importSites([line({ logo: LOGO, screenshots: [SHOTS[0]] })]);
  const anna = await logIn();
  let removal: Promise<Response> | undefined;
  const MEDIA = withFault(env.MEDIA, {
    async call(work, name) {
      if (name === "put") await (removal ??= anna.delete("/api/sites/1/"));
      return work();
    },
  });
  expect(await fetchDue({ env: { MEDIA } })).toEqual(["ack", "ack"]);
  expect((await removal)?.status).toBe(204);
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
  expect(await db.select().from(siteImages)).toEqual([]);
  expect(await waiting()).toEqual([]);
  await expectCountersToEqualTables();
});

test("staff see which images could not be fetched, and delete them from the list", async () => {
  await insertUser({ email: BERT, isStaff: true });
  fakes.internet.delete(SHOTS[0]!);
  fakes.internet.set(LOGO, new Response("", { status: 404 }));
  await importSites([line({ logo: LOGO, screenshots: [SHOTS[0]] })]);
  await fetchDue();
  const staff = await logIn(BERT);
  const list = (query: string) => adminRecords(staff, `media/image_fetch/${query}`);
  expect((await list("")).map(({ address }) => address)).toEqual([SHOTS[0], LOGO]);
  const failed = await list("?filter=failed");
  expect(failed).toMatchObject([
    { site: "penpot", kind: "logo", address: LOGO, failure: "The website answered with status 404.", attempts: 1 },
  ]);
  expect((await staff.delete(`/api/media/image_fetch/${failed[0]!.id}/`)).status).toBe(204);
  expect(await list("")).toHaveLength(1);
  expect((await staff.delete("/api/sites/site/1/")).status).toBe(204);
  expect(await list("")).toEqual([]);
});
