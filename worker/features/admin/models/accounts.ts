import { eq, isNotNull, or } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { nameForm } from "#schema/accounts/account-forms.ts";
import { ADMIN_MESSAGES } from "#schema/admin.ts";
import { sessions, users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { AppEnv } from "../../../env.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { failBatchUnless } from "../../../db/fail-batch.ts";
import { AppError } from "../../../errors.ts";
import { deleteAccount } from "../../accounts/user/delete-account.ts";
import { endSessions } from "../../sessions/queries.ts";
import { isNotLastSuperuser } from "../../accounts/superusers.ts";
import { hasRunning } from "../../payments/queries.ts";
import { openPayments } from "../../payments/parts.ts";
import { stopForbidden } from "../../payments/stop-forbidden.ts";
import { fold } from "../../../names/keys.ts";
import { changesPagesOf } from "../../switches/queries.ts";
import { changesManyLists, listedStatement } from "../../sites/rows/public-changes.ts";
import { learnWordsOfSites } from "../../sites/save/learn-words.ts";
import { rightsMail, suspensionMail } from "../mails.ts";
import { date, type Model, number, text, yesNo } from "../model.ts";

const APP = { app: "accounts", appName: "Accounts" };

const user: Model = {
  ...APP,
  name: "user",
  verboseName: "User",
  verboseNamePlural: "Users",
  table: users,
  key: users.id,
  person: "email",
  fields: {
    email: text("Email", users.email, { sort: users.email }),
    first_name: text("First name", users.firstName, { editableBy: "staff" }),
    last_name: text("Last name", users.lastName, { editableBy: "staff" }),
    is_staff: yesNo("Staff", users.isStaff, { editableBy: "superuser", givesRight: true }),
    is_superuser: yesNo("Superuser", users.isSuperuser, { editableBy: "superuser", givesRight: true }),
    is_suspended: yesNo("Suspended", isNotNull(users.suspendedAt), { editableBy: "staff" }),
    email_verified_at: date("Email verified", users.emailVerifiedAt),
    created_at: date("Signed up", users.createdAt),
  },
  search: { columns: [[users.email, fold]], hint: "Beginning of an email address" },
  filters: {
    staff: { label: "Staff and superusers", where: or(users.isStaff, users.isSuperuser)! },
    suspended: { label: "Suspended", where: isNotNull(users.suspendedAt) },
  },
  rules: z.extend(nameForm, { is_staff: z.boolean(), is_superuser: z.boolean(), is_suspended: z.boolean() }),
  async authorize(c, record) {
    requireSuperuserFor(c, record["is_superuser"] === true);
  },
  async prepare(c, { id, before, input }) {
    const changesRights = ["is_staff", "is_superuser", "is_suspended"].some((name) => name in input);
    // A user who removed their own rights could not restore them.
    if (changesRights && id === c.var.user.id) throw new AppError("bad_input", ADMIN_MESSAGES.ownRights);
    if (input["is_suspended"] && (input["is_superuser"] ?? before["is_superuser"])) {
      throw new AppError("not_allowed", ADMIN_MESSAGES.superuserSuspended);
    }
    return input;
  },
  toColumns: (input, now) => ({
    ...((input["is_superuser"] === false || input["is_suspended"]) && {
      isSuperuser: failBatchUnless(isNotLastSuperuser, users.isSuperuser, input["is_superuser"] ?? users.isSuperuser),
    }),
    ...(input["is_suspended"] !== undefined && { suspendedAt: input["is_suspended"] ? now : null }),
    updatedAt: now,
  }),
  async extraStatements({ var: { db } }, { id, input }) {
    if (input["is_suspended"] === undefined) return [];
    changesManyLists(await listedStatement(db, eq(sites.ownerId, Number(id))));
    await changesPagesOf(db, eq(switches.userId, Number(id)));
    return input["is_suspended"] ? [...endSessions(db, Number(id), null)] : [];
  },
  async composeMail({ var: { db, config, user: author } }, { id, before, input }) {
    const to = String(before["email"]);
    const given = (["is_superuser", "is_staff"] as const).find((name) => input[name] === true && !before[name]);
    if (given) return rightsMail(config, { to, right: RIGHTS[given], by: author.email });
    if (!input["is_suspended"] || !(await hasRunning(db, { userId: Number(id) }))) return undefined;
    return suspensionMail(config, to);
  },
  async afterSave(c, { id, input }) {
    if (input["is_suspended"] === undefined) return;
    if (!input["is_suspended"]) return learnWordsOfSites(c.var.db, eq(sites.ownerId, Number(id)));
    // A suspended user cannot sign in to cancel their subscriptions.
    const parts = await openPayments(c);
    if (parts) await stopForbidden(parts);
  },
  deletableBy: "superuser",
  async remove(c, id, audit) {
    if (id === c.var.user.id) throw new AppError("bad_input", ADMIN_MESSAGES.ownAccount);
    await deleteAccount(c, Number(id), [audit]);
  },
};

const RIGHTS = { is_staff: "staff", is_superuser: "a superuser" };

/** @throws AppError 403 if the record belongs to a superuser and the caller is not one. */
function requireSuperuserFor(c: Context<AppEnv>, isSuperuser: boolean): void {
  if (isSuperuser && !c.var.user.isSuperuser) throw new AppError("not_allowed", ADMIN_MESSAGES.superuserOnly);
}

const emailOfSession = { column: users.email, foreignKey: sessions.userId, id: users.id };

/** A signed-in browser. Deleting the record logs it out. */
const session: Model = {
  ...APP,
  name: "session",
  verboseName: "Session",
  verboseNamePlural: "Sessions",
  table: sessions,
  key: sessions.id,
  person: "user",
  fields: {
    user: text("User", scalarSubquery(users.email, users.id, sessions.userId), { sort: emailOfSession }),
    user_id: number("User ID", sessions.userId),
    created_at: date("Signed in", sessions.createdAt, { sort: "rowid" }),
  },
  async authorize(c, record) {
    const [owner] = await c.var.db
      .select({ isSuperuser: users.isSuperuser })
      .from(users)
      .where(eq(users.id, Number(record["user_id"])));
    requireSuperuserFor(c, owner?.isSuperuser === true);
  },
  search: { columns: [[emailOfSession, fold]], hint: "Beginning of the user's email address" },
  deletableBy: "staff",
};

export const accountModels = [user, session];
