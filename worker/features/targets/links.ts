import { sql, type SQL } from "drizzle-orm";
import { isProven } from "./known-owners.ts";

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
export const productLink = (now: number) => sql`coalesce((
  SELECT link FROM (
    SELECT listed.link, listed.host, min(listed.site_id) FROM (
      SELECT site_id, link, host, is_waiting FROM alternatives WHERE target_id = targets.id ORDER BY site_id LIMIT ${LISTINGS_ASKED}
    ) AS listed CROSS JOIN sites ON sites.id = listed.site_id LEFT JOIN users ON users.id = sites.owner_id
    WHERE NOT targets.is_link_fixed AND sites.review = 'active'
      AND (NOT listed.is_waiting OR listed.host = targets.domain)
      AND (sites.owner_id IS NULL OR (users.suspended_at IS NULL
        AND (users.is_staff OR users.is_superuser OR ${isProven(sql`sites.owner_id`, now)})))
    GROUP BY coalesce(sites.owner_id, -sites.id)
  )
  GROUP BY link
  ORDER BY sum(count(*)) OVER (PARTITION BY host) DESC, count(*) DESC, link = targets.link DESC, link LIMIT 1
), targets.link)`;

/**
 * Whether a link that somebody gives for a product waits for staff: no public listing makes its host known. In the statement that writes it, so that those which
 * come at once are known to each other.
 */
export const isUnknownLink = ({ targetId, host }: { targetId: SQL; host: SQL }) => sql`(
  EXISTS (SELECT 1 FROM targets WHERE id = ${targetId} AND site_count >= ${KNOWN_FROM} AND domain <> ${host})
  AND NOT EXISTS (
    SELECT 1 FROM alternatives AS known CROSS JOIN sites AS knowing ON knowing.id = known.site_id
    WHERE known.target_id = ${targetId} AND known.host = ${host} AND NOT known.is_waiting AND knowing.review = 'active'
  )
)`;
