import { Link } from "react-router";
import type { CategoryCount, ListQuery } from "#schema/pages/pages.ts";
import { categoryPath } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS, compareCategories } from "#schema/sites/sites.ts";
import { CategoryIcon } from "../logo/category-icon.tsx";
import { listHref } from "../filters/list-href.ts";
import { formatCount } from "../../../ui/counts.ts";

type Props = {
  categories: CategoryCount[];
  /** Its filters stay when the visitor opens a category. */
  query?: ListQuery;
};

export function CategoryDirectory({ categories, query }: Props) {
  const sorted = categories.toSorted((a, b) => compareCategories(a.category, b.category));
  return (
    <ul className="category-directory">
      {sorted.map(({ category, count }) => (
        <li key={category}>
          <Link
            viewTransition
            to={query ? listHref(categoryPath(category), query, { q: "", sort: null }) : categoryPath(category)}
          >
            <CategoryIcon category={category} />
            <span>{CATEGORY_LABELS[category]}</span> <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
