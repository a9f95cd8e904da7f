import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { auditLog } from "#schema/tables/admin.ts";
import type { AppEnv } from "#worker/env.ts";
import { respondWithError } from "#worker/errors.ts";
import { listStaff, setRights } from "#worker/features/accounts/staff.ts";
import { connect } from "#worker/db/connection.ts";
import { database } from "#worker/http/database.ts";
import { requireStaff } from "#worker/features/sessions/guards.ts";
import { fakePorts, NOW, ORIGIN } from "../support/app.ts";
import { ANNA, BERT, insertUser, logInByCode } from "../support/people.ts";

const db = connect(env.DB);

const app = new Hono<AppEnv>()
  .use(database, async (c, next) => {
    c.set("ports", fakePorts);
    await next();
  })
  .get("/", requireStaff, (c) => c.text(c.var.user.email))
  .onError(respondWithError);

async function visit(cookies: Map<string, string> = new Map()): Promise<number> {
  const headers = { Cookie: `__Host-session=${cookies.get("__Host-session")}` };
  const context = createExecutionContext();
  const { status } = await app.request(ORIGIN, { headers }, env, context);
  await waitOnExecutionContext(context);
  return status;
}

test("rights given or removed on the command line take effect with the next request", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  const { cookies } = await logInByCode();
  expect([await visit(), await visit(cookies)]).toEqual([401, 403]);
  expect(await setRights(db, " ＡNNA@example.com\u200b", { isStaff: true, now: NOW })).toBe(true);
  expect(await visit(cookies)).toBe(200);
  await setRights(db, ANNA, { isStaff: false, isSuperuser: true, now: NOW });
  expect(await visit(cookies)).toBe(200);
  await setRights(db, BERT, { isSuperuser: true, now: NOW });
  await setRights(db, ANNA, { isStaff: false, isSuperuser: false, now: NOW });
  expect(await visit(cookies)).toBe(403);
});

test("the last superuser keeps the right, and the audit log records changes by the command line", async () => {
  await insertUser();
  await insertUser({ email: BERT });
  await setRights(db, ANNA, { isStaff: true, isSuperuser: true, now: NOW });
  const remove = (email: string) => setRights(db, email, { isStaff: false, isSuperuser: false, now: NOW });
  await expect(remove(ANNA)).rejects.toThrow(ACCOUNT_MESSAGES.lastSuperuser);
  await setRights(db, BERT, { isStaff: true, isSuperuser: true, now: NOW });
  await remove(ANNA);

  const entries = await db.select().from(auditLog);
  expect(entries.map(({ userEmail, recordId, before, after }) => [userEmail, recordId, before, after])).toEqual([
    ["npm run staff", "1", '{"is_staff":false,"is_superuser":false}', '{"is_staff":true,"is_superuser":true}'],
    ["npm run staff", "2", '{"is_staff":false,"is_superuser":false}', '{"is_staff":true,"is_superuser":true}'],
    ["npm run staff", "1", '{"is_staff":true,"is_superuser":true}', '{"is_staff":false,"is_superuser":false}'],
  ]);
});

test("staff are listed, and an unknown email address gives an error", async () => {
  await insertUser({ isStaff: true, isSuperuser: true });
  await insertUser({ email: BERT, isStaff: true });
  await insertUser({ email: "third@example.com" });
  expect(await listStaff(db)).toEqual([
    { email: ANNA, isStaff: true, isSuperuser: true },
    { email: BERT, isStaff: true, isSuperuser: false },
  ]);
  expect(await setRights(db, "nobody@example.com", { isStaff: true, now: NOW })).toBe(false);
});
