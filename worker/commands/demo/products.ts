import { hostOf } from "#schema/links.ts";
import { targets } from "#schema/tables/sites.ts";
import type { Db } from "../../db/connection.ts";
import { linkKey } from "../../names/keys.ts";
import { targetKey, targetSlug } from "../../names/targets.ts";

/** A line of products.jsonl: what staff write about a product. */
type DemoProduct = {
  name: string;
  link: string;
  about: string;
  whyLeave: string[];
  exportFormats: string;
  exportSteps: string[];
  exportLink: string;
  choices: string[];
};

/** Inserts products before the sites that name them. A product that is there stays as it is. */
export async function insertDemoProducts(db: Db, lines: string[], now: number): Promise<void> {
  const rows = lines.map((line) => {
    const { whyLeave, exportSteps, choices, ...product } = JSON.parse(line) as DemoProduct;
    const { name, link } = product;
    return {
      ...product,
      slug: targetSlug(name, link),
      nameKey: targetKey(name),
      linkKey: linkKey(link),
      domain: hostOf(link),
      whyLeave: whyLeave.join("\n"),
      exportSteps: exportSteps.join("\n"),
      exportChangedAt: now,
      choices: choices.join("\n"),
      choicesBy: "Demo Staff",
      choicesChangedAt: now,
      createdAt: now,
    };
  });
  await db.insert(targets).values(rows).onConflictDoNothing();
}
