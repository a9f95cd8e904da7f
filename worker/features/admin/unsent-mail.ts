import { sql } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { recordIdSql } from "../audit/audited.ts";
import { type Model, type RecordId, yesNo } from "./model.ts";

/** What a mail about a record is kept under. */
export const mailKey = ({ app, name }: Pick<Model, "app" | "name">, id: RecordId) => `${app}.${name}:${id}`;

/** The field that says whether the mail about a record has not been sent yet. */
export const UNSENT_MAIL = "mail_waits";

export const unsentMailField = (model: Pick<Model, "app" | "name" | "key">) => ({
  [UNSENT_MAIL]: yesNo(
    "Mail not sent yet",
    sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.key} = ${mailKey(model, "")} || ${recordIdSql(model)})`,
  ),
});
