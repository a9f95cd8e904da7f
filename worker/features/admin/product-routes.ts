import { type Context, Hono } from "hono";
import { ADMIN_MESSAGES, mergeForm, otherNameForm } from "#schema/admin.ts";
import type { Answers } from "#schema/calls.ts";
import { targetAliases, targets } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { changes } from "../../http/edge-scope.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { violatesConstraint } from "../../db/connection.ts";
import { targetKey } from "../../names/targets.ts";
import { requireStaff } from "../sessions/guards.ts";
import { authorOf } from "../audit/staff-changes.ts";
import { auditAddition, auditMerge } from "../audit/statements.ts";
import { addAliasStatement, findTargetsByName } from "../targets/aliases.ts";
import { mergeStatements } from "../targets/merge.ts";
import { target } from "./models/targets.ts";
import { findRecord, writeRecord } from "./queries.ts";

/**
 * POST /api/targets/{id}/merge/: merges product {id} into the product `into`, which gets its names, alternatives and URL.
 * Returns the record of `into`.
 * POST /api/targets/{id}/names/: adds `name` to the other names of product {id}. Returns its record.
 */
export const productRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:id/merge", smallBodyLimit, requireStaff, jsonBody(mergeForm), async (c) => {
    const { db } = c.var;
    const [from, into] = await Promise.all([
      findRecord(db, target, c.req.param("id")),
      findRecord(db, target, String(c.req.valid("json").into)),
    ]);
    if (!from || !into) throw unknownRecord();
    if (from.id === into.id)
      throw new AppError("bad_input", ADMIN_MESSAGES.mergeIntoItself, {
        fields: { into: ADMIN_MESSAGES.mergeIntoItself },
      });
    // Sites that named both products lose one of them. Staff merge rarely, so nothing looks these sites up.
    changes("all", ...[from, into].map(({ slug }) => `product:${String(slug)}` as const));
    const merged = await writeRecord(db, target, into.id, [
      auditMerge(db, authorOf(c), target, { id: from.id, into: Number(into.id) }),
      ...mergeStatements(db, Number(from.id), Number(into.id)),
    ]).catch((error: unknown) => {
      // Another request has merged or deleted one of the products since they were read.
      if (violatesConstraint(error, "FOREIGN KEY", targets.createdAt)) throw unknownRecord();
      throw error;
    });
    if (!merged) throw unknownRecord();
    return c.json<Answers["POST targets/:id/merge/"]>(merged);
  })

  .post("/:id/names", smallBodyLimit, requireStaff, jsonBody(otherNameForm), async (c) => {
    const { db } = c.var;
    const product = await findRecord(db, target, c.req.param("id"));
    if (!product) throw unknownRecord();
    const id = Number(product.id);
    const key = targetKey(c.req.valid("json").name);
    await requireFreeName(c, id, key);
    changes(...target.shownAs!(product, id));
    const named = await writeRecord(db, target, id, [
      auditAddition(db, authorOf(c), target, { id, name: "other_names", added: key }),
      addAliasStatement(db, id, key),
    ]).catch(async (error: unknown) => {
      // Another request has removed the product or used the name since they were read.
      if (violatesConstraint(error, "FOREIGN KEY")) throw unknownRecord();
      if (violatesConstraint(error, targetAliases.nameKey)) await requireFreeName(c, id, key);
      throw error;
    });
    if (!named) throw unknownRecord();
    return c.json<Answers["POST targets/:id/names/"]>(named);
  });

/** Throws AppError 409 if this product or another one already has the name. */
async function requireFreeName(c: Context<AppEnv>, id: number, key: string): Promise<void> {
  const [taken] = await findTargetsByName(c.var.db, [key]);
  if (!taken) return;
  const message = taken.id === id ? ADMIN_MESSAGES.ownName : `${ADMIN_MESSAGES.nameOfAnother} ${taken.name}.`;
  throw new AppError("conflict", message, { fields: { name: message } });
}

const unknownRecord = () => new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
