import { readFile } from "node:fs/promises";
import path from "node:path";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import { ROOT, type Store } from "#worker/commands/bindings.ts";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { StripeStandIn } from "#worker/dev/stripe/stand-in.ts";
import { saveStandIn } from "#worker/dev/stripe/stand-in-state.ts";
import { faviconKey, writeImageCache } from "#worker/features/media/fetched-image-cache.ts";
import { uploadPrefix } from "#worker/features/media/uploads.ts";
import { importLines } from "#worker/features/sites/import/import.ts";
import { LONG_SITE } from "./pages.ts";

type Block = { type: string };
type Line = {
  name: string;
  link: string;
  alternatives: { name: string }[];
  content: { blocks: Block[] };
  demoLogo?: string;
  demoScreenshots?: { file: string; alt: string; caption: string }[];
};

/**
 * The Worker's time when the content is complete. Featured places rotate and pages name days, so another time would give
 * other bytes.
 */
const NOW = Date.UTC(2026, 11, 1);
const COPY = "Two";
const PICTURES = 5;
const LONG_ARTICLE_BLOCKS = 100;

/**
 * Fills an empty directory: the demo; a copy of each demo site, which replaces Slack, so that lists have many pages; a site
 * with five pictures and a long article; a check of each link; and an icon of each website, because the Worker would fetch it from the internet.
 */
export async function fillFirstScreens(store: Store): Promise<void> {
  await loadDemo(store, NOW);
  const demo = await readFile(path.join(ROOT, "worker/commands/demo/sites.jsonl"), "utf8");
  const lines = demo
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  await importLines(store.db, toText([longSite(lines), ...lines.map(copyOf)]), {
    more: (line) => ({
      images: imagesOf(line as Line, uploadPrefix(0)),
      createdAt: NOW - Number(line["listedDaysAgo"]) * DAY_MS,
    }),
    onBadLine(number, reason) {
      throw new Error(`Line ${number}: ${reason}`);
    },
    onProgress: () => {},
  });
  const checked = { aliveState: "alive", aliveSince: NOW - 9 * DAY_MS, checkedAt: NOW - 3 * DAY_MS } as const;
  await store.db.update(sites).set(checked);
  await insertIcons(store);
  await setClock(store);
}

/** The newest copies are those of the newest demo sites, so the home page looks the same. */
const copyOf = ({ content: _, ...line }: Line, index: number) => ({
  ...line,
  name: `${line.name} ${COPY}`,
  link: `https://copy-${index}.example/`,
  category: "communication",
  alternatives: [{ ...line.alternatives[0], name: "Slack", link: "https://slack.com" }],
});

function longSite(lines: Line[]) {
  const pictures = lines.flatMap(({ demoScreenshots = [] }) => demoScreenshots);
  const blocks = lines.flatMap(({ content }) => content.blocks);
  return {
    ...copyOf(
      lines.find(({ demoLogo }) => demoLogo)!,
      -1,
    ),
    name: LONG_SITE.name,
    link: "https://five-pictures.example/",
    demoScreenshots: pictures.slice(0, PICTURES),
    content: { blocks: blocks.slice(0, LONG_ARTICLE_BLOCKS) },
  };
}

const imagesOf = ({ demoLogo, demoScreenshots = [] }: Line, prefix: string) => [
  ...(demoLogo ? [{ kind: "logo" as const, position: 0, uploadKey: prefix + demoLogo, alt: "", caption: "" }] : []),
  ...demoScreenshots.map(({ file, alt, caption }, position) => ({
    kind: "screenshot" as const,
    position,
    uploadKey: prefix + file,
    alt,
    caption,
  })),
];

async function insertIcons({ db, media }: Store) {
  const icon = await readFile(path.join(ROOT, "web/public/icon-192.png"));
  const image = { bytes: new Uint8Array(icon), type: "image/png" };
  const hosts = db.$client.prepare("SELECT host FROM sites UNION SELECT domain FROM products");
  for (const { host } of (await hosts.all<{ host: string }>()).results)
    await writeImageCache(media, faviconKey(host), { now: NOW, image });
}

/** The stand-in for Stripe moves the Worker's clock. The Worker reads its state with the first request. */
async function setClock({ sessions }: Store) {
  const env = { SESSIONS: sessions, SITE_URL: "" };
  const standIn = new StripeStandIn({ now: Date.now, origin: env.SITE_URL });
  standIn.bank.state.aheadMs = NOW - Date.now();
  await saveStandIn(env, standIn);
}

async function* toText(lines: object[]) {
  for (const line of lines) yield JSON.stringify(line);
}
