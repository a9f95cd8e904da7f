import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { MAX_WATCHES, UNCONFIRMED_WATCH_DAYS, WATCH_DAYS, WATCH_MESSAGES } from "#schema/search/search-watches.ts";
import { fakes, NO_MAIL, NOW, ORIGIN, runCron } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { BERT, errorResponse, insertUser, lastMail, readResponse } from "../support/people.ts";
import { ask, ASKED, confirm, confirmPathIn, stopPathIn, storedWatches, watch } from "../support/search-watches.ts";
import { loggedErrors } from "../support/setup.ts";

const { email } = ASKED;
const asked = { status: 202, body: { message: WATCH_MESSAGES.asked } };
const invalid = errorResponse(400, WATCH_MESSAGES.linkInvalid);
const mailsTo = (to: string) => fakes.mails.filter((mail) => mail.to === to);

test("a search is stored unconfirmed, and its mail has a link to confirm and headers to unsubscribe", async () => {
  expect(
    await ask({ email: " Ann@Example.com ", q: "  Typewriter \n sounds ", category: "design_creativity" }),
  ).toEqual(asked);
  expect(await storedWatches()).toMatchObject([
    {
      email,
      q: "Typewriter sounds",
      words: "typewriter sounds",
      category: "design_creativity",
      confirmedAt: null,
      expiresAt: NOW + UNCONFIRMED_WATCH_DAYS * DAY_MS,
    },
  ]);
  const mail = lastMail(email)!;
  expect(mail.headers).toEqual({
    "List-Unsubscribe": `<${ORIGIN}${stopPathIn(mail)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  });
  // Anyone could send texts to strangers.
  expect(mail.subject + mail.text + mail.html).not.toMatch(/typewriter/i);
  expect(await confirm(confirmPathIn(mail))).toEqual({
    status: 200,
    body: { q: "Typewriter sounds", category: "design_creativity" },
  });
  expect(await storedWatches()).toMatchObject([{ confirmedAt: NOW, expiresAt: NOW + WATCH_DAYS * DAY_MS }]);
});

test.each([
  ["Please enter a valid email address", { ...ASKED, email: "ann" }, ["email"]],
  ["Please enter what you are looking for.", { email, q: " ?! " }, ["q"]],
  ["Please enter what you are looking for.", { email }, ["q"]],
  ["Unknown category.", { ...ASKED, category: "nothing" }, ["category"]],
])("a search to wait for is refused: %s", async (error, body, fields) => {
  const refused = await ask(body);
  expect(refused).toMatchObject({ status: 400, body: { error } });
  expect(Object.keys(refused.body["fields"] as object)).toEqual(fields);
  expect([await storedWatches(), fakes.mails]).toEqual([[], []]);
});

test("the answer is the same for an account, a known and an unknown email address, even while mail is down", async () => {
  await insertUser({ email: BERT });
  await watch();
  for (const to of [email, BERT, "nobody@example.com"]) {
    expect(await ask({ ...ASKED, email: to })).toEqual(asked);
    expect(await ask({ email: to, q: "other words" }, new Browser(), NO_MAIL)).toEqual(asked);
  }
  expect(loggedErrors.splice(0)).toHaveLength(9);
});

test("the same question in other spellings sends one mail in a day, also with simultaneous requests", async () => {
  const body = { email, q: "C++ Café" };
  await Promise.all([ask(body), ask(body)]);
  await ask({ email: "ANN@example.com", q: "  cpp   cafe!" });
  fakes.now += DAY_MS - 1;
  await ask(body);
  expect(mailsTo(email)).toHaveLength(1);
  expect(await storedWatches()).toHaveLength(1);
  fakes.now += 1;
  await ask(body);
  expect(mailsTo(email)).toHaveLength(2);
  expect(await storedWatches()).toMatchObject([
    { q: "C++ Café", expiresAt: fakes.now + UNCONFIRMED_WATCH_DAYS * DAY_MS },
  ]);
  // The links of both mails lead to the same watch.
  for (const mail of mailsTo(email)) expect((await confirm(confirmPathIn(mail))).status).toBe(200);
  await ask({ ...body, category: "education" });
  expect(await storedWatches()).toHaveLength(2);
});

test("a confirmed search sends no further mail, and its confirmation stays", async () => {
  await watch();
  fakes.now += 2 * DAY_MS;
  expect(await ask()).toEqual(asked);
  expect(mailsTo(email)).toHaveLength(1);
  expect(await storedWatches()).toMatchObject([{ confirmedAt: NOW }]);
});

test("a link that could not be mailed can be asked for again at once", async () => {
  await ask(ASKED, new Browser(), NO_MAIL);
  expect(loggedErrors.splice(0)).toHaveLength(3);
  expect(fakes.mails).toEqual([]);
  await ask();
  expect(mailsTo(email)).toHaveLength(1);
});

test("an email address waits for ten searches at most, with the same answer for one more", async () => {
  for (let number = 1; number <= MAX_WATCHES + 1; number++)
    expect(await ask({ email, q: `search ${number}` })).toEqual(asked);
  expect(await storedWatches()).toHaveLength(MAX_WATCHES);
  expect(mailsTo(email)).toHaveLength(MAX_WATCHES);
  // One of the ten can still be asked for again.
  fakes.now += DAY_MS;
  await ask({ email, q: "search 1" });
  expect(mailsTo(email)).toHaveLength(MAX_WATCHES + 1);
  await ask({ email: BERT, q: "search 11" });
  expect(mailsTo(BERT)).toHaveLength(1);
});

test("an IP address may ask for ten searches an hour for the same email address", async () => {
  const browser = new Browser("192.0.2.7");
  const send = (to: string) => browser.post("/api/search-watches/", { email: to, q: "typewriter" });
  for (let number = 1; number <= 10; number++) expect((await send(email)).status).toBe(202);
  const refused = await send(email);
  expect(refused.headers.get("Retry-After")).toBe("3600");
  expect(await readResponse(refused)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  expect(await ask()).toEqual(asked);
  fakes.now += HOUR_MS;
  expect((await send(email)).status).toBe(202);
});

test("if the mails of the day are used up, nothing is stored and the person is told", async () => {
  await env.DB.prepare("INSERT INTO mail_days (day, accepted) VALUES ('2026-11-20', 80)").run();
  expect((await ask(ASKED, new Browser(), { env: { MAIL_DAILY_LIMIT: "100" } })).status).toBe(503);
  expect(await storedWatches()).toEqual([]);
});

test("opening the link confirms nothing, and the button can be pressed twice", async () => {
  await ask();
  const path = confirmPathIn(lastMail(email));
  const browser = new Browser();
  expect(await readResponse(await browser.get(`/api${path}/`))).toEqual({
    status: 200,
    body: { q: "typewriter", category: null },
  });
  expect((await browser.get(path)).status).toBe(200);
  expect(await storedWatches()).toMatchObject([{ confirmedAt: null }]);
  expect((await confirm(path)).status).toBe(200);
  fakes.now += DAY_MS;
  expect((await confirm(path)).status).toBe(200);
  expect(await storedWatches()).toMatchObject([{ confirmedAt: NOW, expiresAt: NOW + WATCH_DAYS * DAY_MS }]);
});

test("a link confirms only its own search, and only unchanged", async () => {
  await ask();
  await ask({ ...ASKED, email: BERT });
  const path = confirmPathIn(lastMail(email));
  const other = confirmPathIn(lastMail(BERT));
  const [, id, signature] = /confirm\/(\d+)-(.+)$/.exec(path)!;
  const [, otherId] = /confirm\/(\d+)-/.exec(other)!;
  for (const token of [
    `${otherId}-${signature}`,
    `0${id}-${signature}`,
    `${id}-${signature}A`,
    `${id}-`,
    id,
    "unknown",
  ]) {
    expect(await confirm(`/search-watches/confirm/${token}`), token).toEqual(invalid);
    expect(await readResponse(await new Browser().get(`/api/search-watches/confirm/${token}/`)), token).toEqual(
      invalid,
    );
  }
  await confirm(path);
  expect(await storedWatches()).toMatchObject([
    { email, confirmedAt: NOW },
    { email: BERT, confirmedAt: null },
  ]);
});

test("an unconfirmed search ends after seven days and a confirmed one after a year, also before cron deletes it", async () => {
  const mail = await watch();
  await ask({ ...ASKED, email: BERT });
  const unconfirmed = confirmPathIn(lastMail(BERT));
  fakes.now += UNCONFIRMED_WATCH_DAYS * DAY_MS;
  expect(await confirm(unconfirmed)).toEqual(invalid);
  fakes.now += 1;
  await runCron();
  expect(await storedWatches()).toMatchObject([{ email }]);
  fakes.now = NOW + WATCH_DAYS * DAY_MS;
  expect(await confirm(confirmPathIn(mail))).toEqual(invalid);
  // It can be asked for again, and must then be confirmed again.
  await ask();
  expect(await storedWatches()).toMatchObject([{ confirmedAt: null }]);
  fakes.now += WATCH_DAYS * DAY_MS;
  await runCron();
  expect(await storedWatches()).toEqual([]);
});
