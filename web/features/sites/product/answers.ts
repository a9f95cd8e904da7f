import type { ProductPage } from "#schema/pages/pages.ts";
import type { GuideCounts } from "#schema/sites/product-guide.ts";
import type { CardSite } from "#schema/sites/sites.ts";
import { formatCount } from "../../../ui/counts.ts";
import { asSentence, listText } from "./product-texts.ts";

type Question = { question: string; answer: string };

const NAMED_MAX = 5;

/** Questions that the page itself answers: from the facts of the sites that it shows, counters, and what staff wrote. */
export function questionsOf({ product: { name, slug, count }, guide, sites }: ProductPage): Question[] {
  const counted = (fact: keyof GuideCounts, question: string, states: (site: CardSite) => boolean, claim: string) => {
    const names = sites.results.filter(states).map((site) => site.name);
    const total = guide.counts[fact];
    if (names.length === 0 || total === 0) return [];
    const isAll = names.length <= NAMED_MAX && names.length >= total;
    const list = listText(names.slice(0, NAMED_MAX));
    const start = `${formatCount(total)} of ${formatCount(count)} ${claim}`;
    return [{ question, answer: `${start}${isAll ? ":" : ", among them"} ${list}.` }];
  };
  const dropIns = sites.results.filter(({ pair }) => pair?.replaces === "drop_in").map((site) => site.name);
  return [
    ...counted(
      "open_source",
      `Which alternatives to ${name} are open source?`,
      ({ facts }) => facts.open_source === true,
      "are open source",
    ),
    ...counted(
      "self_hosted",
      `Can I host an alternative to ${name} myself?`,
      ({ facts }) => facts.hosting?.includes("self_hosted") === true,
      "can run on your own server",
    ),
    ...counted("free", `Which alternatives to ${name} are free?`, ({ facts }) => facts.pricing === "free", "are free"),
    ...counted(
      "imports",
      `Which alternatives import data from ${name}?`,
      ({ facts }) => facts.imports_from?.includes(slug) === true,
      `import from ${name}`,
    ),
    ...(dropIns.length > 0
      ? [
          {
            question: `Is there a drop-in replacement for ${name}?`,
            answer: `As their owners state it: ${listText(dropIns.slice(0, NAMED_MAX))}.`,
          },
        ]
      : []),
    ...movingOut(name, guide.moving_out),
  ];
}

function movingOut(name: string, moving: ProductPage["guide"]["moving_out"]): Question[] {
  if (!moving || (moving.steps.length === 0 && !moving.formats)) return [];
  const formats = moving.formats && `The data comes as ${moving.formats}.`;
  return [
    {
      question: `How do I get my data out of ${name}?`,
      answer: [...moving.steps.map(asSentence), formats].filter(Boolean).join(" "),
    },
  ];
}
