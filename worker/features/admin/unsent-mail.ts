import { sql } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { recordIdSql } from "../audit/audited.ts";
import { mailKey } from "../outbox/mail-key.ts";
import { type Model, yesNo } from "./model.ts";

export const UNSENT_MAIL_FIELD = "mail_waits";

export const unsentMailField = (model: Pick<Model, "app" | "name" | "key">) => ({
  [UNSENT_MAIL_FIELD]: yesNo(
    "Email not sent yet",
    sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.key} = ${mailKey(model, "")} || ${recordIdSql(model)})`,
  ),
});
