import { sql } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { recordIdSql } from "../audit/audited.ts";
import { type Model, type RecordId, yesNo } from "./model.ts";

/** Returns the key of queued emails about a record: `sites.site:7`. */
export const mailKey = ({ app, name }: Pick<Model, "app" | "name">, id: RecordId) => `${app}.${name}:${id}`;

export const UNSENT_MAIL_FIELD = "mail_waits";

export const unsentMailField = (model: Pick<Model, "app" | "name" | "key">) => ({
  [UNSENT_MAIL_FIELD]: yesNo(
    "Email not sent yet",
    sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.key} = ${mailKey(model, "")} || ${recordIdSql(model)})`,
  ),
});
