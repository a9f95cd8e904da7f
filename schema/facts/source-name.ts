import { parseUrl } from "../values/links.ts";

const CODE_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "codeberg.org"]);

/**
 * Who states a fact: "awesome-selfhosted", "its repository", "penpot.app/pricing". `sourceCode`: the address of the
 * software's own repository. Without an address, the owner states the fact.
 */
export function sourceName(address: string | undefined, sourceCode?: string): string {
  if (!address) return "the owner";
  const url = parseUrl(address);
  if (!url) return address;
  const host = url.host.replace(/^www\./, "");
  const parts = url.pathname.split("/").filter(Boolean);
  if (!CODE_HOSTS.has(host) || parts.length < 2)
    return [host, ...(parts.length > 1 ? ["…", parts.at(-1)] : parts)].join("/");
  const [owner, name] = parts as [string, string];
  const own = sourceCode && parseUrl(sourceCode)?.pathname.split("/").filter(Boolean);
  if (own && own[0] === owner && own[1] === name) return "its repository";
  return name.toLowerCase().startsWith("awesome-") ? name.replace(/-data$/, "") : `${owner}/${name}`;
}
