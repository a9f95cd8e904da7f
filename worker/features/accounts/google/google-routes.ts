import { type Context, Hono } from "hono";
import { googleForm } from "#schema/accounts/account-forms.ts";
import { ACCOUNT_MESSAGES, type GoogleResult, type User } from "#schema/accounts/accounts.ts";
import type { Answers } from "#schema/calls.ts";
import { googleCodePath, googleLoginPath, parseNextPath, withQuery } from "#schema/pages/paths.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../../http/body.ts";
import { clearCookie, readCookie, writeCookie } from "../../../http/cookies.ts";
import { readFromPrimary } from "../../../http/database.ts";
import { floodLimit } from "../../../http/rate-limit.ts";
import { isEqual, randomToken } from "../../../http/signing.ts";
import { logError } from "../../../log.ts";
import type { Google } from "../../../ports.ts";
import { logInWithGoogle } from "./google-log-in.ts";

const FLOW_COOKIE = "google";
const FLOW_SECONDS = 600;

/** A Google sign-in that this browser began. */
type Flow = { state: string; codeVerifier: string; nonce: string; next: string };

/** /api/auth/google-login/, for Google's prompt: GET returns a nonce, POST takes the credential with this nonce. */
export const googleCredentialRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .get("/", (c) => {
    const { clientId } = requireGoogle(c);
    const { nonce } = startFlow(c, undefined);
    return c.json<Answers["GET auth/google-login/"]>({ client_id: clientId, nonce });
  })

  .post("/", jsonBody(googleForm), async (c) => {
    const google = requireGoogle(c);
    const flow = endFlow(c);
    const user = flow && (await logIn(c, google, { credential: c.req.valid("json").token, nonce: flow.nonce }));
    if (!user) throw new AppError("bad_input", ACCOUNT_MESSAGES.googleFailed);
    if (user === "code_sent")
      return c.json<Answers["POST auth/google-login/"]>({ message: ACCOUNT_MESSAGES.googleCodeSent });
    // The specification asks for a token in local storage. This one is random, and no endpoint accepts it.
    return c.json<Answers["POST auth/google-login/"]>({
      message: ACCOUNT_MESSAGES.loggedIn,
      token: randomToken(),
      user,
    });
  });

/** /google-login/…: the OAuth redirect flow. It ends at the screen /google-login/, which shows the result. */
export const googleRedirectRoutes = new Hono<AppEnv>({ strict: false })
  .get("/start", (c) => {
    const { google } = c.var.ports;
    if (!google) return c.redirect(googleLoginPath);
    return c.redirect(google.authorizationUrl(startFlow(c, c.req.query("next"))).href);
  })

  .get("/callback", async (c) => {
    const { google } = c.var.ports;
    if (!google) return c.redirect(googleLoginPath);
    // This GET writes, and a replica may not know yet that the account was suspended.
    readFromPrimary(c);
    const flow = endFlow(c);
    const { state = "", code = "" } = c.req.query();
    const user = flow && isEqual(state, flow.state) && code ? await logInByCode(c, google, { code, flow }) : undefined;
    if (user === "code_sent") return c.redirect(googleCodePath(flow?.next));
    const result: GoogleResult = user ? "success" : "failed";
    return c.redirect(withQuery(googleLoginPath, { result, next: flow?.next }));
  });

async function logInByCode(c: Context<AppEnv>, google: Google, { code, flow }: { code: string; flow: Flow }) {
  try {
    const credential = await google.redeem(code, flow.codeVerifier);
    return credential && (await logIn(c, google, { credential, nonce: flow.nonce }));
  } catch (error) {
    if (!(error instanceof AppError)) logError(error);
    return undefined;
  }
}

/**
 * Returns the signed-in user, "code_sent", or undefined if the credential is invalid or its account may not be used.
 * @throws AppError 502 if Google does not respond, and the errors of `logInWithGoogle`.
 */
async function logIn(
  c: Context<AppEnv>,
  google: Google,
  { credential, nonce }: { credential: string; nonce: string },
): Promise<User | "code_sent" | undefined> {
  const identity = await google.identify(credential, nonce).catch((error: unknown) => {
    logError(error);
    throw new AppError("provider_failed", ACCOUNT_MESSAGES.googleFailed);
  });
  return identity && logInWithGoogle(c, identity);
}

/** @throws AppError 503 if Google sign-in is not set up. */
function requireGoogle(c: Context<AppEnv>): Google {
  const { google } = c.var.ports;
  if (!google) throw new AppError("not_set_up", ACCOUNT_MESSAGES.googleNotSetUp);
  return google;
}

/** Stores a new flow in a cookie. The cookie is SameSite=Lax, so Google's redirect back still carries it. */
function startFlow(c: Context<AppEnv>, next: string | undefined): Flow {
  const flow: Flow = {
    state: randomToken(),
    // At least 43 characters (RFC 7636, section 4.1).
    codeVerifier: randomToken() + randomToken(),
    nonce: randomToken(),
    next: parseNextPath(next) ?? "",
  };
  writeCookie(c, FLOW_COOKIE, JSON.stringify(flow), FLOW_SECONDS);
  return flow;
}

/** Reads the flow and deletes its cookie, so that each flow ends at most once. */
function endFlow(c: Context<AppEnv>): Flow | undefined {
  const cookie = readCookie(c, FLOW_COOKIE);
  clearCookie(c, FLOW_COOKIE);
  if (!cookie) return undefined;
  try {
    const { state, codeVerifier, nonce, next } = JSON.parse(cookie) as Record<keyof Flow, unknown>;
    return {
      state: String(state),
      codeVerifier: String(codeVerifier),
      nonce: String(nonce),
      next: parseNextPath(String(next)) ?? "",
    };
  } catch {
    return undefined;
  }
}
