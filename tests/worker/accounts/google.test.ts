import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { beforeEach, expect, test, vi } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts/accounts.ts";
import { HOUR_MS } from "#schema/values/dates.ts";
import { users } from "#schema/tables/accounts.ts";
import { googleLogin } from "#worker/adapters/google.ts";
import { withStandIns } from "#worker/dev/bindings.ts";
import { googleStandInEndpoints } from "#worker/dev/google/endpoints.ts";
import { withDeadline } from "#worker/http/deadline.ts";
import type { Google } from "#worker/ports.ts";
import {
  broken,
  createHangingService,
  DEPLOYED,
  fakes,
  NO_MAIL,
  NOW,
  ORIGIN,
  type Overrides,
  request,
} from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import { ANNA_AT_GOOGLE, googleThat } from "../support/google.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  isSignedIn,
  lastMail,
  logInByCode,
  mailedToken,
  PASSWORD,
  errorResponse,
} from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

const db = drizzle(env.DB);
const standIn = { GOOGLE_STAND_IN: "1" };
/** The real adapter. The stand-in answers its requests to Google. */
const google = () => googleLogin(withStandIns({ ...env, ...standIn }), () => fakes.now, googleStandInEndpoints(env))!;
const googleItself = () =>
  googleLogin({ ...env, GOOGLE_CLIENT_ID: "our-id", GOOGLE_CLIENT_SECRET: "secret" }, () => fakes.now)!;
const withGoogle = (port: Google = google()): Overrides => ({ env: standIn, ports: { google: port } });

const failed = "/google-login/?result=failed";
const succeeded = "/google-login/?result=success";
const refused = errorResponse(400, ACCOUNT_MESSAGES.googleFailed);

let hours = 0;

beforeEach(() => {
  // Moves the clock, so that the cached keys of the previous test's stand-in expire: each stand-in has its own keys.
  fakes.now = NOW + (hours += 3) * HOUR_MS;
  vi.spyOn(globalThis, "fetch").mockImplementation(askStandIn);
});

const askStandIn: typeof fetch = async (input, init) => {
  const { url, method, body } = new Request(input as RequestInfo, init as RequestInit);
  return request(url.slice(ORIGIN.length), { method, body: body && (await new Response(body).text()) }, withGoogle());
};

/**
 * Lets one endpoint of the stand-in hang until the request times out. The returned function ends that, and returns the time
 * since the call in milliseconds.
 */
function silence(endpoint: "token" | "keys"): () => number {
  const { timeout, call } = createHangingService();
  vi.spyOn(AbortSignal, "timeout").mockImplementation(timeout);
  const begin = fakes.now;
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.endsWith(`/${endpoint}`)) return askStandIn(input, init);
    return withDeadline(call(), init?.signal ?? new AbortController().signal);
  });
  return () => {
    vi.mocked(AbortSignal.timeout).mockRestore();
    vi.mocked(globalThis.fetch).mockImplementation(askStandIn);
    return fakes.now - begin;
  };
}

/** Runs the redirect flow at Google, and returns the path to which the browser is redirected last. */
async function visitGoogle(
  browser: Browser,
  { next = "", at = {}, back = browser, overrides = withGoogle() }: Partial<Visit> = {},
): Promise<string> {
  const start = await browser.get(`/google-login/start${next && `?next=${encodeURIComponent(next)}`}`, overrides);
  const query = new URL(start.headers.get("Location")!).searchParams;
  const person = { email: ANNA, name: "Anna Lind", hd: "example.com", ...at };
  const approval = new URLSearchParams({
    ...person,
    state: query.get("state")!,
    nonce: query.get("nonce")!,
    challenge: query.get("code_challenge")!,
  });
  const approved = await request(`/dev/google/approve?${approval}`, {}, overrides);
  return returnTo(back, approved.headers.get("Location")!, overrides);
}

type Visit = { next: string; at: Record<string, string>; back: Browser; overrides: Overrides };

async function returnTo(browser: Browser, address: string, overrides = withGoogle()): Promise<string> {
  const response = await browser.get(address.slice(ORIGIN.length), overrides);
  expect(response.status).toBe(302);
  return response.headers.get("Location")!;
}

test("a new user returns from Google signed in, with an account", async () => {
  const browser = new Browser();
  expect(await visitGoogle(browser)).toBe(succeeded);
  expect(await isSignedIn(browser)).toBe(true);
  expect(await db.select().from(users)).toMatchObject([
    { email: ANNA, firstName: "Anna", lastName: "Lind", passwordHash: null, emailVerifiedAt: fakes.now },
  ]);
  expect(await visitGoogle(new Browser(), { at: { name: "Renamed" } })).toBe(succeeded);
  expect(await db.select().from(users)).toMatchObject([{ firstName: "Anna" }]);
});

