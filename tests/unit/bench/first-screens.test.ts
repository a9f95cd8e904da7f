import { expect, test } from "vitest";
import { budgetOf, overBudget } from "../../bench/first-screens/budgets.ts";
import { figuresOf, sizeOf } from "../../bench/first-screens/cold-load.ts";
import { PAGE_KINDS } from "../../bench/first-screens/pages.ts";

const NO_TIMES = { fcpMs: 900, longestTaskMs: 0 };

test("each page kind has a budget for its bytes, and what equals the budget keeps to it", () => {
  for (const kind of PAGE_KINDS) {
    const budget = budgetOf(kind);
    for (const name of ["requests", "bytes", "htmlBytes", "scriptBytesBeforeTap", "scriptBytesHydrated"] as const)
      expect(budget[name], `${kind}: ${name}`).toBeGreaterThanOrEqual(0);
    expect(overBudget(kind, { ...budget, ...NO_TIMES })).toEqual([]);
  }
});

test("a figure above its budget exceeds it, and so does a performance score below it", () => {
  const { requests, performance } = budgetOf("home");
  expect(overBudget("home", { requests: requests! + 1, performance: performance! - 1, fcpMs: 99_999 })).toEqual([
    "requests",
    "performance",
  ]);
});

test("texts count as gzip compresses them, and pictures as they are", () => {
  const body = new TextEncoder().encode("words ".repeat(1000));
  expect(sizeOf(body, "image/webp")).toBe(6000);
  for (const type of ["text/html; charset=utf-8", "image/svg+xml", "text/javascript"])
    expect(sizeOf(body, type)).toBeLessThan(100);
});

test("scripts after the tap count as those until hydration", () => {
  const document = { url: "/", type: "document", bytes: 10 };
  const script = { url: "/a.js", type: "script", bytes: 20 };
  const late = { url: "/b.js", type: "script", bytes: 40 };
  expect(figuresOf([document, script], [document, script, late])).toEqual({
    htmlBytes: 10,
    scriptBytesBeforeTap: 20,
    scriptBytesHydrated: 60,
    requests: 2,
    bytes: 30,
  });
});
