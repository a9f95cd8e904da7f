import { CATEGORIES, type Category } from "#schema/sites/sites.ts";
import { TINTS } from "./monogram.ts";

/**
 * The tints are those of the monograms. A new category needs a symbol in `web/public/category-icons.svg`: the shapes of an
 * icon of https://lucide.dev/icons, in a `viewBox` with a margin of 4.
 */
export function CategoryIcon({ category }: { category: Category }) {
  return (
    <svg className={`icon category-icon tint-${CATEGORIES.indexOf(category) % TINTS}`} aria-hidden="true">
      <use href={`/category-icons.svg#${category}`} />
    </svg>
  );
}
