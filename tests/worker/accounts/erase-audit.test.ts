import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { UNVERIFIED_ACCOUNT_DAYS } from "#schema/accounts/accounts.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { auditLog } from "#schema/tables/admin.ts";
import { alternatives } from "#schema/tables/sites.ts";
import { fakes, runCron } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { listSite } from "../support/own-sites.ts";
import { insertPost } from "../support/posts.ts";
import { ANNA, BERT, insertUser, logIn, PASSWORD } from "../support/people.ts";

const db = drizzle(env.DB);
const STAFF = "staff@example.com";
let anna: Browser;
let staff: Browser;
let annaId: number;

beforeEach(async () => {
  annaId = (await insertUser()).id;
  await insertUser({ email: STAFF, isStaff: true, isSuperuser: true });
  anna = await logIn();
  staff = await logIn(STAFF);
});

const entries = () => db.select().from(auditLog).orderBy(auditLog.id);

/** Staff change what is about Anna and what is about Bert, and delete some of it. */
async function changeEverything(): Promise<void> {
  await insertUser({ email: BERT });
  const site = await listSite(anna, { name: "Anna's chat" });
  await staff.put(`/api/sites/${site.id}/`, { ...site, description: "Changed by staff", blog: undefined });
  for (const email of [ANNA, BERT]) {
    await anna.post("/api/contact/", { email, message: `This is a message of ${email}.` });
    await anna.post("/api/contact/", { email, message: `Another message of ${email}.` });
  }
  const ids = [1, 2, 3, 4];
  for (const id of ids) await staff.patch(`/api/contact/message/${id}/`, { answer: `Dear person ${id}, thank you.` });
  for (const id of [1, 3]) await staff.delete(`/api/contact/message/${id}/`);
  await staff.patch(`/api/accounts/user/${annaId}/`, { first_name: "Annabel" });
  const { id: postId } = await insertPost({ authorId: annaId, title: "Anna's post" });
  await staff.delete(`/api/blogs/post/${postId}/`);
  const [alternative] = await db.select().from(alternatives);
  await staff.patch(`/api/sites/alternative/${alternative!.id}/`, { description: "Anna's own words" });
}

test("deleting an account erases what the audit log has about the person, and nothing about others", async () => {
  await changeEverything();
  const before = await entries();
  expect(before).toHaveLength(10);
  expect((await anna.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  const after = await entries();
  expect(after.map(({ id, action, model, userEmail }) => [id, action, model, userEmail])).toEqual(
    before.map(({ id, action, model, userEmail }) => [id, action, model, userEmail]),
  );
  const text = JSON.stringify(after);
  for (const word of [
    ANNA,
    "Anna",
    "Annabel",
    "Dear person 1",
    "Dear person 2",
    "Anna's chat",
    "Changed by staff",
    "Anna's own words",
  ])
    expect(text.includes(word), word).toBe(false);
  for (const word of [BERT, "Dear person 3", "Dear person 4"]) expect(text, word).toContain(word);
});

test("the entry about an account that staff delete has no values either", async () => {
  await staff.delete(`/api/accounts/user/${annaId}/`);
  expect(await entries()).toMatchObject([
    { action: "delete", model: "accounts.user", recordId: String(annaId), userEmail: STAFF, before: "{}", after: "{}" },
  ]);
});

test("an abandoned account leaves no values in the audit log", async () => {
  const { id } = await insertUser({ email: BERT, emailVerifiedAt: null });
  await staff.patch(`/api/accounts/user/${id}/`, { first_name: "Ursula" });
  fakes.now += (UNVERIFIED_ACCOUNT_DAYS + 1) * DAY_MS;
  await runCron();
  expect(await entries()).toMatchObject([{ before: "{}", after: "{}", person: null }]);
});

test("entries are deleted after two years", async () => {
  await changeEverything();
  fakes.now += 729 * DAY_MS;
  await runCron();
  expect(await entries()).toHaveLength(10);
  fakes.now += 2 * DAY_MS;
  await runCron();
  expect(await entries()).toEqual([]);
});
