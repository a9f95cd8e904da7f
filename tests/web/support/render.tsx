import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, RouterContextProvider, StaticRouterProvider } from "react-router";
import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { ConfigProvider, routerConfigContext } from "#web/data/config.tsx";
import type { DataOf, PageName } from "#web/pages.ts";
import { RenderedAt } from "#web/browser/today.ts";
import { createRoutes } from "#web/routes.tsx";

type Readers = { [N in PageName]?: () => Promise<DataOf<N>> };

/** Renders a page to HTML, as the Worker does. A missing reader behaves like a 404 of the API. */
export async function render(
  path: string,
  readers: Readers = {},
  config: Partial<DirectoryConfig> = {},
): Promise<string> {
  const routes = createRoutes((name) => readers[name]?.() ?? Promise.reject(new Response(null, { status: 404 })));
  const { query, dataRoutes } = createStaticHandler(routes);
  const settings = {
    name: "Directory",
    origin: "https://directory.example",
    supportEmail: "help@directory.example",
    ...config,
  };
  const requestContext = new RouterContextProvider(new Map([[routerConfigContext, settings]]));
  const context = await query(new Request(`https://directory.example${path}`), { requestContext });
  if (context instanceof Response) throw new Error(`Redirected to ${context.headers.get("Location")}`);
  return renderToString(
    <html lang="en">
      <head />
      <body>
        <ConfigProvider value={settings}>
          <RenderedAt value={Date.UTC(2026, 10, 20)}>
            <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
          </RenderedAt>
        </ConfigProvider>
      </body>
    </html>,
  );
}

export const textOf = (html: string) =>
  html
    .replaceAll(/<(script|svg)[^>]*>.*?<\/\1>/g, "")
    .replaceAll(/<!-- -->/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