test("the redirect to Google has state, a nonce, PKCE and the return URL", async () => {
  const real = googleItself();
  const response = await new Browser().get("/google-login/start", { ports: { google: real } });
  const url = new URL(response.headers.get("Location")!);
  expect(url.origin + url.pathname).toBe("https://accounts.google.com/o/oauth2/v2/auth");
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: "our-id",
    redirect_uri: `${ORIGIN}/google-login/callback`,
    response_type: "code",
    scope: "openid email profile",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[\w-]{22}$/),
    nonce: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(response.headers.get("Set-Cookie")).toMatch(/^__Host-google=.*Max-Age=600.*HttpOnly.*Secure.*SameSite=Lax/);
});

test("a user returns to the page they came from, on this origin only", async () => {
  expect(await visitGoogle(new Browser(), { next: "/sites/create?a=1" })).toBe(
    "/google-login/?result=success&next=%2Fsites%2Fcreate%3Fa%3D1",
  );
  for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "/.//evil.example"]) {
    expect(await visitGoogle(new Browser(), { next })).toBe(succeeded);
  }
});

test("a verified account with the same email address is linked and keeps its password", async () => {
  const { id } = await insertUser();
  const other = await logInByCode();
  expect(await visitGoogle(new Browser(), { at: { email: "Anna@Example.com" } })).toBe(succeeded);
  expect(await db.select({ id: users.id }).from(users)).toEqual([{ id }]);
  expect(await isSignedIn(other)).toBe(true);
  expect(lastMail(ANNA)!.subject).toContain("Google sign-in was added");
  const mails = fakes.mails.length;
  await visitGoogle(new Browser());
  expect(fakes.mails).toHaveLength(mails);
  await logInByCode();
});

test("a new account gets no mail about Google, and a mail that fails does not stop the sign-in", async () => {
  await visitGoogle(new Browser(), { at: { email: BERT } });
  expect(fakes.mails).toEqual([]);
  await insertUser();
  const { ports, ...rest } = withGoogle();
  const overrides = { ...rest, ports: { ...ports, ...NO_MAIL.ports } };
  expect(await visitGoogle(new Browser(), { overrides })).toBe(succeeded);
  expect(loggedErrors.splice(0)).toHaveLength(2);
});

test("the account is read from D1's primary, because a replica may miss a suspension", async () => {
  const withSession = (from?: string) => (from === "first-primary" ? env.DB.withSession(from) : broken());
  const DB = { withSession } as D1Database;
  const overrides = { ...withGoogle(), env: { ...standIn, DB } };
  expect(await visitGoogle(new Browser(), { overrides })).toBe(succeeded);
});

test("a password with an unverified email address becomes invalid when the owner signs in with Google", async () => {
  const form = { email: ANNA, first_name: "Mallory", last_name: "M", password1: PASSWORD, password2: PASSWORD };
  const mallory = new Browser();
  await mallory.post("/api/signup/", form);
  expect(await visitGoogle(new Browser())).toBe(succeeded);
  expect((await mallory.get(`/api/signup/verify/${mailedToken(ANNA)}/`)).status).toBe(400);
  // The response is as before, so that nobody learns that the owner has signed in.
  const again = await mallory.post("/api/login/", { email: ANNA, password: PASSWORD });
  expect(await readResponse(again)).toEqual(errorResponse(403, ACCOUNT_MESSAGES.notVerified));
  expect(lastMail(ANNA)!.text).toContain("You already have an account");
  expect(await db.select().from(users)).toMatchObject([{ passwordHash: null, firstName: "Anna", sessionEpoch: 1 }]);
});

test("an account stays linked to its Google identity if its email address changes", async () => {
  await visitGoogle(new Browser());
  await db.update(users).set({ email: "new@example.com" });
  expect(await visitGoogle(new Browser())).toBe(succeeded);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: "new@example.com" }]);
});

test("an account that is suspended or linked to another Google identity cannot sign in", async () => {
  await insertUser({ googleSub: "another" });
  expect(await visitGoogle(new Browser())).toBe(failed);
  await db.update(users).set({ suspendedAt: NOW, googleSub: null });
  const browser = new Browser();
  expect(await visitGoogle(browser)).toBe(failed);
  expect(await isSignedIn(browser)).toBe(false);
});

test("two concurrent first sign-ins create one account", async () => {
  // The stand-in creates its key with the first request, so that the concurrent requests below share it.
  await visitGoogle(new Browser(), { at: { email: BERT } });
  expect(await Promise.all([visitGoogle(new Browser()), visitGoogle(new Browser())])).toEqual([succeeded, succeeded]);
  expect(await db.select().from(users)).toHaveLength(2);
});

