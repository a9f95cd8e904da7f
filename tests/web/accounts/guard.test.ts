import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LoaderFunctionArgs } from "react-router";
import type { User } from "#schema/accounts/accounts.ts";
import { isForStaff, requireStaff, requireUser, requireVisitor } from "#web/features/accounts/guard.ts";
import { setSession } from "#web/data/session.tsx";
import { PRIVATE_SCREENS } from "#web/private-screens/screens.ts";
import { anna } from "../support/anna.ts";

const PEOPLE = { owner: anna, staff: { ...anna, is_staff: true }, superuser: { ...anna, is_superuser: true } };

/** Sets the response of the session check, and whether the browser has a CSRF token. */
function serve(answer: () => Response, cookie = "csrftoken=held.token"): void {
  vi.stubGlobal("document", { cookie });
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
}

const knows = (user: User) => serve(() => Response.json({ user }));
const knowsNobody = (cookie?: string) =>
  serve(() => Response.json({ error: "Please sign in." }, { status: 401 }), cookie);
const isBusy = () => serve(() => Response.json({ error: "Please try again later." }, { status: 503 }));

const at = (path: string) =>
  ({ request: new Request(`https://directory.example${path}`), params: {} }) as unknown as LoaderFunctionArgs;

/** Returns the target of a loader's redirect, or the status of another response that it throws. */
async function sentTo(loading: Promise<unknown>): Promise<string | number> {
  const thrown: unknown = await loading.then(
    () => expect.fail("Nobody was sent anywhere."),
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw thrown;
  return thrown.headers.get("Location") ?? thrown.status;
}

beforeEach(() => {
  vi.stubGlobal("location", { protocol: "http:" });
});
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

test("a protected screen redirects visitors to sign in, with its full path as the return path", async () => {
  knowsNobody();
  expect(await sentTo(requireUser(at("/pay?siteId=7")))).toBe("/login?next=%2Fpay%3FsiteId%3D7");
  expect(await sentTo(requireStaff(at("/admin")))).toBe("/login?next=%2Fadmin");
});

const { admin: _, ...protectedScreens } = PRIVATE_SCREENS;

test.each(Object.values(protectedScreens))("$path sends a visitor to sign in", async ({ path, guard }) => {
  knowsNobody();
  const next = new URLSearchParams({ next: path.replace(/:\w+/, "1") });
  expect(await sentTo(Promise.resolve(guard(at(path.replace(/:\w+/, "1")))))).toBe(`/login?${next}`);
});

test("a screen for staff is shown to staff and superusers, and redirects other users to their dashboard", async () => {
  knows(PEOPLE.owner);
  expect(await requireUser(at("/dashboard"))).toEqual(PEOPLE.owner);
  expect(await sentTo(requireStaff(at("/admin")))).toBe("/dashboard");
  for (const user of [PEOPLE.staff, PEOPLE.superuser]) {
    knows(user);
    expect(await requireStaff(at("/admin"))).toEqual(user);
  }
});

test("a busy server does not redirect to the sign-in page, and its status reaches the page", async () => {
  isBusy();
  expect(await sentTo(requireUser(at("/dashboard")))).toBe(503);
});

test.each([
  ["/login", PEOPLE.owner, "/dashboard"],
  ["/login", PEOPLE.staff, "/admin"],
  ["/login", PEOPLE.superuser, "/admin"],
  ["/login?next=%2Fpay%3FsiteId%3D7", PEOPLE.staff, "/pay?siteId=7"],
  ["/login?next=https%3A%2F%2Fevil.example", PEOPLE.owner, "/dashboard"],
])("a signed-in user continues from %s", async (path, user, place) => {
  knows(user);
  expect(await sentTo(requireVisitor(at(path)))).toBe(place);
});

test("the sign-in screen stays for visitors, and also if the session check fails", async () => {
  knowsNobody();
  expect(await requireVisitor(at("/login"))).toBeNull();
  isBusy();
  expect(await requireVisitor(at("/login"))).toBeNull();
});

test("data for staff costs only the session check, and most visitors need not even that", async () => {
  const { signal } = new AbortController();
  for (const [user, isTheirs] of [
    [PEOPLE.owner, false],
    [PEOPLE.staff, true],
    [PEOPLE.superuser, true],
  ] as const) {
    setSession(null);
    knows(user);
    expect(await isForStaff(signal)).toBe(isTheirs);
  }
  setSession(null);
  serve(() => expect.fail("A visitor was asked about."), "");
  expect(await isForStaff(signal)).toBe(false);
});
