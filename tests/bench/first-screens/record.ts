import { readFile, writeFile } from "node:fs/promises";
import type { Figure, Figures } from "./budgets.ts";
import type { FirstScreens } from "./measure.ts";
import { PAGE_KINDS, type PageKind } from "./pages.ts";

const FILE = new URL("record.json", import.meta.url);

/** What one idea changed, and one figure of a page right before and after it. */
export type Idea = {
  idea: string;
  changed: string;
  page: PageKind;
  figure: Figure;
  before: number;
  after: number;
};
export type FirstScreensRecord = {
  /** The commit of `before`. */
  commit: string;
  before: Record<PageKind, Figures>;
  ideas: Idea[];
};

export const readRecord = async () => JSON.parse(await readFile(FILE, "utf8")) as FirstScreensRecord;

export async function recordBefore(screens: FirstScreens): Promise<void> {
  const before = Object.fromEntries(PAGE_KINDS.map((kind) => [kind, screens[kind].figures]));
  await writeFile(FILE, `${JSON.stringify({ ...(await readRecord()), before }, null, 2)}\n`);
}
