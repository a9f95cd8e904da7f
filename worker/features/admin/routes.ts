import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { ACCOUNT_MESSAGES, MAX_PASSWORD_LENGTH } from "#schema/accounts/accounts.ts";
import { ADMIN_MESSAGES, type AdminRecord } from "#schema/admin.ts";
import type { Answers } from "#schema/calls.ts";
import { ownValue } from "#schema/values/records.ts";
import { validateForm } from "#schema/values/validate-form.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { users } from "#schema/tables/accounts.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import { synonyms } from "#schema/tables/search.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, readJson, smallBodyLimit } from "../../http/body.ts";
import { violatesConstraint } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";
import { queryOf, requirePage } from "../../http/query.ts";
import { requireStaff } from "../sessions/guards.ts";
import { checkOwnPassword } from "../accounts/passwords/password-attempts.ts";
import { findPasswordHashes } from "../accounts/queries.ts";
import { lastSuperuserError } from "../accounts/superusers.ts";
import { authorOf } from "../audit/staff-changes.ts";
import { auditDeletion } from "../audit/statements.ts";
import { enqueueMail } from "../outbox/queries.ts";
import { sendFromOutbox } from "../outbox/send.ts";
import { mailKey } from "../outbox/mail-key.ts";
import { MODELS } from "./models.ts";
import { type RecordChange, type Input, type Model, reasonText, type StaffRole } from "./model.ts";
import {
  countRecords,
  createRecord,
  findRecord,
  listRecords,
  type RecordQuery,
  removeRecord,
  updateRecord,
} from "./queries.ts";

const MAX_QUERY_LENGTH = 200;

/** GET /api/get_model/: the models. GET /api/get_model/{app}/{model}/: a page of records. */
export const modelRoutes = new Hono<AppEnv>({ strict: false })
  .use(requireStaff)

  .get("/", async (c) => c.json<Answers["GET get_model/"]>(await countRecords(c.var.db, MODELS)))

  .get("/:app/:model", async (c) => {
    const model = requireModel(c);
    const records = await listRecords(c.var.db, model, requireQuery(c, model));
    return c.json<Answers["GET get_model/:app/:model/"]>({
      ...records,
      verbose_name: model.verboseName,
      verbose_name_plural: model.verboseNamePlural,
      fields: Object.entries(model.fields).map(
        ([name, { label, kind, choices, hint, sort, editableBy, isEditedOnPage, givesRight: gives }]) => ({
          name,
          label,
          kind,
          ...(choices && { choices }),
          ...(hint && { hint }),
          is_editable: hasRole(c, editableBy) && hasRule(model, name) && !isEditedOnPage,
          is_sortable: sort !== undefined,
          ...(gives && { gives_right: gives }),
        }),
      ),
      filters: Object.entries(model.filters ?? {}).map(([name, { label }]) => ({ name, label })),
      search_hint: model.search?.hint ?? "",
      note: model.note ?? "",
      order_label: model.order?.label ?? "Newest first",
      can_create: hasRole(c, model.creation?.by),
      can_delete: hasRole(c, model.deletableBy),
    });
  });

/**
 * POST /api/{app}/{model}/ adds a record, PATCH and DELETE /api/{app}/{model}/{id}/ change and delete one, and POST …/mail/ returns the mail that a change would send. A site's deletion takes `{"reason"}`, which is mailed to its owner. If a change gives a right, `password` must be the password of the caller.
 * `?seen=` is the `updated_at` that the caller has read. If the record has changed since, the response is 409, so that
 * staff never approve an unread version.
 */
