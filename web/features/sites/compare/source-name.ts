/** Who states a fact: "awesome-selfhosted", "penpot.app". */
export function sourceName(address: string): string {
  const { host, pathname } = new URL(address);
  const [, , repository] = host === "github.com" ? pathname.split("/") : [];
  return repository ?? host.replace(/^www\./, "");
}
