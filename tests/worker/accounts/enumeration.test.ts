import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES, UNVERIFIED_ACCOUNT_DAYS } from "#schema/accounts.ts";
import { DAY_MS, NOW, fakes, request } from "../support/app.ts";
import { Browser } from "../support/browser.ts";
import {
  ANNA,
  readResponse,
  BERT,
  insertUser,
  lastMail,
  logInByCode,
  mailedToken,
  PASSWORD,
  raiseRateCounts,
} from "../support/people.ts";

// Time itself is compared by `npm run bench`: the clock of the Workers runtime stands still while a program runs. Here
// the trips to D1 are, which take most of it beside the hashing.

/** What somebody signs up with who wants to know whether there is an account. */
const TRIED = "a phrase of a stranger";
const names = { first_name: "Anna", last_name: "Lind" };

// What is done for a reset after its answer takes none of the visitor's time.
test.each([
  ["sign-up", "/api/signup/", 4, { password1: PASSWORD, password2: PASSWORD, ...names }],
  ["log-in", "/api/login/", 2, { password: "not the password" }],
  ["reset", "/api/password/reset/", 1, {}],
  ["wish for a new link", "/api/signup/resend/", 1, {}],
])("a %s costs the same and is answered alike, whether or not there is an account", async (_, path, count, form) => {
  await insertUser();
  const outcome = async (email: string) => {
    const { trips, ...answered } = await send(path, { email, ...form });
    expect(trips.length).toBeGreaterThanOrEqual(count);
    return { ...answered, trips: trips.slice(0, count) };
  };
  expect(await outcome(ANNA)).toEqual(await outcome(BERT));
});

test.each([
  ["a password", {}],
  ["Google alone", { passwordHash: null, googleSub: "1" }],
  ["a suspension", { suspendedAt: NOW }],
])(
  "signing up and logging in with that password is answered alike where there is an account with %s",
  async (_, has) => {
    await insertUser(has);
    const outcome = async (email: string) => {
      const repeated = { password1: TRIED, password2: TRIED, ...names };
      const signedUp = await send("/api/signup/", { email, ...repeated });
      const loggedIn = await send("/api/login/", { email, password: TRIED });
      expect([signedUp.status, loggedIn.status]).toEqual([201, 403]);
      expect(loggedIn.body).toEqual({ error: ACCOUNT_MESSAGES.notVerified });
      return [signedUp, loggedIn];
    };
    expect(await outcome(ANNA)).toEqual(await outcome(BERT));
  },
);

test("the password of a refused sign-up opens nothing, and is answered alike when the owner changes the own one", async () => {
  await insertUser();
  await signUp();
  expect(await logInStatus(TRIED)).toBe(403);
  expect(lastMail(ANNA)!.text).toContain("You already have an account");
  const browser = await logInByCode();
  const form = { old_password: TRIED, password1: "battery staple 2", password2: "battery staple 2" };
  expect((await browser.post("/api/change-password/", form)).status).toBe(400);
  expect((await browser.delete("/api/user/", { password: TRIED })).status).toBe(400);
  expect((await browser.post("/api/change-password/", { ...form, old_password: PASSWORD })).status).toBe(200);
  expect(await logInStatus(TRIED)).toBe(403);
  expect(await logInStatus(form.password1)).toBe(200);
});

test.each([
  ["a refused sign-up", NOW],
  ["one that waited", null],
])("the password of %s is answered alike after a reset by the owner", async (_, emailVerifiedAt) => {
  await insertUser({ emailVerifiedAt });
  await signUp();
  await new Browser().post("/api/password/reset/", { email: ANNA });
  const reset = { password1: PASSWORD, password2: PASSWORD };
  await new Browser().post(`/api/password/reset/confirm/${mailedToken(ANNA)}/`, reset);
  expect(await logInStatus(TRIED)).toBe(403);
  await logInByCode();
});

test("trying the password of a refused sign-up does not give back tries of the account's own", async () => {
  await insertUser();
  await signUp();
  const browser = new Browser();
  await logInStatus("not the password", ANNA, browser);
  await raiseRateCounts(9);
  expect(await logInStatus(TRIED, ANNA, browser)).toBe(403);
  const wrong = () => logInStatus("not the password", ANNA, browser);
  expect([await wrong(), await wrong()]).toEqual([400, 429]);
});

test("the password of a refused sign-up lives as long as an account that nobody verifies", async () => {
  await insertUser();
  await signUp();
  await signUp(BERT);
  const statuses = async () => {
    await request("/dev/cron", { method: "POST" });
    return [await logInStatus(TRIED), await logInStatus(TRIED, BERT)];
  };
  fakes.now = NOW + UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
  expect(await statuses()).toEqual([403, 403]);
  fakes.now += DAY_MS;
  expect(await statuses()).toEqual([403, 403]);
  fakes.now += DAY_MS + 1;
  expect(await statuses()).toEqual([400, 400]);
});

const signUp = (email = ANNA) =>
  new Browser().post("/api/signup/", { email, password1: TRIED, password2: TRIED, ...names });
const logInStatus = async (password: string, email = ANNA, browser = new Browser()) =>
  (await browser.post("/api/login/", { email, password })).status;

/** What is answered, and which trips to D1 and mails it takes. */
async function send(path: string, form: object) {
  const browser = new Browser();
  await browser.get("/api/check_auth/");
  const trips: string[] = [];
  const DB = recordingDatabase((trip) => trips.push(trip));
  const sendMail = async () => void trips.push("mail");
  const response = await browser.post(path, form, { env: { DB }, ports: { sendMail } });
  return { ...(await readResponse(response)), trips };
}

/** Tells of each trip to D1, whichever way it is made. */
function recordingDatabase(onTrip: (trip: string) => unknown): D1Database {
  const statement = (real: D1PreparedStatement, query: string): D1PreparedStatement =>
    new Proxy(real, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => statement(target.bind(...values), query);
        if (name === "all" || name === "raw" || name === "run" || name === "first") onTrip(query.slice(0, 40));
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  return {
    withSession(bookmark?: string) {
      const session = env.DB.withSession(bookmark);
      return {
        prepare: (query: string) => statement(session.prepare(query), query),
        async batch(statements: D1PreparedStatement[]) {
          onTrip(`batch of ${statements.length}`);
          return session.batch(statements);
        },
        getBookmark: () => session.getBookmark(),
      };
    },
  } as unknown as D1Database;
}
