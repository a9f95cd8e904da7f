import { Link } from "react-router";
import type { CategoryCount, ListQuery } from "#schema/pages.ts";
import { categoryPath } from "#schema/paths.ts";
import { CATEGORY_LABELS, compareCategories } from "#schema/sites.ts";
import { CategoryIcon } from "./category-icon.tsx";
import { listHref } from "../filters/list-href.ts";
import { formatCount } from "./counts.ts";

type Props = {
  categories: CategoryCount[];
  /** Its filters stay when the visitor opens a category. */
  query: ListQuery;
};

export function CategoryDirectory({ categories, query }: Props) {
  const sorted = categories.toSorted((a, b) => compareCategories(a.category, b.category));
  return (
    <ul className="category-directory">
      {sorted.map(({ category, count }) => (
        <li key={category}>
          <Link viewTransition to={listHref(categoryPath(category), query, { q: "", sort: null })}>
            <CategoryIcon category={category} />
            <span>{CATEGORY_LABELS[category]}</span> <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
