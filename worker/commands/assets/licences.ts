import { readFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "../bindings.ts";

const PARTS = [
  ["The font Instrument Sans", "@fontsource-variable/instrument-sans"],
  ["The icons of categories and controls, from Lucide", "lucide-static"],
] as const;

/** The licences of what others have drawn, for those who load these files. */
export async function licences(): Promise<Record<string, string>> {
  const texts = PARTS.map(async ([title, name]) => {
    const text = await readFile(path.join(ROOT, "node_modules", name, "LICENSE"), "utf8");
    return `${title}\n\n${text.trim()}\n`;
  });
  const simple =
    "The icons of share-icons.svg, from Simple Icons\n\nCC0 1.0: https://creativecommons.org/publicdomain/zero/1.0/\n";
  return { "public/licences.txt": [...(await Promise.all(texts)), simple].join(`\n${"=".repeat(80)}\n\n`) };
}
