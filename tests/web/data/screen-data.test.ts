import { afterEach, expect, test, vi } from "vitest";
import type { ActionFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { ApiError } from "#web/data/api.ts";
import {
  actionOf,
  fetchResult,
  CALL_NAME_FIELD,
  toResult,
  deferIfSlow,
  whenQueryChanges,
} from "#web/data/screen-data.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const refusal = new ApiError(400, "Name is required.");

test("an API error is a result, and a bug is not", async () => {
  expect(await toResult(() => Promise.resolve(7))).toEqual({ value: 7 });
  expect(await toResult(() => Promise.reject(refusal))).toEqual({ error: refusal });
  await expect(toResult(() => Promise.reject(new TypeError("x is undefined")))).rejects.toThrow("x is undefined");
});

test("fast data is returned complete, and slow data as a promise", async () => {
  vi.useFakeTimers();
  expect(await deferIfSlow(Promise.resolve({ value: 7 }))).toEqual({ result: { value: 7 } });
  const { promise, resolve } = Promise.withResolvers<{ value: number }>();
  const loading = deferIfSlow(promise);
  await vi.advanceTimersByTimeAsync(200);
  const { result } = await loading;
  expect(result).toBe(promise);
  resolve({ value: 8 });
  expect(await result).toEqual({ value: 8 });
});

test("a request that fails offline is repeated online", async () => {
  const page = new EventTarget();
  const { promise: isListening, resolve: noteListener } = Promise.withResolvers<void>();
  vi.stubGlobal("addEventListener", (...listener: Parameters<EventTarget["addEventListener"]>) => {
    page.addEventListener(...listener);
    noteListener();
  });
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  const browser = { onLine: false };
  vi.stubGlobal("navigator", browser);
  vi.stubGlobal("fetch", () =>
    browser.onLine ? Promise.resolve(Response.json({ count: 1 })) : Promise.reject(new TypeError("Failed to fetch")),
  );
  const asking = fetchResult("sites/", { signal: new AbortController().signal });
  await isListening;
  browser.onLine = true;
  page.dispatchEvent(new Event("online"));
  expect(await asking).toEqual({ value: { count: 1 } });
});

test("a loader runs again only if its own query parameters change", () => {
  const asked = (from: string, to: string, defaultShouldRevalidate = true) =>
    whenQueryChanges(
      "page",
      "q",
    )({
      currentUrl: new URL(`https://directory.example/dashboard${from}`),
      nextUrl: new URL(`https://directory.example/dashboard${to}`),
      defaultShouldRevalidate,
    } as ShouldRevalidateFunctionArgs);
  expect(asked("", "?page=2")).toBe(true);
  expect(asked("?page=2&q=a", "?page=2&q=b")).toBe(true);
  expect(asked("?page=2", "?page=2&tab=likes")).toBe(false);
  // The same URL: an action has run, and React Router's default applies.
  expect(asked("?page=2", "?page=2")).toBe(true);
  expect(asked("?page=2", "?page=2", false)).toBe(false);
});

const rename = vi.fn<(input: { name: string }, args: ActionFunctionArgs) => Promise<string>>();
const upload = vi.fn<(input: FormData, args: ActionFunctionArgs) => Promise<string>>();

const run = (body: string | FormData) => {
  const headers = typeof body === "string" ? { "Content-Type": "application/json" } : undefined;
  const request = new Request("https://directory.example/dashboard", {
    method: "POST",
    body,
    ...(headers && { headers }),
  });
  return actionOf({ rename, upload })({ request, params: {} } as unknown as ActionFunctionArgs);
};

test("an action runs the named call with JSON or a form", async () => {
  rename.mockResolvedValueOnce("Saved");
  expect(await run(JSON.stringify({ name: "rename", input: { name: "Plausible" } }))).toMatchObject({
    data: { value: "Saved" },
    init: { status: 200 },
  });
  expect(rename.mock.calls[0]![0]).toEqual({ name: "Plausible" });
  upload.mockResolvedValueOnce("Kept");
  const form = new FormData();
  form.set(CALL_NAME_FIELD, "upload");
  form.set("title", "Picture");
  expect(await run(form)).toMatchObject({ data: { value: "Kept" } });
  expect([...upload.mock.calls[0]![0]]).toEqual([["title", "Picture"]]);
});

test("a refused call has a status after which nothing reloads", async () => {
  rename.mockRejectedValueOnce(refusal);
  expect(await run(JSON.stringify({ name: "rename", input: { name: "" } }))).toMatchObject({
    data: { error: refusal },
    init: { status: 400 },
  });
});
