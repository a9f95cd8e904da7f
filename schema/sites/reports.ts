export const REASONS = ["dead", "wrong_category", "not_an_alternative", "spam", "impersonation", "illegal"] as const;
export type ReportReason = (typeof REASONS)[number];

/** What a report says is wrong with a listing or a product. */
export const REPORT_REASONS: Record<ReportReason, string> = {
  dead: "It is gone, has moved or does not work",
  wrong_category: "It is in the wrong category",
  not_an_alternative: "It is not an alternative to a product",
  spam: "It is spam",
  impersonation: "It pretends to be somebody else’s",
  illegal: "Something in it is illegal",
};
/** Products have no category, and replace nothing. */
export const SITE_REASONS: ReportReason[] = ["wrong_category", "not_an_alternative"];

/** A proven owner answers these first. The other reports accuse the owner, so only staff see them. */
export const OWNER_REASONS: (ReportReason | "suggestion")[] = ["dead", ...SITE_REASONS, "suggestion"];
/** The owner has this time. Then staff decide. */
export const OWNER_DAYS = 14;

export const MAX_REPORT_LENGTH = 5000;

/**
 * What a suggestion replaces, and the suggested values, by `field` or `facts.{name}`. Null: not stated. `add_alternative`
 * and `remove_alternative` have one product.
 */
export type Difference = { before: Record<string, unknown>; after: Record<string, unknown> };

/** What an owner can answer. Nothing in it says who reports. Times are ISO 8601 in UTC. */
export type OwnerReport = {
  id: number;
  site: string;
  slug: string;
  reason: ReportReason | "suggestion";
  text: string;
  changes: Difference | null;
  source: string;
  /** Then staff decide. */
  until: string;
};

export const REPORT_MESSAGES = {
  decided: "This was answered already, or somebody else decides it now.",
  changed:
    "The listing says something else since this was suggested, so nothing was saved. Decline it, or make the change yourself and then accept it.",
  gone: "The listing does not exist any more, so nothing can be changed. You can still decline.",
  tooManyProducts: "The listing names as many products as it can, so none can be added.",
} as const;
