import { isBlank, normalizeLine } from "#schema/values/text.ts";
import type { Offer, Section } from "../../documents/editor/offered-sections.ts";
import { isEmptyArticle } from "../../documents/article-content.ts";
import type { DraftAlternative, SiteDraft } from "../draft/site-draft.ts";

/** The headings that the editor offers for an article. They are open if the article is empty. */
export function offerTemplate({ alternatives, content, openSections }: SiteDraft): Offer {
  const sections: Section[] = [
    {
      key: "suits",
      heading: "Who it suits",
      prompt: "Which people or teams is it made for? Who should choose something else?",
    },
    {
      key: "difference",
      heading: differenceHeading(alternatives),
      prompt: "What does it do better? What does it leave out?",
    },
    {
      key: "moving",
      heading: "Moving over",
      prompt: "What can people bring with them, and how? How long does it take?",
    },
    {
      key: "limits",
      heading: "Limits",
      prompt: "What can it not do yet? On which devices and in which languages does it work?",
    },
    {
      key: "price",
      heading: "Price",
      prompt: "What does it cost? What is free?",
    },
  ];
  return { sections, open: openSections ?? (isEmptyArticle(content) ? sections.map(({ key }) => ({ key })) : []) };
}

/** Renames the heading with the first product after a change of the products, unless the owner changed the heading. */
export function renameHeading(content: string, before: DraftAlternative[], after: DraftAlternative[]): string {
  const dataOf = (products: DraftAlternative[]) => JSON.stringify({ text: differenceHeading(products), level: 2 });
  return content.replaceAll(dataOf(before), () => dataOf(after));
}

function differenceHeading(products: DraftAlternative[]): string {
  const first = products.find(({ name }) => !isBlank(name));
  return first ? `What is different from ${escapeText(normalizeLine(first.name))}` : "What is different";
}

/** As the editor saves it, so that an untouched heading is found. */
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
