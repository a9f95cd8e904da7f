import { table } from "../table.ts";
import { budgetOf, type Figure, overBudget } from "./budgets.ts";
import type { FirstScreens } from "./measure.ts";
import { PAGE_KINDS, PAGES } from "./pages.ts";
import type { FirstScreensRecord } from "./record.ts";

const TITLE = "## First screens";

type Column = { label: string; show(value: number): string };
const rounded = (value: number) => Math.round(value).toLocaleString("en");
const task = (value: number) => (value === 0 ? "under 50" : rounded(value));
const kilobytes = (value: number) => (value / 1000).toFixed(1);

const COLUMNS: Record<Figure, Column> = {
  performance: { label: "performance", show: rounded },
  fcpMs: { label: "first paint, ms", show: rounded },
  lcpMs: { label: "largest paint (LCP), ms", show: rounded },
  tbtMs: { label: "blocking (TBT), ms", show: rounded },
  cls: { label: "layout shift (CLS)", show: (value) => String(Number(value.toFixed(3))) },
  longestTaskMs: { label: "longest task, ms", show: task },
  longestScriptTaskMs: { label: "longest task of scripts, ms", show: task },
  requests: { label: "requests", show: rounded },
  bytes: { label: "all, kB", show: kilobytes },
  htmlBytes: { label: "HTML, kB", show: kilobytes },
  scriptBytesBeforeTap: { label: "scripts before a tap, kB", show: kilobytes },
  scriptBytesHydrated: { label: "scripts until hydrated, kB", show: kilobytes },
};
const TIMES: Figure[] = ["performance", "fcpMs", "lcpMs", "tbtMs", "cls", "longestTaskMs", "longestScriptTaskMs"];
const BYTES: Figure[] = ["requests", "bytes", "htmlBytes", "scriptBytesBeforeTap", "scriptBytesHydrated"];

/** The section of RESULTS.md about what a visitor waits for on a phone. */
export function firstScreensSection(after: FirstScreens, { commit, before, ideas }: FirstScreensRecord): string[] {
  const figures = (columns: Figure[]) =>
    table(["page", ...columns.map((figure) => COLUMNS[figure].label)], PAGE_KINDS, (kind) => {
      const over = overBudget(kind, after[kind].figures);
      return [
        kind,
        ...columns.map((figure) => {
          const { show } = COLUMNS[figure];
          const shown = show(after[kind].figures[figure]);
          return `${show(before[kind][figure])} → ${over.includes(figure) ? `**${shown}**` : shown}`;
        }),
      ];
    });
  const limited = [...TIMES, ...BYTES].filter((figure) => budgetOf("home")[figure] !== undefined);
  return [
    TITLE,
    `Figures are “before → after”; before is commit ${commit}. A bold figure exceeds its budget in \`tests/budgets.json\`. The content is the demo and \`tests/bench/first-screens/content.ts\`: a list has 24 cards, and the site has five pictures and a long article.`,
    "Lighthouse loads each page several times as a phone on a slow network; the figures are the median. Tasks are those of the main thread while the page loads, on a processor four times slower. Nobody touches the page, so the app does not start, except on the search; “Interactions” has its start. If `npm run bench` measured “after”, its times are of another run than “before”: compare only bytes and requests.",
    figures(TIMES),
    "Chromium loads each page with an empty cache on a screen of 390 pixels, and nobody touches it. Texts count as gzip compresses them at its best level, and headers do not count. “Until hydrated” is after a tap on the heading.",
    figures(BYTES),
    "The budgets:",
    table(["page", ...limited.map((figure) => COLUMNS[figure].label)], PAGE_KINDS, (kind) => [
      kind,
      ...limited.map((figure) => COLUMNS[figure].show(budgetOf(kind)[figure]!)),
    ]),
    "Scores of Lighthouse that do not depend on the machine:",
    table(
      ["page", "address", "accessibility", "best practices", "search engines", "what Lighthouse would improve"],
      PAGE_KINDS,
      (kind) => {
        const { scores, failedAudits } = after[kind];
        return [
          kind,
          PAGES[kind],
          scores["accessibility"],
          scores["best-practices"],
          scores["seo"],
          failedAudits.join(", "),
        ];
      },
    ),

    "### What each idea gained",
    "Each idea was measured right before and after its change, partly on a busy machine. Bytes and requests are exact.",
    table(["idea", "what changed", "page", "figure", "before", "after"], ideas, (idea) => {
      const { label, show } = COLUMNS[idea.figure];
      return [idea.idea, idea.changed, idea.page, label, show(idea.before), show(idea.after)];
    }),

    "### How the home page appears",
    "Both rows show the home page on a phone with slow 4G and a processor four times slower (`tests/bench/first-screens/film-strip.ts`).",
    "![The home page before and after, in equal steps of time](first-screens/film-strip.png)",
  ];
}

/** Replaces the section in `page`, which is RESULTS.md. */
export function replaceSection(page: string, section: string): string {
  const start = page.indexOf(`${TITLE}\n`);
  if (start < 0) throw new Error(`tests/bench/RESULTS.md has no section “${TITLE}”.`);
  const end = page.indexOf("\n## ", start);
  return `${page.slice(0, start)}${section}\n${page.slice(end < 0 ? page.length : end)}`;
}
