import { Link } from "react-router";
import { categoryPath, createSitePath, feedPath } from "#schema/paths.ts";
import { CATEGORIES, CATEGORY_LABELS } from "#schema/sites.ts";
import { useConfig } from "../config.tsx";

export function Footer() {
  const { name, supportEmail } = useConfig();
  return (
    <footer className="site-footer">
      <div className="wrap">
        <section aria-labelledby="footer-about">
          <h2 id="footer-about">{name}</h2>
          <p>
            Places marked <span className="badge">FEATURED</span> or “Sponsored” are paid for by the owners of those
            sites. They come first in lists; in a search they only decide between equally good matches. Everything else
            is listed free of charge.
          </p>
          <ul className="footer-links">
            <li>
              <Link to={createSitePath}>List your site</Link>
            </li>
            <li>
              <a href={feedPath}>New listings feed</a>
            </li>
            <li>
              <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
            </li>
          </ul>
        </section>
        <nav aria-labelledby="footer-categories">
          <h2 id="footer-categories">Categories</h2>
          <ul className="footer-categories">
            {CATEGORIES.map((category) => (
              <li key={category}>
                <Link to={categoryPath(category)}>{CATEGORY_LABELS[category]}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  );
}
