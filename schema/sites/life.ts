/**
 * What a check of a site's link found. `unknown`: not checked yet, or the website refuses robots. `moved`: it leads to
 * another host for good. `parked`: the domain is for sale.
 */
export const ALIVE_STATES = ["unknown", "alive", "moved", "unreachable", "parked"] as const;
export type AliveState = (typeof ALIVE_STATES)[number];

/** Nobody is there. */
export const isGone = (state: AliveState): boolean => state === "unreachable" || state === "parked";

/** In site answers. Times are ISO 8601 in UTC, null before the first check. */
export type Alive = { state: AliveState; checked_at: string | null; since: string | null };

export const UNCHECKED: Alive = { state: "unknown", checked_at: null, since: null };

/** Nobody is led to a domain that is for sale. */
export const hasWebsite = ({ alive, standing }: { alive: Alive; standing: Standing }): boolean =>
  standing !== "closed" && alive.state !== "parked";

export const STANDINGS = ["open", "may_be_closed", "closed"] as const;
export type Standing = (typeof STANDINGS)[number];

/** Beside the name of a site. */
export const STANDING_LABELS: Record<Standing, string> = { open: "", may_be_closed: "May be closed", closed: "Closed" };
