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
  listed?: Listed;
};

/** A site that has the link already: the user's own one with this id, or a public one. */
export type Listed = { name: string; id: number } | { name: string; slug: string };

/** Why a user cannot list the link again. */
export const ownLinkTaken = (name: string) => `This link is already listed as “${name}”.`;

export const LINK_PREVIEW_MESSAGES = {
  notPublic: "Please enter the URL of a public web page.",
  notReadable: "We could not read a web page at this URL.",
} as const;
