import { expect, test } from "vitest";
import { fetchPublic, publicUrl } from "#worker/http/public-fetch.ts";
import { internetWith, redirectTo } from "../../support/internet.ts";

test.each([
  "http://127.0.0.1/a.png",
  "http://0x7f.1/a.png",
  "http://[::ffff:10.0.0.1]/a.png",
  "http://169.254.169.254./latest/meta-data/",
  "http://LOCALHOST./a.png",
  "http://app.localhost/a.png",
  "http://foo.internal/a.png",
  "http://8.8.8.8/a.png",
  "http://printer.local./a.png",
  "http://router/a.png",
  "https://someone.workers.dev../a.png",
  "https://pictures.example:8443/a.png",
  "http://pictures.example:443/a.png",
  "https://name:password@pictures.example/a.png",
  "ftp://pictures.example/a.png",
  "file:///etc/passwd",
  "javascript:alert(1)",
  "/media/a.png",
  "not an address",
])("%j is no public URL", (address) => {
  expect(publicUrl(address)).toBeUndefined();
});

const A = "https://pictures.example/a";
const FINE = () => new Response("fine");
type Limits = Partial<Parameters<typeof fetchPublic>[2]>;

/** Returns the body, the reason of a refusal for good, and what was asked for. */
async function fetchA(responses: Parameters<typeof internetWith>[0], limits: Limits = {}, url = A) {
  const { ports, fetched } = internetWith(responses);
  let reason: string | undefined;
  const file = await fetchPublic(ports, new URL(url), {
    accept: "*/*",
    maxBytes: 10,
    timeoutMs: 1000,
    redirects: 3,
    onRefusal: (given) => (reason = given),
    ...limits,
  });
  return { text: file && new TextDecoder().decode(file.bytes), at: file?.url.href, reason, fetched };
}

test("three redirects are followed, also relative ones", async () => {
  const responses = {
    "http://pictures.example/a": redirectTo("https://pictures.example/b", 301),
    "https://pictures.example/b": redirectTo("/c", 307),
    "https://pictures.example/c": redirectTo("//cdn.example/d", 308),
    "https://cdn.example/d": FINE,
  };
  const found = await fetchA(responses, {}, "http://pictures.example/a");
  expect(found).toMatchObject({ text: "fine", at: "https://cdn.example/d", fetched: { length: 4 } });
});

test("an endless redirect ends after three redirects", async () => {
  const { text, reason, fetched } = await fetchA({ [A]: redirectTo("/a") });
  expect([text, reason, fetched.length]).toEqual([undefined, "There are too many redirects.", 4]);
});

test.each([
  "http://127.0.0.1/",
  "http://[fd00::1]/",
  "https://pictures.example:22/",
  "file:///etc/passwd",
  "https://directory.example.com/media/a.png",
  "https://DIRECTORY.example.com./media/a.png",
  "https://directory.example.com%2e%2e/media/a.png",
  "https://admin.directory.example.com/a.png",
])("neither an address nor a redirect leads to %j", async (location) => {
  const { text, reason, fetched } = await fetchA({ [A]: redirectTo(location), [location]: FINE });
  expect([text, fetched]).toEqual([undefined, [A]]);
  expect(reason).toBe("The URL is not on the public internet.");
  if (publicUrl(location)) expect((await fetchA({ [location]: FINE }, {}, location)).fetched).toEqual([]);
});

test.each([
  [204, "The website answered with status 204."],
  [206, "The website answered with status 206."],
  [404, "The website answered with status 404."],
  [408, undefined],
  [425, undefined],
  [429, undefined],
  [500, undefined],
  [503, undefined],
])("a response with status %i is no file, and its reason for good is %j", async (status, reason) => {
  const body = status === 204 ? null : "fine";
  expect(await fetchA({ [A]: () => new Response(body, { status }) })).toMatchObject({ text: undefined, reason });
});

test("an unreachable host gives no file, and no reason for good", async () => {
  expect(await fetchA({})).toMatchObject({ text: undefined, reason: undefined });
});

/** A body without end. `sent.bytes` counts what was read. */
function endless(sent: { bytes: number; isCancelled?: boolean }, headers: Record<string, string> = {}) {
  const pull = (body: ReadableStreamDefaultController) => {
    sent.bytes += 4;
    body.enqueue(new TextEncoder().encode("four"));
  };
  const cancel = () => void (sent.isCancelled = true);
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { headers });
}

test("a body may have as many bytes as the limit; a larger one is refused or cut, and not read to its end", async () => {
  expect(await fetchA({ [A]: () => new Response("0123456789") })).toMatchObject({ text: "0123456789" });
  const sent = { bytes: 0 };
  const refused = await fetchA({ [A]: () => endless(sent) });
  expect(refused).toMatchObject({ text: undefined, reason: "The file is too large." });
  expect(sent).toEqual({ bytes: 12, isCancelled: true });
  const cut = { bytes: 0 };
  expect(await fetchA({ [A]: () => endless(cut) }, { larger: "cut" })).toMatchObject({ text: "fourfourfo" });
  expect(cut).toEqual({ bytes: 12, isCancelled: true });
});

test("a body with a larger Content-Length is not read", async () => {
  const sent = { bytes: 0 };
  const { reason } = await fetchA({ [A]: () => endless(sent, { "Content-Length": "11" }) });
  expect(reason).toBe("The file is too large.");
  expect(sent).toEqual({ bytes: 0, isCancelled: true });
});
