import { CATEGORIES, type Category } from "#schema/sites.ts";
import { TINTS } from "../card/monogram.ts";

/** `npm run assets` makes the file of the icons. The tints are those of the monograms. */
export function CategoryIcon({ category }: { category: Category }) {
  return (
    <svg
      className={`icon category-icon tint-${CATEGORIES.indexOf(category) % TINTS}`}
      viewBox="-4 -4 32 32"
      width="28"
      height="28"
      aria-hidden="true"
    >
      <use href={`/category-icons.svg#${category}`} width="24" height="24" />
    </svg>
  );
}
