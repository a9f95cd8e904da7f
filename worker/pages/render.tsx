import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  redirect,
  StaticRouterProvider,
} from "react-router";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ConfigProvider } from "#web/data/config.tsx";
import { escapeJson } from "#web/layout/json-ld.tsx";
import { RenderedAt } from "#web/browser/today.ts";
import { isPrivate } from "#web/private-screens/screens.ts";
import type { ReadPage } from "#web/pages.ts";
import { createRoutes } from "#web/routes.tsx";
import { SCREEN_OUTLINES } from "#web/private-screens/outlines.tsx";
import { toAppError } from "../errors.ts";
import { foldPath } from "../names/slugs.ts";

type Page = { read: ReadPage; config: DirectoryConfig; shell: string; now: number; requestId: string };

/**
 * Renders the page at the request's URL. Of a private screen it renders only the outline, because its data belongs to one
 * person. The browser hydrates the page from the JSON block that `fillShell` adds.
 */
export async function renderPage(request: Request, { read, config, shell, now, requestId }: Page): Promise<Response> {
  const isPending = isPrivate(new URL(request.url).pathname);
  const { query, dataRoutes } = createStaticHandler(createRoutes(read, { outlines: SCREEN_OUTLINES }));
  const context = await query(request, isPending ? { filterMatchesToLoad: () => false } : {});
  if (context instanceof Response) return context;
  // React Router would print the thrown error, with its SQL, into the page.
  for (const [routeId, error] of Object.entries(context.errors ?? {})) {
    if (isRouteErrorResponse(error)) continue;
    context.statusCode = toAppError(error)?.status ?? 500;
    context.errors![routeId] = { status: context.statusCode, statusText: "", internal: false, data: { requestId } };
  }
  if (context.statusCode === 200) {
    const { params, pathname } = context.matches.at(-1)!;
    const to = new URL(request.url);
    to.pathname = foldPath(pathname);
    // A page has one address, in small letters. A mailed token has capitals.
    if (foldPath(pathname) !== pathname && params["token"] === undefined) return redirect(to.href, 301);
  }

  const html = renderToString(
    <html lang="en">
      <head />
      <body>
        <ConfigProvider value={config}>
          <RenderedAt value={now}>
            <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
          </RenderedAt>
        </ConfigProvider>
      </body>
    </html>,
  );
  const { loaderData, errors } = context;
  const hydrationData = errors ? { loaderData, errors } : { loaderData };
  return fillShell(shell, {
    status: context.statusCode,
    head: between(html, "<head>", "</head>"),
    body: between(html, "<body>", "</body>"),
    embedded: { config, hydrationData, renderedAt: now, ...(isPending && { isPending }) },
  });
}

type Filling = { status: number; head: string; body: string; embedded: unknown };

function fillShell(shell: string, { status, head, body, embedded }: Filling): Response {
  const json = escapeJson(embedded);
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
    .transform(new Response(shell, { status, headers }));
}

function between(html: string, start: string, end: string): string {
  return html.slice(html.indexOf(start) + start.length, html.lastIndexOf(end));
}
