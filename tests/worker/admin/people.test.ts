import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import type { Browser } from "../support/browser.ts";
import { listSite } from "../support/own-sites.ts";
import { ANNA, answer, BERT, insertUser, isSignedIn, logIn, PASSWORD, refusal } from "../support/people.ts";

let staff: Browser;
let bert: Awaited<ReturnType<typeof insertUser>>;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  bert = await insertUser({ email: BERT });
  staff = await logIn();
});

const path = () => `/api/accounts/user/${bert.id}/`;

async function superuser(): Promise<Browser> {
  await insertUser({ email: "root@example.com", isSuperuser: true });
  return logIn("root@example.com");
}

test("staff may change a name, but neither roles nor the address, and delete nobody", async () => {
  expect(await answer(await staff.patch(path(), { first_name: "Bertil" }))).toMatchObject({ status: 200 });
  for (const change of [{ is_staff: true }, { is_superuser: true }, { first_name: "B", is_staff: true }])
    expect(await answer(await staff.patch(path(), change))).toEqual(refusal(403, ADMIN_MESSAGES.superuserOnly));
  expect((await staff.patch(path(), { email: ANNA })).status).toBe(400);
  expect(await answer(await staff.delete(path()))).toEqual(refusal(403, ADMIN_MESSAGES.superuserOnly));
});

test("a superuser gives rights, which are in force on the next request", async () => {
  const browser = await logIn(BERT);
  expect((await browser.get("/api/get_model/")).status).toBe(403);
  const root = await superuser();
  expect((await root.patch(path(), { is_staff: true })).status).toBe(200);
  expect((await browser.get("/api/get_model/")).status).toBe(200);
});

test("nobody changes their own rights", async () => {
  const root = await superuser();
  const { results } = await (
    await root.get("/api/get_model/accounts/user/?q=root")
  ).json<{ results: { id: number }[] }>();
  const own = await root.patch(`/api/accounts/user/${results[0]!.id}/`, { is_superuser: false });
  expect(await answer(own)).toEqual(refusal(400, ADMIN_MESSAGES.ownRights));
});

test("suspending ends a person's sessions at once and keeps them out until it is lifted", async () => {
  const browser = await logIn(BERT);
  expect((await staff.patch(path(), { is_suspended: true })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await staff.patch(path(), { is_suspended: false })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await isSignedIn(await logIn(BERT))).toBe(true);
});

test("a superuser cannot be suspended", async () => {
  await insertUser({ email: "root@example.com", isSuperuser: true });
  const { results } = await (
    await staff.get("/api/get_model/accounts/user/?q=root")
  ).json<{ results: { id: number }[] }>();
  const refused = await staff.patch(`/api/accounts/user/${results[0]!.id}/`, { is_suspended: true });
  expect(await answer(refused)).toEqual(refusal(403, ADMIN_MESSAGES.superuserSuspended));
});

test("deleting a session logs that browser out", async () => {
  const browser = await logIn(BERT);
  const { results } = await (
    await staff.get("/api/get_model/accounts/session/")
  ).json<{ results: { id: number; user: string }[] }>();
  const session = results.find(({ user }) => user === BERT)!;
  expect((await staff.delete(`/api/accounts/session/${session.id}/`)).status).toBe(204);
  expect(await isSignedIn(browser)).toBe(false);
});

const superusers = () => env.DB.prepare("SELECT count(*) AS count FROM users WHERE is_superuser").first("count");
const lastSuperuser = refusal(409, ACCOUNT_MESSAGES.lastSuperuser);

test("the last superuser cannot delete their own account, and nothing of it goes", async () => {
  const root = await superuser();
  await listSite(root);
  expect(await answer(await root.delete("/api/user/", { password: PASSWORD }))).toEqual(lastSuperuser);
  expect(await isSignedIn(root)).toBe(true);
  expect(await env.DB.prepare("SELECT count(*) AS count FROM sites").first("count")).toBe(1);
  expect((await root.patch(path(), { is_superuser: true })).status).toBe(200);
  expect((await root.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  expect(await superusers()).toBe(1);
});

test("a suspended superuser is none that remains", async () => {
  const root = await superuser();
  await env.DB.prepare("UPDATE users SET is_superuser = 1, suspended_at = 1 WHERE id = ?").bind(bert.id).run();
  expect(await answer(await root.delete("/api/user/", { password: PASSWORD }))).toEqual(lastSuperuser);
  expect((await root.patch(path(), { is_suspended: false })).status).toBe(200);
  expect((await root.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
});

test("two superusers who delete their own accounts at once leave one", async () => {
  const root = await superuser();
  await root.patch(path(), { is_superuser: true });
  const browsers = [root, await logIn(BERT)];
  const answers = await Promise.all(browsers.map((browser) => browser.delete("/api/user/", { password: PASSWORD })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await superusers()).toBe(1);
});

test("two superusers who take each other's rights or accounts at once leave one", async () => {
  await insertUser({ email: "one@example.com", isSuperuser: true });
  await insertUser({ email: "two@example.com", isSuperuser: true });
  const [one, two] = [await logIn("one@example.com"), await logIn("two@example.com")];
  const { results } = await (
    await one.get("/api/get_model/accounts/user/?filter=staff")
  ).json<{ results: { id: number; email: string }[] }>();
  const pathOf = (name: string) => `/api/accounts/user/${results.find(({ email }) => email.startsWith(name))!.id}/`;
  await Promise.all([
    one.patch(pathOf("two"), { is_superuser: false }),
    two.patch(pathOf("one"), { is_superuser: false }),
    one.delete(pathOf("two")),
    two.delete(pathOf("one")),
  ]);
  expect(await superusers()).toBe(1);
});
