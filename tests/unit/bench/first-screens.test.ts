import { expect, test } from "vitest";
import { budgetOf, type Figures, overBudget } from "../../bench/first-screens/budgets.ts";
import { figuresOf, sizeOf } from "../../bench/first-screens/cold-load.ts";
import { framesAtSteps } from "../../bench/first-screens/film.ts";
import { PAGE_KINDS, type PageKind } from "../../bench/first-screens/pages.ts";
import { firstScreensSection, replaceSection } from "../../bench/first-screens/section.ts";

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

test("a film strip has equal steps, and ends when the picture no longer changes", () => {
  const frames = [
    { ms: -20, jpeg: "blank" },
    { ms: 250, jpeg: "text" },
    { ms: 390, jpeg: "icons" },
    { ms: 900, jpeg: "icons" },
  ];
  expect(framesAtSteps(frames, 200)).toEqual([
    { ms: 0, jpeg: "blank" },
    { ms: 200, jpeg: "blank" },
    { ms: 400, jpeg: "icons" },
  ]);
});

test("the section shows both figures, marks what exceeds its budget, and replaces the earlier section", () => {
  const forEachKind = <T>(make: (kind: PageKind) => T) =>
    Object.fromEntries(PAGE_KINDS.map((kind) => [kind, make(kind)])) as Record<PageKind, T>;
  const figures = (kind: PageKind, changed: Partial<Figures>) =>
    ({ ...budgetOf(kind), ...NO_TIMES, ...changed }) as Figures;
  const scores = { accessibility: 100, "best-practices": 100, seo: 100 };
  const after = forEachKind((kind) => ({
    scores,
    failedAudits: [],
    figures: figures(kind, { lcpMs: 1300.4, tbtMs: 10 }),
  }));
  const before = forEachKind((kind) => figures(kind, { lcpMs: 1750 }));
  const idea = {
    idea: "An idea",
    changed: "A change",
    page: "home",
    figure: "bytes",
    before: 2000,
    after: 1000,
  } as const;
  const record = { commit: "abc", before, ideas: [idea] };
  const section = firstScreensSection(after, record).join("\n\n");
  expect(section).toContain(
    "| home | 100 → 100 | 900 → 900 | 1,750 → **1,300** | 50 → 10 | 0 → 0 | under 50 → under 50 |",
  );
  expect(section).toContain("| An idea | A change | home | all, kB | 2.0 | 1.0 |");
  const page = "# Page\n\n## First screens\n\nearlier\n\n### A part\n\n## Queries\n\nrows\n";
  expect(replaceSection(page, section)).toBe(`# Page\n\n${section}\n\n## Queries\n\nrows\n`);
});
