import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { bindingMail, bindingMailQueue } from "#worker/adapters/mail.ts";
import type { MailMessage } from "#worker/ports.ts";
import { UNKNOWN_DEVICE } from "#worker/features/sessions/device.ts";
import { createHangingService, deliverMails, fakePorts, fakes, NOW, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import {
  ANNA,
  readResponse,
  insertUser,
  mailedCode,
  PASSWORD,
  passwordStep,
  errorResponse,
  logInNew,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

test("a mail service that never answers delays no response, and the code is sent five seconds later", async () => {
  await insertUser();
  const { timeout, call } = createHangingService();
  const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  const ports = { sendMail: bindingMail({ ...env, EMAIL: { send: call } as unknown as SendEmail }) };
  const browser = new Browser();
  let respondedAt = 0;
  const queueMail = async (message: MailMessage) => {
    await fakePorts.queueMail(message);
    respondedAt = fakes.now;
  };
  const credentials = { email: ANNA, password: PASSWORD };
  const response = await browser.post("/api/login/", credentials, { ports: { ...ports, queueMail } });
  expect([response.status, respondedAt, fakes.now]).toEqual([200, NOW, NOW + 10_000]);
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "MailFailed", cause: { name: "TimeoutError" } }]]);
  clock.mockRestore();
  await deliverMails();
  expect(fakes.mails).toEqual([]);
  fakes.now += 5000;
  await deliverMails();
  expect((await browser.post("/api/login/verify/", { email: ANNA, code: mailedCode(ANNA) })).status).toBe(200);
});

test("if neither the queue nor the mail service answers, the visitor is told after 13 seconds and can sign in again", async () => {
  await insertUser();
  const { timeout, call } = createHangingService();
  const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  const down = { ...env, EMAIL: { send: call } as unknown as SendEmail, CODES: { send: call } as unknown as Queue };
  const ports = { sendMail: bindingMail(down), queueMail: bindingMailQueue(down) };
  const browser = new Browser();
  const response = await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, { ports });
  expect(await readResponse(response)).toEqual(errorResponse(502, ACCOUNT_MESSAGES.mailFailed));
  expect(fakes.now - NOW).toBe(13_000);
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }], [{ name: "MailFailed" }]]);
  clock.mockRestore();
  expect(await passwordStep(browser)).toMatch(/^\d{6}$/);
});

test("if KV never answers, each read waits one second and the list of sessions lacks the devices", async () => {
  const anna = await logInNew();
  const { timeout, call } = createHangingService();
  const SESSIONS = { get: call } as unknown as KVNamespace;
  const response = await anna.get("/api/sessions/", { env: { SESSIONS }, ports: { timeout } });
  expect(await readResponse(response)).toMatchObject({
    status: 200,
    body: { results: [{ device: UNKNOWN_DEVICE, is_current: true }] },
  });
  expect(fakes.now).toBe(NOW + 2000);
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }], [{ name: "TimeoutError" }]]);
});

test.each<[string, (ask: () => Promise<never>) => object]>([
  ["read", (ask) => ({ get: ask })],
  ["stored", (ask) => ({ get: async () => null, put: ask })],
])("if R2 never answers while an icon is %s, an empty icon is sent after three seconds", async (_, bucket) => {
  await insertSite({ link: "https://listed.example/" });
  const { timeout, call } = createHangingService();
  const overrides = { env: { MEDIA: bucket(call) as R2Bucket }, ports: { timeout } };
  const response = await request("/favicons/listed.example", {}, overrides);
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(await response.text()).toContain("<svg");
  expect(fakes.now).toBe(NOW + 3000);
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }]]);
});
