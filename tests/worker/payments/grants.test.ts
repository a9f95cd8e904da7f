import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#schema/values/dates.ts";
import type { LedgerEntry } from "#schema/payments/payments.ts";
import type { Page } from "#schema/sites/sites.ts";
import { payments } from "#schema/tables/payments.ts";
import { fakes, NOW } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { BERT, insertUser, logIn, logInNew } from "../support/people.ts";

let root: Browser;
let bert: Browser;
let siteId: number;

/** Creates a superuser, and an owner (Bert) with a site. */
beforeEach(async () => {
  root = await logInNew({ isSuperuser: true });
  const { id: ownerId } = await insertUser({ email: BERT });
  bert = await logIn(BERT);
  siteId = (await insertSite({ ownerId, name: "Penpot" })).id;
});

const iso = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();
const grant = async (until: string | null) =>
  expect((await root.patch(`/api/sites/site/${siteId}/`, { granted_until: until })).status).toBe(200);
/** Kind, amount, period in hours from NOW, detail. Newest first. */
async function gifts() {
  const { results } = await (await bert.get("/api/payments/ledger/")).json<Page<LedgerEntry>>();
  const hours = (time: string | null) => (Date.parse(time!) - NOW) / HOUR_MS;
  return results.map(({ kind, amount_cents, period_start, period_end, detail }) => [
    kind,
    amount_cents,
    hours(period_start),
    hours(period_end),
    detail,
  ]);
}

test("a gift, a longer one and its end are in the owner's ledger", async () => {
  await grant(iso(30));
  fakes.now += HOUR_MS;
  await grant(iso(60));
  fakes.now += HOUR_MS;
  await grant(null);
  expect(await gifts()).toEqual([
    ["grant", 0, 2, 60, "withdrawn"],
    ["grant", 0, 1, 60, ""],
    ["grant", 0, 0, 30, ""],
  ]);
});

test("a change that gives and takes no time is not in the ledger", async () => {
  await grant(iso(-1));
  await grant(null);
  await grant(iso(1));
  await grant(iso(1));
  fakes.now += 2 * HOUR_MS;
  await grant(null);
  expect(await gifts()).toEqual([["grant", 0, 0, 1, ""]]);
});

test("a change that is refused writes no gift", async () => {
  const path = `/api/sites/site/${siteId}/?seen=${iso(-1)}`;
  expect((await root.patch(path, { granted_until: iso(30) })).status).toBe(409);
  expect(await gifts()).toEqual([]);
});

test("imported sites that are featured begin with a gift", async () => {
  const { id } = await insertSite({ featuredUntil: NOW + 5 * HOUR_MS });
  expect(await drizzle(env.DB).select().from(payments)).toEqual([
    expect.objectContaining({
      kind: "grant",
      siteId: id,
      userId: null,
      amountCents: 0,
      periodStart: NOW,
      periodEnd: NOW + 5 * HOUR_MS,
    }),
  ]);
});
