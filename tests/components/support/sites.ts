import type { SiteSubscription } from "#schema/payments/payments.ts";
import type { SiteProposal } from "#schema/sites/link-previews.ts";
import type { EditableSite, OwnerSiteSummary } from "#schema/sites/sites.ts";
import { blankDraft, type SiteDraft } from "#web/features/owner/draft/site-draft.ts";
import { site } from "../../web/support/pages.ts";

export const LINK = "https://mine.example/";

/** What a page says that states nothing. */
export const proposal: SiteProposal = {
  link: LINK,
  name: "",
  description: "",
  icon_url: "",
  logo_url: "",
  facts: {},
  fact_sources: {},
};

export const articleOf = (...texts: string[]) =>
  JSON.stringify({ blocks: texts.map((text) => ({ type: "paragraph", data: { text } })) });

/** A draft with all that the first step needs. The form for a new site offers it. */
export function storeDraft(changes: Partial<SiteDraft> = {}): void {
  const draft = { ...blankDraft(), link: LINK, name: "Mine", category: "productivity", ...changes };
  localStorage.setItem("draft.1.new", JSON.stringify({ draft, changedAt: "2026-11-20T12:00:00.000Z" }));
}

const alternative = (id: number, name: string) => ({ id, name, link: `https://${id}.example/`, description: "" });

/** A site of the signed-in user. */
export const ownSite: EditableSite = {
  ...site({ id: 7, slug: "mine", name: "Mine", link: LINK, description: "Made for a test", category: "productivity" }),
  alternatives: [alternative(1, "First Product"), alternative(2, "Second Product")],
  screenshots: [],
  interactions: { likes: 3, comments: 0 },
  is_liked_by_user: false,
  review: "active",
  refusal: null,
  moved_to: null,
  claimed_until: null,
  featured_until: null,
  title: "Mine",
  content: articleOf("What this site does."),
  blog: { slug: "mine", content: "" },
};

/** `ownSite` is paid until 20 August. It stays featured for one day more, in which it renews. */
export const subscription: SiteSubscription = {
  site_id: 7,
  site_name: "Mine",
  site_slug: "mine",
  status: "featured",
  state: "renews",
  featured_until: "2026-08-21T12:00:00.000Z",
  next_charge: { at: "2026-08-20T12:00:00.000Z", amount_cents: 1000, currency: "eur" },
  card: null,
  trouble: null,
  unpaid: null,
};

export const listOf = <T>(...results: T[]) => ({ count: results.length, page: 1, pages: 1, results });

/** The calls of the dashboard. */
export const dashboardOf = (...sites: OwnerSiteSummary[]) => ({
  "GET sites/?*": listOf(...sites),
  "GET payments/": listOf(),
  "GET payments/ledger/?*": listOf(),
});
