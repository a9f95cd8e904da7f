import { Link } from "react-router";
import type { ListQuery } from "#schema/pages/pages.ts";
import { productPath } from "#schema/pages/paths.ts";
import type { CardPage } from "#schema/sites/sites.ts";
import { CloseIcon } from "../../../ui/icons.tsx";
import { listHref } from "../filters/list-href.ts";

type Props = { query: ListQuery; sites: CardPage; path: string };

/** Shows what the search understood. A link removes each part, also without scripts. */
export function UnderstoodNote({ query, sites: { understood, did_you_mean }, path }: Props) {
  const hrefOf = (q: string) => `${listHref(path, query, { q })}#results`;
  const product = understood?.product;
  const parts = [
    ...(product && product.without !== null ? [{ label: `leaving: ${product.name}`, without: product.without }] : []),
    ...(understood?.wishes ?? []),
  ];
  return (
    <>
      {did_you_mean && (
        <p className="did-you-mean">
          <Link to={hrefOf(did_you_mean)}>{`Did you mean “${did_you_mean}”?`}</Link>
        </p>
      )}
      {product && (
        <Link className="best-answer" to={productPath(product.slug)}>
          {`All alternatives to ${product.name}`}
        </Link>
      )}
      {parts.length > 0 && (
        <ul className="understood" aria-label="What the search understood">
          {parts.map(({ label, without }) => (
            <li key={label}>
              <Link to={hrefOf(without)} aria-label={`Remove “${label}”`} preventScrollReset>
                {label}
                <CloseIcon />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
