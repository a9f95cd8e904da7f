import { Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import { previewForm } from "#schema/pages/previews.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { documentBodyLimit, jsonBody } from "../../http/body.ts";
import { queryOf } from "../../http/query.ts";
import { requireUser } from "../sessions/guards.ts";
import { imageSigner } from "../media/remote-images.ts";
import { toArticle } from "../documents/article.ts";
import { cleanDocument } from "../documents/clean.ts";
import { storedImageUrl } from "../documents/stored-image-url.ts";
import { previewBlog, previewSite } from "./pages.ts";

/**
 * POST /api/preview/ shows authors their unsaved article, and GET /api/preview/picture a remote image in the editor.
 */
export const previewRoutes = new Hono<AppEnv>({ strict: false })
  .post("/", requireUser, documentBodyLimit, jsonBody(previewForm), async (c) => {
    const { content, page, slug = "" } = c.req.valid("json");
    const cleaned = cleanDocument(content);
    if (!cleaned.ok) throw new AppError("bad_input", cleaned.message);
    const imageUrl = imageSigner(c);
    if (!page) return c.json<Answers["POST preview/"]>({ article: toArticle(cleaned.document, { imageUrl }) });
    const { config, db, ports } = c.var;
    const facts = { content: cleaned.document, slug, now: ports.now(), origin: config.origin, imageUrl };
    return c.json<Answers["POST preview/"]>(await (page === "site" ? previewSite(db, facts) : previewBlog(db, facts)));
  })

  // Pages with the editor load images from this origin only. Only the Worker can sign the path of a remote image.
  .get("/picture", requireUser, (c) => {
    const url = storedImageUrl(queryOf(c).get("url"));
    if (!url) throw new AppError("bad_input", "This is not the URL of an image.");
    return c.redirect(url.startsWith("/") ? url : imageSigner(c)(url));
  });
