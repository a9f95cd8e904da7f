import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { matchPath, type Params } from "react-router";
import { parseListQuery } from "#schema/pages/pages.ts";
import { PAGE_NAMES, PAGES, type ReadPage, TEXT_PAGES } from "#web/pages.ts";
import type { AppEnv } from "../env.ts";
import { imageSigner } from "../features/media/remote-images.ts";
import { publicCache } from "../http/caching.ts";
import { inlineScripts } from "../http/inline-scripts.ts";
import { queryOf } from "../http/query.ts";
import { foldPath } from "../names/slugs.ts";
import { requireStaff } from "../features/sessions/guards.ts";
import { signCards } from "../features/figures/card-list.ts";
import { findBlogPage } from "./blog-page.ts";
import { vocabularyReader } from "../features/search/read-vocabulary.ts";
import { cardsOf } from "./cards.ts";
import { READERS } from "./readers.ts";
import { renderPage } from "./render.tsx";
import { fetchShell } from "./shell.ts";

/** GET /api/pages/…: the data of a page, for client-side navigation. */
export const pageDataRoutes = new Hono<AppEnv>({ strict: false })
  // A post as its page will show it, also before publication.
  .get("/blog-preview/:slug", requireStaff, async (c) => {
    const options = { ...optionsOf(c), reader: "staff" } as const;
    return c.json<Answers["GET pages/blog-preview/:slug/"]>(
      await findBlogPage(c.var.db, c.req.param("slug"), queryOf(c), options),
    );
  });

for (const name of PAGE_NAMES)
  pageDataRoutes.get(PAGES[name].path, publicCache(...PAGES[name].parameters), async (c) =>
    c.json(await readFor(c)(name, c.req.param(), queryOf(c))),
  );

export const pageRoutes = new Hono<AppEnv>().get("*", publicCache(), async (c) => {
  c.set("parameters", parametersAt(c.req.path));
  const shell = await fetchShell(c.env.ASSETS, c.req.url);
  c.set("inlineScripts", inlineScripts(shell));
  const { config, ports, requestId } = c.var;
  return renderPage(c.req.raw, { read: readFor(c), config, shell, now: ports.now(), requestId });
});

const parametersAt = (pathname: string) =>
  [...TEXT_PAGES, ...Object.values(PAGES)].find(({ path }) => matchPath(path, pathname))?.parameters;

const readFor =
  (c: Context<AppEnv>): ReadPage =>
  async (name, params, query) => {
    const vocabulary = await vocabularyReader(c)(parseListQuery(query).query.q);
    const options = optionsOf(c);
    const found = await READERS[name]({ db: c.var.db, params: folded(params), query, vocabulary, ...options });
    const cards = signCards(cardsOf(name, found), c.env.SECRET_KEY, options.now);
    return cards === undefined ? found : { ...found, cards };
  };

/** All slugs are folded, so `/SLACK` finds the page of `/slack`. */
const folded = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value && foldPath(value)]));

const optionsOf = (c: Context<AppEnv>) => ({
  now: c.var.ports.now(),
  origin: c.var.config.origin,
  directory: c.var.config.name,
  imageUrl: imageSigner(c),
});
