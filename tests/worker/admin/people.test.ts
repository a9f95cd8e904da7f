import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { fakes } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logIn,
  PASSWORD,
  raiseRateCounts,
  errorResponse,
} from "../support/people.ts";

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

test("staff can change a user's name, but neither rights nor the email address, and cannot delete users", async () => {
  expect(await readResponse(await staff.patch(path(), { first_name: "Bertil" }))).toMatchObject({ status: 200 });
  for (const change of [{ is_staff: true }, { is_superuser: true }, { first_name: "B", is_staff: true }])
    expect(await readResponse(await staff.patch(path(), change))).toEqual(
      errorResponse(403, ADMIN_MESSAGES.superuserOnly),
    );
  expect((await staff.patch(path(), { email: ANNA })).status).toBe(400);
  expect(await readResponse(await staff.delete(path()))).toEqual(errorResponse(403, ADMIN_MESSAGES.superuserOnly));
});

test("a superuser gives rights, which take effect on the next request", async () => {
  const browser = await logIn(BERT);
  expect((await browser.get("/api/get_model/")).status).toBe(403);
  const root = await superuser();
  expect((await root.patch(path(), { is_staff: true, password: PASSWORD })).status).toBe(200);
  expect((await browser.get("/api/get_model/")).status).toBe(200);
  expect(lastMail(BERT)).toMatchObject({
    subject: expect.stringContaining("You are now staff"),
    text: expect.stringContaining("root@example.com has made you staff"),
  });
  await root.patch(path(), { is_superuser: true, password: PASSWORD });
  expect(lastMail(BERT)!.subject).toContain("You are now a superuser");
});

test("giving rights needs the superuser's password, and removing rights does not", async () => {
  const root = await superuser();
  const refused = (message: string) => errorResponse(400, message, { password: message });
  const give = async (fields: object = {}) => readResponse(await root.patch(path(), { is_staff: true, ...fields }));
  expect(await give()).toEqual(refused(ADMIN_MESSAGES.passwordRequired));
  expect(await give({ password: 7 })).toEqual(refused(ADMIN_MESSAGES.passwordRequired));
  expect(await give({ password: "not the password" })).toEqual(refused(ACCOUNT_MESSAGES.passwordWrong));
  await raiseRateCounts(10);
  expect(await give({ password: PASSWORD })).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  fakes.now += 15 * 60_000;
  const before = fakes.mails.length;
  expect((await give({ password: PASSWORD })).status).toBe(200);
  expect((await root.patch(path(), { is_staff: true, first_name: "B" })).status, "has it already").toBe(200);
  expect((await root.patch(path(), { is_staff: false })).status).toBe(200);
  expect(fakes.mails).toHaveLength(before + 1);
  const log = await env.DB.prepare("SELECT group_concat(before || after) AS text FROM audit_log").first("text");
  expect(log).not.toContain("password");
});

test("a superuser without a password must set one before they can give rights", async () => {
  const root = await superuser();
  await env.DB.prepare(
    "UPDATE users SET password_hash = NULL, google_sub = '1' WHERE email = 'root@example.com'",
  ).run();
  const { noPassword } = ACCOUNT_MESSAGES;
  expect(await readResponse(await root.patch(path(), { is_staff: true, password: PASSWORD }))).toEqual(
    errorResponse(400, noPassword, { password: noPassword }),
  );
});

test("staff cannot rename or suspend a superuser, or end their sessions", async () => {
  const root = await superuser();
  const idIn = async (model: string) => {
    const list = await staff.get(`/api/get_model/accounts/${model}/?q=root`);
    return (await list.json<{ results: { id: number }[] }>()).results[0]!.id;
  };
  const refused = errorResponse(403, ADMIN_MESSAGES.superuserOnly);
  const own = `/api/accounts/user/${await idIn("user")}/`;
  for (const change of [{ first_name: "R" }, { is_suspended: true }, { is_suspended: false }]) {
    expect(await readResponse(await staff.patch(own, change))).toEqual(refused);
  }
  expect(await readResponse(await staff.delete(`/api/accounts/session/${await idIn("session")}/`))).toEqual(refused);
  expect(await isSignedIn(root)).toBe(true);
  expect((await root.patch(own, { first_name: "R" })).status).toBe(200);
});

test("a superuser cannot change their own rights", async () => {
  const root = await superuser();
  const { results } = await (
    await root.get("/api/get_model/accounts/user/?q=root")
  ).json<{ results: { id: number }[] }>();
  const own = await root.patch(`/api/accounts/user/${results[0]!.id}/`, { is_superuser: false });
  expect(await readResponse(own)).toEqual(errorResponse(400, ADMIN_MESSAGES.ownRights));
});

