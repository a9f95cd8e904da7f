import { type Context, Hono } from "hono";
import { and, eq } from "drizzle-orm";
import type { Answers } from "#schema/calls.ts";
import { MARKS, MAX_FIGURE_DAYS, MONTH_DAYS, PLACES, type Place, type SiteFigures } from "#schema/sites/figures.ts";
import { sites } from "#schema/tables/sites.ts";
import { DAY_MS } from "#schema/values/dates.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { queryOf, requireId } from "../../http/query.ts";
import { isStaff } from "../../signed-in.ts";
import { requireUser } from "../sessions/guards.ts";
import { type Days, figuresStatements, lastDays, toFigures } from "./queries.ts";

const NOT_FOUND = "Site not found";

/** /api/sites/{id}/figures/: for the owner and for staff. */
export const figureRoutes = new Hono<AppEnv>({ strict: false })
  .get("/:id/figures", requireUser, async (c) =>
    c.json<Answers["GET sites/:id/figures/"]>((await readFigures(c)).figures),
  )

  .get("/:id/figures.csv", requireUser, async (c) => {
    const { slug, figures } = await readFigures(c);
    c.header("Content-Type", "text/csv; charset=utf-8");
    c.header("Content-Disposition", `attachment; filename="${slug}-figures.csv"`);
    return c.body(toCsv(figures));
  });

/** @throws AppError 404 if the user may not edit the site, 400 if the days are wrong. */
async function readFigures(c: Context<AppEnv>): Promise<{ slug: string; figures: SiteFigures }> {
  const { db, user, ports } = c.var;
  const id = requireId(c as Context<AppEnv, "/:id">, NOT_FOUND);
  const days = readDays(queryOf(c), ports.now());
  const isOwn = isStaff(user) ? undefined : eq(sites.ownerId, user.id);
  const [site] = await db
    .select({ slug: sites.slug, featuredUntil: sites.featuredUntil })
    .from(sites)
    .where(and(eq(sites.id, id), isOwn));
  // Before the expensive part.
  if (!site) throw new AppError("not_found", NOT_FOUND);
  const read = await db.batch(figuresStatements(db, id, days));
  return { slug: site.slug, figures: toFigures(read, days, { featuredUntil: site.featuredUntil, now: ports.now() }) };
}

/** The last 30 days if the query names none. @throws AppError 400 */
function readDays(query: URLSearchParams, now: number): Days {
  const { from: first, to: today } = lastDays(MONTH_DAYS, now);
  const to = query.get("to") ?? today;
  const from = query.get("from") ?? (to === today ? first : to);
  const fields: Record<string, string> = {};
  if (!isDay(from)) fields["from"] = "Please give a day, such as 2026-11-29.";
  if (!isDay(to)) fields["to"] = "Please give a day, such as 2026-11-29.";
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (count < 1) fields["to"] = "The last day is before the first one.";
  if (count > MAX_FIGURE_DAYS) fields["from"] = `At most ${MAX_FIGURE_DAYS} days can be asked for.`;
  if (Object.keys(fields).length > 0) throw new AppError("bad_input", Object.values(fields)[0]!, { fields });
  return { from, to };
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** RFC 4180. All values are numbers and words of this file, so none needs quotes. */
function toCsv({ days }: SiteFigures): string {
  const places = Object.keys(PLACES) as Place[];
  const sums = ["views", "visits", "likes"] as const;
  const ofPlaces = MARKS.flatMap((mark) => places.map((place) => `${mark}_${place}`));
  const rows = days.map((day) => [
    day.date,
    day.featured ? "yes" : "no",
    ...sums.map((kind) => day[kind]),
    ...[day.seen, day.opened, day.visited].flatMap((counts) => places.map((place) => counts[place] ?? 0)),
  ]);
  return [["date", "featured", ...sums, ...ofPlaces], ...rows].map((row) => `${row.join()}\r\n`).join("");
}
