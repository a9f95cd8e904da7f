/**
 * Returns the host of a link without `www.` and without a dot at the end. Favicons are requested by this host.
 * @throws TypeError if the link is not a URL.
 */
export const hostOf = (link: string) => new URL(link).hostname.replace(/^www\.|\.$/g, "");
