import { Hono } from "hono";
import { MAX_COMPARED, MIN_COMPARED } from "#schema/sites/comparisons.ts";
import type { AppEnv } from "../../../env.ts";
import { AppError } from "../../../errors.ts";
import { publicCache } from "../../../http/caching.ts";
import { queryOf } from "../../../http/query.ts";
import { findComparedSites } from "./queries.ts";

const WRONG_NUMBER = `Name ${MIN_COMPARED} to ${MAX_COMPARED} different sites by their slugs, with commas between them.`;

/** GET /api/compare/?sites=a,b */
export const compareRoutes = new Hono<AppEnv>({ strict: false }).get("/", publicCache("sites"), async (c) => {
  const slugs = [...new Set((queryOf(c).get("sites") ?? "").split(",").filter(Boolean))];
  if (slugs.length < MIN_COMPARED || slugs.length > MAX_COMPARED)
    throw new AppError("bad_input", WRONG_NUMBER, { fields: { sites: WRONG_NUMBER } });
  return c.json({ sites: await findComparedSites(c.var.db, slugs, c.var.ports.now()) });
});
