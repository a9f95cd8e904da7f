import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { Browser } from "../support/browser.ts";
import { ANNA, answer, BERT, insertUser, PASSWORD } from "../support/people.ts";

// Time cannot be measured in the Workers runtime, whose clock stands still while a program runs. What takes time can
// be counted: trips to the database, and passwords hashed or compared.
const scrypt = vi.hoisted(() => ({ runs: 0 }));
vi.mock("#worker/features/accounts/password.ts", async (original) => {
  const { hashPassword, verifyPassword } = await original<typeof import("#worker/features/accounts/password.ts")>();
  return {
    hashPassword: (password: string) => ((scrypt.runs += 1), hashPassword(password)),
    verifyPassword: (password: string, stored?: string | null) => (
      (scrypt.runs += 1),
      verifyPassword(password, stored)
    ),
  };
});

const names = { first_name: "Anna", last_name: "Lind" };

// What is done for a reset after its answer takes none of the visitor's time.
test.each([
  ["sign-up", "/api/signup/", { trips: 3, keys: 1 }, { password1: PASSWORD, password2: PASSWORD, ...names }],
  ["log-in", "/api/login/", { trips: 2, keys: 1 }, { password: "not the password" }],
  ["reset", "/api/password/reset/", { trips: 2, keys: 0 }, {}],
])("a %s costs the same and is answered alike, whether or not there is an account", async (_, path, cost, form) => {
  await insertUser();
  const outcome = async (email: string) => {
    const browser = new Browser();
    await browser.get("/api/check_auth/");
    const trips: string[] = [];
    const DB = recordingDatabase((trip) => trips.push(trip));
    const sendMail = async () => void trips.push("mail");
    scrypt.runs = 0;
    const response = await browser.post(path, { email, ...form }, { env: { DB }, ports: { sendMail } });
    expect(trips.length).toBeGreaterThanOrEqual(cost.trips);
    expect(scrypt.runs).toBe(cost.keys);
    return { ...(await answer(response)), trips: trips.slice(0, cost.trips) };
  };
  expect(await outcome(ANNA)).toEqual(await outcome(BERT));
});

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
