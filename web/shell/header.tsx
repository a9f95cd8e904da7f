import { Link, useLocation } from "react-router";
import {
  blogsPath,
  categoriesPath,
  createSitePath,
  dashboardPath,
  homePath,
  loginPath,
  pricePath,
  productsPath,
  withQuery,
} from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";
import { useSession } from "../data/session.tsx";
import { GridIcon, ArticleIcon, Mark, SearchIcon, TagIcon, UserIcon } from "../ui/icons.tsx";
import { SearchDialog, useSearchDialog } from "./search-dialog.tsx";

/**
 * One list of links for all widths: on phones, CSS moves it to the bottom of the screen, where a thumb reaches it. The
 * fields of the search are in `search-dialog.tsx`.
 */
export function Header() {
  const { name } = useConfig();
  const current = useCurrent();
  const searchDialog = useSearchDialog();
  return (
    <>
      <header className="site-header">
        <div className="wrap">
          <Link className="brand" to={homePath}>
            <Mark />
            <span>{name}</span>
          </Link>
          <nav aria-label="Main">
            <ul>
              <li>
                <Link
                  className="search-link"
                  to="/#search"
                  aria-haspopup="dialog"
                  aria-keyshortcuts="/ Control+K Meta+K"
                  onClick={searchDialog.open}
                >
                  <SearchIcon />
                  Search <kbd aria-hidden="true">/</kbd>
                </Link>
              </li>
              <li>
                <Link to={categoriesPath} aria-current={current(categoriesPath)}>
                  <GridIcon />
                  Categories
                </Link>
              </li>
              <li>
                <Link to={productsPath} aria-current={current(productsPath)}>
                  <TagIcon />
                  Products
                </Link>
              </li>
              <li>
                <Link to={blogsPath} aria-current={current(blogsPath)}>
                  <ArticleIcon />
                  Blog
                </Link>
              </li>
              <li className="wide-only">
                <Link to={pricePath} aria-current={current(pricePath)}>
                  Pricing
                </Link>
              </li>
              <li className="session-item">
                <SessionLink />
              </li>
            </ul>
          </nav>
          <Link className="button" to={createSitePath}>
            List a site
          </Link>
        </div>
      </header>
      {searchDialog.isOpen && <SearchDialog onClose={searchDialog.close} />}
    </>
  );
}

/** Marks the link to the section that the page is in. A site's page may have a path that starts with the same letters. */
function useCurrent() {
  const { pathname } = useLocation();
  return (section: string) => (`${pathname}/`.startsWith(`${section}/`) ? "true" : undefined);
}

/** Both texts take the same width, so the session check moves nothing. */
function SessionLink() {
  const user = useSession();
  const current = useCurrent();
  const { pathname, search } = useLocation();
  return (
    <Link
      className="session-link"
      to={user ? dashboardPath : withQuery(loginPath, { next: pathname === homePath ? undefined : pathname + search })}
      aria-current={current(user ? dashboardPath : loginPath)}
    >
      <UserIcon />
      <span>{user ? "Dashboard" : "Sign In"}</span>
    </Link>
  );
}
