import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import type { SiteProposal } from "#schema/sites/link-previews.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { queryOf } from "../../http/query.ts";
import { countAttempt } from "../../http/rate-limit.ts";
import { requireUser } from "../sessions/guards.ts";
import { findListed } from "../sites/save/link-taken.ts";
import { LIMITS } from "../../http/limits.ts";
import { iconLinks, logoLink } from "../favicons/sources.ts";
import { imageSigner } from "../media/remote-images.ts";
import { toMetadata } from "./metadata.ts";
import { findDirectoryPage } from "./directory-page.ts";
import { readHead } from "../../http/page-head.ts";
import { requirePage, requirePublicUrl } from "./pages.ts";
import { proposeTexts } from "./propose-texts.ts";

/** GET /api/link-preview/?url= */
export const linkPreviewRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireUser, async (c) => {
  const address = queryOf(c).get("url") ?? "";
  const directoryPage = await findDirectoryPage(c.var.db, address, c.var.config.origin);
  if (directoryPage) return c.json<Answers["GET link-preview/"]>(directoryPage);
  const { url, head } = await fetchRequestedPage(c);
  const { title, description, siteName, imageUrl } = toMetadata(head);
  const sign = imageSigner(c);
  return c.json<Answers["GET link-preview/"]>({
    success: 1,
    link: url.href,
    meta: {
      title: title || url.hostname,
      description,
      site_name: siteName,
      ...(imageUrl && { image: { url: sign(imageUrl) } }),
    },
  });
});

const NOTHING = { name: "", description: "", icon_url: "", logo_url: "", facts: {}, fact_sources: {} };

/** GET /api/sites/proposal/?url=&site= */
export const siteProposalRoutes = new Hono<AppEnv>({ strict: false }).get("/", requireUser, async (c) => {
  const asked = queryOf(c);
  const link = asked.get("url") ?? "";
  const listed = await findListed(c.var.db, { link, userId: c.var.user.id, siteId: Number(asked.get("site")) || 0 });
  const known: SiteProposal = { ...NOTHING, link, ...(listed && { listed }) };
  if (listed && "id" in listed) return c.json<Answers["GET sites/proposal/"]>(known);
  // It is said even if the page cannot be read.
  const requested = await fetchRequestedPage(c).catch((error: unknown) => {
    if (!listed || !(error instanceof AppError)) throw error;
  });
  if (!requested) return c.json<Answers["GET sites/proposal/"]>(known);
  const { url, head, page } = requested;
  const { proposeFacts } = await import("./propose-facts.ts");
  const facts = await proposeFacts(c.var.ports, page, head.base);
  const [icon = new URL("/favicon.ico", head.base)] = iconLinks(head);
  const sign = imageSigner(c);
  return c.json<Answers["GET sites/proposal/"]>({
    link: url.href,
    ...proposeTexts(toMetadata(head), url),
    icon_url: sign(icon.href),
    logo_url: sign(logoLink(head).href),
    ...facts,
    ...(listed && { listed }),
  });
});

/** @throws AppError 400 if there is no public page at the query parameter `url`, 429 above the rate limit. */
async function fetchRequestedPage(c: Context<AppEnv>) {
  const { ports, user } = c.var;
  const url = requirePublicUrl(queryOf(c).get("url") ?? "");
  await countAttempt(c, [LIMITS.linkPreviewsOfUser, user.id]);
  const page = await requirePage(ports, url);
  return { url, page, head: readHead(page) };
}
