import { isRouteErrorResponse, Link, useLocation, useParams, useRouteError } from "react-router";
import { blogsPath, homePath } from "#schema/pages/paths.ts";
import { useConfig } from "../data/config.tsx";
import { Drawing } from "../ui/drawing.tsx";
import { ErrorSearch } from "./error-search.tsx";

export type ErrorFacts = { requestId: string | undefined };

export function ErrorPage() {
  const error = useRouteError();
  const params = useParams();
  const parameter = PARAMETERS.find((name) => params[name]);
  const { pathname, search } = useLocation();
  const { name, supportEmail } = useConfig();
  // Undefined if no response came.
  const status = isRouteErrorResponse(error) ? error.status : undefined;
  const firstPage = status === 404 ? firstPageOf(pathname, search) : undefined;
  const isMissing = status === 404 || status === 410;
  const requestId = status && status >= 500 ? (error as { data?: ErrorFacts }).data?.requestId : undefined;
  const { title, text, canRetry } = explain(
    status,
    firstPage ? "list" : parameter ? SHOWN_BY[parameter] : SHOWN_AT[pathname],
  );
  return (
    <div className="wrap error-page">
      <title>{`${title} – ${name}`}</title>
      <meta name="robots" content="noindex" />
      <Drawing name={isMissing ? "not-found" : "offline"} />
      {status && <p className="error-status">{status}</p>}
      <h1>{title}</h1>
      <p className="lead">{text}</p>
      {requestId && (
        <p>
          If this happens again, write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a> and include this code:{" "}
          <code>{requestId}</code>
        </p>
      )}
      {isMissing && <ErrorSearch words={(parameter ? params[parameter]! : "").replaceAll("-", " ")} />}
      <p className="actions">
        {canRetry && (
          // A full page load starts from scratch.
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

const PAGE_PARAMETERS = ["page", "popular", "featured", "related"];

/** Returns the URL without page numbers, or undefined if it has none. */
function firstPageOf(pathname: string, search: string): string | undefined {
  const params = new URLSearchParams(search);
  if (!PAGE_PARAMETERS.some((name) => params.has(name))) return undefined;
  for (const name of PAGE_PARAMETERS) params.delete(name);
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

type Shown = "list" | "sites" | "site" | "product" | "comparison" | "posts" | "post";

/** By the parameter of the path. */
const SHOWN_BY = { slug: "site", post: "post", product: "product", compared: "comparison" } as const;
const PARAMETERS = Object.keys(SHOWN_BY) as (keyof typeof SHOWN_BY)[];

const SHOWN_AT: Record<string, Shown> = { [homePath]: "sites", [blogsPath]: "posts" };

const FAILURES: Partial<Record<Shown, string>> = {
  sites: "Failed to load public sites.",
  product: "Failed to load popular alternatives.",
  posts: "Failed to fetch blogs.",
};

type Explanation = { title: string; text: string; canRetry?: boolean };

function explain(status: number | undefined, shown?: Shown): Explanation {
  if (status === 410 && shown === "post") {
    return { title: "Blog post not found", text: "This blog post was published here, but it has been deleted." };
  }
  if (status === 410 && shown === "comparison") {
    return {
      title: "Comparison not found",
      text: "One of these sites was listed here, but its listing has been deleted.",
    };
  }
  if (status === 404 && shown === "comparison") {
    return {
      title: "Comparison not found",
      text: "One of these sites is not listed here, or there are more than four.",
    };
  }
  if (status === 410) {
    return { title: "Site not found", text: "This site was listed here, but its listing has been deleted." };
  }
  if (status === 404 && shown === "post") {
    return {
      title: "Blog post not found",
      text: "Failed to fetch blog details. There is no blog post at this web address.",
    };
  }
  if (status === 404 && shown === "site") {
    return { title: "Site not found", text: "Page not found: there is no listed site at this web address." };
  }
  if (status === 404 && shown === "list")
    return { title: "Page not found", text: "There is no page at this web address. The list may be shorter now." };
  if (status === 404) return { title: "Page not found", text: "There is no page at this web address." };
  const failure =
    shown === "site" && !status ? "Failed to load the blog details for this site." : shown && FAILURES[shown];
  return {
    title: "Not available right now",
    text: failure ?? "Failed to load content. Please try again later.",
    canRetry: true,
  };
}
