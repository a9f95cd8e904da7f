export const PROOF_METHODS = ["dns", "file", "meta"] as const;
export type ProofMethod = (typeof PROOF_METHODS)[number];

/** In site answers: how the owner proved that the site is theirs, and since when (ISO 8601 in UTC). */
export type Verified = { method: ProofMethod; since: string };

/** After "by". */
export const PROOF_NAMES: Readonly<Record<ProofMethod, string>> = { dns: "DNS", file: "a file", meta: "a meta tag" };
