import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { CONTACT_SENT } from "#schema/pages/contact.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { fakes, NO_MAIL, NOW, runCron } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { errorResponse, lastMail, readResponse } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const GOOD = { email: "ann@example.com", message: "Is the list of maps complete?" };
const sent = { status: 200, body: { success: CONTACT_SENT } };

const send = async (body: unknown, browser = new Browser(), overrides = {}) =>
  readResponse(await browser.post("/api/contact/", body, overrides));
const stored = () => drizzle(env.DB).select().from(contactMessages);

test("a message is trimmed, stored and mailed to the support address, with the sender as Reply-To", async () => {
  expect(await send({ email: " Ann@Example.com ", message: ` ${GOOD.message}\r\nAnn <b> ` })).toEqual(sent);
  const message = `${GOOD.message}\nAnn <b>`;
  expect(await stored()).toMatchObject([{ email: GOOD.email, message, answeredAt: null, createdAt: NOW }]);
  expect(fakes.mails).toHaveLength(1);
  const [mail] = fakes.mails;
  expect(mail).toMatchObject({ to: env.SUPPORT_EMAIL, replyTo: GOOD.email });
  expect(mail!.text).toContain(message);
  expect(mail!.html).toContain("Ann &lt;b&gt;");
});

test("a wrong message is refused with an error at its field, and not stored", async () => {
  const error = "Message must be at least 10 characters long";
  expect(await send({ ...GOOD, message: "123456789 " })).toEqual(errorResponse(400, error, { message: error }));
  expect(await stored()).toEqual([]);
});

test("an IP address may send five messages an hour", async () => {
  const browser = new Browser("192.0.2.7");
  for (let number = 1; number <= 5; number++) expect(await send(GOOD, browser)).toEqual(sent);
  const response = await browser.post("/api/contact/", GOOD);
  expect(response.headers.get("Retry-After")).toBe("3600");
  expect(await readResponse(response)).toEqual(errorResponse(429, ACCOUNT_MESSAGES.tooMany));
  expect(await stored()).toHaveLength(5);
  expect(await send(GOOD, new Browser("192.0.2.8"))).toEqual(sent);
  fakes.now += 3_600_000;
  expect(await send(GOOD, browser)).toEqual(sent);
});

test("a filled-in honeypot gets the usual response, and nothing is stored or mailed", async () => {
  const browser = new Browser();
  for (let number = 1; number <= 6; number++)
    expect(await send({ ...GOOD, website: "https://spam.example/" }, browser)).toEqual(sent);
  expect([await stored(), fakes.mails]).toEqual([[], []]);
  expect(await send({ ...GOOD, website: "" }, browser)).toEqual(sent);
});

test("a message is stored even if its mail fails", async () => {
  expect(await send(GOOD, new Browser(), NO_MAIL)).toEqual(sent);
  expect(await stored()).toHaveLength(1);
  expect(loggedErrors.splice(0).flat()).toEqual([expect.objectContaining({ message: "down" })]);
  // The outbox keeps the mail for the time when the queue works again.
  fakes.now += 15 * 60_000;
  await runCron();
  expect(lastMail(env.SUPPORT_EMAIL)?.text).toContain(GOOD.message);
});

test("a message that could not be stored is not mailed", async () => {
  await env.DB.exec("CREATE TRIGGER broken BEFORE INSERT ON contact_messages BEGIN SELECT raise(ABORT, 'No.'); END");
  expect((await send(GOOD)).status).toBeGreaterThanOrEqual(500);
  await env.DB.exec("DROP TRIGGER broken");
  expect(fakes.mails).toEqual([]);
  expect(loggedErrors.splice(0)).not.toEqual([]);
});

test("an internal error gets a general message without details", async () => {
  const browser = new Browser();
  await browser.get("/api/check_auth/");
  const now = () => {
    throw new Error("The clock is broken.");
  };
  expect(await send(GOOD, browser, { ports: { now } })).toEqual(errorResponse(500, "An error occurred."));
  expect(loggedErrors.splice(0).flat()).toEqual([expect.objectContaining({ message: "The clock is broken." })]);
});
