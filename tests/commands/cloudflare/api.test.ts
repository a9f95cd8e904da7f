import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { call, uploadForm, useCloudflare } from "./wrangler.ts";

// The stand-in of Cloudflare must be as strict as Cloudflare. Sources of the rules are beside them, in
// tests/support/cloudflare/.

test("a name is taken once", async () => {
  const cloudflare = await useCloudflare();
  const resources: [string, object, number][] = [
    ["/d1/database", { name: "directory" }, 7502],
    ["/storage/kv/namespaces", { title: "directory-sessions" }, 10_014],
    ["/r2/buckets", { name: "directory-media" }, 10_004],
    ["/queues", { queue_name: "directory-mails" }, 11_009],
  ];
  for (const [path, body, code] of resources) {
    expect((await call(cloudflare, "POST", path, body)).status, path).toBe(200);
    expect((await call(cloudflare, "POST", path, body)).codes, path).toEqual([code]);
  }
});

test("a binding must name something that exists", async () => {
  const cloudflare = await useCloudflare();
  const bindings: [Record<string, unknown>, number][] = [
    [{ type: "d1", id: "00000000-0000-0000-0000-000000000000" }, 10_181],
    [{ type: "d1" }, 10_021],
    [{ type: "kv_namespace", namespace_id: "0".repeat(32) }, 10_041],
    [{ type: "kv_namespace", namespace_id: "placeholder" }, 10_042],
    [{ type: "r2_bucket", bucket_name: "directory-media" }, 10_085],
    [{ type: "queue", queue_name: "directory-mails" }, 11_000],
    [{ type: "service", service: "directory-share" }, 10_143],
    [{ type: "inherit" }, 10_057],
  ];
  for (const [binding, code] of bindings) {
    const form = uploadForm({ bindings: [{ name: "B", ...binding }] });
    expect((await call(cloudflare, "PUT", "/workers/scripts/tiny", form)).codes, JSON.stringify(binding)).toEqual([
      code,
    ]);
  }
  expect(cloudflare.account.scripts).toEqual([]);
});

test("an upload must be one that the runtime can start", async () => {
  const cloudflare = await useCloudflare();
  const put = async (metadata: object) =>
    (await call(cloudflare, "PUT", "/workers/scripts/tiny", uploadForm({ ...metadata }))).codes;
  expect(await put({ compatibility_date: "2999-01-01" })).toEqual([10_021]);
  expect(await put({ main_module: "other.js" })).toEqual([10_021]);
  expect(await put({ bindings: [{ type: "plain_text", text: "x" }] })).toEqual([10_052]);
  expect(cloudflare.account.scripts).toEqual([]);
});

test("Workers Free has its limits", async () => {
  const cloudflare = await useCloudflare({ plan: "free" });
  const put = (metadata: object) => call(cloudflare, "PUT", "/workers/scripts/tiny", uploadForm({ ...metadata }));
  expect((await put({ limits: { cpu_ms: 1000 } })).messages).toEqual([
    "CPU limits are not supported for the Free plan.",
  ]);
  // Random bytes, so that compressing does not help.
  const large = uploadForm({}, `// ${randomBytes(3_300_000).toString("base64")}`);
  expect((await call(cloudflare, "PUT", "/workers/scripts/tiny", large)).codes).toEqual([10_027]);
  expect((await put({})).status).toBe(200);
  const crons = Array.from({ length: 6 }, (_, hour) => ({ cron: `0 ${hour} * * *` }));
  expect((await call(cloudflare, "PUT", "/workers/scripts/tiny/schedules", crons)).codes).toEqual([10_072]);
  const zone = cloudflare.account.zones[0]!.id;
  const sending = `/zones/${zone}/email/sending/subdomains`;
  expect((await call(cloudflare, "POST", sending, { name: "directory.test" })).status).toBe(403);
});

