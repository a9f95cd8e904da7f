import { sql } from "drizzle-orm";
import type { Context } from "hono";
import { blogPosts } from "#schema/tables/blogs.ts";
import type { AppEnv } from "../../env.ts";
import type { Statement } from "../../db/connection.ts";
import { auditChange, auditDeletion, type Author } from "./audit.ts";
import { text, type Input, type Model } from "./model.ts";
import { post } from "./models/blogs.ts";
import { site } from "./models/sites.ts";

/** As much of an article as the log keeps. */
const ARTICLE_MAX = 10_000;

/** What the forms of owners and writers change beyond what the table at /admin does. */
const MODELS = {
  site: withFields(site, {
    alternatives: text(
      "Alternatives",
      sql`(SELECT group_concat(name, ', ') FROM alternatives WHERE site_id = sites.id)`,
    ),
    article: text("Article", sql`(SELECT substr(content, 1, ${ARTICLE_MAX}) FROM articles WHERE site_id = sites.id)`),
  }),
  post: withFields(post, {
    article: text("Text", sql`substr(content, 1, ${ARTICLE_MAX})`),
    featured_image_alt: text("Alternative text of the image", blogPosts.featuredImageAlt),
  }),
};

function withFields(model: Model, fields: Model["fields"]): Model {
  return { ...model, fields: { ...model.fields, ...fields } };
}

type Record = { kind: keyof typeof MODELS; id: number; ownerId: number | null };

const authorOf = ({ var: { user, ports } }: Context<AppEnv>): Author => ({
  id: user.id,
  email: user.email,
  now: ports.now(),
});

/** For a batch, before the change: staff leave a line where they change what is somebody else's by its owner's call. */
export function auditOthersChange(
  c: Context<AppEnv>,
  { kind, id, ownerId }: Record,
  { article, ...input }: Input,
): Statement[] {
  if (ownerId === c.var.user.id) return [];
  const after = { ...input, ...(typeof article === "string" && { article: article.slice(0, ARTICLE_MAX) }) };
  return [auditChange(c.var.db, authorOf(c), MODELS[kind], { id, before: {}, input: after })];
}

/** The same before it is deleted. */
export const auditOthersDeletion = (c: Context<AppEnv>, { kind, id, ownerId }: Record): Statement[] =>
  ownerId === c.var.user.id ? [] : [auditDeletion(c.var.db, authorOf(c), MODELS[kind], id)];
