import { sql } from "drizzle-orm";
import { outbox } from "#schema/tables/outbox.ts";
import { recordIdSql } from "../audit/audited.ts";
import { mailKey } from "../outbox/mail-key.ts";
import { type Model, yesNo } from "./model.ts";

/** True if the mail was not sent at the first attempt, or waits for the next day. */
export const unsentMailField = (model: Pick<Model, "app" | "name" | "key">) => ({
  mail_waits: yesNo(
    "Email not sent yet",
    sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.key} = ${mailKey(model, "")} || ${recordIdSql(model)} AND (${outbox.tries} > 0 OR ${outbox.failure} IS NOT NULL))`,
  ),
});
