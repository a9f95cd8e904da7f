/**
 * Returns the host without `www.` and without a dot at the end.
 * @throws TypeError if the link is not a URL.
 */
export const hostOf = (link: string) => new URL(link).hostname.replace(/^www\.|\.$/g, "");
