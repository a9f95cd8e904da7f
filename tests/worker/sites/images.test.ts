import { Buffer } from "node:buffer";
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { filesOf, narrowerFile } from "#schema/images/site-image-files.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { uploads } from "#schema/tables/media.ts";
import type { EditableSite } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { pngOfSize, pngWithText } from "../../support/image-files.ts";
import { drawnPng } from "../../support/png.ts";
import { documentOf, editBody, listSite } from "../support/own-sites.ts";
import { BERT, insertUser, readResponse, logInNew } from "../support/people.ts";
import { sendImage, storedFiles, storeImage, uploadImage } from "../support/uploads.ts";

const db = drizzle(env.DB);
let anna: Browser;

beforeEach(async () => void (anna = await logInNew()));

const send = (kind: string, file: Uint8Array<ArrayBuffer>) => sendImage(anna, kind, file);
const upload = (kind: string, width: number, height: number) => uploadImage(anna, kind, width, height);
const save = (site: EditableSite, changes: object) => anna.put(`/api/sites/${site.id}/`, editBody(site, changes));
const edit = async (site: EditableSite, changes: object) => (await save(site, changes)).json<EditableSite>();
const shot = (url: string, changes: object = {}) => ({ url, alt: "A board", caption: "", ...changes });

test("a screenshot is stored in each width that it has, as WebP", async () => {
  const url = await upload("screenshot", 2000, 1250);
  expect(url).toMatch(/^\/media\/users\/1\/[\w-]{22}-1600x1000\.webp$/);
  const files = [url, narrowerFile(url, 400), narrowerFile(url, 800)];
  expect(await storedFiles()).toEqual(files.toSorted());
  for (const file of files) expect((await request(file)).headers.get("content-type")).toBe("image/webp");
  expect(filesOf(await upload("screenshot", 700, 500))).toHaveLength(2);
});

test(
  "no file for lists has more than 25,000 bytes, even of an image that compresses badly",
  { tags: "long" },
  async () => {
    const { body } = await readResponse(await send("screenshot", drawnPng(900, 600, { isNoise: true })));
    const { url } = body["file"] as { url: string };
    const site = await listSite(anna, { screenshots: [shot(url)] });
    expect(site.screenshot).toMatchObject({ list_width: 400 });
    const listFile = await request(narrowerFile(url, 400));
    expect((await listFile.arrayBuffer()).byteLength).toBeLessThanOrEqual(25_000);
  },
);

test("an image that no list could show is refused in words, and leaves nothing", { tags: "long" }, async () => {
  expect(await readResponse(await send("screenshot", drawnPng(600, 1800, { isNoise: true })))).toMatchObject({
    status: 400,
    body: { error: SITE_IMAGE_MESSAGES.tooDetailed },
  });
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
});

test("all files of an image count towards the quota of its user", async () => {
  const url = await upload("screenshot", 800, 600);
  const sizes = await Promise.all(
    filesOf(url).map(async (path) => (await (await request(path)).arrayBuffer()).byteLength),
  );
  expect(await db.select({ bytes: uploads.bytes }).from(uploads)).toEqual([
    { bytes: sizes.reduce((sum, size) => sum + size, 0) },
  ]);
});

test("of an animation, Images is asked for one frame", async () => {
  const asked: ImageOutputOptions[] = [];
  const IMAGES = {
    input: (stream: ReadableStream<Uint8Array>) => ({
      transform: (shape: ImageTransform) => ({
        output(options: ImageOutputOptions) {
          asked.push(options);
          return env.IMAGES.input(stream).transform(shape).output(options);
        },
      }),
    }),
  } as unknown as ImagesBinding;
  const form = new FormData();
  form.append("image", new File([drawnPng(256, 256)], "a.png"));
  expect((await anna.postForm("/api/images/?kind=logo", form, {}, { env: { IMAGES } })).status).toBe(200);
  expect(asked).toMatchObject([
    { format: "image/webp", anim: false },
    { format: "image/webp", anim: false },
  ]);
});

test("a logo is stored in two sizes", async () => {
  const url = await upload("logo", 512, 512);
  expect(url).toMatch(/-256x256\.webp$/);
  expect(await storedFiles()).toEqual([url, narrowerFile(url, 96)].toSorted());
});

test.each([
  ["logo", 127, 127, SITE_IMAGE_MESSAGES.logoNotSquare],
  ["logo", 400, 300, SITE_IMAGE_MESSAGES.logoNotSquare],
  ["screenshot", 399, 300, SITE_IMAGE_MESSAGES.screenshotTooSmall],
  ["screenshot", 1300, 400, SITE_IMAGE_MESSAGES.screenshotTooLong],
])("a %s of %i × %i pixels is refused and leaves nothing", async (kind, width, height, message) => {
  expect(await readResponse(await send(kind, drawnPng(width, height)))).toMatchObject({
    status: 400,
    body: { error: message, fields: { image: message } },
  });
  expect(await storedFiles()).toEqual([]);
  expect(await db.select().from(uploads)).toEqual([]);
});

