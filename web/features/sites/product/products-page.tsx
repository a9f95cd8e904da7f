import { Link, useLoaderData } from "react-router";
import type { ProductsPage } from "#schema/pages/pages.ts";
import { createSitePath, productsPath, withQuery } from "#schema/pages/paths.ts";
import { PRODUCTS_PER_PAGE } from "#schema/sites/sites.ts";
import { Breadcrumbs } from "../../../layout/breadcrumbs.tsx";
import { PageHead } from "../../../layout/page-head.tsx";
import { countText } from "../../../ui/counts.ts";
import { Drawing } from "../../../ui/drawing.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { ProductTiles } from "./product-tiles.tsx";

export function Component() {
  const { groups, letters, page, pages } = useLoaderData<ProductsPage>();
  const total = letters.reduce((sum, { count }) => sum + count, 0);
  const lead = `${countText(total, ["product", "products"])} from A to Z, with the number of sites that can replace each.`;
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
      {pages > 1 && <Letters letters={letters} />}
      {groups.map(({ letter, products }) => (
        <section key={letter} className="letter" aria-labelledby={idOf(letter)}>
          <h2 id={idOf(letter)}>{textOf(letter)}</h2>
          <ProductTiles products={products} />
        </section>
      ))}
      {total === 0 && (
        <p className="empty">
          <Drawing name="empty" />
          No alternatives found. <Link to={createSitePath}>List a site</Link>
        </p>
      )}
      <Pager label="Pages of products" page={page} pages={pages} hrefOf={hrefOf} />
    </div>
  );
}

/** Full page loads, so that the browser continues at the letter, also for the keyboard. */
function Letters({ letters }: Pick<ProductsPage, "letters">) {
  return (
    <nav aria-label="Letters">
      <ul className="link-tabs letters">
        {lettersWithPages(letters).map(({ letter, page }) => (
          <li key={letter}>
            <a href={`${hrefOf(page)}#${idOf(letter)}`}>{textOf(letter)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `page`: that on which the letter begins. */
export function lettersWithPages(letters: ProductsPage["letters"]): { letter: string; page: number }[] {
  let before = 0;
  return letters.map(({ letter, count }) => {
    const page = Math.floor(before / PRODUCTS_PER_PAGE) + 1;
    before += count;
    return { letter, page };
  });
}

const hrefOf = (page: number) => withQuery(productsPath, { page });
const idOf = (letter: string) => `letter-${letter}`;

const OTHER: Record<string, string> = { "0": "0–9", "~": "Other" };
const textOf = (letter: string) => OTHER[letter] ?? letter.toUpperCase();
