import { Link } from "react-router";
import { categoryPath } from "#schema/paths.ts";
import { CATEGORY_LABELS, type Category } from "#schema/sites.ts";

export function CategoryLink({ category }: { category: Category }) {
  return (
    <Link className="category-link" to={categoryPath(category)}>
      {CATEGORY_LABELS[category]}
    </Link>
  );
}
