import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { SiteSubscription } from "#schema/payments/payments.ts";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { DeleteSection } from "#web/features/accounts/user/delete-section.tsx";
import { DeleteRecord } from "#web/features/admin/record/delete-record.tsx";
import { OwnSite } from "#web/features/owner/dashboard/own-site.tsx";
import { anna } from "../../web/support/anna.ts";
import { answerApi } from "../support/api.ts";
import { show } from "../support/show.tsx";

/** Paid until 20 August. It stays featured for one day more, in which it renews. */
const subscription: SiteSubscription = {
  site_id: 7,
  site_name: "Zulip",
  site_slug: "zulip",
  status: "featured",
  state: "renews",
  featured_until: "2026-08-21T12:00:00.000Z",
  next_charge: { at: "2026-08-20T12:00:00.000Z", amount_cents: 1000, currency: "eur" },
  card: null,
  trouble: null,
  unpaid: null,
};
const site = {
  id: 7,
  name: "Zulip",
  alternatives: [],
  like_count: 0,
  status: "featured",
  review: "active",
  featured_until: subscription.featured_until,
} as unknown as OwnerSiteSummary;

test("who deletes a site is told until when it is paid", async () => {
  await show(<OwnSite site={site} subscription={subscription} onDelete={async () => {}} />);
  await page.getByRole("button", { name: "Delete Zulip" }).click();
  await page
    .getByRole("dialog")
    .getByText(/is featured until 20 August 2026. These days are lost/)
    .findElement();
});

test("who deletes an account is told until when each site is paid", async () => {
  answerApi({ "GET payments/": { count: 1, next: null, previous: null, results: [subscription] } });
  await show(<DeleteSection user={anna} />);
  await page.getByRole("button", { name: "Delete Account" }).click();
  await page
    .getByRole("dialog")
    .getByText(/is featured until 20 August 2026. These days are lost/)
    .findElement();
});

test("staff who delete a paid site are told until when it is paid, and must give a reason", async () => {
  const onDelete = vi.fn(async () => {});
  const record = { id: 7, paid_until: "2026-08-20T12:00:00.000Z" };
  await show(<DeleteRecord kind="Site" name="Zulip" record={record} hasBelongings onDelete={onDelete} />);
  await page.getByRole("button", { name: "Delete Zulip" }).click();
  await page
    .getByRole("dialog")
    .getByText(/^It is paid until 20 August 2026\./)
    .findElement();
  await page.getByRole("button", { name: "Delete for good" }).click();
  expect(onDelete).not.toHaveBeenCalled();
  await page.getByLabelText(/^Reason/).fill("It is gone.");
  await page.getByRole("button", { name: "Delete for good" }).click();
  expect(onDelete).toHaveBeenCalledExactlyOnceWith("It is gone.");
});
