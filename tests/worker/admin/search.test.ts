import { beforeEach, expect, test } from "vitest";
import { NOW } from "../support/app.ts";
import { adminPage } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { insertSubscriptions } from "../support/subscriptions.ts";
import { ANNA, BERT, insertUser, logIn, logInNew } from "../support/people.ts";

let staff: Browser;

/**
 * Anna is staff. Bert owns Penpot, an alternative to Figma and Adobe XD. Aseprite has no owner and is an alternative to
 * Photoshop.
 */
beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  const { id: ownerId } = await insertUser({ email: BERT });
  await insertSite({ name: "Penpot", ownerId, alternatives: [{ name: "Figma" }, { name: "Adobe XD" }] });
  await insertSite({ name: "Aseprite", alternatives: [{ name: "Photoshop" }] });
});

/** Returns the values of one field of a list, in its order. */
async function list(model: string, query: string, field: string) {
  const { results, count } = await adminPage(staff, `${model}/${query}`);
  expect(count, query).toBe(results.length);
  return results.map((record) => record[field]);
}

test("alternatives are searched and sorted by the names of their product and site", async () => {
  const names = (query: string) => list("sites/alternative", query, "name");
  expect(await names("?q=Fig")).toEqual(["Figma"]);
  expect(await names("?q=adobe x")).toEqual(["Adobe XD"]);
  expect(await names("?q=PENPOT")).toEqual(["Adobe XD", "Figma"]);
  expect(await names("?q=p")).toEqual(["Photoshop", "Adobe XD", "Figma"]);
  expect(await names("?q=p&sort=product")).toEqual(["Adobe XD", "Figma", "Photoshop"]);
  expect(await names("?q=none")).toEqual([]);
  expect(await names("?sort=product")).toEqual(["Adobe XD", "Figma", "Photoshop"]);
  expect(await names("?sort=-product")).toEqual(["Photoshop", "Figma", "Adobe XD"]);
  expect(await names("?sort=site")).toEqual(["Photoshop", "Figma", "Adobe XD"]);
});

test("sessions are searched by the user's email address, and sorted by it and by age", async () => {
  await logIn(BERT);
  await logIn();
  const users = (query: string) => list("accounts/session", query, "user");
  expect(await users("?q=BERT@")).toEqual([BERT]);
  expect(await users("?q=anna")).toEqual([ANNA, ANNA]);
  expect(await users("?sort=user")).toEqual([ANNA, ANNA, BERT]);
  expect(await users("?sort=-user")).toEqual([BERT, ANNA, ANNA]);
  expect(await users("?sort=created_at")).toEqual([ANNA, BERT, ANNA]);
});

test("subscriptions are searched by the user's email address, the site's name and the Stripe ID", async () => {
  await insertSubscriptions(
    { id: "sub_Z1", userId: 2, siteId: 1 },
    { id: "sub_A2", status: "canceled", createdAt: NOW + 1 },
  );
  const ids = (query: string) => list("payments/subscription", query, "stripe_id");
  expect(await ids("?q=bert")).toEqual(["sub_Z1"]);
  expect(await ids("?q=penp")).toEqual(["sub_Z1"]);
  expect(await ids("?q=sub_A")).toEqual(["sub_A2"]);
  expect(await ids("")).toEqual(["sub_A2", "sub_Z1"]);
  expect(await ids("?sort=created_at")).toEqual(["sub_Z1", "sub_A2"]);
  expect(await ids("?sort=stripe_id")).toEqual(["sub_A2", "sub_Z1"]);
});

test("the audit log is searched by model and user, and sorted by time, user and model", async () => {
  const zoe = await logInNew({ email: "zoe@example.com", isStaff: true });
  await zoe.patch("/api/sites/site/2/", { name: "Pixels" });
  await staff.patch("/api/accounts/user/2/", { first_name: "Bertil" });
  await staff.patch("/api/sites/site/1/", { name: "Pens" });
  const whoAndWhat = async (query: string) => {
    const [who, what] = [await list("audit/entry", query, "user_email"), await list("audit/entry", query, "model")];
    return who.map((email, index) => `${String(email).split("@")[0]} ${String(what[index])}`);
  };
  expect(await whoAndWhat("?q=sites.site")).toEqual(["anna sites.site", "zoe sites.site"]);
  expect(await whoAndWhat("?q=zoe@")).toEqual(["zoe sites.site"]);
  expect(await whoAndWhat("?q=a")).toEqual(["anna sites.site", "anna accounts.user"]);
  expect(await whoAndWhat("?sort=created_at")).toEqual(["zoe sites.site", "anna accounts.user", "anna sites.site"]);
  expect(await whoAndWhat("?sort=user_email")).toEqual(["anna accounts.user", "anna sites.site", "zoe sites.site"]);
  expect(await whoAndWhat("?sort=-model")).toEqual(["anna sites.site", "zoe sites.site", "anna accounts.user"]);
});
