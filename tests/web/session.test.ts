import { afterEach, expect, test, vi } from "vitest";
import type { User } from "#schema/accounts.ts";
import { askSession, setSession } from "#web/session.tsx";

const anna: User = {
  id: 1,
  email: "anna@example.com",
  first_name: "Anna",
  last_name: "Lind",
  is_staff: false,
  is_superuser: false,
};

/** The next calls, each of which the test answers. */
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

test("questions at the same time share one answer", async () => {
  const calls = hold();
  const answers = [askSession("user/"), askSession("check_auth/")];
  calls[0]!.resolve(Response.json({ user: anna }));
  expect(await Promise.all(answers)).toEqual([anna, anna]);
  expect(calls).toHaveLength(1);
});

test("an answer from before a log-in signs nobody out, and one from before a log-out nobody in", async () => {
  const calls = hold();
  const before = askSession("check_auth/");
  setSession(anna);
  const after = askSession("user/");
  calls[0]!.resolve(signedOut());
  expect(await before).toEqual(anna);
  calls[1]!.resolve(Response.json({ user: anna }));
  expect(await after).toEqual(anna);

  const late = askSession("user/");
  setSession(null);
  calls[2]!.resolve(Response.json({ user: anna }));
  expect(await late).toBeNull();
});
