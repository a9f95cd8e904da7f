import type { Context } from "hono";
import type { AdminValue } from "#schema/admin.ts";
import type { AppEnv } from "../../env.ts";
import type { Statement } from "../../db/connection.ts";
import type { Audited } from "./audited.ts";
import { auditChange, auditDeletion, type Author } from "./statements.ts";

export const authorOf = ({ var: { user, ports } }: Context<AppEnv>): Author => ({
  id: user.id,
  email: user.email,
  now: ports.now(),
});

type Owned = { id: number; ownerId: number | null };

/** The type check fails if a change has a field that the audit log does not know. */
type AuditedInput<A extends Audited, I> = { [Name in keyof I]: Name extends keyof A["fields"] ? AdminValue : never };

/** Statements for a batch, to run before the change. None if the caller owns the record: only staff are logged. */
export const auditStaffChange = <A extends Audited, I extends AuditedInput<A, I>>(
  c: Context<AppEnv>,
  audited: A,
  { id, ownerId }: Owned,
  input: I,
): Statement[] => (ownerId === c.var.user.id ? [] : [auditChange(c.var.db, authorOf(c), audited, { id, input })]);

/** Like `auditStaffChange`, for a deletion. */
export const auditStaffDeletion = (c: Context<AppEnv>, audited: Audited, { id, ownerId }: Owned): Statement[] =>
  ownerId === c.var.user.id ? [] : [auditDeletion(c.var.db, authorOf(c), audited, id)];
