import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { DAY_MS, NOW, outside } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, answer, BERT, insertUser, logIn, refusal } from "../support/people.ts";

const CALLS = ["/api/clients/", "/api/sites/count/"];

test("staff read how many people and sites there are", async () => {
  await insertUser({ isStaff: true });
  await insertUser({ email: BERT });
  await insertUser({ email: "unverified@example.com", emailVerifiedAt: null });
  await insertSite();
  await insertSite({ category: "finance" });
  await insertSite({ featuredUntil: NOW + DAY_MS });
  await insertSite({ featuredUntil: NOW - 1 });
  await insertSite({ review: "pending" });
  await insertSite({ review: "pending", featuredUntil: NOW + DAY_MS });
  const staff = await logIn(ANNA);
  expect(await answer(await staff.get("/api/clients/"))).toEqual({ status: 200, body: { client_count: 2 } });
  expect(await answer(await staff.get("/api/sites/count/"))).toEqual({ status: 200, body: { basic: 3, featured: 1 } });
  outside.now += DAY_MS;
  expect(await answer(await staff.get("/api/sites/count"))).toEqual({ status: 200, body: { basic: 4, featured: 0 } });
});

test("people count from the moment they have verified their address", async () => {
  const counted = async () =>
    (await env.DB.prepare("SELECT value FROM counters WHERE name = 'users'").first<number>("value")) ?? 0;
  const { id } = await insertUser({ emailVerifiedAt: null });
  expect(await counted()).toBe(0);
  await env.DB.prepare("UPDATE users SET email_verified_at = 1").run();
  await env.DB.prepare("UPDATE users SET email_verified_at = 2").run();
  expect(await counted()).toBe(1);
  await insertUser({ email: BERT });
  expect(await counted()).toBe(2);
  await env.DB.prepare("UPDATE users SET email_verified_at = NULL WHERE id = ?").bind(id).run();
  expect(await counted()).toBe(1);
  await env.DB.prepare("DELETE FROM users").run();
  expect(await counted()).toBe(0);
});

test.each(CALLS)("only staff may ask %s", async (path) => {
  await insertUser();
  expect(await answer(await new Browser().get(path))).toEqual(refusal(401, ACCOUNT_MESSAGES.signIn));
  expect(await answer(await (await logIn()).get(path))).toEqual(refusal(403, ACCOUNT_MESSAGES.staffOnly));
});
