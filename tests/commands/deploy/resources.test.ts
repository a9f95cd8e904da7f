import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Account, openClient } from "#worker/commands/deploy/cloudflare.ts";
import { readEnvironment } from "#worker/commands/deploy/environment.ts";
import { findResources } from "#worker/commands/deploy/resources.ts";
import { listAccounts } from "#worker/commands/deploy/remote.ts";
import { undo } from "#worker/commands/deploy/undo.ts";
import { failureMessage } from "#worker/commands/failure-messages.ts";
import { call } from "../cloudflare/api.ts";
import { type Cloudflare, type Options, startCloudflare } from "../../support/cloudflare/start.ts";
import { ANSWERS, changesOf, PERMISSIONS } from "./support.ts";

beforeEach(() => () => void vi.unstubAllEnvs());

/** Uploads a Worker, as wrangler does: developers.cloudflare.com/workers/configuration/multipart-upload-metadata */
function upload(cloudflare: Cloudflare) {
  const form = new FormData();
  form.set("metadata", JSON.stringify({ main_module: "index.js", compatibility_date: "2026-10-01" }));
  const script = "export default { fetch() {} }";
  form.set("index.js", new File([script], "index.js", { type: "application/javascript+module" }));
  return call(cloudflare, "PUT", "/workers/scripts/directory", form);
}

/** What `npm run deploy` does first, without its own process. */
async function useAccount(options?: Options) {
  const cloudflare = await startCloudflare(options);
  onTestFinished(() => cloudflare.stop());
  vi.stubEnv("CLOUDFLARE_API_BASE_URL", cloudflare.env.CLOUDFLARE_API_BASE_URL);
  vi.stubEnv("CLOUDFLARE_API_TOKEN", cloudflare.env.CLOUDFLARE_API_TOKEN);
  const account = new Account(openClient(), cloudflare.account.id);
  const refusalOf = (answers: Record<string, string> = {}) =>
    findResources(account, readEnvironment("production"), { ...ANSWERS, D1_LOCATION: "weur", ...answers }).then(
      () => "nothing is refused",
      (error: unknown) => failureMessage(error),
    );
  return { account, cloudflare, refusalOf };
}

test("an account with all permissions is read", async () => {
  const { refusalOf } = await useAccount({ tokens: [{ value: "token-with-all", permissions: PERMISSIONS }] });
  expect(await refusalOf()).toBe("nothing is refused");
});

test.each([
  ["D1:Edit", "Account, D1, Edit"],
  ["Workers KV Storage:Edit", "Account, Workers KV Storage, Edit"],
  ["Workers R2 Storage:Edit", "Account, Workers R2 Storage, Edit"],
  ["Queues:Edit", "Account, Queues, Edit"],
  ["Workers Scripts:Edit", "Account, Workers Scripts, Edit"],
  ["Zone:Read", "Zone, Zone, Read"],
  ["Email Sending:Edit", "Account, Email Sending, Edit"],
])("a token without %s is told to add it", async (missing, named) => {
  const tokens = [{ value: "token-with-a-gap", permissions: PERMISSIONS.filter((one) => one !== missing) }];
  const { cloudflare, refusalOf } = await useAccount({ tokens });
  expect(await refusalOf()).toContain(
    `CLOUDFLARE_API_TOKEN lacks the permission “${named}” for this account or domain.`,
  );
  expect(changesOf(cloudflare)).toEqual([]);
});

test("an address must belong to the account", async () => {
  const { cloudflare, refusalOf } = await useAccount({ subdomain: null });
  const { domains, zones } = cloudflare.account;
  const [zone] = zones;
  const refusal = (SITE_URL: string) => refusalOf({ SITE_URL });
  expect(await refusal("https://elsewhere.test")).toContain(
    "The domain of elsewhere.test is not in this Cloudflare account",
  );
  expect(await refusal("workers.dev")).toContain("This account has no address at workers.dev yet.");
  zone!.status = "pending";
  expect(await refusal("https://directory.test")).toContain(
    "The domain directory.test is not active at Cloudflare yet",
  );
  zone!.status = "active";
  domains.push({ id: "1", hostname: "directory.test", service: "shop", zone_id: zone!.id, zone_name: zone!.name });
  expect(await refusal("https://directory.test")).toContain("directory.test is the address of another Worker, shop.");
});

test("a domain inside another one counts for its addresses, also in an account with many domains", async () => {
  const others = Array.from({ length: 50 }, (_, index) => `other-${index}.test`);
  const { cloudflare, refusalOf } = await useAccount({ zones: [...others, "directory.test", "eu.directory.test"] });
  cloudflare.account.zones.at(-1)!.status = "pending";
  expect(await refusalOf({ SITE_URL: "https://www.directory.test" })).toBe("nothing is refused");
  expect(await refusalOf({ SITE_URL: "https://www.eu.directory.test" })).toContain(
    "The domain eu.directory.test is not active at Cloudflare yet",
  );
});

test("an account without R2 is told where to switch it on", async () => {
  const { refusalOf } = await useAccount({ hasR2: false });
  expect(await refusalOf()).toContain("Switch it on at https://dash.cloudflare.com/?to=/:account/r2/overview");
});

test("a token that may not read accounts is told so", async () => {
  const permissions = PERMISSIONS.filter((one) => one !== "Account Settings:Read");
  const { account } = await useAccount({ tokens: [{ value: "token-with-a-gap", permissions }] });
  await expect(listAccounts(account.client)).rejects.toThrow("“Account, Account Settings, Read”");
  const own = await useAccount({ tokens: [{ value: "token-of-an-account", kind: "account" }] });
  await expect(listAccounts(own.account.client)).rejects.toThrow("or set CLOUDFLARE_ACCOUNT_ID");
});

test("what belongs to something else is not used", async () => {
  const { cloudflare, refusalOf } = await useAccount();
  await upload(cloudflare);
  expect(await refusalOf()).toContain("a Worker “directory” that belongs to something else");
  cloudflare.account.scripts.length = 0;
  const { uuid } = await call<{ uuid: string }>(cloudflare, "POST", "/d1/database", { name: "directory" });
  expect(await refusalOf()).toBe("nothing is refused");
  await call(cloudflare, "POST", `/d1/database/${uuid}/query`, { sql: "CREATE TABLE orders (id)" });
  expect(await refusalOf()).toContain("a database “directory” that belongs to something else");
});

test("a failed check undoes no deployment of somebody else", async () => {
  const { account, cloudflare } = await useAccount();
  await upload(cloudflare);
  const current = cloudflare.account.scripts[0]!.versions[0]!.id;
  const said = await undo(account, readEnvironment("production"), { version: "mine", before: "old" });
  expect(said).toContain(`Somebody deployed the version ${current}`);
  expect(cloudflare.account.scripts[0]!.deployments).toHaveLength(1);
});

test("a version that cannot be put back leaves a command to do it", async () => {
  const { account, cloudflare } = await useAccount();
  await upload(cloudflare);
  const version = cloudflare.account.scripts[0]!.versions[0]!.id;
  cloudflare.failNext("GET /deployments", { status: 403, code: 10_023, message: "Not now." });
  expect(await undo(account, readEnvironment("production"), { version, before: "old" })).toMatch(
    /^Visitors still get the new version.+ Not now\. .*\nPut it back by hand: npx wrangler rollback old --config \S+$/,
  );
});
