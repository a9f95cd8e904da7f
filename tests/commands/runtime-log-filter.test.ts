import { expect, test } from "vitest";
import { shortenConnectionLoss, isExpectedNoise, withoutRuntimeStack } from "#worker/commands/runtime-log-filter.ts";

const STACK = "\nstack: /p/node_modules/@cloudflare/workerd-linux-64/bin/workerd@59d9520 /p/bin/workerd@2fc5760";

test.each([
  `e = rust/cxx/kj-rs-io/ffi.rs:198: failed: getaddrinfo(): DNS lookup failed. host = icons.example${STACK}`,
  `kj/compat/http.c++:1993: disconnected: write(): Broken pipe${STACK}`,
  `kj::getCaughtExceptionAsKj() = rust/cxx/kj-rs-io/ffi.rs:176: disconnected: write(): Connection reset by peer (os error 104)${STACK}`,
])("an icon that cannot be fetched, or a browser that leaves, prints nothing: %#", (text) => {
  expect(isExpectedNoise(text)).toBe(true);
});

test("any other message of the runtime is printed without its stack", () => {
  const text = "workerd/io/worker.c++:1: failed: no such table: sites";
  expect([isExpectedNoise(text), withoutRuntimeStack(text + STACK)]).toEqual([false, text]);
});

test("an error of the Worker keeps its stack", () => {
  const text = "Error: broken\n    at save (worker/features/sites/save/change.ts:10:3)";
  expect([isExpectedNoise(text), withoutRuntimeStack(text)]).toEqual([false, text]);
});

test("a browser that leaves while it sends a request prints one line", () => {
  const text =
    "\u001b[31m✘ \u001b[0m [1mError inside ProxyWorker (the affected request failed; the dev server continues): " +
    "POST http://localhost:8787/api/contact/ (failed after 1 attempt): Network connection lost.\u001b[0m\n\n\n";
  expect(shortenConnectionLoss(text)).toBe(
    "The browser closed the connection during POST http://localhost:8787/api/contact/.\n",
  );
  expect(shortenConnectionLoss("Error: Network connection lost.\n")).toBe("Error: Network connection lost.\n");
});
