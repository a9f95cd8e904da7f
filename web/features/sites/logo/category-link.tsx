import { Link } from "react-router";
import { categoryPath } from "#schema/pages/paths.ts";
import { CATEGORY_LABELS, type Category } from "#schema/sites/sites.ts";
import { CategoryIcon } from "./category-icon.tsx";

export function CategoryLink({ category }: { category: Category }) {
  return (
    <Link className="category-link" viewTransition to={categoryPath(category)}>
      <CategoryIcon category={category} />
      {CATEGORY_LABELS[category]}
    </Link>
  );
}
