import { Link, useLoaderData } from "react-router";
import type { ProductsPage } from "#schema/pages/pages.ts";
import { createSitePath, productsPath, withQuery } from "#schema/pages/paths.ts";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { countText } from "../../../ui/counts.ts";
import { Drawing } from "../../../ui/drawing.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { ProductTiles } from "./product-tiles.tsx";

export function Component() {
  const { groups, count, page, pages } = useLoaderData<ProductsPage>();
  const lead = `${countText(count, ["product", "products"])} from A to Z, with the number of sites that can replace each.`;
  return (
    <div className="wrap">
      <PageHead
        title={page > 1 ? `Products with alternatives, page ${page}` : "Products with alternatives, A to Z"}
        description={`Find what you want to leave: ${lead}`}
        path={hrefOf(page)}
      />
      <Breadcrumbs parents={[]} current={{ name: "Products", path: productsPath }} />
      <header className="page-header">
        <h1>Products</h1>
        <p className="lead">{lead}</p>
      </header>
      {groups.map(({ letter, products }) => (
        <section key={letter} className="letter" aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`}>{letter}</h2>
          <ProductTiles products={products} />
        </section>
      ))}
      {count === 0 && (
        <p className="empty">
          <Drawing name="empty" />
          No alternatives found. <Link to={createSitePath}>List a site</Link>
        </p>
      )}
      <Pager label="Pages of products" page={page} pages={pages} hrefOf={hrefOf} />
    </div>
  );
}

const hrefOf = (page: number) => withQuery(productsPath, { page });
