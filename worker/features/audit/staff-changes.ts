import type { Context } from "hono";
import type { AdminValue } from "#schema/admin.ts";
import type { AppEnv } from "../../env.ts";
import type { Statement } from "../../db/connection.ts";
import type { Audited } from "./audited.ts";
import { auditChange, auditDeletion, type Author } from "./statements.ts";

/** The person who is signed in. */
export const authorOf = ({ var: { user, ports } }: Context<AppEnv>): Author => ({
  id: user.id,
  email: user.email,
  now: ports.now(),
});

type Owned = { id: number; ownerId: number | null };

/** What a change may name: fields that the log knows, so that the compiler asks for one that is missing there. */
type Known<A extends Audited, I> = { [Name in keyof I]: Name extends keyof A["fields"] ? AdminValue : never };

/** For a batch, before the change: staff leave a line if they change what is somebody else's by its owner's call. */
export const auditStaffChange = <A extends Audited, I extends Known<A, I>>(
  c: Context<AppEnv>,
  audited: A,
  { id, ownerId }: Owned,
  input: I,
): Statement[] => (ownerId === c.var.user.id ? [] : [auditChange(c.var.db, authorOf(c), audited, { id, input })]);

/** The same before it is deleted. */
export const auditStaffDeletion = (c: Context<AppEnv>, audited: Audited, { id, ownerId }: Owned): Statement[] =>
  ownerId === c.var.user.id ? [] : [auditDeletion(c.var.db, authorOf(c), audited, id)];
