import { eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { STILL_USING, type SwitchFields } from "#schema/sites/switches.ts";
import { users } from "#schema/tables/accounts.ts";
import { products, sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { fold } from "../../../names/keys.ts";
import { switchRefusedMail } from "../../switches/mails.ts";
import { choice, date, longText, type Model, reasonText, text, yesNo } from "../model.ts";

const said = (name: keyof SwitchFields) => sql`${switches.fields} ->> ${sql.raw(`'${name}'`)}`;
const listed = (name: "missing" | "better") => sql`trim(replace(${said(name)}, '","', ', '), '[]"')`;
const email = { column: users.email, foreignKey: switches.userId, id: users.id };
const STATES = { shown: "Shown", held: "Held", refused: "Refused" };

/** What people say who moved. Staff look at what may not be honest before it is shown. */
const answer: Model = {
  app: "sites",
  appName: "Sites",
  name: "switch",
  verboseName: "Move",
  verboseNamePlural: "Moves",
  table: switches,
  key: switches.id,
  person: "person",
  fields: {
    site: text("Moved to", scalarSubquery(sites.slug, sites.id, switches.siteId)),
    product: text("Moved from", scalarSubquery(products.slug, products.id, switches.productId)),
    person: text("By", scalarSubquery(users.email, users.id, switches.userId), { sort: email }),
    text: longText("Text", said("text")),
    still_using: choice("Still using it", said("still_using"), STILL_USING),
    missing: text("Missing", listed("missing")),
    better: text("Better", listed("better")),
    answer: longText("Answer of the owner", switches.answer, { editableBy: "staff" }),
    state: choice("State", switches.state, STATES),
    granted: yesNo("Shown", sql`${switches.state} = 'shown'`, { editableBy: "staff" }),
    refusal: longText("Why it is not shown (a refusal is emailed)", switches.heldBecause, { editableBy: "staff" }),
    created_at: date("Answered", switches.createdAt, { sort: "rowid" }),
    updated_at: date("Changed", switches.updatedAt),
  },
  search: { columns: [[email, fold]], hint: "Beginning of an email address" },
  filters: {
    held: { label: "Held", where: sql`${switches.state} = 'held'`, pendingWorkLabel: "Moves to look at" },
  },
  rules: z.object({
    granted: z.literal(true, "Please show the answer, or write why it is refused."),
    refusal: reasonText.check(z.minLength(1, "Please write a reason.")),
    answer: z.string(),
  }),
  toColumns: ({ granted, refusal, answer: given }) => ({
    ...(granted ? { state: "shown" } : refusal !== undefined && { state: "refused" }),
    ...(given === "" && { answer: null }),
  }),
  async composeMail(c, { before, input }) {
    const [to, slug] = [String(before["person"]), String(before["site"])];
    const [site] = await c.var.db.select({ name: sites.name }).from(sites).where(eq(sites.slug, slug));
    return input["refusal"] && !input["granted"]
      ? switchRefusedMail(c.var.config, { to, name: site?.name ?? slug, reason: String(input["refusal"]) })
      : undefined;
  },
  deletableBy: "staff",
  shownAs: ({ site, product }) => [`site:${String(site)}`, `product:${String(product)}`],
};

export const switchModels = [answer];
