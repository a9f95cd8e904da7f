import { writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import sharp from "sharp";
import { openBrowser } from "../../support/browser.ts";
import { film, type Frame, framesAtSteps } from "./film.ts";
import { AFTER } from "./measure.ts";
import { PAGES } from "./pages.ts";
import { serveFirstScreens } from "./server.ts";

// node tests/bench/first-screens/film-strip.ts --before FOLDER films how the home page appears in the checkout in FOLDER
// and in this one, and writes both as one picture. Of several films, it shows the one of median length.
const FILE = path.join(import.meta.dirname, "film-strip.png");
const STEP_MS = 200;
const RUNS = 5;
const FRAME_WIDTH_PX = 96;
/** Of the whole picture. Few colours make a small file. */
const COLOURS = 64;

const { values } = parseArgs({ options: { before: { type: "string" } } });
if (!values.before) throw new Error("--before needs the folder of a checkout.");

const browser = await openBrowser();
const servers = {
  before: await serveFirstScreens(path.resolve(values.before)),
  after: await serveFirstScreens(AFTER.root),
};
const films = { before: [] as Frame[][], after: [] as Frame[][] };
for (let run = 0; run < RUNS; run += 1) {
  for (const label of ["before", "after"] as const)
    films[label].push(await film(browser, new URL(PAGES.home, servers[label].url).href));
}
for (const { stop } of Object.values(servers)) await stop();
const strip = await draw(browser, { before: medianFilm(films.before), after: medianFilm(films.after) });
await browser.close();
const file = await sharp(strip).png({ palette: true, colours: COLOURS, effort: 10 }).toBuffer();
await writeFile(FILE, file);
console.info(`${FILE}: ${file.byteLength} bytes`);

function medianFilm(runs: Frame[][]): Frame[] {
  const byLength = runs.map((frames) => framesAtSteps(frames, STEP_MS)).toSorted((a, b) => a.length - b.length);
  return byLength[Math.floor(runs.length / 2)]!;
}

/** Draws a row for each film, as long as the longest one. A finished page stays as it is. */
async function draw(drawer: Browser, rows: Record<string, Frame[]>): Promise<Buffer> {
  const steps = Math.max(...Object.values(rows).map(({ length }) => length));
  const cells = (frames: Frame[]) =>
    Array.from({ length: steps }, (_, step) => {
      const { jpeg } = frames[step] ?? frames.at(-1)!;
      return `<figure><img src="data:image/jpeg;base64,${jpeg}"><figcaption>${((step * STEP_MS) / 1000).toFixed(1)} s</figcaption></figure>`;
    }).join("");
  const viewport = { width: steps * (FRAME_WIDTH_PX + 8) + 16, height: 100 };
  const page = await drawer.newPage({ viewport, deviceScaleFactor: 2 });
  await page.setContent(`<style>
      body { margin: 8px; background: #fff; color: #222; font: 12px sans-serif }
      h2 { margin: 4px; font-size: 14px }
      div { display: flex }
      figure { margin: 4px; width: ${FRAME_WIDTH_PX}px; text-align: center }
      img { display: block; width: 100%; outline: 1px solid #999 }
    </style>${Object.entries(rows)
      .map(([label, frames]) => `<h2>${label}</h2><div>${cells(frames)}</div>`)
      .join("")}`);
  return page.screenshot({ fullPage: true });
}
