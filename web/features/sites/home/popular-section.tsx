import { useState, type MouseEvent } from "react";
import { Link } from "react-router";
import { sitePath, targetPath } from "#schema/paths.ts";
import type { Page, PopularAlternative } from "#schema/sites.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { countText } from "../browse/counts.ts";

const NAMED_SITES = 3;

type Props = { popular: Page<PopularAlternative>; hrefOf: (page: number) => string };

export function PopularSection({ popular, hrefOf }: Props) {
  const [opened, setOpened] = useState<PopularAlternative | null>(null);
  return (
    <section id="popular" className="section" aria-labelledby="popular-title">
      <h2 id="popular-title">Popular Alternatives</h2>
      <p className="section-intro">The products with the most alternatives.</p>
      {popular.results.length > 0 ? (
        <ul className="grid grid-narrow">
          {popular.results.map((product) => (
            <li key={product.slug}>
              <PopularCard product={product} onOpen={setOpened} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="empty">No alternatives found</p>
      )}
      <Pager label="Pages of popular alternatives" page={popular.page} pages={popular.pages} hrefOf={hrefOf} />
      {opened && <PopularDialog product={opened} onClose={() => setOpened(null)} />}
    </section>
  );
}

type CardProps = { product: PopularAlternative; onOpen: (product: PopularAlternative) => void };

function PopularCard({ product, onOpen }: CardProps) {
  const { name, slug, count, sites } = product;
  const named = sites.slice(0, NAMED_SITES).map((site) => site.name);
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(product);
  };
  return (
    <article className="card popular-card">
      <h3>
        <Link className="card-link" to={targetPath(slug)} aria-haspopup="dialog" onClick={open}>
          {name}
        </Link>
      </h3>
      <p className="count">{countText(count, ["alternative", "alternatives"])}</p>
      <p className="popular-names">{named.join(", ") + (count > named.length ? ", …" : "")}</p>
    </article>
  );
}

function PopularDialog({ product, onClose }: { product: PopularAlternative; onClose: () => void }) {
  const { name, slug, count, sites } = product;
  return (
    <Dialog title={`Alternatives to ${name}`} onClose={onClose}>
      <ul className="popular-sites">
        {sites.map((site) => (
          <li key={site.blog_slug}>
            <Link to={sitePath(site.blog_slug)}>{site.name}</Link>
          </li>
        ))}
      </ul>
      <p className="dialog-footer">
        <Link className="button button-primary" to={targetPath(slug)}>
          See all {count}
        </Link>
      </p>
    </Dialog>
  );
}
