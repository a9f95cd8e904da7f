import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { outbox } from "#schema/tables/outbox.ts";
import { broken, fakes, REFUSED_MAIL, request, runCron } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { BERT, lastMail } from "../support/people.ts";
import {
  ask,
  ASKED,
  confirmPathIn,
  confirm,
  stopPathIn,
  storedWatches,
  unsubscribe,
  watch,
} from "../support/search-watches.ts";
import { loggedErrors } from "../support/setup.ts";

const { email } = ASKED;
const multipart = () => {
  const form = new FormData();
  form.set("List-Unsubscribe", "One-Click");
  return form;
};

test.each([
  ["an encoded form", undefined],
  ["a multipart form", multipart()],
])("one POST of a mail service ends all searches of the email address, and works twice: %s", async (_, body) => {
  const mail = await watch();
  await ask({ ...ASKED, q: "other words" });
  await watch({ email: BERT });
  const [, link] = /^<(https:\/\/.+)>$/.exec(mail.headers!["List-Unsubscribe"]!)!;
  expect(new URL(link!).pathname).toBe(stopPathIn(mail));
  for (let time = 1; time <= 2; time++) {
    const response = await unsubscribe(stopPathIn(mail), body);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  }
  expect(await storedWatches()).toMatchObject([{ email: BERT }]);
  expect((await confirm(confirmPathIn(mail))).status).toBe(400);
});

test("opening the link shows a page, and ends nothing", async () => {
  const mail = await watch();
  const response = await new Browser().get(stopPathIn(mail));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Stop these emails");
  expect(await storedWatches()).toHaveLength(1);
});

test.each(["", "List-Unsubscribe=yes", "unsubscribe=1"])("a POST with the body “%s” ends nothing", async (body) => {
  const mail = await watch();
  const response = await unsubscribe(stopPathIn(mail), new URLSearchParams(body));
  expect(response.status).toBe(400);
  expect(await storedWatches()).toHaveLength(1);
});

test("a changed, unknown or other person's link ends nothing of this person, and gets the same answer", async () => {
  const mail = await watch();
  const path = stopPathIn(mail);
  await ask({ ...ASKED, email: BERT });
  const others = [stopPathIn(lastMail(BERT)), `${path}A`, path.slice(0, -1), "/search-watches/unsubscribe/unknown"];
  const answers = await Promise.all(others.map(async (other) => (await unsubscribe(other)).text()));
  expect(new Set([...answers, await (await unsubscribe("/search-watches/unsubscribe/%00")).text()]).size).toBe(1);
  expect(await storedWatches()).toMatchObject([{ email }]);
});

test("the link in the last mail ends the other searches, also their mails that wait", async () => {
  await watch();
  await watch({ q: "ribbon" });
  await watch({ q: "platen" });
  await watch({ email: BERT, q: "ribbon" });
  await insertSite({ name: "Typewriter" });
  await runCron();
  const mail = lastMail(email)!;
  expect(mail.subject).toBe("One is listed: Typewriter");
  await insertSite({ name: "Ribbon" });
  await runCron(REFUSED_MAIL.ports);
  expect(loggedErrors.splice(0)).toHaveLength(2);
  expect((await unsubscribe(stopPathIn(mail))).status).toBe(200);
  expect(await storedWatches()).toEqual([]);
  expect(await drizzle(env.DB).select({ to: outbox.recipient }).from(outbox)).toEqual([{ to: BERT }]);
  fakes.now += 15 * 60_000;
  await runCron();
  expect(lastMail(email)).toBe(mail);
});

test("if D1 fails, the mail service learns that the person is not unsubscribed yet", async () => {
  const mail = await watch();
  await env.DB.exec("CREATE TRIGGER broken BEFORE DELETE ON search_watches BEGIN SELECT raise(ABORT, 'No.'); END");
  expect((await unsubscribe(stopPathIn(mail))).status).toBe(503);
  expect(loggedErrors.splice(0)).not.toEqual([]);
  await env.DB.exec("DROP TRIGGER broken");
  expect((await unsubscribe(stopPathIn(mail))).status).toBe(200);
});

test("an invented token of another shape is not asked for in D1", async () => {
  const down = { env: { DB: broken<D1Database>() } };
  for (const token of ["unknown", "a".repeat(42), "a".repeat(44), "%00", "a".repeat(2000), "x%2F..%2Fy"]) {
    const address = `/search-watches/unsubscribe/${token}`;
    const body = new URLSearchParams("List-Unsubscribe=One-Click");
    expect((await request(address, { method: "POST", body }, down)).status, token).toBe(200);
  }
});
