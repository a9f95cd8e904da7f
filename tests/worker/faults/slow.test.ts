import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { LINK_PREVIEW_MESSAGES } from "#schema/link-previews.ts";
import { bindingMail } from "#worker/adapters/mail.ts";
import { fakePorts, outside, waitFor } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, answer, insertUser, logIn, PASSWORD, passwordStep, refusal } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const never = () => new Promise<never>(() => {});

test("a mail that is not handed over within ten seconds is reported, and the log-in can be begun anew", async () => {
  await insertUser();
  const clock = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(10_000);
    const signal = fakePorts.timeout(ms);
    queueMicrotask(() => waitFor(signal));
    return signal;
  });
  const EMAIL = { send: never } as unknown as SendEmail;
  const ports = { sendMail: bindingMail({ ...env, EMAIL }) };
  const browser = new Browser();
  const response = await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, { ports });
  expect(await answer(response)).toEqual(refusal(502, ACCOUNT_MESSAGES.mailFailed));
  expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }]]);
  clock.mockRestore();
  expect(await passwordStep(browser)).toMatch(/^\d{6}$/);
});

test.each(["/api/link-preview/", "/api/sites/proposal/"])(
  "%s gives a page that does not answer five seconds, and then says so",
  async (call) => {
    await insertUser();
    const anna = await logIn();
    outside.internet.set("https://slow.example/", ({ signal }) => {
      waitFor(signal);
      signal.throwIfAborted();
      return never();
    });
    const begin = outside.now;
    const response = await anna.get(`${call}?url=https%3A%2F%2Fslow.example%2F`);
    expect(outside.now - begin).toBe(5000);
    const sentence = LINK_PREVIEW_MESSAGES.notReadable;
    expect(await answer(response)).toEqual(refusal(400, sentence, { url: sentence }));
  },
);
