import { Link, useLocation } from "react-router";
import { blogsPath, createSitePath, dashboardPath, homePath, loginPath, pricePath, withQuery } from "#schema/paths.ts";
import { useConfig } from "../config.tsx";
import { useSession } from "../session.tsx";
import { SwapIcon } from "../ui/icons.tsx";

export function Header() {
  const { name } = useConfig();
  return (
    <header className="site-header">
      <div className="wrap">
        <Link className="brand" to={homePath}>
          <SwapIcon />
          <span>{name}</span>
        </Link>
        <nav aria-label="Main">
          <ul>
            <li className="wide-only">
              <Link to="/#categories">Categories</Link>
            </li>
            <li className="wide-only">
              <Link to="/#popular">Popular</Link>
            </li>
            <li className="wide-only">
              <Link to={blogsPath}>Blog</Link>
            </li>
            <li className="wide-only">
              <Link to={pricePath}>Pricing</Link>
            </li>
            <li>
              <SessionLink />
            </li>
            <li>
              <Link className="button button-primary" to={createSitePath}>
                List a site
              </Link>
            </li>
          </ul>
        </nav>
      </div>
    </header>
  );
}

/** Both texts take the same width, so the session check moves nothing. */
function SessionLink() {
  const user = useSession();
  const { pathname, search } = useLocation();
  if (user) {
    return (
      <Link className="session-link" to={dashboardPath}>
        Dashboard
      </Link>
    );
  }
  return (
    <Link
      className="session-link"
      to={withQuery(loginPath, { next: pathname === homePath ? undefined : pathname + search })}
    >
      Sign In
    </Link>
  );
}