export const recordRoutes = new Hono<AppEnv>({ strict: false })
  .post("/:app/:model", smallBodyLimit, requireStaff, jsonBody(z.record(z.string(), z.unknown())), async (c) => {
    const model = requireModel(c);
    if (!model.creation) throw new AppError("not_allowed", ADMIN_MESSAGES.notCreatable);
    if (!hasRole(c, model.creation.by)) throw new AppError("not_allowed", ADMIN_MESSAGES.superuserOnly);
    const input = parseInput(c, model, c.req.valid("json"), model.rules);
    changes(...(model.shownAs?.(input) ?? []));
    const record = await createRecord(c.var.db, authorOf(c), model, input).catch(rethrowConflict);
    model.afterWrite?.(c);
    return c.json<Answers["POST :app/:model/"]>(record, 201);
  })

  .patch("/:app/:model/:id", smallBodyLimit, requireStaff, jsonBody(z.record(z.string(), z.unknown())), async (c) => {
    const model = requireModel(c);
    const { password, ...typed } = c.req.valid("json");
    const change = await readChange(c, model, typed);
    const { id, before } = change;
    if (givesRight(model, change)) await requireOwnPassword(c, password);
    const input = (await model.prepare?.(c, change)) ?? change.input;
    const completed = { ...change, input };
    const { db, ports } = c.var;
    changes(...(model.shownAs?.(before, id) ?? []));
    const mail = await model.composeMail?.(c, completed);
    const key = mailKey(model, id);
    const also = [
      ...((await model.extraStatements?.(c, completed)) ?? []),
      ...(mail ? [enqueueMail(db, { key, mail, now: ports.now() })] : []),
    ];
    const record = await updateRecord(c, authorOf(c), model, completed, also).catch(rethrowConflict);
    if (!record) throw new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
    await model.afterSave?.(c, completed);
    model.afterWrite?.(c);
    if (mail) c.executionCtx.waitUntil(sendFromOutbox(c.var, key));
    return c.json<Answers["PATCH :app/:model/:id/"]>(record);
  })

  .post(
    "/:app/:model/:id/mail",
    smallBodyLimit,
    requireStaff,
    jsonBody(z.record(z.string(), z.unknown())),
    async (c) => {
      const model = requireModel(c);
      const change = await readChange(c, model, c.req.valid("json"));
      const input = (await model.prepare?.(c, change)) ?? change.input;
      const mail = await model.composeMail?.(c, { ...change, input });
      if (!mail) throw new AppError("not_found", ADMIN_MESSAGES.noMail);
      const { to, subject, text } = mail;
      return c.json<Answers["POST :app/:model/:id/mail/"]>({ to, subject, text });
    },
  )

  .delete("/:app/:model/:id", smallBodyLimit, requireStaff, async (c) => {
    const model = requireModel(c);
    if (!model.deletableBy) throw new AppError("not_allowed", ADMIN_MESSAGES.notDeletable);
    if (!hasRole(c, model.deletableBy)) throw new AppError("not_allowed", ADMIN_MESSAGES.superuserOnly);
    const { id, ...before } = await requireRecord(c, model);
    changes(...(model.shownAs?.(before, id) ?? []));
    const audit = auditDeletion(c.var.db, authorOf(c), model, id);
    const { reason = "" } = (await c.req.text()) === "" ? {} : await readJson(c, deletionForm);
    const removing = model.remove ? model.remove(c, id, audit, reason) : removeRecord(c.var.db, model, id, audit);
    await removing.catch(rethrowConflict);
    model.afterWrite?.(c);
    return c.body(null satisfies Answers["DELETE :app/:model/:id/"], 204);
  });

/** The body of a deletion, which can be missing. */
const deletionForm = z.object({ reason: z.optional(reasonText) });

/**
 * Throws AppError 409 if a constraint failed: last superuser, duplicate alternative or synonym, or a change by another
 * request.
 */
function rethrowConflict(error: unknown): never {
  if (violatesConstraint(error, users.isSuperuser)) throw lastSuperuserError();
  if (violatesConstraint(error, alternatives.productId))
    throw new AppError("conflict", ADMIN_MESSAGES.alreadyAlternative);
  if (
    violatesConstraint(
      error,
      sites.updatedAt,
      sites.linkKey,
      products.nameKey,
      products.slug,
      contactMessages.answer,
      "FOREIGN KEY",
    )
  )
    throw new AppError("conflict", ADMIN_MESSAGES.versionConflict);
  if (violatesConstraint(error, synonyms.words)) {
    const { synonymExists } = ADMIN_MESSAGES;
    throw new AppError("conflict", synonymExists, { fields: { term: synonymExists } });
  }
  throw error;
}

function requireModel(c: Context<AppEnv>): Model {
  const { app, model: name } = c.req.param();
  const model = MODELS.find((known) => known.app === app && known.name === name);
  if (!model) throw new AppError("not_found", ADMIN_MESSAGES.unknownModel);
  return model;
}

