import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Account, openClient } from "#worker/commands/deploy/cloudflare.ts";
import { readEnvironment } from "#worker/commands/deploy/environment.ts";
import { findResources } from "#worker/commands/deploy/resources.ts";
import { type Options, startCloudflare } from "../../support/cloudflare/start.ts";
import { ANSWERS, changesOf, PERMISSIONS } from "./support.ts";

beforeEach(() => () => void vi.unstubAllEnvs());

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
      (error: unknown) => (error as Error).message,
    );
  return { cloudflare, refusalOf };
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
