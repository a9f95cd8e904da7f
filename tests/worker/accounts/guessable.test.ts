import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import {
  ANNA,
  readResponse,
  insertUser,
  logInByCode,
  mailedToken,
  PASSWORD,
  errorResponse,
} from "../support/people.ts";

test("an easily guessed password is refused at sign-up, change and reset, with an error at its field", async () => {
  await insertUser();
  const password = `${env.SITE_NAME}-2026`;
  const passwords = { password1: password, password2: password };
  const refused = errorResponse(400, ACCOUNT_MESSAGES.passwordGuessable, {
    password1: ACCOUNT_MESSAGES.passwordGuessable,
  });
  const browser = await logInByCode();
  const form = { email: "new@example.com", first_name: "A", last_name: "B", ...passwords };
  expect(await readResponse(await browser.post("/api/signup/", form))).toEqual(refused);
  expect(
    await readResponse(await browser.post("/api/change-password/", { old_password: PASSWORD, ...passwords })),
  ).toEqual(refused);
  await browser.post("/api/password/reset/", { email: ANNA });
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  expect(await readResponse(await browser.post(path, passwords))).toEqual(refused);
});

test("a password that is a pattern is refused as common", async () => {
  await insertUser();
  const passwords = { password1: "123123123", password2: "123123123" };
  const refused = errorResponse(400, ACCOUNT_MESSAGES.passwordCommon, { password1: ACCOUNT_MESSAGES.passwordCommon });
  const browser = await logInByCode();
  expect(
    await readResponse(await browser.post("/api/change-password/", { old_password: PASSWORD, ...passwords })),
  ).toEqual(refused);
});
