import { CATEGORIES, type Category } from "#schema/sites.ts";
import { TINTS } from "../card/monogram.ts";

/** `npm run assets` makes the file of the icons. The tints are those of the monograms. */
export function CategoryIcon({ category }: { category: Category }) {
  return (
    <svg className={`icon category-icon tint-${CATEGORIES.indexOf(category) % TINTS}`} aria-hidden="true">
      <use href={`/category-icons.svg#${category}`} />
    </svg>
  );
}
