import { Link } from "react-router";
import type { CategoryCount } from "#schema/pages.ts";
import { categoryPath } from "#schema/paths.ts";
import { CATEGORY_LABELS, type Category } from "#schema/sites.ts";
import { formatCount } from "./counts.ts";

type Props = { categories: CategoryCount[]; current?: Category };

/** Every category that holds a site, by name, as a way into the directory. */
export function CategoryDirectory({ categories, current }: Props) {
  const sorted = categories
    .map(({ category, count }) => ({ category, count, label: CATEGORY_LABELS[category] }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
  return (
    <ul className="category-directory">
      {sorted.map(({ category, count, label }) => (
        <li key={category}>
          <Link to={categoryPath(category)} aria-current={category === current ? "page" : undefined}>
            <span>{label}</span> <span className="count">{formatCount(count)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
