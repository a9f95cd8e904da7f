import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { Browser } from "../support/browser.ts";
import { ANNA, answer, BERT, insertUser, PASSWORD } from "../support/people.ts";

// Time itself is compared by `npm run bench`: the clock of the Workers runtime stands still while a program runs. Here
// the trips to D1 are, which take most of it beside the hashing.

const names = { first_name: "Anna", last_name: "Lind" };

// What is done for a reset after its answer takes none of the visitor's time.
test.each([
  ["sign-up", "/api/signup/", 3, { password1: PASSWORD, password2: PASSWORD, ...names }],
  ["log-in", "/api/login/", 2, { password: "not the password" }],
  ["reset", "/api/password/reset/", 1, {}],
])("a %s costs the same and is answered alike, whether or not there is an account", async (_, path, count, form) => {
  await insertUser();
  const outcome = async (email: string) => {
    const browser = new Browser();
    await browser.get("/api/check_auth/");
    const trips: string[] = [];
    const DB = recordingDatabase((trip) => trips.push(trip));
    const sendMail = async () => void trips.push("mail");
    const response = await browser.post(path, { email, ...form }, { env: { DB }, ports: { sendMail } });
    expect(trips.length).toBeGreaterThanOrEqual(count);
    return { ...(await answer(response)), trips: trips.slice(0, count) };
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
