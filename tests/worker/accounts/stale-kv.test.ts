import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { ACCOUNT_MESSAGES } from "#schema/accounts.ts";
import { Browser } from "../support/browser.ts";
import { ANNA, answer, insertUser, isSignedIn, mailedCode, mailedToken, PASSWORD, refusal } from "../support/people.ts";
import { loggedErrors } from "../support/setup.ts";

// KV as other locations may see it for a minute: as it was when each of these tests began. What is written is not seen
// yet, what was read is still there once it is deleted.

const NEW_PASSWORD = "another phrase to remember";

const nothing = async (key: string | string[]) =>
  Array.isArray(key) ? new Map(key.map((one) => [one, null] as const)) : null;
const nowhere = { env: { SESSIONS: late({ get: nothing as KVNamespace["get"] }) } };
/** Nothing ever goes away. */
const forever = { env: { SESSIONS: late({ delete: async () => {} }) } };

function late(parts: Partial<KVNamespace>): KVNamespace {
  return new Proxy(env.SESSIONS, {
    get: (kv, name: keyof KVNamespace) => parts[name] ?? kv[name].bind(kv),
  });
}

const views = [
  ["does not see what is new", nowhere],
  ["still sees what is gone", forever],
] as const;

async function logInByCode(overrides: typeof nowhere | typeof forever, password = PASSWORD): Promise<Browser> {
  const browser = new Browser();
  await browser.post("/api/login/", { email: ANNA, password }, overrides);
  const response = await browser.post("/api/login/verify/", { email: ANNA, code: mailedCode(ANNA) }, overrides);
  expect(response.status, await response.clone().text()).toBe(200);
  return browser;
}

test.each(views)("a KV that %s: log-in works and log-out is in force at once", async (_, stale) => {
  await insertUser();
  const browser = await logInByCode(stale);
  expect(await isSignedIn(browser, stale)).toBe(true);
  const thief = browser.copy();
  await browser.post("/api/logout/", undefined, stale);
  expect(await isSignedIn(thief, stale)).toBe(false);
});

test.each(views)(
  "a KV that %s: a code works once, for the newest log-in only, and is tried 5 times",
  async (_, stale) => {
    await insertUser();
    const browser = new Browser();
    const askForCode = async () => {
      await browser.post("/api/login/", { email: ANNA, password: PASSWORD }, stale);
      return mailedCode(ANNA);
    };
    const verify = async (visitor: Browser, code: string) =>
      (await visitor.post("/api/login/verify/", { email: ANNA, code }, stale)).status;
    const first = await askForCode();
    const earlier = browser.copy();
    const second = await askForCode();
    expect(await verify(earlier, first)).toBe(400);
    const again = browser.copy();
    expect(await verify(browser, second)).toBe(200);
    expect(await verify(again, second)).toBe(400);

    const third = await askForCode();
    const wrong = third === "000000" ? "000001" : "000000";
    const guesses = Array.from({ length: 20 }, () =>
      browser.copy().post("/api/login/verify/", { email: ANNA, code: wrong }, stale),
    );
    const answers = await Promise.all((await Promise.all(guesses)).map(answer));
    const compared = answers.filter(({ body }) => body["error"] === ACCOUNT_MESSAGES.codeWrong);
    expect(compared).toHaveLength(4);
    expect(await verify(browser, third)).toBe(400);
  },
);

test.each(views)(
  "a KV that %s: a new password and logging out everywhere end other sessions at once",
  async (_, stale) => {
    await insertUser();
    const [here, there] = [await logInByCode(stale), await logInByCode(stale)];
    await here.post("/api/logout/everywhere/", undefined, stale);
    expect([await isSignedIn(here, stale), await isSignedIn(there, stale)]).toEqual([true, false]);

    const other = await logInByCode(stale);
    const form = { old_password: PASSWORD, password1: NEW_PASSWORD, password2: NEW_PASSWORD };
    expect((await here.post("/api/change-password/", form, stale)).status).toBe(200);
    expect([await isSignedIn(here, stale), await isSignedIn(other, stale)]).toEqual([true, false]);
    await logInByCode(stale, NEW_PASSWORD);
  },
);

test.each(views)("a KV that %s: a reset ends every session at once, and its link works once", async (_, stale) => {
  await insertUser();
  const browser = await logInByCode(stale);
  await new Browser().post("/api/password/reset/", { email: ANNA }, stale);
  const path = `/api/password/reset/confirm/${mailedToken(ANNA)}/`;
  const form = { password1: NEW_PASSWORD, password2: NEW_PASSWORD };
  expect((await new Browser().post(path, form, stale)).status).toBe(200);
  expect(await isSignedIn(browser, stale)).toBe(false);
  expect(await answer(await new Browser().post(path, form, stale))).toEqual(
    refusal(400, ACCOUNT_MESSAGES.resetLinkInvalid),
  );
  await logInByCode(stale, NEW_PASSWORD);
});

test("the list of sessions shows one whose description is not there yet", async () => {
  await insertUser();
  const browser = await logInByCode(nowhere);
  expect(await (await browser.get("/api/sessions/", nowhere)).json()).toMatchObject({
    results: [{ device: "Unknown device", is_current: true }],
  });
});

test("without KV people sign in and out, and their sessions have no names", async () => {
  await insertUser();
  const isDown = () => Promise.reject(new Error("KV is down."));
  const down = { env: { SESSIONS: late({ get: isDown, put: isDown, delete: isDown }) } };
  const browser = await logInByCode(down);
  expect(await answer(await browser.get("/api/sessions/", down))).toMatchObject({
    status: 200,
    body: { results: [{ device: "Unknown device" }] },
  });
  expect((await browser.post("/api/logout/", undefined, down)).status).toBe(200);
  expect(await isSignedIn(browser, down)).toBe(false);
  expect(loggedErrors.splice(0)).toHaveLength(3);
});
