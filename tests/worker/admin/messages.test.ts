import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test } from "vitest";
import { contactMessages } from "#schema/tables/contact.ts";
import { NOW, outside } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { BERT, insertUser, lastMail, logIn } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

let staff: Browser;

beforeEach(async () => {
  await insertUser({ isStaff: true });
  staff = await logIn();
  await drizzle(env.DB).insert(contactMessages).values({ email: BERT, message: "Where is\nmy site?", createdAt: NOW });
});

const unanswered = async () =>
  (await (await staff.get("/api/get_model/contact/message/?filter=unanswered")).json<{ count: number }>()).count;

test("an answer is mailed to who wrote, with what they wrote, and the message is answered", async () => {
  expect(await unanswered()).toBe(1);
  const response = await staff.patch("/api/contact/message/1/", { answer: "It waits for review." });
  expect(await response.json()).toMatchObject({
    answer: "It waits for review.",
    answered_at: new Date(outside.now).toISOString(),
  });
  expect(lastMail(BERT)?.text).toContain("It waits for review.");
  expect(lastMail(BERT)?.text).toContain("> my site?");
  expect(await unanswered()).toBe(0);
});

test("an answer that could not be mailed is not kept", async () => {
  const sendMail = () => Promise.reject(new Error("No."));
  const response = await staff.patch("/api/contact/message/1/", { answer: "Hello" }, { ports: { sendMail } });
  expect(response.status).toBe(502);
  expect(loggedErrors.splice(0)).toHaveLength(1);
  expect(await unanswered()).toBe(1);
});

test("an empty answer is refused", async () => {
  expect((await staff.patch("/api/contact/message/1/", { answer: " " })).status).toBe(400);
});