test("an image of an unknown kind or with too many pixels is refused", async () => {
  for (const [kind, file, error] of [
    ["screenshot", pngOfSize(8000, 8000), IMAGE_MESSAGES.tooManyPixels],
    ["avatar", drawnPng(256, 256), SITE_IMAGE_MESSAGES.unknownKind],
  ] as const)
    expect(await readResponse(await send(kind, file)), error).toMatchObject({ status: 400, body: { error } });
  expect(await storedFiles()).toEqual([]);
});

test("scripts and metadata in a file do not reach the stored files", async () => {
  const file = pngWithText(drawnPng(800, 600), "<script>alert('SECRET')</script>");
  const { body } = await readResponse(await send("screenshot", file));
  for (const path of filesOf((body["file"] as { url: string }).url))
    expect(Buffer.from(await (await request(path)).arrayBuffer()).toString("latin1")).not.toContain("SECRET");
});

test("a new site has its logo and its screenshots, and lists have the logo and the first screenshot", async () => {
  const [logo, first, second] = [
    await upload("logo", 128, 128),
    await upload("screenshot", 800, 500),
    await upload("screenshot", 400, 300),
  ];
  const screenshots = [
    shot(first, { caption: "All work" }),
    { url: second, decorative: true, alt: "does not count", caption: "" },
  ];
  const site = await listSite(anna, { logo, screenshots });
  const shown = [
    { url: first, alt: "A board", decorative: false, caption: "All work" },
    { url: second, alt: "", decorative: true, caption: "" },
  ];
  const listed = { logo, screenshot: { url: first, alt: "A board", list_width: 800 } };
  expect(site).toMatchObject({ ...listed, screenshots: shown });
  expect(await (await request("/api/mattermost/")).json()).toMatchObject({ logo, screenshots: shown });
  expect(await (await request("/api/saas/")).json()).toMatchObject({ results: [listed] });
  expect(await (await request("/api/pages/mattermost")).json()).toMatchObject({ site: { screenshots: shown } });
});

test("a save without images keeps them, and a response can be sent back", async () => {
  const [logo, one, two] = [
    await storeImage(1, "logo", 128, 128),
    await storeImage(1, "screenshot", 400, 300),
    await storeImage(1, "screenshot", 400, 300),
  ];
  const site = await listSite(anna, {
    logo,
    screenshots: [shot(one), { url: two, decorative: true }],
  });
  const { logo: _, screenshots: __, ...others } = site;
  const kept = await (await anna.put(`/api/sites/${site.id}/`, others)).json<EditableSite>();
  expect(kept).toMatchObject({ logo, screenshots: site.screenshots });
  const turned = await edit(kept, { screenshots: kept.screenshots.toReversed() });
  expect(turned).toMatchObject({ screenshots: [{ url: two }, { url: one }], screenshot: { url: two } });
  expect(await edit(turned, { logo: null, screenshots: [] })).toMatchObject({ logo: null, screenshots: [] });
  const unused = await db.select({ isShown: uploads.isShown }).from(uploads);
  expect(unused.map(({ isShown }) => isShown)).toEqual([false, false, false]);
});

test("another user's image, an image of another kind and an unknown one are refused", async () => {
  await insertUser({ email: BERT });
  const site = await listSite(anna);
  const refused = async (changes: object) => (await readResponse(await save(site, changes))).body["fields"];
  const message = SITE_IMAGE_MESSAGES.notStoredAnyMore;
  const ofBert = await storeImage(2, "logo", 256, 256);
  expect(await refused({ logo: ofBert })).toEqual({ logo: message });
  const logo = await storeImage(1, "logo", 256, 256);
  expect(await refused({ screenshots: [shot(logo)] })).toEqual({ "screenshots.0.url": message });
  expect(await refused({ logo: "/media/users/1/nothing-256x256.webp" })).toEqual({ logo: message });
});

test("an image that another site's article shows stays when its site is deleted", async () => {
  const url = await storeImage(1, "screenshot", 800, 600);
  const site = await listSite(anna, { screenshots: [shot(url)] });
  const image = { type: "image", data: { file: { url: narrowerFile(url, 400) } } };
  const content = { blocks: [...documentOf("Words").blocks, image] };
  await listSite(anna, { name: "Other", link: "https://other.example/", blog: { content } });
  expect((await anna.delete(`/api/sites/${site.id}/`)).status).toBe(204);
  expect(await storedFiles()).toHaveLength(2);
});
