import { beforeEach, expect, test } from "vitest";
import type { AdminModelPage } from "#schema/admin.ts";
import { NOW } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { BERT, insertUser, logIn } from "../support/people.ts";
import { ask, ASKED, storedWatches, watch } from "../support/search-watches.ts";

const LIST = "/api/get_model/search/watch/";
let staff: Browser;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  await insertUser({ email: BERT });
  staff = await logIn();
});

test("staff find the searches of an email address that wait, without the hash of its link, and delete one", async () => {
  await watch({ category: "education" });
  await ask({ ...ASKED, email: BERT });
  const [found, ...others] = (await (await staff.get(`${LIST}?q=ANN`)).json<AdminModelPage>()).results;
  expect(others).toEqual([]);
  const at = new Date(NOW).toISOString();
  expect(found).toMatchObject({ email: ASKED.email, q: "typewriter", category: "education", confirmed_at: at });
  const [stored] = await storedWatches();
  expect(JSON.stringify(found)).not.toContain(stored!.stopHash);
  expect((await staff.delete(`/api/search/watch/${found!.id}/`)).status).toBe(204);
  expect(await storedWatches()).toMatchObject([{ email: BERT }]);
});

test("nobody edits a search that waits, and only staff see and delete it", async () => {
  await watch();
  const user = await logIn(BERT);
  const change = { email: BERT, confirmed_at: new Date(NOW).toISOString() };
  expect((await staff.patch("/api/search/watch/1/", change)).status).toBe(400);
  for (const [browser, status] of [
    [user, 403],
    [new Browser(), 401],
  ] as const) {
    expect((await browser.get(LIST)).status).toBe(status);
    expect((await browser.delete("/api/search/watch/1/")).status).toBe(status);
  }
  expect(await storedWatches()).toMatchObject([{ email: ASKED.email }]);
});
