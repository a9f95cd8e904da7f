import type { ReactNode } from "react";
import { Link } from "react-router";
import { NextIcon, PreviousIcon } from "./icons.tsx";
import { pagerItems } from "./pager-items.ts";

type Props = {
  label: string;
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
};

export function Pager({ label, page, pages, hrefOf }: Props) {
  if (pages <= 1 || page > pages) return null;
  return (
    <nav className="pager" aria-label={label}>
      <Step to={page > 1 ? hrefOf(page - 1) : null} rel="prev">
        <PreviousIcon />
        Previous
      </Step>
      <ol>
        {pagerItems(page, pages).map((item, index) => (
          <li key={item === "gap" ? `gap-${index}` : item}>
            {item === "gap" ? (
              <span className="pager-gap">…</span>
            ) : (
              <Link
                className="pager-page"
                viewTransition
                to={hrefOf(item)}
                aria-current={item === page ? "page" : undefined}
                aria-label={`Page ${item}`}
              >
                {item}
              </Link>
            )}
          </li>
        ))}
      </ol>
      <Step to={page < pages ? hrefOf(page + 1) : null} rel="next">
        Next
        <NextIcon />
      </Step>
    </nav>
  );
}

function Step({ to, rel, children }: { to: string | null; rel: "prev" | "next"; children: ReactNode }) {
  if (to === null) {
    return (
      <span className="pager-step" aria-disabled="true">
        {children}
      </span>
    );
  }
  return (
    <Link className="pager-step" viewTransition to={to} rel={rel}>
      {children}
    </Link>
  );
}
