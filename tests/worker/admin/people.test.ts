import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { recordPurges } from "../support/edge-cache.ts";
import { fakes } from "../support/app.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
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
  logInNew,
} from "../support/people.ts";

let staff: Browser;
let bert: Awaited<ReturnType<typeof insertUser>>;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  bert = await insertUser({ email: BERT });
});

const path = () => `/api/accounts/user/${bert.id}/`;

const ROOT = "root@example.com";
const insertRoot = () => insertUser({ email: ROOT, isSuperuser: true });
const superuser = () => logInNew({ email: ROOT, isSuperuser: true });

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
  const own = `/api/accounts/user/${(await insertRoot()).id}/`;
  const root = await logIn(ROOT);
  const refused = errorResponse(403, ADMIN_MESSAGES.superuserOnly);
  for (const change of [{ first_name: "R" }, { is_suspended: true }, { is_suspended: false }]) {
    expect(await readResponse(await staff.patch(own, change))).toEqual(refused);
  }
  const [session] = await adminRecords(staff, "accounts/session/?q=root");
  expect(await readResponse(await staff.delete(`/api/accounts/session/${session!.id}/`))).toEqual(refused);
  expect(await isSignedIn(root)).toBe(true);
  expect((await root.patch(own, { first_name: "R" })).status).toBe(200);
});

test("a superuser cannot change their own rights, or delete their account in the admin, which asks for no password", async () => {
  const own = `/api/accounts/user/${(await insertRoot()).id}/`;
  const root = await logIn(ROOT);
  await env.DB.prepare("UPDATE users SET is_superuser = 1 WHERE id = ?").bind(bert.id).run();
  expect(await readResponse(await root.patch(own, { is_superuser: false }))).toEqual(
    errorResponse(400, ADMIN_MESSAGES.ownRights),
  );
  expect(await readResponse(await root.delete(own))).toEqual(errorResponse(400, ADMIN_MESSAGES.ownAccount));
  expect(await isSignedIn(root)).toBe(true);
});

test("who is deleted by a superuser is told so, and nothing about a password", async () => {
  const root = await superuser();
  expect((await root.delete(path())).status).toBe(204);
  expect(lastMail(BERT)?.text).toContain("have deleted your account");
  expect(lastMail(BERT)?.text).not.toMatch(/password|charged/);
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
  await insertRoot();
  await staff.patch(path(), { is_suspended: true });
  const emails = async (filter: string) =>
    (await adminRecords(staff, `accounts/user/?filter=${filter}`)).map(({ email }) => email);
  expect(await emails("staff")).toEqual(["root@example.com", ANNA]);
  expect(await emails("suspended")).toEqual([BERT]);
  expect(await auditEntries(staff)).toMatchObject([{ before: { is_suspended: false }, after: { is_suspended: true } }]);
});

test("a superuser cannot be suspended", async () => {
  const root = await superuser();
  await env.DB.prepare("UPDATE users SET is_superuser = 1 WHERE id = ?").bind(bert.id).run();
  const refused = await root.patch(path(), { is_suspended: true });
  expect(await readResponse(refused)).toEqual(errorResponse(403, ADMIN_MESSAGES.superuserSuspended));
});

test("deleting a session logs its browser out", async () => {
  const browser = await logIn(BERT);
  const session = (await adminRecords(staff, "accounts/session/")).find(({ user }) => user === BERT)!;
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
  const pathOf = ({ id }: { id: number }) => `/api/accounts/user/${id}/`;
  const [first, second] = [await insertRoot(), await insertUser({ email: "two@example.com", isSuperuser: true })];
  const [one, two] = [await logIn(ROOT), await logIn("two@example.com")];
  await Promise.all([
    one.patch(pathOf(second), { is_superuser: false }),
    two.patch(pathOf(first), { is_superuser: false }),
    one.delete(pathOf(second)),
    two.delete(pathOf(first)),
  ]);
  expect(await superusers()).toBe(1);
});
