import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  matchRoutes,
  StaticRouterProvider,
} from "react-router";
import type { PageData, SiteConfig } from "#schema/pages.ts";
import { ConfigProvider } from "#web/config.tsx";
import { createRoutes, privateRoutes } from "#web/routes.tsx";
import { AppError, toAppError } from "../errors.ts";

type Page = { data: PageData; config: SiteConfig; shell: Response };

/**
 * The page at the request's address as complete HTML with its own status; for a private screen the bare shell. The
 * browser hydrates it from the JSON block that fillShell() adds.
 */
export async function renderPage(request: Request, { data, config, shell }: Page): Promise<Response> {
  if (matchRoutes(privateRoutes, new URL(request.url).pathname)) {
    return fillShell(shell, { status: 200, head: "", body: "", embedded: { config } });
  }
  const { query, dataRoutes } = createStaticHandler(createRoutes(answeringRefusals(data)));
  const context = await query(request);
  if (context instanceof Response) return context;
  // React Router would print an unexpected error, SQL included, into the page.
  for (const error of Object.values(context.errors ?? {})) if (!isRouteErrorResponse(error)) throw error;

  const html = renderToString(
    <html lang="en">
      <head />
      <body>
        <ConfigProvider value={config}>
          <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
        </ConfigProvider>
      </body>
    </html>,
  );
  const { loaderData, errors } = context;
  return fillShell(shell, {
    status: context.statusCode,
    head: between(html, "<head>", "</head>"),
    body: between(html, "<body>", "</body>"),
    embedded: { config, hydrationData: { loaderData, errors } },
  });
}

type Filling = { status: number; head: string; body: string; embedded: unknown };

function fillShell(shell: Response, { status, head, body, embedded }: Filling): Response {
  const json = JSON.stringify(embedded).replaceAll("<", "\\u003c");
  const headers = new Headers({ "Content-Type": "text/html; charset=utf-8" });
  if (status === 503) headers.set("Retry-After", "60");
  return new HTMLRewriter()
    .on("head", { element: (element) => void element.append(head, { html: true }) })
    .on("#root", {
      element(root) {
        root.setInnerContent(body, { html: true });
        root.after(`<script type="application/json" id="page-data">${json}</script>`, { html: true });
      },
    })
    .transform(new Response(shell.body, { status, headers }));
}

function between(html: string, start: string, end: string): string {
  return html.slice(html.indexOf(start) + start.length, html.lastIndexOf(end));
}

/** The same data, refusals turned into responses: the router gives their status to the page and to its error screen. */
function answeringRefusals(data: PageData): PageData {
  const answer = async <T,>(loading: Promise<T>): Promise<T> => {
    try {
      return await loading;
    } catch (error) {
      const refusal = toAppError(error) ?? error;
      throw refusal instanceof AppError ? new Response(null, { status: refusal.status }) : refusal;
    }
  };
  return {
    home: (params) => answer(data.home(params)),
    site: (slug, params) => answer(data.site(slug, params)),
    target: (slug, params) => answer(data.target(slug, params)),
    category: (category, params) => answer(data.category(category, params)),
  };
}
