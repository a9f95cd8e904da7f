import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { remoteImageSigner } from "#worker/features/media/remote-images.ts";
import { NOW, outside, request } from "../support/app.ts";
import { endlessBody, pictures, silence, svgPicture } from "../support/pictures.ts";

const PICTURE = "https://pictures.example/a.png?size=2&é=ü";
const sign = remoteImageSigner(env.SECRET_KEY);
const redirectTo = (location: string, status = 302) => new Response(null, { status, headers: { Location: location } });

async function expectMissing(response: Response) {
  expect(response.status).toBe(404);
  expect(response.headers.get("Cache-Control")).toBe("public, max-age=300, stale-if-error=86400");
  expect((await env.MEDIA.list()).objects.filter(({ size }) => size > 0)).toEqual([]);
}

test("a picture from elsewhere is fetched once and then served from here", async () => {
  outside.internet.set(new URL(PICTURE).href, new Response(pictures.png, { headers: { "Content-Type": "text/html" } }));
  for (let visit = 1; visit <= 3; visit++) {
    const response = await request(sign(PICTURE));
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(pictures.png);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(response.headers.get("Cache-Control")).toMatch(/^public, max-age=\d{6}/);
  }
  expect(outside.fetched).toEqual([new URL(PICTURE).href]);
  const etag = (await request(sign(PICTURE))).headers.get("ETag")!;
  expect((await request(sign(PICTURE), { headers: { "If-None-Match": etag } })).status).toBe(304);
});

test("the path is this origin's and does not say where the picture lies in plain text", () => {
  expect(sign(PICTURE)).toMatch(/^\/media\/remote\/[\w-]{43}\/[\w-]+$/);
});

test("an address that this server did not sign is not fetched", async () => {
  outside.internet.set(PICTURE, new Response(pictures.png));
  const [, , , signature, address] = sign(PICTURE).split("/");
  const [, , , otherSignature, otherAddress] = sign("https://pictures.example/b.png").split("/");
  const [, , , foreignSignature] = remoteImageSigner("another key")(PICTURE).split("/");
  const forged = [
    `${otherSignature}/${address}`,
    `${signature}/${otherAddress}`,
    `${foreignSignature}/${address}`,
    `${signature!.slice(1)}/${address}`,
    `x/${address}`,
    `%20/${address}`,
    `${signature}/`,
    `${signature}`,
    `${signature}/${address}/x`,
  ];
  for (const path of forged) {
    const response = await request(`/media/remote/${path}`);
    expect(response.status, path).toBe(404);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  }
  expect(outside.fetched).toEqual([]);
});

test.each([
  "http://127.0.0.1/a.png",
  "http://2130706433/a.png",
  "http://0x7f.1/a.png",
  "http://[::1]/a.png",
  "http://[::ffff:10.0.0.1]/a.png",
  "http://169.254.169.254/latest/meta-data/",
  "http://169.254.169.254./latest/meta-data/",
  "http://8.8.8.8/a.png",
  "http://localhost/a.png",
  "http://LOCALHOST./a.png",
  "http://app.localhost/a.png",
  "http://foo.internal/a.png",
  "http://printer.local./a.png",
  "http://router/a.png",
  "https://pictures.example:8443/a.png",
  "http://pictures.example:443/a.png",
  "https://name:password@pictures.example/a.png",
  "ftp://pictures.example/a.png",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "/media/a.png",
  "not an address",
])("%j is not asked, even signed", async (address) => {
  await expectMissing(await request(sign(address)));
  expect(outside.fetched).toEqual([]);
});

test("redirects are followed three times, relative ones too", async () => {
  outside.internet.set("http://pictures.example/a", redirectTo("https://pictures.example/b", 301));
  outside.internet.set("https://pictures.example/b", redirectTo("/c", 307));
  outside.internet.set("https://pictures.example/c", redirectTo("//cdn.example/d", 308));
  outside.internet.set("https://cdn.example/d", new Response(pictures.jpeg));
  const response = await request(sign("http://pictures.example/a"));
  expect(response.headers.get("Content-Type")).toBe("image/jpeg");
  expect(outside.fetched).toHaveLength(4);
});

test("a redirect without end is left after the third", async () => {
  outside.internet.set("https://pictures.example/loop", redirectTo("/loop"));
  await expectMissing(await request(sign("https://pictures.example/loop")));
  expect(outside.fetched).toHaveLength(4);
});

test.each([
  "http://127.0.0.1/",
  "http://169.254.169.254/latest/meta-data/",
  "http://[fd00::1]/",
  "http://foo.internal/",
  "https://pictures.example:22/",
  "file:///etc/passwd",
  "",
])("a redirect to %j is not followed", async (location) => {
  outside.internet.set("https://pictures.example/a", redirectTo(location));
  outside.internet.set("http://127.0.0.1/", new Response(pictures.png));
  await expectMissing(await request(sign("https://pictures.example/a")));
  expect(outside.fetched).not.toContain(location);
});

test.each([
  ["SVG", new Response(svgPicture, { headers: { "Content-Type": "image/svg+xml" } })],
  ["SVG called PNG", new Response(svgPicture, { headers: { "Content-Type": "image/png" } })],
  ["HTML called PNG", new Response("<script>alert(1)</script>", { headers: { "Content-Type": "image/png" } })],
  ["nothing", new Response("")],
  ["no body", new Response(null, { status: 204 })],
  ["an error with a picture", new Response(pictures.png, { status: 500 })],
  ["a part of a picture", new Response(pictures.png, { status: 206 })],
])("%s is no picture", async (_name, answer) => {
  outside.internet.set("https://pictures.example/a", answer);
  await expectMissing(await request(sign("https://pictures.example/a")));
});

test("a host that cannot be reached is no picture", async () => {
  await expectMissing(await request(sign("https://pictures.example/a")));
});

test("a picture that could not be fetched is asked for again after five minutes", async () => {
  const address = "https://pictures.example/a";
  await expectMissing(await request(sign(address)));
  outside.internet.set(address, new Response(pictures.png));
  outside.now += 299_000;
  await expectMissing(await request(`${sign(address)}?again`));
  expect(outside.fetched).toHaveLength(1);
  outside.now += 2000;
  expect((await request(sign(address))).status).toBe(200);
});

test("a body beyond 5 MB is not read to its end", async () => {
  const sent = { bytes: 0 };
  outside.internet.set("https://pictures.example/huge", () => endlessBody(pictures.png, sent));
  await expectMissing(await request(sign("https://pictures.example/huge")));
  expect(sent.bytes).toBeGreaterThan(5 * 1024 * 1024);
  expect(sent.bytes).toBeLessThan(6 * 1024 * 1024);
});

test("a body that says it is larger is not read at all", async () => {
  let isCancelled = false;
  outside.internet.set("https://pictures.example/huge", () => {
    const body = new ReadableStream({ cancel: () => void (isCancelled = true) });
    return new Response(body, { headers: { "Content-Length": "6000000" } });
  });
  await expectMissing(await request(sign("https://pictures.example/huge")));
  expect(isCancelled).toBe(true);
});

test("a picture of 5 MB comes through whole", async () => {
  const large = new Uint8Array(5 * 1024 * 1024);
  large.set(pictures.png);
  outside.internet.set("https://pictures.example/large", new Response(large));
  const response = await request(sign("https://pictures.example/large"));
  expect((await response.arrayBuffer()).byteLength).toBe(large.length);
});

test("a source that never answers is given up after eight seconds", async () => {
  outside.internet.set("https://pictures.example/slow", silence);
  await expectMissing(await request(sign("https://pictures.example/slow")));
  expect(outside.now - NOW).toBe(8000);
});
