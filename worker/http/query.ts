import type { Context } from "hono";
import { type ListQuery, INVALID_PAGE, parseListQuery, parsePage } from "#schema/pages/pages.ts";
import type { AppEnv } from "../env.ts";
import { AppError } from "../errors.ts";

export const queryOf = (c: Context<AppEnv>) => new URL(c.req.url).searchParams;

/** @throws AppError 400 that names each invalid parameter. */
export function requireListQuery(c: Context<AppEnv>): ListQuery {
  const { query, invalid } = parseListQuery(queryOf(c));
  const [message] = Object.values(invalid);
  if (message) throw new AppError("bad_input", message, { fields: invalid });
  return query;
}

/** @throws AppError 400 if `page` is not a positive whole number. */
export function requirePage(c: Context<AppEnv>): number {
  const page = parsePage(queryOf(c).get("page"));
  if (!page) throw new AppError("bad_input", INVALID_PAGE, { fields: { page: INVALID_PAGE } });
  return page;
}

/** @throws AppError 404 with this message if the path's `id` cannot be an id. */
export function requireId(c: Context<AppEnv>, message: string): number {
  const id = parseId(c.req.param("id") ?? "");
  if (!id) throw new AppError("not_found", message);
  return id;
}

export const parseId = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined);
