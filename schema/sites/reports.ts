/** What a report says is wrong with a listing or a product. */
export const REPORT_REASONS = {
  dead: "It is gone, has moved or does not work",
  wrong_category: "It is in the wrong category",
  not_an_alternative: "It is not an alternative to a product",
  spam: "It is spam",
  impersonation: "It pretends to be somebody else’s",
  illegal: "Something in it is illegal",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REASONS = Object.keys(REPORT_REASONS) as ReportReason[];

/** Products have no category, and replace nothing. */
export const SITE_REASONS: ReportReason[] = ["wrong_category", "not_an_alternative"];
/** A proven owner answers these first. The other reports accuse the owner, so only staff see them. */
export const OWNER_REASONS: (ReportReason | "suggestion")[] = ["dead", ...SITE_REASONS, "suggestion"];
/** The owner has this time. Then staff decide. */
export const OWNER_DAYS = 14;

export const MAX_REPORT_LENGTH = 5000;

/** What a site or a product says, by `field` or `facts.{name}`. Null: a fact that is not stated. */
export type Said = Record<string, unknown>;
/** What a suggestion replaces, and what it suggests. */
export type Difference = { before: Said; after: Said };

/** What an owner can answer. Nothing in it says who reports. */
export type OwnerReport = {
  id: number;
  reason: ReportReason | "suggestion";
  text: string;
  changes: Difference | null;
  source: string;
};

export const REPORT_MESSAGES = {
  decided: "This was answered already, or somebody else decides it now.",
  changed:
    "The listing says something else since this was suggested, so nothing was saved. Decline it, or make the change yourself and then accept it.",
} as const;
