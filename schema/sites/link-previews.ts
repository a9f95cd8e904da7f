import type { Facts, FactSources } from "../facts/facts.ts";

/** As the link tool of Editor.js expects it. */
export type LinkPreview = {
  success: 1;
  link: string;
  meta: { title: string; description: string; site_name: string; image?: { url: string } };
};

/** What a web page says of a site, for the owner's form. */
export type SiteProposal = {
  link: string;
  /** Empty if the page has no name. */
  name: string;
  description: string;
  /** A path on this origin. It responds with 404 if the page has no icon. */
  icon_url: string;
  /** The same for the largest icon, which may be a logo. */
  logo_url: string;
  /** What the page or its repository states, and where. The form asks the owner to confirm each. */
  facts: Facts;
  fact_sources: FactSources;
};

export const LINK_PREVIEW_MESSAGES = {
  notPublic: "Please enter the URL of a public web page.",
  notReadable: "We could not read a web page at this URL.",
} as const;
