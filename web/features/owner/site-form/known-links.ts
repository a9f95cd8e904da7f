import { isBlank } from "#schema/values/text.ts";
import { renameHeading } from "./article-template.ts";
import { findOption } from "../site-facts/list-options.ts";
import type { SiteDraft } from "../draft/site-draft.ts";

/** Completes alternatives that have the name of a product and no URL, as if its suggestion had been chosen. */
export const addKnownLinks = (current: () => SiteDraft, change: (changes: Partial<SiteDraft>) => void) =>
  Promise.all(
    current().alternatives.map(async ({ name, link }) => {
      if (isBlank(name) || !isBlank(link)) return;
      const product = await findOption("products", name.trim()).catch(() => undefined);
      if (!product) return;
      const { alternatives, content } = current();
      const known = alternatives.map((row) =>
        row.name === name && isBlank(row.link) ? { ...row, name: product.text, link: product.link! } : row,
      );
      change({ alternatives: known, content: renameHeading(content, alternatives, known) });
    }),
  );
