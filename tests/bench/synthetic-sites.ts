import { CATEGORIES } from "#schema/sites/sites.ts";
import { syntheticFacts } from "./synthetic-facts.ts";

const SYLLABLES = "ba co di fu ga ho ji ka lo mi na po qua ri so ta u ve wo xi yo za sta pri gen flo net hub".split(
  " ",
);
const COMMON = "a the for and of open source self hosted app tool free software your with team data web server".split(
  " ",
);
const PRODUCTS = 520;
/** A product that exactly so many sites replace, in a directory of any size. */
export const PRODUCT = {
  name: "Five Hundred",
  link: "https://five-hundred.example/",
  slug: "five-hundred",
  sites: 500,
};

/**
 * Yields import lines, the same on every machine. As in real texts, few words are common and most are rare. `count` is at
 * least 500.
 */
export function* syntheticSites(count: number): Generator<string> {
  const random = mulberry32(20_261_121);
  // A sequence of its own, so that names and texts stay as they were before facts.
  const factRandom = mulberry32(20_261_125);
  const step = Math.floor(count / PRODUCT.sites);
  // Roughly Zipf's law: low ranks are far more frequent than high ones.
  const rank = (most: number) => Math.floor(most ** random()) - 1;
  const word = (number: number) => {
    let rest = number + 1;
    let spelled = "";
    while (rest > 0) {
      spelled += SYLLABLES[rest % SYLLABLES.length];
      rest = Math.floor(rest / SYLLABLES.length);
    }
    return spelled;
  };
  const words = (length: number) =>
    Array.from({ length }, () => (random() < 0.4 ? COMMON[rank(COMMON.length + 1)]! : word(rank(20_000))));

  for (let index = 0; index < count; index++) {
    const products = new Set(Array.from({ length: random() < 0.5 ? 0 : 1 + rank(5) }, () => rank(PRODUCTS)));
    yield JSON.stringify({
      name: words(1 + rank(4))
        .map((part) => part[0]!.toUpperCase() + part.slice(1))
        .join(" "),
      link: `https://site-${index}.example/`,
      description: words(12).join(" ").slice(0, 100).trim(),
      category: CATEGORIES[rank(CATEGORIES.length + 1)],
      alternatives: [
        ...[...products].map((product) => ({
          name: `Product ${word(product)} ${product}`,
          link: `https://product-${product}.example/`,
        })),
        ...(index % step === 0 && index / step < PRODUCT.sites ? [{ name: PRODUCT.name, link: PRODUCT.link }] : []),
      ],
      ...syntheticFacts(factRandom, PRODUCT.slug),
      ...(index % 50 === 0 && {
        content: {
          blocks: Array.from({ length: 20 }, () => ({ type: "paragraph", data: { text: words(60).join(" ") } })),
        },
      }),
    });
  }
}

/** Creates a seeded generator of random numbers from 0 to 1 (public domain, by Tommy Ettinger). */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
