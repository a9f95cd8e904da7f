import { sql, type SQL } from "drizzle-orm";
import { withTableNames } from "../../db/raw.ts";
import { alias } from "drizzle-orm/sqlite-core";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, sites, targets } from "#schema/tables/sites.ts";
import { isEstablishedOwner } from "./established-owners.ts";

/** As many listings of a product are asked for its link, the oldest: a flood of new ones changes nothing. */
const LISTINGS_ASKED = 50;
/** From as many listings on, a host that none of them gave waits for staff. */
const KNOWN_FROM = 3;

/**
 * The link of a product, in a query that names the table `targets`: what staff set, else what most owners give, each of
 * whom has one vote. Owners vote once a listing of theirs has been public for a week, staff at once, and what was
 * imported for nobody counts each for itself. Hosts are counted first, so that two spellings of one do not lose to a
 * third; what stands wins where they are equal.
 */
export const productLink = (now: number): SQL<string> => {
  const { targetId, siteId, link, host, isWaiting } = alternatives;
  const mayVote = sql`${sites.ownerId} IS NULL OR (${users.suspendedAt} IS NULL
    AND (${users.isStaff} OR ${users.isSuperuser} OR ${isEstablishedOwner(sites.ownerId, now)}))`;
  return withTableNames(sql`coalesce((
  SELECT link FROM (
    SELECT listed.link, listed.host, min(listed.site_id) FROM (
      SELECT ${siteId} AS site_id, ${link} AS link, ${host} AS host, ${isWaiting} AS is_waiting
      FROM ${alternatives} WHERE ${targetId} = ${targets.id} ORDER BY ${siteId} LIMIT ${LISTINGS_ASKED}
    ) AS listed CROSS JOIN ${sites} ON ${sites.id} = listed.site_id LEFT JOIN ${users} ON ${users.id} = ${sites.ownerId}
    WHERE NOT ${targets.isLinkFixed} AND ${sites.review} = 'active'
      AND (NOT listed.is_waiting OR listed.host = ${targets.domain}) AND (${mayVote})
    GROUP BY coalesce(${sites.ownerId}, -${sites.id})
  )
  GROUP BY link
  ORDER BY sum(count(*)) OVER (PARTITION BY host) DESC, count(*) DESC, link = ${targets.link} DESC, link LIMIT 1
), ${targets.link})`);
};

/**
 * Whether a link that somebody gives for a product waits for staff: no public listing makes its host known. In the statement that writes it, so that those which
 * come at once are known to each other.
 */
export function isUnknownHost({ targetId, host }: { targetId: SQL; host: SQL }): SQL {
  const known = alias(alternatives, "known");
  const knowing = alias(sites, "knowing");
  return sql`(
  EXISTS (
    SELECT 1 FROM ${targets} WHERE ${targets.id} = ${targetId} AND ${targets.siteCount} >= ${KNOWN_FROM} AND ${targets.domain} <> ${host}
  )
  AND NOT EXISTS (
    SELECT 1 FROM ${alternatives} AS known CROSS JOIN ${sites} AS knowing ON ${knowing.id} = ${known.siteId}
    WHERE ${known.targetId} = ${targetId} AND ${known.host} = ${host} AND NOT ${known.isWaiting} AND ${knowing.review} = 'active'
  )
)`;
}
