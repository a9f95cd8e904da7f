import { Hono } from "hono";
import * as z from "zod/mini";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { documentBody, body } from "../../http/body.ts";
import { queryOf } from "../../http/query.ts";
import { requireUser } from "../../http/session.ts";
import { previewSigner } from "../media/preview-signer.ts";
import { toArticle } from "./article.ts";
import { cleanDocument } from "./clean.ts";
import { pictureUrl } from "./picture-url.ts";

const previewForm = z.object({ content: z.string("The content must be text.") });

/** /api/preview/: what an article would show, for whoever writes it. */
export const previewRoutes = new Hono<AppEnv>({ strict: false })
  .post("/", requireUser, documentBody, body(previewForm), (c) => {
    const cleaned = cleanDocument(c.req.valid("json").content);
    if (!cleaned.ok) throw new AppError("bad_input", cleaned.message);
    return c.json({ article: toArticle(cleaned.document, { imageUrl: previewSigner(c) }) });
  })

  // The editor's pages load pictures from this origin only, and only the Worker can sign an address for one from elsewhere.
  .get("/picture", requireUser, (c) => {
    const url = pictureUrl(queryOf(c).get("url"));
    if (!url) throw new AppError("bad_input", "This is not the address of a picture.");
    return c.redirect(url.startsWith("/") ? url : previewSigner(c)(url));
  });
