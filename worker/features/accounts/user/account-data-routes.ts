import { type Context, Hono } from "hono";
import { deleteAccountForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES, CODE_VALID_MINUTES } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { clearCookie, readCookie, writeCookie } from "../../../http/cookies.ts";
import { floodLimit } from "../../../http/rate-limit.ts";
import { requireUser } from "../../sessions/guards.ts";
import { clearSessionCookies } from "../../sessions/session.ts";
import { randomToken } from "../../../http/signing.ts";
import { guessCode } from "../code-guesses.ts";
import { findCode, insertCode, tryCode } from "../codes.ts";
import { mailCode } from "../log-in/log-in-code.ts";
import { deleteAccount } from "./delete-account.ts";
import { exportUserData, readUserData } from "./data-export.ts";
import { checkOwnPassword } from "../passwords/password-attempts.ts";
import { findPasswordHashes } from "../queries.ts";

const CODE_COOKIE = "delete";

/** /api/user/…: downloading the user's data, and deleting the account. */
export const accountDataRoutes = new Hono<AppEnv>({ strict: false })
  .get("/export", requireUser, async (c) => {
    const json = await exportUserData(c, await readUserData(c.var.db, c.var.user));
    return c.body(json, 200, {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
    });
  })

  .post("/delete-code", floodLimit, requireUser, async (c) => {
    const { user } = c.var;
    const token = randomToken();
    const row = await mailCode(c, user.email, { purpose: "delete_account", token });
    await insertCode(c, { ...row, userId: user.id });
    writeCookie(c, CODE_COOKIE, token, CODE_VALID_MINUTES * 60);
    return c.json<Answers["POST user/delete-code/"]>({ message: ACCOUNT_MESSAGES.deleteCodeSent });
  })

  .delete("/", floodLimit, smallBodyLimit, requireUser, jsonBody(deleteAccountForm), async (c) => {
    const { user } = c.var;
    await requireProof(c, c.req.valid("json"));

    await deleteAccount(c, user.id);
    clearCookie(c, CODE_COOKIE);
    clearSessionCookies(c);
    return c.json<Answers["DELETE user/"]>({ message: ACCOUNT_MESSAGES.deleted });
  });

/**
 * An open session alone must not suffice to delete an account.
 * @throws AppError 400 if the password or mailed code is wrong, and the errors of `findCode`.
 */
async function requireProof(c: Context<AppEnv>, proof: { password: string } | { code: string }): Promise<void> {
  const { db, user } = c.var;
  if ("password" in proof) {
    const { passwordHash } = await findPasswordHashes(db, user.id);
    if (!(await checkOwnPassword(c, { ...user, passwordHash }, proof.password))) {
      refuse("password", ACCOUNT_MESSAGES.passwordWrong);
    }
    return;
  }
  const found = await findCode(c, { purposes: ["delete_account"], token: readCookie(c, CODE_COOKIE) ?? "" });
  if (found?.userId !== user.id) refuse("code", ACCOUNT_MESSAGES.deleteCodeExpired);
  const { tried } = await guessCode(c, user.email, async () => tryCode(c, found, proof.code));
  if (!tried || (!tried.isRight && tried.attemptsLeft === 0)) refuse("code", ACCOUNT_MESSAGES.deleteCodeExpired);
  if (!tried.isRight) refuse("code", ACCOUNT_MESSAGES.codeWrong);
}

function refuse(field: string, message: string): never {
  throw new AppError("bad_input", message, { fields: { [field]: message } });
}
