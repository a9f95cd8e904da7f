import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
import { filesByWidth } from "#schema/site-image-files.ts";
import { fixedCut } from "../../assets/font.ts";
import { drawings } from "./drawings.ts";

export const IMAGES = path.join(import.meta.dirname, "../images");
const TEXT = { wght: 600, wdth: 100 };

/** The files of the drawings that `isWanted` accepts by name. */
export async function drawnFiles(isWanted: (file: string) => boolean): Promise<Record<string, Buffer>> {
  const wanted = Object.entries(drawings()).filter(([file]) => isWanted(file));
  const folder = await mkdtemp(path.join(tmpdir(), "fonts-"));
  const font = path.join(folder, "text.ttf");
  const files: Record<string, Buffer> = {};
  try {
    await writeFile(font, await fixedCut(TEXT, Object.values(drawings()).join("")));
    for (const [widest, svg] of wanted) {
      for (const [file, width] of filesByWidth(widest)) files[file] = await webp(svg, width, font);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return files;
}

async function webp(svg: string, width: number, font: string): Promise<Buffer> {
  const image = new Resvg(svg, {
    fitTo: { mode: "width", value: width },
    font: { fontFiles: [font], loadSystemFonts: false },
  }).render();
  // Flat drawings are smallest with few colours and without loss.
  const few = await sharp(image.asPng()).png({ palette: true, colours: 64, dither: 0 }).toBuffer();
  return sharp(few).webp({ lossless: true, effort: 6 }).toBuffer();
}
