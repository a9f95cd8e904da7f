import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  insertUser,
  mailedCode,
  mailedToken,
  PASSWORD,
  errorResponse,
  logInNew,
} from "../support/people.ts";

// A mailed code or link works for its own purpose only, even if its token is sent to the endpoint of another purpose.

test("a sign-in code cannot delete an account, and a deletion code cannot sign in", async () => {
  const browser = await logInNew();
  await browser.post("/api/login/", { email: ANNA, password: PASSWORD });
  const logInCode = mailedCode(ANNA);
  const borrowed = browser.copy();
  borrowed.cookies.set("__Host-delete", browser.cookies.get("__Host-login")!);
  const { codeExpired, deleteCodeExpired } = ACCOUNT_MESSAGES;
  expect(await readResponse(await borrowed.delete("/api/user/", { code: logInCode }))).toEqual(
    errorResponse(400, deleteCodeExpired, { code: deleteCodeExpired }),
  );

  await browser.post("/api/user/delete-code/");
  const stranger = new Browser();
  stranger.cookies.set("__Host-login", browser.cookies.get("__Host-delete")!);
  const entered = await stranger.post("/api/login/verify/", { email: ANNA, code: mailedCode(ANNA) });
  expect(await readResponse(entered)).toEqual(errorResponse(400, codeExpired));
  expect(await readResponse(await stranger.post("/api/login/resend/"))).toEqual(errorResponse(400, codeExpired));
  // None of these requests counted as an attempt.
  expect((await browser.post("/api/login/verify/", { email: ANNA, code: logInCode })).status).toBe(200);
});

test("a verification link cannot set a password, and a reset link cannot verify a sign-up", async () => {
  await insertUser({ emailVerifiedAt: null });
  await new Browser().post("/api/signup/resend/", { email: ANNA });
  const toVerify = mailedToken(ANNA);
  await new Browser().post("/api/password/reset/", { email: ANNA });
  const toReset = mailedToken(ANNA);
  const form = { password1: "another phrase 1", password2: "another phrase 1" };
  const confirm = async (token: string) =>
    readResponse(await new Browser().post(`/api/password/reset/confirm/${token}/`, form));
  const verify = async (token: string) =>
    readResponse(await new Browser().post(`/api/signup/verify/${token}/`, { password: PASSWORD }));
  expect(await confirm(toVerify)).toEqual(errorResponse(400, ACCOUNT_MESSAGES.resetLinkInvalid));
  expect(await verify(toReset)).toEqual(errorResponse(400, ACCOUNT_MESSAGES.verifyLinkInvalid));
  expect((await verify(toVerify)).status).toBe(200);
  expect((await confirm(toReset)).status).toBe(200);
});
