import { CATEGORIES, CATEGORY_LABELS, type SitePage } from "#schema/sites.ts";
import type { Question } from "./question.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordsOf } from "./words.ts";

const MAX_NEEDS = 4;

/** Returns what pages offer if a search finds nothing: needs of the thesaurus and a category that share its words. */
export function nearestOf(
  { units, extras, needs, words }: Question,
  vocabulary: Vocabulary,
): NonNullable<SitePage["nearest"]> {
  const asked = [...units, ...extras]
    .flatMap((unit) => [unit.words, ...unit.terms])
    .concat(needs)
    .flat();
  const stems = vocabulary.stemsOf(asked.length > 0 ? asked : words);
  const shares = (text: string) => vocabulary.stemsOf(wordsOf(text)).some((stem) => stems.includes(stem));
  const category = CATEGORIES.find((name) => shares(CATEGORY_LABELS[name]));
  return {
    needs: vocabulary.nearestNeeds(stems).slice(0, MAX_NEEDS),
    category: category ? { name: CATEGORY_LABELS[category], slug: category } : null,
  };
}
