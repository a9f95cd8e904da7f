import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#schema/values/dates.ts";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts, NOW, fakes, request } from "../support/app.ts";
import { adminRecords } from "../support/admin.ts";
import { listSite } from "../support/own-sites.ts";
import { insertUser, logIn, logInNew } from "../support/people.ts";
import { plainImages, pngOfSize } from "../../support/image-files.ts";
import { endlessBody, neverResponds } from "../support/image-responses.ts";

const IMAGE_URL = "https://pictures.example/a.png?size=2&é=ü";
const sign = remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW });

async function expectMissing(response: Response) {
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=300, stale-if-error=86400");
  expect((await env.MEDIA.list({ prefix: "remote/" })).objects.filter(({ size }) => size > 0)).toEqual([]);
}

test("a remote image is fetched once and then served from R2", async () => {
  fakes.internet.set(
    new URL(IMAGE_URL).href,
    new Response(plainImages.png, { headers: { "Content-Type": "text/html" } }),
  );
  for (let visit = 1; visit <= 3; visit++) {
    const response = await request(sign(IMAGE_URL));
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(plainImages.png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
  }
  expect(fakes.fetched).toEqual([new URL(IMAGE_URL).href]);
  const etag = (await request(sign(IMAGE_URL))).headers.get("ETag")!;
  expect((await request(sign(IMAGE_URL), { headers: { "If-None-Match": etag } })).status).toBe(304);
});

test("a signature lasts 7 to 8 days", async () => {
  const hour = 3_600_000;
  const at = (later = 0) => remoteImageSigner({ secretKey: env.SECRET_KEY, now: NOW + later })(IMAGE_URL);
  const path = at();
  expect(at(hour)).toBe(path);
  expect(at(DAY_MS)).not.toBe(path);
  fakes.internet.set(new URL(IMAGE_URL).href, new Response(plainImages.png));
  fakes.now = NOW + 7 * DAY_MS;
  expect((await request(path)).status).toBe(200);
  fakes.now = NOW + 8 * DAY_MS + 1;
  expect((await request(path)).status).toBe(404);
  const [, , , signature, address] = path.split("/");
  const later = `${(NOW + 9 * DAY_MS).toString(36)}${signature!.slice(signature!.indexOf("-"))}`;
  expect((await request(`/media/remote/${later}/${address}`)).status, "a later end of one's own").toBe(404);
});

test("a page and a preview have one URL for a remote image all day", async () => {
  const anna = await logInNew();
  const content = { blocks: [{ type: "image", data: { file: { url: IMAGE_URL } } }] };
  const site = await listSite(anna, { blog: { content: JSON.stringify(content) } });
  const shown = async () => /\/media\/remote\/[^"\\]+/.exec(await (await request(`/${site.slug}`)).text())?.[0];
  const first = await shown();
  expect(first).toBe(sign(IMAGE_URL));
  fakes.now += 3_600_000;
  expect(await shown()).toBe(first);
  expect(await (await anna.post("/api/preview/", { content: JSON.stringify(content) })).text()).toContain(first!);
});

test("fetches are limited by IP address (IPv6: by network), cached images are not", async () => {
  fakes.internet.set("https://pictures.example/a", new Response(plainImages.png));
  expect((await request(sign("https://pictures.example/a"))).status).toBe(200);
  const keys: string[] = [];
  const FETCH_LIMIT: RateLimit = {
    async limit({ key }) {
      keys.push(key);
      return { success: false };
    },
  };
  const visitor = { headers: { "CF-Connecting-IP": "2001:db8:1:2:3:4:5:6" } };
  expect((await request(sign("https://pictures.example/a"), visitor, { env: { FETCH_LIMIT } })).status).toBe(200);
  const refused = await request(sign("https://pictures.example/b"), visitor, { env: { FETCH_LIMIT } });
  expect([refused.status, refused.headers.get("Retry-After"), refused.headers.get("Cache-Control")]).toEqual([
    429,
    "60",
    "private, no-store",
  ]);
  expect(keys).toEqual(["2001:db8:1:2"]);
  expect(fakes.fetched).toEqual(["https://pictures.example/a"]);
});

const inStore = async () => (await env.MEDIA.list({ prefix: "remote/" })).objects.length;
const countRows = () => env.DB.prepare("SELECT count(*) AS count FROM remote_images").first("count");
const signNow = (address: string) => remoteImageSigner({ secretKey: env.SECRET_KEY, now: fakes.now })(address);

test("a remote image is deleted after 30 days without use", async () => {
  for (const name of ["seen", "unseen"]) {
    fakes.internet.set(`https://pictures.example/${name}`, new Response(plainImages.png));
    expect((await request(sign(`https://pictures.example/${name}`))).status).toBe(200);
  }
  await request(sign("https://pictures.example/none"));
  expect(await inStore()).toBe(3);
  fakes.now += 20 * DAY_MS;
  expect((await request(signNow("https://pictures.example/seen"))).status).toBe(200);
  fakes.now += 10 * DAY_MS;
  await runSchedule(env, fakePorts);
  expect([await inStore(), await countRows()]).toEqual([1, 1]);
  expect((await request(signNow("https://pictures.example/seen"))).status).toBe(200);
  expect((await request(signNow("https://pictures.example/unseen"))).status, "it is fetched again").toBe(200);
  expect(await countRows()).toBe(2);
});

test("an older file without a row gets a row when it is shown", async () => {
  fakes.internet.set("https://pictures.example/a", new Response(plainImages.png));
  await request(sign("https://pictures.example/a"));
  await env.DB.prepare("DELETE FROM remote_images").run();
  fakes.now += 2 * DAY_MS;
  expect((await request(signNow("https://pictures.example/a"))).status).toBe(200);
  expect(await countRows()).toBe(1);
});

test("a cron run deletes at most 1,000 remote images, and the next run retries if R2 fails", async () => {
  await env.DB.prepare(
    "INSERT INTO remote_images (key, address, fetched_at, used_at) SELECT 'remote/' || value, 'https://x.example/' || value, 0, 0 FROM json_each(?)",
  )
    .bind(JSON.stringify(Array.from({ length: 1200 }, (_, at) => at)))
    .run();
  const MEDIA = Object.assign(Object.create(env.MEDIA) as R2Bucket, {
    delete: () => Promise.reject(new Error("down")),
  });
  await expect(runSchedule({ ...env, MEDIA }, fakePorts)).rejects.toThrow();
  expect(await countRows()).toBe(1200);
  await runSchedule(env, fakePorts);
  expect(await countRows()).toBe(200);
  await runSchedule(env, fakePorts);
  expect(await countRows()).toBe(0);
});

test("a remote image that staff removed is neither shown nor fetched until staff restore it", async () => {
  const address = "https://pictures.example/a";
  fakes.internet.set(address, new Response(plainImages.png));
  await request(sign(address));
  await insertUser({ isStaff: true });
  let staff = await logIn();
  const list = (q: string) => adminRecords(staff, `media/remote_picture/?q=${encodeURIComponent(q)}`);
  const [found] = await list(sign(address));
  expect(found).toMatchObject({ address, is_removed: false, bytes: plainImages.png.length });
  const set = (isRemoved: boolean) =>
    staff.patch(`/api/media/remote_picture/${encodeURIComponent(String(found!.id))}/`, { is_removed: isRemoved });
  expect(await (await set(true)).json()).toMatchObject({ is_removed: true });
  const fetches = fakes.fetched.length;
  const gone = async () => {
    await expectMissing(await request(signNow(address)));
    expect([await inStore(), fakes.fetched.length]).toEqual([0, fetches]);
  };
  await gone();
  fakes.now += 40 * DAY_MS;
  await runSchedule(env, fakePorts);
  await gone();
  staff = await logIn();
  expect(await list("https://pictures")).toMatchObject([{ is_removed: true, used_at: null }]);
  expect((await set(false)).status).toBe(200);
  expect((await request(signNow(address))).status).toBe(200);
});

test("a remote image of more than 50 million pixels is refused", async () => {
  fakes.internet.set("https://pictures.example/a", new Response(pngOfSize(8000, 6251)));
  await expectMissing(await request(sign("https://pictures.example/a")));
});

test("a URL without a valid signature is not fetched", async () => {
  fakes.internet.set(IMAGE_URL, new Response(plainImages.png));
  const [, , , signature, address] = sign(IMAGE_URL).split("/");
  const [, , , otherSignature, otherAddress] = sign("https://pictures.example/b.png").split("/");
  const [, , , foreignSignature] = remoteImageSigner({ secretKey: "another key", now: NOW })(IMAGE_URL).split("/");
  const forged = [
    `${otherSignature}/${address}`,
    `${signature}/${otherAddress}`,
    `${foreignSignature}/${address}`,
    `${signature!.slice(1)}/${address}`,
    `${signature}/`,
    `${signature}/${address}/x`,
  ];
  for (const path of forged) {
    const response = await request(`/media/remote/${path}`);
    expect(response.status, path).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  }
  expect(fakes.fetched).toEqual([]);
});

test.each(["http://127.0.0.1/a.png", "https://admin.directory.example.com/a.png", "not an address"])(
  "%j is not fetched, even with a valid signature",
  async (address) => {
    await expectMissing(await request(sign(address)));
    expect(fakes.fetched).toEqual([]);
  },
);

test("a failed fetch is retried after five minutes", async () => {
  const address = "https://pictures.example/a";
  await expectMissing(await request(sign(address)));
  fakes.internet.set(address, new Response(plainImages.png));
  fakes.now += 299_000;
  await expectMissing(await request(sign(address)));
  expect(fakes.fetched).toHaveLength(1);
  fakes.now += 2000;
  expect((await request(sign(address))).status).toBe(200);
});

test("a body of more than 5 MB is not read to its end", async () => {
  const sent = { bytes: 0 };
  fakes.internet.set("https://pictures.example/huge", () => endlessBody(plainImages.png, sent));
  await expectMissing(await request(sign("https://pictures.example/huge")));
  expect(sent.bytes).toBeGreaterThan(5 * 1024 * 1024);
  expect(sent.bytes).toBeLessThan(6 * 1024 * 1024);
});

test("a fetch without a response ends after eight seconds", async () => {
  fakes.internet.set("https://pictures.example/slow", neverResponds);
  await expectMissing(await request(sign("https://pictures.example/slow")));
  expect(fakes.now - NOW).toBe(8000);
});
