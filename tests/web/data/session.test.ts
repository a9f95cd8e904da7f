import { afterEach, expect, test, vi } from "vitest";
import { loadSession, fetchSession, setSession } from "#web/data/session.tsx";
import { anna } from "../support/anna.ts";

/** Returns the next requests, which the test answers itself. */
function hold(): PromiseWithResolvers<Response>[] {
  const calls: PromiseWithResolvers<Response>[] = [];
  vi.stubGlobal("fetch", () => {
    const call = Promise.withResolvers<Response>();
    calls.push(call);
    return call.promise;
  });
  return calls;
}

const signedOut = () => Response.json({ error: "Please sign in." }, { status: 401 });

afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("simultaneous session checks share one request", async () => {
  const calls = hold();
  const answers = [fetchSession("user/"), fetchSession("check_auth/")];
  calls[0]!.resolve(Response.json({ user: anna }));
  expect(await Promise.all(answers)).toEqual([anna, anna]);
  expect(calls).toHaveLength(1);
});

test("a response from before a sign-in or log-out does not change the session", async () => {
  const calls = hold();
  const before = fetchSession("check_auth/");
  setSession(anna);
  const after = fetchSession("user/");
  calls[0]!.resolve(signedOut());
  expect(await before).toEqual(anna);
  calls[1]!.resolve(Response.json({ user: anna }));
  expect(await after).toEqual(anna);

  const late = fetchSession("user/");
  setSession(null);
  calls[2]!.resolve(Response.json({ user: anna }));
  expect(await late).toBeNull();
});

test("an error other than 401 does not sign out, and the next check asks again", async () => {
  const calls = hold();
  setSession(anna);
  const failed = fetchSession("user/");
  calls[0]!.resolve(Response.json({ error: "Please try again later." }, { status: 503 }));
  await expect(failed).rejects.toThrow("Please try again later.");
  vi.stubGlobal("document", { cookie: "" });
  expect(await loadSession()).toEqual(anna);
  const next = fetchSession("user/");
  calls[1]!.resolve(signedOut());
  expect(await next).toBeNull();
  const later = fetchSession("user/");
  calls[2]!.resolve(Response.json({ user: anna }));
  expect(await later).toEqual(anna);
});
