const PREFIX = "/api/preview/picture?url=";

/** Remote images are loaded through this origin. */
export const editorImageUrl = (url: string) =>
  /^https?:/i.test(url) ? `/api/preview/picture?${new URLSearchParams({ url })}` : url;

/** The inverse of `editorImageUrl`. */
export const storedImageUrl = (shown: string) =>
  shown.startsWith(PREFIX) ? (new URLSearchParams(shown.slice(shown.indexOf("?"))).get("url") ?? "") : shown;
