import { email } from "#schema/values/email.ts";

/** Reserved host names (RFC 2606). Without `.test`, because tests use it as the host of a deployment. */
const isPlaceholderHost = (host: string) => /(^|\.)(example(\.(com|net|org))?|invalid|localhost)\.?$/i.test(host);

export const isWorkersDevHost = (host: string) => host.endsWith(".workers.dev");

/** A deployed site has https and a host that can be reached. */
export function isUsableOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" && !isPlaceholderHost(url.hostname);
}

/** True for one plain email address, without a name beside it. */
export function isUsableMailbox(text: string): boolean {
  const address = email.safeParse(text).data;
  return address === text.toLowerCase() && !isPlaceholderHost(address.split("@")[1]!);
}
