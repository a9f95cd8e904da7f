import { isRouteErrorResponse, Link, useLocation, useParams, useRouteError } from "react-router";
import { blogsPath, homePath } from "#schema/paths.ts";
import { useConfig } from "../config.tsx";
import { ErrorSearch } from "./error-search.tsx";

/** What the server says of a failure beside its status. */
export type ErrorFacts = { requestId: string | undefined };

/** In place of a page that does not exist, is gone or could not be loaded. */
export function ErrorPage() {
  const error = useRouteError();
  const { slug, post, target } = useParams();
  const { pathname, search } = useLocation();
  const { name, supportEmail } = useConfig();
  // Without a response, the network failed.
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  const firstPage = status === 404 ? firstPageOf(pathname, search) : undefined;
  const isMissing = status === 404 || status === 410;
  const requestId = status && status >= 500 ? (error as { data?: ErrorFacts }).data?.requestId : undefined;
  const { title, text, canRetry } = explain(
    status,
    firstPage ? "list" : slug ? "site" : post ? "post" : target ? "target" : SHOWN_AT[pathname],
  );
  return (
    <div className="wrap error-page">
      <title>{`${title} – ${name}`}</title>
      <meta name="robots" content="noindex" />
      {status && <p className="error-status">{status}</p>}
      <h1>{title}</h1>
      <p>{text}</p>
      {requestId && (
        <p>
          If it goes on, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and quote this code:{" "}
          <code>{requestId}</code>
        </p>
      )}
      {isMissing && <ErrorSearch words={(slug ?? post ?? target ?? "").replaceAll("-", " ")} />}
      <p className="actions">
        {canRetry && (
          // A new document: nothing of the failed one is worth keeping.
          <a className="button button-primary" href={pathname + search}>
            Try again
          </a>
        )}
        {firstPage && (
          <Link className="button button-primary" to={firstPage}>
            Go to the first page
          </Link>
        )}
        <Link className={canRetry || firstPage ? "button" : "button button-primary"} to={homePath}>
          Return to Homepage
        </Link>
      </p>
    </div>
  );
}

/** What addresses name pages of lists by. */
const PAGE_PARAMETERS = ["page", "popular", "featured", "related"];

/** The address without its pages of lists; empty where it names none. */
function firstPageOf(pathname: string, search: string): string | undefined {
  const params = new URLSearchParams(search);
  if (!PAGE_PARAMETERS.some((name) => params.has(name))) return undefined;
  for (const name of PAGE_PARAMETERS) params.delete(name);
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

type Shown = "list" | "sites" | "site" | "target" | "posts" | "post";

const SHOWN_AT: Record<string, Shown> = { [homePath]: "sites", [blogsPath]: "posts" };

const FAILURES: Partial<Record<Shown, string>> = {
  sites: "Failed to load public sites.",
  target: "Failed to load popular alternatives.",
  posts: "Failed to fetch blogs.",
};

type Explanation = { title: string; text: string; canRetry?: boolean };

/** `shown`: what the address would show, where that is known. */
function explain(status: number | undefined, shown?: Shown): Explanation {
  if (status === 410 && shown === "post") {
    return { title: "Blog post not found", text: "This blog post was published here, but it was removed." };
  }
  if (status === 410) {
    return { title: "Site not found", text: "This site was listed here, but its page was removed." };
  }
  if (status === 404 && shown === "post") {
    return { title: "Blog post not found", text: "Failed to fetch blog details. No blog post has this address." };
  }
  if (status === 404 && shown === "site") {
    return { title: "Site not found", text: "Page not found: no listed site has this address." };
  }
  if (status === 404 && shown === "list")
    return { title: "Page not found", text: "There is no page at this address. The list may have become shorter." };
  if (status === 404) return { title: "Page not found", text: "There is no page at this address." };
  const failure =
    shown === "site" && !status ? "Failed to load the blog details for this site." : shown && FAILURES[shown];
  return {
    title: "Not available right now",
    text: failure ?? "Failed to load content. Please try again later.",
    canRetry: true,
  };
}
