/** What GET /api/link-preview/?url= answers: the shape that Editor.js's link tool expects. */
export type LinkPreview = {
  success: 1;
  link: string;
  meta: { title: string; description: string; site_name: string; image?: { url: string } };
};

/** What GET /api/sites/proposal/?url= answers: what a page says about itself, fit for the form of a new site. */
export type SiteProposal = {
  link: string;
  /** Empty where the page does not say. */
  name: string;
  description: string;
  /** On this origin. It may answer 404: whether the page has an icon is known once it is asked for. */
  icon_url: string;
};

export const LINK_PREVIEW_MESSAGES = {
  notPublic: "Please enter the URL of a public web page.",
  notReadable: "We could not read a web page at this URL.",
} as const;
