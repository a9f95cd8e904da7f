import { Link } from "react-router";
import {
  aboutPath,
  blogsPath,
  categoriesPath,
  categoryPath,
  compareStartPath,
  contactPath,
  createSitePath,
  feedPath,
  pricePath,
  productsPath,
} from "#schema/pages/paths.ts";
import { CATEGORIES, CATEGORY_LABELS, compareCategories } from "#schema/sites/sites.ts";
import { useConfig } from "../data/config.tsx";

const CATEGORIES_BY_LABEL = CATEGORIES.toSorted(compareCategories);

export function Footer() {
  const { name } = useConfig();
  return (
    <footer className="site-footer">
      <div className="wrap">
        <section aria-labelledby="footer-about">
          <h2 id="footer-about">{name}</h2>
          <p>
            The owners of sites marked <span className="badge">FEATURED</span> or “Sponsored” pay for extra places: up
            to three above a list and two inside an article. These sites take turns, each for the same time. Payment
            does not change the order of lists and searches, and every site in them is listed for free.
          </p>
          <ul className="footer-links">
            <li>
              <Link to={createSitePath}>List a site</Link>
            </li>
            <li>
              <Link to={productsPath}>Products</Link>
            </li>
            <li>
              <Link to={categoriesPath}>Categories</Link>
            </li>
            <li>
              <Link to={compareStartPath}>Compare</Link>
            </li>
            <li>
              <Link to={pricePath}>Pricing</Link>
            </li>
            <li>
              <Link to={blogsPath}>Blog</Link>
            </li>
            <li>
              <Link to={aboutPath}>About</Link>
            </li>
            <li>
              <Link to={`${aboutPath}?tab=terms`}>Terms</Link>
            </li>
            <li>
              <Link to={`${aboutPath}?tab=privacy`}>Privacy</Link>
            </li>
            <li>
              <Link to={contactPath}>Contact</Link>
            </li>
            <li>
              <a href={feedPath}>Feed</a>
            </li>
          </ul>
        </section>
        <nav aria-labelledby="footer-categories">
          <h2 id="footer-categories">Categories</h2>
          <ul className="footer-categories">
            {CATEGORIES_BY_LABEL.map((category) => (
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
