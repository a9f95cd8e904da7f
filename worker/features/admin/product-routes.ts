import { and, desc, eq, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import { ADMIN_MESSAGES, mergeForm, otherNameForm } from "#schema/admin.ts";
import type { Answers } from "#schema/calls.ts";
import { alternatives, productAliases, products, sites } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { changes } from "../../http/edge-scope.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { violatesConstraint } from "../../db/connection.ts";
import { productKey } from "../../names/products.ts";
import { requireStaff } from "../sessions/guards.ts";
import { authorOf } from "../audit/staff-changes.ts";
import { auditAddition, auditMerge } from "../audit/statements.ts";
import { addAliasStatement, findProductsByName } from "../products/aliases.ts";
import { productIdOfSlug } from "../products/queries.ts";
import { mergeStatements } from "../products/merge.ts";
import { product } from "./models/products.ts";
import { findRecord, writeRecord } from "./queries.ts";

/** Of the newest alternatives of a product, so many can be chosen. */
const CHOICES_MAX = 1000;

/**
 * GET /api/products/{slug}/guide/: what staff edit of the product's page.
 * POST /api/products/{id}/merge/: merges product {id} into the product `into`, which gets its names, alternatives and
 * URL. Returns the record of `into`.
 * POST /api/products/{id}/names/: adds `name` to the other names of product {id}. Returns its record.
 */
export const productRoutes = new Hono<AppEnv>({ strict: false })
  .get("/:slug/guide", requireStaff, async (c) => {
    const { db } = c.var;
    const id = productIdOfSlug(c.req.param("slug"));
    const [[found], listed] = await db.batch([
      db.select({ id: products.id }).from(products).where(eq(products.id, id)),
      db
        .select({ slug: sites.slug, name: sites.name })
        .from(alternatives)
        .innerJoin(sites, and(eq(sites.id, alternatives.siteId), eq(sites.review, sql`'active'`)))
        .where(eq(alternatives.productId, id))
        .orderBy(desc(alternatives.siteId))
        .limit(CHOICES_MAX),
    ]);
    const record = found && (await findRecord(db, product, String(found.id)));
    if (!record) throw unknownRecord();
    const byName = listed.toSorted((one, other) => one.name.localeCompare(other.name, "en"));
    return c.json<Answers["GET products/:slug/guide/"]>({ record, sites: byName });
  })

  .post("/:id/merge", smallBodyLimit, requireStaff, jsonBody(mergeForm), async (c) => {
    const { db } = c.var;
    const [from, into] = await Promise.all([
      findRecord(db, product, c.req.param("id")),
      findRecord(db, product, String(c.req.valid("json").into)),
    ]);
    if (!from || !into) throw unknownRecord();
    if (from.id === into.id)
      throw new AppError("bad_input", ADMIN_MESSAGES.mergeIntoItself, {
        fields: { into: ADMIN_MESSAGES.mergeIntoItself },
      });
    // Sites that named both products lose one of them. Staff merge rarely, so nothing looks these sites up.
    changes("all", ...[from, into].map(({ slug }) => `product:${String(slug)}` as const));
    const merged = await writeRecord(db, product, into.id, [
      auditMerge(db, authorOf(c), product, { id: from.id, into: Number(into.id) }),
      ...mergeStatements(db, Number(from.id), Number(into.id)),
    ]).catch((error: unknown) => {
      // Another request has merged or deleted one of the products since they were read.
      if (violatesConstraint(error, "FOREIGN KEY", products.createdAt)) throw unknownRecord();
      throw error;
    });
    if (!merged) throw unknownRecord();
    return c.json<Answers["POST products/:id/merge/"]>(merged);
  })

  .post("/:id/names", smallBodyLimit, requireStaff, jsonBody(otherNameForm), async (c) => {
    const { db } = c.var;
    const record = await findRecord(db, product, c.req.param("id"));
    if (!record) throw unknownRecord();
    const id = Number(record.id);
    const key = productKey(c.req.valid("json").name);
    await requireFreeName(c, id, key);
    changes(...product.shownAs!(record, id));
    const named = await writeRecord(db, product, id, [
      auditAddition(db, authorOf(c), product, { id, name: "other_names", added: key }),
      addAliasStatement(db, id, key),
    ]).catch(async (error: unknown) => {
      // Another request has removed the product or used the name since they were read.
      if (violatesConstraint(error, "FOREIGN KEY")) throw unknownRecord();
      if (violatesConstraint(error, productAliases.nameKey)) await requireFreeName(c, id, key);
      throw error;
    });
    if (!named) throw unknownRecord();
    return c.json<Answers["POST products/:id/names/"]>(named);
  });

/** Throws AppError 409 if this product or another one already has the name. */
async function requireFreeName(c: Context<AppEnv>, id: number, key: string): Promise<void> {
  const [taken] = await findProductsByName(c.var.db, [key]);
  if (!taken) return;
  const message = taken.id === id ? ADMIN_MESSAGES.ownName : `${ADMIN_MESSAGES.nameOfAnother} ${taken.name}.`;
  throw new AppError("conflict", message, { fields: { name: message } });
}

const unknownRecord = () => new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
