const PREFIX = "/api/preview/picture?url=";

/** The address under which the editor shows a picture: its page loads none from other origins. */
export const editorImageUrl = (url: string) =>
  /^https?:/i.test(url) ? `/api/preview/picture?${new URLSearchParams({ url })}` : url;

/** The address that `editorImageUrl` was given. */
export const storedImageUrl = (shown: string) =>
  shown.startsWith(PREFIX) ? (new URLSearchParams(shown.slice(shown.indexOf("?"))).get("url") ?? "") : shown;
