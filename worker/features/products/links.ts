import { sql, type SQL } from "drizzle-orm";
import { withTableNames } from "../../db/raw.ts";
import { alias } from "drizzle-orm/sqlite-core";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, products, sites } from "#schema/tables/sites.ts";
import { isEstablishedOwner } from "./established-owners.ts";

/** Only the oldest listings of a product vote on its link, so a flood of new listings cannot change it. */
const VOTING_LISTINGS = 50;
const SITES_OF_KNOWN_PRODUCT = 3;

/**
 * Returns SQL for the link of a product: the link that staff set, or else the link with the most votes. The query must
 * use the table `products`.
 *
 * - Staff and established owners have one vote each, by their oldest listing. So has each listing without owner.
 * - Pending sites and suspended owners have no vote. A link that waits has none, unless it has the host of the stored
 *   link.
 * - First the host with the most votes wins, because one host can have several links. Then the link with the most votes
 *   on that host wins. With equal votes, the stored link wins.
 */
export const productLink = (now: number): SQL<string> => {
  const { productId, siteId, link, host, isWaiting } = alternatives;
  const mayVote = sql`${sites.ownerId} IS NULL OR (${users.suspendedAt} IS NULL
    AND (${users.isStaff} OR ${users.isSuperuser} OR ${isEstablishedOwner(sites.ownerId, now)}))`;
  return withTableNames(sql`coalesce((
  SELECT link FROM (
    SELECT listed.link, listed.host, min(listed.site_id) FROM (
      SELECT ${siteId} AS site_id, ${link} AS link, ${host} AS host, ${isWaiting} AS is_waiting
      FROM ${alternatives} WHERE ${productId} = ${products.id} ORDER BY ${siteId} LIMIT ${VOTING_LISTINGS}
    ) AS listed CROSS JOIN ${sites} ON ${sites.id} = listed.site_id LEFT JOIN ${users} ON ${users.id} = ${sites.ownerId}
    WHERE NOT ${products.isLinkFixed} AND ${sites.review} = 'active'
      AND (NOT listed.is_waiting OR listed.host = ${products.domain}) AND (${mayVote})
    GROUP BY coalesce(${sites.ownerId}, -${sites.id})
  )
  GROUP BY link
  ORDER BY sum(count(*)) OVER (PARTITION BY host) DESC, count(*) DESC, link = ${products.link} DESC, link LIMIT 1
), ${products.link})`);
};

/**
 * Returns SQL that tells whether a link must wait for staff. The host is unknown if the product's own link and all
 * accepted links of active sites have other hosts, and at least 3 active sites name the product. Use it inside the
 * statement that writes the link, so that concurrent saves see each other.
 */
export function isUnknownHost({ productId, host }: { productId: SQL; host: SQL }): SQL {
  const known = alias(alternatives, "known");
  const knowing = alias(sites, "knowing");
  return sql`(
  EXISTS (
    SELECT 1 FROM ${products} WHERE ${products.id} = ${productId} AND ${products.siteCount} >= ${SITES_OF_KNOWN_PRODUCT} AND ${products.domain} <> ${host}
  )
  AND NOT EXISTS (
    SELECT 1 FROM ${alternatives} AS known CROSS JOIN ${sites} AS knowing ON ${knowing.id} = ${known.siteId}
    WHERE ${known.productId} = ${productId} AND ${known.host} = ${host} AND NOT ${known.isWaiting} AND ${knowing.review} = 'active'
  )
)`;
}
