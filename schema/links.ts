/** Host of a link without `www.` and the dot that may end it; the link must parse. Favicons are asked for by it. */
export const hostOf = (link: string) => new URL(link).hostname.replace(/^www\.|\.$/g, "");
