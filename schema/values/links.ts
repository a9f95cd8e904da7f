/** `URL.parse` for the browser: Chrome 125, Firefox 125 and Safari 17 lack it. */
export const parseUrl = (url: string, base?: string): URL | null =>
  URL.canParse(url, base) ? new URL(url, base) : null;

/**
 * Returns the host without `www.` and without a dot at the end.
 * @throws TypeError if the link is not a URL.
 */
export const hostOf = (link: string) => new URL(link).hostname.replace(/^www\.|\.$/g, "");
