/** Response of GET /api/link-preview/?url=, as the link tool of Editor.js expects it. */
export type LinkPreview = {
  success: 1;
  link: string;
  meta: { title: string; description: string; site_name: string; image?: { url: string } };
};

/** Response of GET /api/sites/proposal/?url=: texts of a web page that prefill the form of a new site. */
export type SiteProposal = {
  link: string;
  /** Empty if the page has no name. */
  name: string;
  description: string;
  /** A path on this origin. It responds with 404 if the page has no icon. */
  icon_url: string;
  /** The same for the largest icon, which may be a logo. */
  logo_url: string;
};

export const LINK_PREVIEW_MESSAGES = {
  notPublic: "Please enter the URL of a public web page.",
  notReadable: "We could not read a web page at this URL.",
} as const;
