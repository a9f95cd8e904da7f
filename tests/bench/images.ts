import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";

const DEMO_IMAGES = path.join(ROOT, "worker/commands/demo/images");
const LISTINGS = 1000;
/** Assumed for each listing. */
export const FILES_PER_LISTING: Record<string, number> = {
  "logo, 96 px": 1,
  "logo, 256 px": 1,
  "screenshot, 400 px": 3,
  "screenshot, 800 px": 3,
  "screenshot, 1,600 px": 3,
};
const NAMES: [suffix: string, name: string][] = [
  [".w96.webp", "logo, 96 px"],
  ["-256x256.webp", "logo, 256 px"],
  [".w400.webp", "screenshot, 400 px"],
  [".w800.webp", "screenshot, 800 px"],
  ["-1600x1000.webp", "screenshot, 1,600 px"],
];

/** R2: storage of a GB in a month, and a million writes. Cloudflare's Images: 1,000 files beyond 5,000 a month. */
const PRICES = { r2GbMonth: 0.015, r2MillionWrites: 4.5, thousandTransformations: 0.5, freeTransformations: 5000 };

export type ImageFigures = {
  files: { name: string; perListing: number; averageBytes: number; largestBytes: number }[];
  listings: number;
  megabytes: number;
  transformations: number;
  monthlyUsd: number;
  onceUsd: number;
};

/** The bytes of the demo directory's images, and what the images of 1,000 listings would cost. */
export async function measureImages(): Promise<ImageFigures> {
  const sizes = new Map<string, number[]>();
  for (const file of await readdir(DEMO_IMAGES)) {
    const [, name] = NAMES.find(([suffix]) => file.endsWith(suffix)) ?? [];
    if (name) sizes.set(name, [...(sizes.get(name) ?? []), (await stat(path.join(DEMO_IMAGES, file))).size]);
  }
  const files = Object.entries(FILES_PER_LISTING).map(([name, perListing]) => {
    const bytes = sizes.get(name)!;
    const sum = bytes.reduce((total, size) => total + size, 0);
    return { name, perListing, averageBytes: sum / bytes.length, largestBytes: Math.max(...bytes) };
  });
  const transformations = LISTINGS * files.reduce((sum, { perListing }) => sum + perListing, 0);
  const megabytes = (LISTINGS * files.reduce((sum, file) => sum + file.perListing * file.averageBytes, 0)) / 1e6;
  return {
    files,
    listings: LISTINGS,
    megabytes,
    transformations,
    monthlyUsd: (megabytes / 1000) * PRICES.r2GbMonth,
    onceUsd:
      (transformations / 1e6) * PRICES.r2MillionWrites +
      (Math.max(0, transformations - PRICES.freeTransformations) / 1000) * PRICES.thousandTransformations,
  };
}