test("a Google sign-in must end in the browser in which it began", async () => {
  expect(await visitGoogle(new Browser(), { back: new Browser() })).toBe(failed);
  const other = new Browser();
  await other.get("/google-login/start", withGoogle());
  expect(await visitGoogle(new Browser(), { back: other })).toBe(failed);
  expect(await db.select().from(users)).toEqual([]);
});

test("cancelling at Google, a forged code and an unverified email address show an error", async () => {
  expect(await visitGoogle(new Browser(), { at: { deny: "" } })).toBe(failed);
  expect(await visitGoogle(new Browser(), { at: { unverified: "" } })).toBe(failed);
  const browser = new Browser();
  const start = await browser.get("/google-login/start", withGoogle());
  const state = new URL(start.headers.get("Location")!).searchParams.get("state");
  expect(await returnTo(browser, `${ORIGIN}/google-login/callback?state=${state}&code=made-up`)).toBe(failed);
  expect(await returnTo(browser, `${ORIGIN}/google-login/callback`)).toBe(failed);
});

test.each(["token", "keys"] as const)(
  "a request for Google's %s times out after five seconds, and the sign-in can be started again",
  async (endpoint) => {
    const browser = new Browser();
    const endSilence = silence(endpoint);
    expect(await visitGoogle(browser)).toBe(failed);
    expect(endSilence()).toBe(5000);
    expect(loggedErrors.splice(0)).toMatchObject([[{ name: "TimeoutError" }]]);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await visitGoogle(browser)).toBe(succeeded);
  },
);

test("without keys, the endpoints say that Google sign-in is not set up", async () => {
  const browser = new Browser();
  const notSetUp = errorResponse(503, ACCOUNT_MESSAGES.googleNotSetUp);
  expect(await readResponse(await browser.get("/api/auth/google-login/"))).toEqual(notSetUp);
  expect(await readResponse(await browser.post("/api/auth/google-login/", { token: "x" }))).toEqual(notSetUp);
  for (const path of ["/google-login/start", "/google-login/callback?code=x&state=y"]) {
    expect((await browser.get(path)).headers.get("Location")).toBe("/google-login/");
  }
  expect(googleLogin({ ...env, GOOGLE_CLIENT_ID: "id" }, () => NOW)).toBeUndefined();
});

test("the stand-in for Google exists only in local runs that enable it", async () => {
  const deployed = { ...env, ...DEPLOYED, ...standIn };
  for (const settings of [{}, deployed])
    expect((await request("/dev/google/authorize", {}, { env: settings })).status).toBe(404);
  expect(googleLogin(deployed, () => NOW)).toBeUndefined();
});

// The tests below send the nonce as the credential of Google's prompt. tests/unit/accounts/google-credentials.test.ts tests
// which credentials are accepted.

const isAuthoritative = true;
const withPrompt: Overrides = {
  ports: {
    google: googleThat(async (credential, nonce) =>
      credential === nonce ? { ...ANNA_AT_GOOGLE, isAuthoritative } : undefined,
    ),
  },
};
const sendCredential = async (browser: Browser, body: object, overrides = withPrompt) =>
  readResponse(await browser.post("/api/auth/google-login/", body, overrides));
const nonceOf = async (browser: Browser, overrides = withPrompt) =>
  (await readResponse(await browser.get("/api/auth/google-login/", overrides))).body["nonce"];

test("a valid credential signs in, and the returned token opens nothing", async () => {
  const browser = new Browser();
  const { status, body } = await sendCredential(browser, { token: await nonceOf(browser) });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      message: ACCOUNT_MESSAGES.loggedIn,
      token: expect.any(String),
      user: expect.objectContaining({ email: ANNA, first_name: "Anna" }),
    },
  });
  expect(await isSignedIn(browser)).toBe(true);
  const thief = new Browser();
  thief.cookies.set("__Host-session", body["token"] as string);
  expect(await isSignedIn(thief)).toBe(false);
});

test("a used credential, one of another browser and a request without one are refused", async () => {
  const browser = new Browser();
  const token = await nonceOf(browser);
  await sendCredential(browser, { token });
  expect(await sendCredential(browser, { token })).toEqual(refused);
  expect(await sendCredential(browser, {})).toMatchObject(errorResponse(400, "No credential received from Google"));
  const other = new Browser();
  await nonceOf(other);
  expect(await sendCredential(other, { token: await nonceOf(browser) })).toEqual(refused);
});

test("keys that cannot be fetched give a 502, not a 400", async () => {
  const down = { ports: { google: googleThat(() => Promise.reject(new Error("down"))) } };
  const browser = new Browser();
  const token = await nonceOf(browser, down);
  expect(await sendCredential(browser, { token }, down)).toEqual(errorResponse(502, ACCOUNT_MESSAGES.googleFailed));
  expect(loggedErrors.splice(0)).toHaveLength(1);
});
