import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";
import { startShareWorker } from "#worker/commands/share-worker.ts";
import type { ShareFacts } from "#worker/share/facts.ts";
import { measureRuntime } from "./runtime.ts";
import { median, percentile } from "./percentile.ts";

const DRAWN = 20;

/** The first time of each kind includes the fonts that it needs, and the very first one the start of the Worker. */
export type ShareImageFigures = {
  kind: string;
  firstMs: number;
  medianMs: number;
  p95Ms: number;
  cpuMs: number;
  bytes: number;
};

const KINDS: [kind: string, Pick<ShareFacts, "title" | "tagline" | "leaves">][] = [
  ["a short name", { title: "Penpot", tagline: "Design and code together", leaves: "Instead of Figma and Sketch" }],
  [
    "a name of 100 letters",
    {
      title: "The very long name of a suite ".repeat(4).slice(0, 99),
      tagline: "A tagline that is also about as long as the form lets it be, which is one hundred characters.",
      leaves: "Instead of Microsoft Project Professional, Confluence Data Center and Monday.com",
    },
  ],
  ["Cyrillic", { title: "Документы", tagline: "Документы для команд", leaves: "Instead of Google Docs" }],
  ["Japanese", { title: "サイボウズ", tagline: "業務アプリを簡単に作成できる", leaves: "Instead of Notion" }],
];

/** Draws images with the built Worker. No two show the same. */
export async function measureShareImages(): Promise<ShareImageFigures[]> {
  const worker = await startShareWorker(path.join(ROOT, "dist/share/wrangler.json"));
  try {
    const figures: ShareImageFigures[] = [];
    for (const [kind, texts] of KINDS) figures.push({ kind, ...(await draw(worker, texts)) });
    return figures;
  } finally {
    await worker.stop();
  }
}

type Worker = Awaited<ReturnType<typeof startShareWorker>>;

async function draw(worker: Worker, { title, ...texts }: (typeof KINDS)[number][1]) {
  const times: number[] = [];
  let cpuMs = 0;
  let bytes = 0;
  for (let number = 0; number <= DRAWN; number += 1) {
    // The first image also starts the renderer: its CPU time does not count.
    if (number === 1) cpuMs = -(await measureRuntime()).cpuMs;
    const tile = { letters: "Ab", tint: number % 9, isProduct: false };
    const facts: ShareFacts = { title: `${title} ${number}`, ...texts, tile, logo: "", directory: "Switchlist" };
    const begun = performance.now();
    const request = new Request("http://localhost/", { method: "POST", body: JSON.stringify(facts) });
    const response = await worker.fetch(request);
    bytes = (await response.arrayBuffer()).byteLength;
    times.push(performance.now() - begun);
    if (response.status !== 200) throw new Error(`An image of ${title} was not drawn: ${response.status}`);
  }
  cpuMs = (cpuMs + (await measureRuntime()).cpuMs) / DRAWN;
  const [firstMs, ...others] = times as [number, ...number[]];
  return { firstMs, medianMs: median(others), p95Ms: percentile(others, 0.95), cpuMs, bytes };
}