test("a suspension ends the user's sessions at once, and they cannot sign in until it ends", async () => {
  const browser = await logIn(BERT);
  expect((await staff.patch(path(), { is_suspended: true })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  expect((await staff.patch(path(), { is_suspended: false })).status).toBe(200);
  expect(await isSignedIn(browser)).toBe(false);
  expect(await isSignedIn(await logIn(BERT))).toBe(true);
});

test("the cached pages of a user's listings are purged when a suspension starts and when it ends", async () => {
  await insertSite({ name: "Penpot", ownerId: bert.id });
  await insertSite({ name: "Krita" });
  const purged = recordPurges();
  for (const is_suspended of [true, false]) {
    await staff.patch(path(), { is_suspended }, purged.overrides);
    expect(purged.all()).toEqual(["site:penpot", "list", "category:developer_tools"]);
  }
});

test("staff and suspended users can be filtered, and a suspension is logged as true", async () => {
  await insertUser({ email: "root@example.com", isSuperuser: true });
  await staff.patch(path(), { is_suspended: true });
  const emails = async (filter: string) =>
    (
      await (await staff.get(`/api/get_model/accounts/user/?filter=${filter}`)).json<{ results: { email: string }[] }>()
    ).results.map(({ email }) => email);
  expect(await emails("staff")).toEqual(["root@example.com", ANNA]);
  expect(await emails("suspended")).toEqual([BERT]);
  const entry = await env.DB.prepare("SELECT before, after FROM audit_log").first<{ before: string; after: string }>();
  expect(JSON.parse(entry!.before)).toEqual({ is_suspended: false });
  expect(JSON.parse(entry!.after)).toEqual({ is_suspended: true });
});

test("a superuser cannot delete their own account in the admin, which asks for no password", async () => {
  const root = await superuser();
  await env.DB.prepare("UPDATE users SET is_superuser = 1 WHERE id = ?").bind(bert.id).run();
  const { results } = await (
    await root.get("/api/get_model/accounts/user/?q=root")
  ).json<{ results: { id: number }[] }>();
  expect(await readResponse(await root.delete(`/api/accounts/user/${results[0]!.id}/`))).toEqual(
    errorResponse(400, ADMIN_MESSAGES.ownAccount),
  );
  expect(await isSignedIn(root)).toBe(true);
});

test("a superuser cannot be suspended", async () => {
  const root = await superuser();
  await env.DB.prepare("UPDATE users SET is_superuser = 1 WHERE id = ?").bind(bert.id).run();
  const refused = await root.patch(path(), { is_suspended: true });
  expect(await readResponse(refused)).toEqual(errorResponse(403, ADMIN_MESSAGES.superuserSuspended));
});

test("deleting a session logs its browser out", async () => {
  const browser = await logIn(BERT);
  const { results } = await (
    await staff.get("/api/get_model/accounts/session/")
  ).json<{ results: { id: number; user: string }[] }>();
  const session = results.find(({ user }) => user === BERT)!;
  expect((await staff.delete(`/api/accounts/session/${session.id}/`)).status).toBe(204);
  expect(await isSignedIn(browser)).toBe(false);
});

const superusers = () => env.DB.prepare("SELECT count(*) AS count FROM users WHERE is_superuser").first("count");
const lastSuperuser = errorResponse(409, ACCOUNT_MESSAGES.lastSuperuser);

test("the last superuser cannot delete their own account, and none of its data is deleted", async () => {
  const root = await superuser();
  await listSite(root);
  expect(await readResponse(await root.delete("/api/user/", { password: PASSWORD }))).toEqual(lastSuperuser);
  expect(await isSignedIn(root)).toBe(true);
  expect(await env.DB.prepare("SELECT count(*) AS count FROM sites").first("count")).toBe(1);
  expect((await root.patch(path(), { is_superuser: true, password: PASSWORD })).status).toBe(200);
  expect((await root.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
  expect(await superusers()).toBe(1);
});

test("a suspended superuser does not count as a remaining superuser", async () => {
  const root = await superuser();
  await env.DB.prepare("UPDATE users SET is_superuser = 1, suspended_at = 1 WHERE id = ?").bind(bert.id).run();
  expect(await readResponse(await root.delete("/api/user/", { password: PASSWORD }))).toEqual(lastSuperuser);
  expect((await root.patch(path(), { is_suspended: false })).status).toBe(200);
  expect((await root.delete("/api/user/", { password: PASSWORD })).status).toBe(200);
});

test("if two superusers delete their own accounts at the same time, one remains", async () => {
  const root = await superuser();
  await root.patch(path(), { is_superuser: true, password: PASSWORD });
  const browsers = [root, await logIn(BERT)];
  const answers = await Promise.all(browsers.map((browser) => browser.delete("/api/user/", { password: PASSWORD })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await superusers()).toBe(1);
});

test("if two superusers remove each other at the same time, one remains", async () => {
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
