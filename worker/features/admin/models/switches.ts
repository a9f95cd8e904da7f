import { and, eq, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as z from "zod/mini";
import { TEAM_SIZES } from "#schema/facts/facts.ts";
import { STILL_USING, type SwitchFields } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import type { Statement } from "../../../db/connection.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import type { AppEnv } from "../../../env.ts";
import { fold } from "../../../names/keys.ts";
import { changes } from "../../../http/edge-scope.ts";
import { switchRefusedMail } from "../../switches/mails.ts";
import {
  type ChangeBatch,
  choice,
  date,
  type Input,
  longText,
  type Model,
  reasonText,
  type RecordChange,
  text,
  yesNo,
} from "../model.ts";

const said = (name: keyof SwitchFields) => sql`${switches.fields} ->> ${sql.raw(`'${name}'`)}`;
const email = { column: users.email, foreignKey: switches.userId, id: users.id };

const shownAs = ({ site, product }: Input) => [`site:${String(site)}`, `product:${String(product)}`] as const;

/** What people say who moved. Staff look at what may not be honest before it is shown. */
const answer: Model = {
  app: "sites",
  appName: "Sites",
  name: "switch",
  verboseName: "Move",
  verboseNamePlural: "Moves",
  note: "Visitors see it without a name. A refusal deletes it, and the person gets the reason by email.",
  table: switches,
  key: switches.id,
  person: "person",
  fields: {
    site: text("Moved to", scalarSubquery(sites.slug, sites.id, switches.siteId)),
    product: text("Moved from", scalarSubquery(products.slug, products.id, switches.productId)),
    person: text("By", scalarSubquery(users.email, users.id, switches.userId), { sort: email }),
    held_because: text("Held because", switches.heldBecause),
    text: longText("Text", said("text")),
    still_using: choice("Still using it", said("still_using"), STILL_USING),
    team_size: choice("Team size", said("team_size"), TEAM_SIZES),
    missing: text("Missing", said("missing")),
    better: text("Better", said("better")),
    answer: longText("Answer of the owner", switches.answer),
    state: choice("State", switches.state, { shown: "Shown", held: "Held", suspended: "Account suspended" }),
    granted: yesNo("Shown", sql`${switches.state} = 'shown'`, { editableBy: "staff" }),
    refusal: longText("Reason for refusal (emailed)", sql`NULL`, { editableBy: "staff" }),
    created_at: date("Answered", switches.createdAt, { sort: "rowid" }),
    updated_at: date("Changed", switches.updatedAt),
  },
  search: { columns: [[email, fold]], hint: "Beginning of an email address" },
  filters: {
    held: { label: "Held", where: sql`${switches.state} = 'held'`, pendingWorkLabel: "Moves to look at" },
  },
  rules: z.object({
    granted: z.literal(true, "Please show the answer, or write a reason for refusal."),
    refusal: reasonText.check(z.minLength(1, "Please write a reason.")),
  }),
  async save<T>(
    c: Context<AppEnv>,
    { id, before, input }: RecordChange,
    { also, answer: stored }: ChangeBatch<T>,
  ): Promise<T> {
    const { db } = c.var;
    const isIt = eq(switches.id, Number(id));
    changes(...shownAs(before));
    const isSuspended = sql`${switches.userId} IN (SELECT ${users.id} FROM ${users} WHERE ${users.suspendedAt} IS NOT NULL)`;
    const { granted } = input;
    const decided: Statement = granted
      ? db
          .update(switches)
          .set({ state: sql`iif(${isSuspended}, 'suspended', 'shown')`, heldBecause: null })
          .where(and(isIt, eq(switches.state, "held")))
      : db.delete(switches).where(isIt);
    // A refusal deletes the row, so it is read before.
    const statements = [...also, ...(granted ? [decided, stored] : [stored, decided])];
    const results: unknown[] = await db.batch(statements as unknown as [Statement]);
    return results[also.length + (granted ? 1 : 0)] as T;
  },
  async composeMail(c, { before, input }) {
    const [to, name] = [String(before["person"]), String(before["site"])];
    return input["refusal"] && !input["granted"]
      ? switchRefusedMail(c.var.config, { to, name, reason: String(input["refusal"]) })
      : undefined;
  },
  deletableBy: "staff",
  shownAs: (record) => [...shownAs(record)],
};

export const switchModels = [answer];
