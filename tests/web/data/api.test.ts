import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { get, send } from "#web/data/api.ts";

type Call = { path: string; method: string; token: string | null; body: unknown };

const page = { cookie: "" };
let calls: Call[] = [];

/** Responds to the requests in order. `check_auth/` sets the cookie and responds with 401, as for a visitor. */
function serve(...answers: (() => Response)[]) {
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    calls.push({ path, method: init.method ?? "GET", token: headers.get("x-csrftoken"), body: init.body ?? null });
    if (path === "/api/check_auth/") {
      page.cookie = "other=1; csrftoken=fresh.token";
      return Promise.resolve(Response.json({ error: "Please sign in." }, { status: 401 }));
    }
    return Promise.resolve(answers.shift()!());
  });
}

const done = () => Response.json({ message: "Done." });
const refused = () => Response.json({ error: "CSRF token missing or incorrect." }, { status: 403 });

beforeEach(() => {
  page.cookie = "";
  calls = [];
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "http:" });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a request takes its CSRF token from the cookie", async () => {
  page.cookie = "a=b; csrftoken=held.token; c=d";
  serve(done);
  expect(await send("POST", "login/", { body: { email: "a@b.example" } })).toEqual({ message: "Done." });
  expect(calls).toEqual([
    { path: "/api/login/", method: "POST", token: "held.token", body: '{"email":"a@b.example"}' },
  ]);
});

test("on https the CSRF token comes from the __Host- cookie", async () => {
  vi.stubGlobal("location", { protocol: "https:" });
  page.cookie = "csrftoken=planted.token; __Host-csrftoken=held.token; x__Host-csrftoken=other";
  serve(done, done);
  await send("POST", "logout/", {});
  vi.stubGlobal("location", { protocol: "http:" });
  page.cookie = "__Host-csrftoken=planted.token; csrftoken=held.token";
  await send("POST", "logout/", {});
  expect(calls.map(({ token }) => token)).toEqual(["held.token", "held.token"]);
});

test("a page without a CSRF token gets one first", async () => {
  serve(done);
  await send("POST", "logout/", {});
  expect(calls.map(({ path, token }) => [path, token])).toEqual([
    ["/api/check_auth/", null],
    ["/api/logout/", "fresh.token"],
  ]);
});

test("a refused CSRF token is replaced once", async () => {
  page.cookie = "csrftoken=old.token";
  serve(refused, done);
  expect(await send("POST", "logout/", {})).toEqual({ message: "Done." });
  expect(calls.map(({ token }) => token)).toEqual(["old.token", null, "fresh.token"]);

  page.cookie = "csrftoken=old.token";
  serve(refused, refused);
  await expect(send("POST", "logout/", {})).rejects.toThrow("CSRF token missing or incorrect.");
});

test("other errors are not retried", async () => {
  page.cookie = "csrftoken=held.token";
  serve(() => Response.json({ error: "Only staff can do this." }, { status: 403 }));
  await expect(send("POST", "blogs/user/", {})).rejects.toThrow("Only staff can do this.");
  expect(calls).toHaveLength(1);
});

test("an error has its status, its message and its fields", async () => {
  page.cookie = "csrftoken=held.token";
  serve(() => Response.json({ error: "Bad.", fields: { email: "Email address is required" } }, { status: 400 }));
  await expect(send("POST", "signup/", {})).rejects.toMatchObject({
    status: 400,
    message: "Bad.",
    fields: { email: "Email address is required" },
  });
});

test.each([
  [{ message: "From message." }, "From message."],
  [{ detail: "From detail." }, "From detail."],
  [{}, "Error logging out."],
])("the message of %j is %j", async (body, sentence) => {
  page.cookie = "csrftoken=held.token";
  serve(() => Response.json(body, { status: 500 }));
  await expect(send("POST", "logout/", { fallbackError: "Error logging out." })).rejects.toThrow(sentence);
});

test("an error without a message gets the caller's message for its status", async () => {
  const fallbackError = (status: number) => `Status ${status}`;
  page.cookie = "csrftoken=held.token";
  serve(() => new Response("<html>", { status: 502 }));
  await expect(send("POST", "contact/", { fallbackError })).rejects.toThrow("Status 502");
  serve(() => Response.json({ error: "Said" }, { status: 502 }));
  await expect(send("POST", "contact/", { fallbackError })).rejects.toThrow("Said");
});

test("a response that is not JSON gives a general error message", async () => {
  serve(() => new Response("<html>", { status: 502 }));
  await expect(get("user/", {})).rejects.toThrow("An error occurred.");
});

test("without a network, the error message is a plain sentence", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(get("user/", {})).rejects.toMatchObject({
    status: 0,
    message: "Network error - please check your connection",
  });
});

test("an offline browser gets its own error message", async () => {
  vi.stubGlobal("navigator", { onLine: false });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(get("user/", {})).rejects.toMatchObject({
    status: 0,
    message: expect.stringMatching(/^You're offline/),
  });
});

test("a cancelled request is not a network failure", async () => {
  const ended = AbortSignal.abort();
  vi.stubGlobal("fetch", () => Promise.reject(ended.reason as Error));
  await expect(get("user/", { signal: ended })).rejects.toMatchObject({ name: "AbortError" });
});

test("a form with a file is sent as it is", async () => {
  page.cookie = "csrftoken=held.token";
  serve(done);
  const body = new FormData();
  await send("POST", "images/", { body });
  expect(calls).toEqual([{ path: "/api/images/", method: "POST", token: "held.token", body }]);
});

test("a path gets its encoded parameters, and its query", async () => {
  page.cookie = "csrftoken=held.token";
  serve(done, done, done);
  await get("signup/verify/:token/", { params: { token: "a/b?c" } });
  await get("sites/", { query: { q: "pen & pot", page: 2 } });
  await send("PATCH", ":app/:model/:id/", { params: { app: "sites", model: "site", id: 7 }, query: { seen: null } });
  expect(calls.map(({ path }) => path)).toEqual([
    "/api/signup/verify/a%2Fb%3Fc/",
    "/api/sites/?q=pen+%26+pot&page=2",
    "/api/sites/site/7/",
  ]);
});
