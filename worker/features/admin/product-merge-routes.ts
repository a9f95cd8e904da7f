import { Hono } from "hono";
import { ADMIN_MESSAGES, mergeForm } from "#schema/admin.ts";
import { targets } from "#schema/tables/sites.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { changes } from "../../http/edge-scope.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { violatesConstraint } from "../../db/connection.ts";
import { requireStaff } from "../sessions/guards.ts";
import { authorOf } from "../audit/staff-changes.ts";
import { auditMerge } from "../audit/statements.ts";
import { mergeStatements } from "../targets/merge.ts";
import { target } from "./models/targets.ts";
import { findRecord, writeRecord } from "./queries.ts";

/**
 * POST /api/targets/{id}/merge/: merges product {id} into the product `into`, which gets its names, alternatives and URL.
 * Returns the record of `into`.
 */
export const productMergeRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/:id/merge",
  smallBodyLimit,
  requireStaff,
  jsonBody(mergeForm),
  async (c) => {
    const { db } = c.var;
    const [from, into] = await Promise.all([
      findRecord(db, target, c.req.param("id")),
      findRecord(db, target, String(c.req.valid("json").into)),
    ]);
    if (!from || !into) throw unknownRecord();
    if (from.id === into.id)
      throw new AppError("bad_input", ADMIN_MESSAGES.mergeIntoItself, { into: ADMIN_MESSAGES.mergeIntoItself });
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
    return c.json(merged);
  },
);

const unknownRecord = () => new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
