/** Names that only some computers or networks know: RFC 6761, 6762, 7686, 8375 and 9476, and ICANN's `internal`. Not `example`. */
const LOCAL_NAME =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|lan|home|corp|arpa|test|invalid|onion|alt)$/;

/** Addresses that are not on the public internet, such as 192.168.0.0/16 (IANA's special-purpose registry). */
const LOCAL_NUMBERS =
  /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.(?:168|0\.[02])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])|198\.(?:1[89]|51\.100)|203\.0\.113|2(?:2[4-9]|[3-5]\d))\./;

export const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
/** Labels above the registered one may have other signs: "my_pages.example.com". */
const NAME = /^(?:[a-z\d_-]{1,63}\.)*(?!-)[a-z\d-]{1,63}(?<!-)\.(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/;
const NAME_MAX = 253;

/** Returns why a host cannot be on the public internet. `host` is as the URL parser writes it, without a dot at its end. */
export function hostProblem(host: string): string | undefined {
  const shown = `“${host.slice(0, 60)}”`;
  if (LOCAL_NAME.test(host) || (IPV4.test(host) && LOCAL_NUMBERS.test(host)))
    return `Only some computers or networks can open ${shown}. Please enter an address that everybody can open.`;
  if (IPV4.test(host)) return undefined;
  if (!host.includes(".")) return `The address ${shown} lacks an ending, such as .com.`;
  return NAME.test(host) && host.length <= NAME_MAX
    ? undefined
    : `There can be no website at ${shown}. Please check the address.`;
}
