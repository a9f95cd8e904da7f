import { eq, type SQL, sql } from "drizzle-orm";
import { TEAM_SIZES, type TeamSize } from "#schema/facts/facts.ts";
import type { Switch, SwitchFields } from "#schema/sites/switches.ts";
import { sites } from "#schema/tables/sites.ts";
import { switches } from "#schema/tables/switches.ts";
import { toIso } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { changes } from "../../http/edge-scope.ts";

export const isShown = sql`${switches.state} = 'shown'`;

/** Null for anything else. */
export const readTeam = (value: string | null): TeamSize | null =>
  value !== null && Object.hasOwn(TEAM_SIZES, value) ? (value as TeamSize) : null;

export const ofTeam = (team: TeamSize | null): SQL | undefined => (team ? eq(switches.teamSize, team) : undefined);

export const fieldColumns = {
  still_using: switches.stillUsing,
  team_size: switches.teamSize,
  time_taken: switches.timeTaken,
  missing: switches.missing,
  better: switches.better,
  would_again: switches.wouldAgain,
  text: switches.text,
  moved: switches.moved,
};

export const switchColumns = {
  id: switches.id,
  ...fieldColumns,
  createdAt: switches.createdAt,
  updatedAt: switches.updatedAt,
  answer: switches.answer,
  answeredAt: switches.answeredAt,
};

type Row = SwitchFields & {
  id: number;
  createdAt: number;
  updatedAt: number;
  answer: string | null;
  answeredAt: number | null;
};

/** Nothing in it says who answered. */
export const toSwitch = ({ createdAt, updatedAt, answer, answeredAt, ...fields }: Row): Switch => ({
  ...fields,
  created_at: toIso(createdAt),
  updated_at: toIso(updatedAt),
  answer: answer === null ? null : { text: answer, created_at: toIso(answeredAt!) },
});

/** More pages than one purge can name. */
const MAX_PAGES = 50;

/** Says that the pages change that show answers of the user. */
export async function changesAnswersOf(db: Db, userId: number): Promise<void> {
  const pages = await db
    .select({ slug: sites.slug, productId: switches.productId })
    .from(switches)
    .innerJoin(sites, eq(sites.id, switches.siteId))
    .where(eq(switches.userId, userId))
    .limit(MAX_PAGES + 1);
  if (pages.length > MAX_PAGES) changes("all");
  else changes(...pages.flatMap(({ slug, productId }) => [`site:${slug}`, `replaces:${productId}`] as const));
}
