import { useState, type MouseEvent } from "react";
import { Link } from "react-router";
import { productPath, productsPath, sitePath } from "#schema/pages/paths.ts";
import type { Page, PopularAlternative } from "#schema/sites/sites.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { formatCount } from "../../../ui/counts.ts";
import { Logo } from "../logo/logo.tsx";

const NAMED_SITES = 3;

type Props = { popular: Page<PopularAlternative>; hrefOf: (page: number) => string };

export function PopularSection({ popular, hrefOf }: Props) {
  const [opened, setOpened] = useState<PopularAlternative | null>(null);
  return (
    <section id="popular" className="section" aria-labelledby="popular-title">
      <h2 id="popular-title">Popular Alternatives</h2>
      <p className="section-intro">The products with the most alternatives, and well-known sites that replace them.</p>
      {popular.results.length > 0 ? (
        <table className="popular">
          <thead>
            <tr>
              <th scope="col">Leaving</th>
              <th scope="col" className="popular-to">
                Going to
              </th>
              <th scope="col" className="popular-to popular-count">
                Choices
              </th>
            </tr>
          </thead>
          <tbody>
            {popular.results.map((product) => (
              <PopularRow key={product.slug} product={product} onOpen={setOpened} />
            ))}
          </tbody>
        </table>
      ) : (
        <p className="empty">No alternatives found</p>
      )}
      <Pager label="Pages of popular alternatives" page={popular.page} pages={popular.pages} hrefOf={hrefOf} />
      {popular.results.length > 0 && (
        <p className="actions">
          <Link className="button" to={productsPath}>
            All products
          </Link>
        </p>
      )}
      {opened && <PopularDialog product={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

type RowProps = { product: PopularAlternative; onOpen: (product: PopularAlternative) => void };

function PopularRow({ product, onOpen }: RowProps) {
  const { name, slug, count, sites } = product;
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(product);
  };
  return (
    <tr>
      <th scope="row">
        <Link to={productPath(slug)} aria-haspopup="dialog" onClick={open}>
          <Logo name={name} size={32} isProduct />
          <span>{name}</span>
        </Link>
      </th>
      <td>
        <ul>
          {sites.slice(0, NAMED_SITES).map((site) => (
            <li key={site.blog_slug}>
              <Link viewTransition to={sitePath(site.blog_slug)}>
                <Logo name={site.name} size={24} />
                <span>{site.name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </td>
      <td className="popular-count count">{formatCount(count)}</td>
    </tr>
  );
}

function PopularDialog({ product, onClose }: { product: PopularAlternative; onClose: () => void }) {
  const { name, slug, count, sites } = product;
  return (
    <Dialog title={`Alternatives to ${name}`} onClose={onClose}>
      <ul className="popular-sites">
        {sites.map((site) => (
          <li key={site.blog_slug}>
            <Link viewTransition to={sitePath(site.blog_slug)}>
              {site.name}
            </Link>
          </li>
        ))}
      </ul>
      <p className="dialog-footer">
        <Link className="button button-primary" to={productPath(slug)}>
          See all {count}
        </Link>
      </p>
    </Dialog>
  );
}
