import { Hono } from "hono";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { ConfigProvider } from "#web/config.tsx";
import { RenderedAt } from "#web/today.ts";
import type { AppEnv } from "../../env.ts";
import { showMail } from "../mail-frame.ts";
import { sampleMails } from "../sample-mails.ts";
import { DesignPage } from "./design-page.tsx";
import { sampleToday } from "./samples.ts";

// The document of pages has the styles of public pages only. Private screens load theirs with their scripts.
const privateStyles = Object.values(
  import.meta.glob<string>("../../../web/*/**/*.css", {
    query: "?inline",
    import: "default",
    eager: true,
  }),
).join("\n");

const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-src 'self'; script-src 'none'";

/** GET /dev/design shows every control, card, state and mail, without scripts. */
export const designRoutes = new Hono<AppEnv>({ strict: false })
  .get("/", async (c) => {
    const { config } = c.var;
    const routes = [{ path: "*", element: <DesignPage mails={Object.keys(sampleMails(config))} /> }];
    const { query, dataRoutes } = createStaticHandler(routes);
    const context = await query(c.req.raw);
    if (context instanceof Response) return context;
    const body = renderToStaticMarkup(
      <ConfigProvider value={config}>
        <RenderedAt value={sampleToday}>
          <StaticRouterProvider router={createStaticRouter(dataRoutes, context)} context={context} hydrate={false} />
        </RenderedAt>
      </ConfigProvider>,
    );
    const shell = await c.env.ASSETS.fetch(new URL("/index.html", c.req.url));
    return new HTMLRewriter()
      .on("script", { element: (script) => void script.remove() })
      .on("head", { element: (head) => void head.append(`<style>${privateStyles}</style>`, { html: true }) })
      .on("#root", { element: (root) => void root.setInnerContent(body, { html: true }) })
      .transform(
        new Response(shell.body, {
          headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY },
        }),
      );
  })
  .get("/mail/:name", (c) => {
    const mail = sampleMails(c.var.config)[c.req.param("name")];
    return mail ? showMail(c, mail) : c.notFound();
  });
