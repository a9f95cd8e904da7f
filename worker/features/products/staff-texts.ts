import { and, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { products } from "#schema/tables/sites.ts";
import type { Db, Statement } from "../../db/connection.ts";

type Column = "about" | "whyLeave" | "exportFormats" | "exportSteps" | "exportLink" | "choices";
type Group = { texts: readonly Column[]; more?: readonly ("exportChangedAt" | "choicesBy" | "choicesChangedAt")[] };

/** What staff write for the page of a product. The texts of a group have one date, so they stay together. */
const GROUPS: readonly Group[] = [
  { texts: ["about"] },
  { texts: ["whyLeave"] },
  { texts: ["exportFormats", "exportSteps", "exportLink"], more: ["exportChangedAt"] },
  { texts: ["choices"], more: ["choicesBy", "choicesChangedAt"] },
];

const isEmpty = ({ texts }: Group): SQL => and(...texts.map((name) => eq(products[name], sql`''`)))!;

/** SQL condition for `products`: staff wrote nothing. */
export const hasNoStaffText: SQL = and(...GROUPS.map(isEmpty))!;

/** Statements for a merge: groups of `into` that are empty get the texts of `from`. */
export function inheritTextsStatements(db: Db, from: number, into: number): Statement[] {
  const loser = alias(products, "loser");
  return GROUPS.map((group) => {
    const inherited = [...group.texts, ...(group.more ?? [])].map((name) => [
      name,
      sql`(SELECT ${loser[name]} FROM ${products} AS ${sql.identifier("loser")} WHERE ${loser.id} = ${from})`,
    ]);
    return db
      .update(products)
      .set(Object.fromEntries(inherited))
      .where(and(eq(products.id, into), isEmpty(group)));
  });
}