async function requireRecord(c: Context<AppEnv>, model: Model): Promise<AdminRecord> {
  const record = await findRecord(c.var.db, model, c.req.param("id")!);
  if (!record) throw new AppError("not_found", ADMIN_MESSAGES.unknownRecord);
  if (c.req.method !== "GET") await model.authorize?.(c, record);
  return record;
}

/** @throws AppError 404, 409 if the record has changed since the caller read it, or as `parseInput`. */
async function readChange(c: Context<AppEnv>, model: Model, typed: Record<string, unknown>): Promise<RecordChange> {
  const { id, ...before } = await requireRecord(c, model);
  const seen = queryOf(c).get("seen");
  if (seen !== null && seen !== before["updated_at"]) throw new AppError("conflict", ADMIN_MESSAGES.versionConflict);
  return { id, before, input: parseInput(c, model, typed) };
}

const givesRight = ({ fields }: Model, { before, input }: RecordChange) =>
  Object.entries(input).some(([name, value]) => fields[name]!.givesRight && value === true && before[name] !== true);

/**
 * A stolen session must not be enough to give rights.
 * @throws AppError 400 if the caller's password is missing or wrong, 429 after too many wrong ones.
 */
async function requireOwnPassword(c: Context<AppEnv>, password: unknown): Promise<void> {
  const { db, user } = c.var;
  if (typeof password !== "string" || password === "") refuse("password", ADMIN_MESSAGES.passwordRequired);
  const { passwordHash } = await findPasswordHashes(db, user.id);
  if (!passwordHash) refuse("password", ACCOUNT_MESSAGES.noPassword);
  if (!(await checkOwnPassword(c, { ...user, passwordHash }, password.slice(0, MAX_PASSWORD_LENGTH + 1)))) {
    refuse("password", ACCOUNT_MESSAGES.passwordWrong);
  }
}

const hasRole = (c: Context<AppEnv>, role: StaffRole | undefined) =>
  role === "staff" || (role === "superuser" && c.var.user.isSuperuser);

function requireQuery(c: Context<AppEnv>, model: Model): RecordQuery {
  const params = queryOf(c);
  const [filterName, sortName] = [params.get("filter"), params.get("sort")];
  const filter = filterName && model.filters ? ownValue(model.filters, filterName)?.where : undefined;
  if (filterName && !filter) refuse("filter", "Unknown filter.");
  const by = sortName ? ownValue(model.fields, sortName.replace(/^-/, ""))?.sort : undefined;
  if (sortName && !by) refuse("sort", "This list cannot be sorted by this field.");
  return {
    page: requirePage(c),
    q: (params.get("q") ?? "").trim().slice(0, MAX_QUERY_LENGTH),
    ...(filter && { filter }),
    ...(by && { sort: { by, isDescending: sortName!.startsWith("-") } }),
  };
}

/** The validation silently drops fields without a rule, so such fields must not be editable. */
const hasRule = ({ rules }: Model, name: string) => rules !== undefined && Object.hasOwn(rules.shape, name);

/**
 * Returns the validated values of editable fields. By default, each field may be missing.
 * @throws AppError 400 for an invalid or read-only field, 403 for a field that needs a superuser.
 */
function parseInput(c: Context<AppEnv>, model: Model, typed: Record<string, unknown>, rules?: z.ZodMiniObject): Input {
  const names = Object.keys(typed);
  if (names.length === 0) throw new AppError("bad_input", ADMIN_MESSAGES.nothingToChange);
  for (const name of names) {
    const role = ownValue(model.fields, name)?.editableBy;
    if (!role || !hasRule(model, name)) refuse(name, ADMIN_MESSAGES.readOnly);
    if (!hasRole(c, role)) throw new AppError("not_allowed", ADMIN_MESSAGES.superuserOnly);
  }
  const checked = validateForm(rules ?? z.partial(model.rules!), typed);
  if (!checked.ok) throw new AppError("bad_input", checked.message, { fields: checked.fields });
  // The rules of a model only return strings, numbers, booleans and null.
  return checked.value as Input;
}

function refuse(field: string, message: string): never {
  throw new AppError("bad_input", message, { fields: { [field]: message } });
}
