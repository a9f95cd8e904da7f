import { useLoaderData } from "react-router";
import type { CategoriesPage } from "#schema/pages/pages.ts";
import { categoriesPath } from "#schema/pages/paths.ts";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { countText } from "../../../ui/counts.ts";
import { CategoryDirectory } from "./category-directory.tsx";

export function Component() {
  const { categories } = useLoaderData<CategoriesPage>();
  const total = categories.reduce((sum, { count }) => sum + count, 0);
  const lead = `${countText(total, ["site", "sites"])} in ${categories.length} categories, each with the products it can replace.`;
  return (
    <div className="wrap">
      <PageHead title="Categories of software" description={lead} path={categoriesPath} />
      <Breadcrumbs parents={[]} current={{ name: "Categories", path: categoriesPath }} />
      <header className="page-header">
        <h1>Categories</h1>
        <p className="lead">{lead}</p>
      </header>
      <CategoryDirectory categories={categories} />
    </div>
  );
}
