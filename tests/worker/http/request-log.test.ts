import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { broken, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertUser, logInByCode } from "../support/people.ts";
import { loggedErrors, loggedLines } from "../support/setup.ts";

const ID = /^[0-9a-f-]{36}$/;
const idOf = (response: Response) => response.headers.get("X-Request-Id");

test("every response has the id of its request, which is Cloudflare's if there is one", async () => {
  expect(idOf(await request("/api/saas/"))).toMatch(ID);
  expect(idOf(await request("/"))).toMatch(ID);
  expect(idOf(await request("/nothing-here"))).toMatch(ID);
  expect(idOf(await request("/api/saas/", { headers: { "CF-Ray": "9a1b2c3d4e5f6a7b-FRA" } }))).toBe(
    "9a1b2c3d4e5f6a7b-FRA",
  );
  expect(idOf(await request("/api/saas/", { headers: { "CF-Ray": "a b <script>" } }))).toMatch(ID);
});

test("a failure is logged with the id that its page shows", async () => {
  const response = await request("/", {}, { env: { DB: broken<D1Database>() } });
  expect(response.status).toBe(503);
  const id = idOf(response)!;
  expect(await response.text()).toContain(`<code>${id}</code>`);
  expect(loggedErrors.splice(0)).toMatchObject([[{ request: id, name: "DatabaseError", stack: expect.any(String) }]]);
  expect(loggedLines).toMatchObject([{ request: id, method: "GET", status: 503, ms: expect.any(Number) }]);
});

test("a 404 page shows no request id, because nothing failed", async () => {
  expect(await (await request("/nothing-here")).text()).not.toContain("include this code");
});

test("a request that changes data is logged with its route and user; a GET is not logged", async () => {
  const { id } = await insertUser();
  const anna = await logInByCode();
  loggedLines.length = 0;
  await anna.get("/api/user/");
  await anna.get("/signup/verify/secret-token");
  expect(loggedLines).toEqual([]);
  await anna.put("/api/user/", { first_name: "Anna", last_name: "Lind" });
  expect(loggedLines).toEqual([
    {
      request: expect.stringMatching(ID),
      method: "PUT",
      route: "/api/user",
      status: 200,
      ms: expect.any(Number),
      user: id,
    },
  ]);
});

test("the log contains neither email or IP addresses nor tokens", async () => {
  await insertUser({ email: "carla@example.com" });
  await (await logInByCode("carla@example.com")).put("/api/user/", { first_name: "Carla", last_name: "Lind" });
  await request("/api/signup/verify/secret-token/");
  await env.DB.exec("DROP TABLE rate_counters");
  await new Browser().post("/api/login/", { email: "dora@example.com", password: "a phrase to remember" });
  const log = JSON.stringify([loggedLines, loggedErrors.splice(0)]);
  expect(log).toContain("/api/login");
  expect(log).not.toMatch(/carla|dora|Lind|secret-token|phrase/);
});
