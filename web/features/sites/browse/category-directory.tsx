import { Link } from "react-router";
import type { CategoryCount } from "#schema/pages.ts";
import { categoryPath } from "#schema/paths.ts";
import { CATEGORY_LABELS, compareCategories } from "#schema/sites.ts";
import { CategoryIcon } from "./category-icon.tsx";
import { formatCount } from "./counts.ts";

export function CategoryDirectory({ categories }: { categories: CategoryCount[] }) {
  const sorted = categories.toSorted((a, b) => compareCategories(a.category, b.category));
  return (
    <ul className="category-directory">
      {sorted.map(({ category, count }) => (
        <li key={category}>
          <Link viewTransition to={categoryPath(category)}>
            <CategoryIcon category={category} />
            <span>{CATEGORY_LABELS[category]}</span> <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
