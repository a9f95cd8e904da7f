/** `region` is the name that D1 gives it, such as "WEUR". Local runs have none. */
export type Replication = { region: string | null; is_replica: boolean | null; warning: string | null };

/** Reads from the nearest copy, as public pages do. Returns null if D1 does not answer. */
export async function readReplication(d1: D1Database, request: Request): Promise<Replication | null> {
  const read = d1.withSession("first-unconstrained").prepare("SELECT 1").run();
  return read.then(
    ({ meta }) => replicationOf(meta, request.cf?.continent as string | undefined),
    () => null,
  );
}

/** The regions of D1 on a continent: https://developers.cloudflare.com/d1/best-practices/read-replication/ */
const REGIONS: Record<string, string[]> = {
  NA: ["ENAM", "WNAM"],
  EU: ["WEUR", "EEUR"],
  AS: ["APAC"],
  OC: ["OC"],
};

const OFF =
  "The primary answered a read from another continent. Read replication seems to be off: switch it on in the settings of the database.";

/**
 * `meta` is that of a read in a session that began with "first-unconstrained", and `continent` that of the request
 * (`cf.continent`). A Worker cannot read the setting. If a replica answers, replication is on. If the primary answers, it
 * is off, or the primary is near: so there is a warning only if D1 has a region on the request's continent and another
 * region answered.
 */
function replicationOf(
  meta: { served_by_region?: string | undefined; served_by_primary?: boolean | undefined },
  continent: string | undefined,
): Replication {
  const { served_by_region: region, served_by_primary: isPrimary } = meta;
  if (isPrimary === undefined) return { region: region ?? null, is_replica: null, warning: null };
  const near = REGIONS[continent ?? ""];
  const isFar = isPrimary && near !== undefined && region !== undefined && !near.includes(region.toUpperCase());
  return { region: region ?? null, is_replica: !isPrimary, warning: isFar ? OFF : null };
}
