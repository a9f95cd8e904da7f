import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { PAYMENT_MESSAGES } from "#schema/payments/payments.ts";
import { type EditableSite, SITE_MESSAGES } from "#schema/sites/sites.ts";
import { withFault } from "../faults/failing-services.ts";
import { type Overrides, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { listSite } from "../support/own-sites.ts";
import { readResponse, errorResponse, logInNew } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";
import { noResponse, payCall, useStripe } from "../support/stripe.ts";

const stripe = useStripe();
let anna: Browser;
let site: EditableSite;
beforeEach(async () => {
  anna = await logInNew();
  site = await listSite(anna);
});

const remove = (overrides?: Overrides) => anna.delete(`/api/sites/${site.id}/`, undefined, overrides);
const isListed = async () => (await request("/api/mattermost/")).status;

test("a deleted site is gone, and its URL answers 410", async () => {
  await anna.post(`/api/sites/${site.id}/like/`);
  const response = await remove();
  expect([response.status, await response.text()]).toEqual([204, ""]);
  expect([await isListed(), (await request("/mattermost")).status]).toEqual([410, 410]);
  expect((await remove()).status).toBe(404);
  expect(await (await anna.get("/api/sites/")).json()).toMatchObject({ results: [], count: 0 });
  expect(await listSite(anna), "the link may be listed again").toMatchObject({ slug: "mattermost-2" });
});

test("of two concurrent deletions one deletes the site, and neither fails", async () => {
  const statuses = await Promise.all([remove(), remove(), remove()].map(async (response) => (await response).status));
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.every((status) => [204, 404, 409].includes(status))).toBe(true);
});

test("nothing is deleted if a running subscription cannot be cancelled", async () => {
  await payCall(anna, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  expect(await readResponse(await remove())).toEqual(errorResponse(503, PAYMENT_MESSAGES.deleteNeedsPayments));
  stripe.intercept = noResponse;
  expect(await readResponse(await remove(stripe.overrides()))).toEqual(
    errorResponse(502, PAYMENT_MESSAGES.deleteNeedsPayments),
  );
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await isListed()).toBe(200);
});

/** Runs `work` after the site was read and before it is deleted. */
const beforeDeletion = (work: () => Promise<unknown>): Overrides => {
  let batches = 0;
  return {
    env: {
      DB: withFault(env.DB, {
        async call(deletion, name) {
          // The first batch reads the payments, the second one deletes.
          if (name === "batch" && ++batches === 2) await work();
          return deletion();
        },
      }),
    },
  };
};

test("a site with a payment that started since it was read is not deleted", async () => {
  const pay = () => payCall(anna, stripe, "subscribe", { payment_method_id: "pm_card_visa", site_id: site.id });
  expect(await readResponse(await remove(beforeDeletion(pay)))).toEqual(
    errorResponse(409, SITE_MESSAGES.versionConflict),
  );
  expect(await isListed()).toBe(200);
});
