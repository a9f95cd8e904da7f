import { parseUrl } from "#schema/values/links.ts";

/** A web address as pages show it: "github.com/penpot/penpot". */
export function addressText(address: string): string {
  const url = parseUrl(address);
  return url ? (url.host + url.pathname).replace(/^www\./, "").replace(/\/$/, "") : address;
}
