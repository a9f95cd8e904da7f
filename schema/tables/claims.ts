import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { PROOF_METHODS } from "../sites/proof.ts";
import { users } from "./accounts.ts";
import { sites } from "./sites.ts";

/**
 * Open claims of listings that have another owner, by people who proved the site. One a listing, also with simultaneous
 * requests. A decision deletes the row, and the audit log keeps it. A change of the owner deletes it by a trigger.
 */
export const claims = sqliteTable(
  "claims",
  {
    siteId: integer("site_id")
      .primaryKey()
      .references(() => sites.id, { onDelete: "cascade" }),
    /** Who claims it. */
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    method: text({ enum: PROOF_METHODS }).notNull(),
    answerDueAt: integer("answer_due_at").notNull(),
    /**
     * Why staff decide, as soon as it is not null: what the owner says, or what stood against it when the owner's time was
     * over. "" if that is only that the owner is proven, too.
     */
    objection: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("claims_by_user").on(table.userId),
    index("claims_due")
      .on(table.answerDueAt)
      .where(sql`${table.objection} IS NULL`),
  ],
);
