import { Link } from "react-router";
import type { CategoryCount } from "#schema/pages.ts";
import { categoryPath } from "#schema/paths.ts";
import { CATEGORY_LABELS } from "#schema/sites.ts";
import { CategoryIcon } from "./category-icon.tsx";
import { formatCount } from "./counts.ts";

export function CategoryDirectory({ categories }: { categories: CategoryCount[] }) {
  const sorted = categories
    .map(({ category, count }) => ({ category, count, label: CATEGORY_LABELS[category] }))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <ul className="category-directory">
      {sorted.map(({ category, count, label }) => (
        <li key={category}>
          <Link viewTransition to={categoryPath(category)}>
            <CategoryIcon category={category} />
            <span>{label}</span> <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
