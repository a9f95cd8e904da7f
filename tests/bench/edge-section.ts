import { edgeShare, edgeShares, type EdgeFigures, type EdgeKind, perVisit } from "./edge-month.ts";

const VISITS = [10_000, 1_000_000, 10_000_000];
const LABELS: Record<EdgeKind, string> = {
  home: "home page",
  page: "pages of sites, products, categories",
  data: "data of such a page, after a link",
  search: "searches",
  suggestions: "suggestions",
  icon: "icons of websites",
  image: "logos and screenshots",
};

/** The section of RESULTS.md about the edge. It simulates; nothing is measured on a machine. */
export function edgeSection(): string {
  const rows = VISITS.flatMap((visits) =>
    Object.entries(edgeShares(visits)).map(([kind, figures]) => rowOf(visits, kind as EdgeKind, figures)),
  );
  const shares = VISITS.map((visits) => `${percent(edgeShare(visits))} with ${visits.toLocaleString("en")} visits`);
  return [
    "## What the edge answers",
    `A simulated month (\`tests/bench/edge-month.ts\` states each assumption): 100,000 sites, 300 places, eight deployments, purges of saves and new sites. Of all public requests, the edge answers without the Worker: ${shares.join(", ")}. “At once” is an answer from the edge, also an old one while a new one is fetched.`,
    "| visits | requests | in a visit | at once | of them near | of them old | visitor waits for the Worker | without the Worker |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
  ]
    .join("\n")
    .replace("\nA simulated", "\n\nA simulated")
    .replace("\n| visits", "\n\n| visits");
}

const rowOf = (visits: number, kind: EdgeKind, { near, upper, stale, waited, worker }: EdgeFigures) =>
  `| ${[
    visits.toLocaleString("en"),
    LABELS[kind],
    perVisit[kind].toFixed(1),
    percent(near + upper + stale),
    percent(near),
    percent(stale),
    percent(waited),
    percent(1 - worker),
  ].join(" | ")} |`;

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
