import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { OwnerSiteSummary } from "#schema/sites/sites.ts";
import { DeleteSection } from "#web/features/accounts/user/delete-section.tsx";
import { DeleteRecord } from "#web/features/admin/record/delete-record.tsx";
import { OwnSite } from "#web/features/owner/dashboard/own-site.tsx";
import { anna } from "../../web/support/anna.ts";
import { answerApi } from "../support/api.ts";
import { press } from "../support/actions.ts";
import { show } from "../support/show.tsx";
import { listOf, ownSite, subscription } from "../support/sites.ts";

const site: OwnerSiteSummary = { ...ownSite, status: "featured", featured_until: subscription.featured_until };

test.each([
  ["a site", () => <OwnSite site={site} subscription={subscription} onDelete={async () => {}} />, "Delete Mine"],
  ["an account", () => <DeleteSection user={anna} />, "Delete Account"],
])("who deletes %s is told until when it is paid", async (_, make, button) => {
  answerApi({ "GET payments/": listOf(subscription) });
  await show(make());
  await press(button);
  await page
    .getByRole("dialog")
    .getByText(/is featured until 20 August 2026. These days are lost/)
    .findElement();
});

test("staff who delete a paid site are told until when it is paid, and must give a reason", async () => {
  const onDelete = vi.fn(async () => {});
  const record = { id: 7, paid_until: "2026-08-20T12:00:00.000Z" };
  await show(<DeleteRecord kind="Site" name="Mine" record={record} hasBelongings onDelete={onDelete} />);
  await press("Delete Mine");
  await page
    .getByRole("dialog")
    .getByText(/^It is paid until 20 August 2026\./)
    .findElement();
  await press("Delete for good");
  expect(onDelete).not.toHaveBeenCalled();
  await page.getByLabelText(/^Reason/).fill("It is gone.");
  await press("Delete for good");
  expect(onDelete).toHaveBeenCalledExactlyOnceWith("It is gone.");
});