test("a custom domain needs a zone of the account, and no other record", async () => {
  const cloudflare = await useCloudflare();
  await call(cloudflare, "PUT", "/workers/scripts/tiny", uploadForm({}));
  const attach = (hostname: string) => call(cloudflare, "PUT", "/workers/domains", { hostname, service: "tiny" });
  expect((await attach("directory.elsewhere.test")).codes).toEqual([100_113]);
  const record = { id: "1", type: "A", name: "directory.test", content: "192.0.2.7", proxied: true };
  cloudflare.account.zones[0]!.records.push(record);
  expect((await attach("directory.test")).codes).toEqual([100_117]);
  cloudflare.account.zones[0]!.records.length = 0;
  expect((await attach("directory.test")).status).toBe(200);
  await call(cloudflare, "PUT", "/workers/scripts/other", uploadForm({}));
  const other = await call(cloudflare, "PUT", "/workers/domains", { hostname: "directory.test", service: "other" });
  expect(other.codes).toEqual([100_116]);
});

test("the first upload needs the account's part of workers.dev", async () => {
  const cloudflare = await useCloudflare({ subdomain: null });
  expect((await call(cloudflare, "GET", "/workers/subdomain")).codes).toEqual([10_007]);
  expect((await call(cloudflare, "PUT", "/workers/scripts/tiny", uploadForm({}))).codes).toEqual([10_063]);
  await call(cloudflare, "PUT", "/workers/subdomain", { subdomain: "people" });
  expect((await call(cloudflare, "PUT", "/workers/scripts/tiny", uploadForm({}))).status).toBe(200);
});

test("a token reaches what it was made for", async () => {
  const narrow = { value: "token-of-a-reader", permissions: ["D1:Read", "Zone:Read"] };
  const machine = { value: "token-of-an-account", kind: "account" as const };
  const tokens = [{ value: "token-of-everything" }, narrow, machine];
  const cloudflare = await useCloudflare({ tokens, otherAccounts: ["Other"] });
  const as = (token: string, method: string, path: string, body?: unknown) =>
    call(cloudflare, method, path, body, { token });
  expect((await as("token-of-nobody", "GET", "/d1/database")).codes).toEqual([10_000]);
  expect((await as("token-of-nobody", "GET", "/user/tokens/verify")).codes).toEqual([1000]);
  expect((await as("short", "GET", "/d1/database")).codes).toEqual([6003]);
  expect((await as(narrow.value, "GET", "/d1/database")).status).toBe(200);
  expect((await as(narrow.value, "POST", "/d1/database", { name: "x" })).messages).toEqual(["Authentication error"]);
  for (const path of ["/storage/kv/namespaces", "/r2/buckets", "/queues", "/workers/scripts", "/subscriptions"])
    expect((await as(narrow.value, "GET", path)).codes, path).toEqual([10_000]);
  expect((await as(machine.value, "GET", "/user/tokens/verify")).codes).toEqual([1000]);
  expect((await as(machine.value, "GET", "/tokens/verify")).result.status).toBe("active");
  expect((await as("token-of-everything", "GET", "/accounts")).result).toHaveLength(2);
  const foreign = await call(cloudflare, "GET", "/d1/database", undefined, { of: "f".repeat(32) });
  expect(foreign.codes).toEqual([10_000]);
});

test("a token has a limit of calls", async () => {
  const cloudflare = await useCloudflare({ callLimit: 2 });
  const list = async () => (await call(cloudflare, "GET", "/d1/database")).status;
  expect([await list(), await list(), await list()]).toEqual([200, 200, 429]);
});

test("each call can fail, be slow, or be cut after it took effect", async () => {
  const cloudflare = await useCloudflare();
  const create = (name: string) => call(cloudflare, "POST", "/d1/database", { name });
  const names = () => cloudflare.account.databases.map(({ name }) => name);

  cloudflare.failNext("POST /d1/database", { status: 429, code: 971, headers: { "Retry-After": "1" } });
  expect((await create("refused")).codes).toEqual([971]);
  cloudflare.failNext("POST /d1/database", { status: 500, afterEffect: true });
  expect((await create("done")).status).toBe(500);
  cloudflare.failNext("POST /d1/database", { cut: "before" });
  await expect(create("lost")).rejects.toThrow("fetch failed");
  cloudflare.failNext(/^POST .*\/database$/, { cut: "after" });
  await expect(create("cut")).rejects.toThrow("fetch failed");
  // The second call takes effect before the first, which is slow.
  cloudflare.failNext(({ method }) => method === "POST", { after: create("quick") });
  expect((await create("slow")).status).toBe(200);

  expect(names()).toEqual(["done", "cut", "quick", "slow"]);
  expect(cloudflare.callsOf("POST /d1/database").map(({ status }) => status)).toEqual([429, 500, 0, 0, 200, 200]);
});
