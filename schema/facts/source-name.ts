import { parseUrl } from "../values/links.ts";

/**
 * Who states a fact: "awesome-selfhosted", "LICENSE in its repository", "penpot.app/pricing". `sourceCode`: the address of the
 * software's own repository. Without an address, the owner states the fact.
 */
export function sourceName(address: string | undefined, sourceCode?: string): string {
  if (!address) return "the owner";
  const repository = sourceCode && repositoryOf(sourceCode)?.join("/");
  if (!repository || repository !== repositoryOf(address)?.join("/")) return pageName(address);
  const [, file] = /\/blob\/.*?([^/]+)\/?$/.exec(parseUrl(address)!.pathname) ?? [];
  return file ? `${file} in its repository` : "its repository";
}

/** A short name of a page: "awesome-selfhosted", "penpot/penpot" for a repository, "penpot.app/…/figma". */
export function pageName(address: string): string {
  const [owner, name] = repositoryOf(address) ?? [];
  if (name) return owner!.toLowerCase().startsWith("awesome-") ? owner! : `${owner}/${name}`;
  const url = parseUrl(address);
  if (!url) return address;
  const parts = partsOf(url);
  return [url.host.replace(/^www\./, ""), ...(parts.length > 1 ? ["…", parts.at(-1)] : parts)].join("/");
}

const CODE_HOSTS: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "codeberg.org"]);

const partsOf = ({ pathname }: URL) => pathname.split("/").filter(Boolean);

/** Owner and name. Undefined for the address of something else. */
function repositoryOf(address: string): [owner: string, name: string] | undefined {
  const url = parseUrl(address);
  const [owner, name] = url && CODE_HOSTS.has(url.host) ? partsOf(url) : [];
  return owner && name ? [owner, name] : undefined;
}
