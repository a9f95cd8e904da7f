import * as z from "zod/mini";
import { META_NAME } from "#schema/sites/ownership.ts";
import { PROOF_METHODS, type ProofMethod } from "#schema/sites/proof.ts";
import { hostOf } from "#schema/values/links.ts";
import { parseJson } from "../../http/body.ts";
import { readHead } from "../../http/page-head.ts";
import { fetchPublic } from "../../http/public-fetch.ts";
import { isEqual } from "../../http/signing.ts";
import type { Ports } from "../../ports.ts";
import { placesOf } from "./places.ts";

const LIMITS = { timeoutMs: 5000, maxBytes: 64 * 1024, redirects: 0 } as const;
type Limits = Parameters<typeof fetchPublic>[2];
const PAGE_BYTES_MAX = 512 * 1024;

/** Both must have the record: who deceives one of them does not deceive the other. */
const RESOLVERS = ["https://cloudflare-dns.com/dns-query", "https://dns.google/resolve"];
const TXT = 16;

const dnsAnswer = z.object({
  Answer: z.optional(z.array(z.object({ name: z.string(), type: z.number(), data: z.string() }))),
});

async function hasRecord(ports: Ports, resolver: string, { name, token }: { name: string; token: string }) {
  const url = new URL(`${resolver}?name=${encodeURIComponent(name)}&type=TXT`);
  const file = await fetchPublic(ports, url, { ...LIMITS, accept: "application/dns-json" });
  if (!file) return false;
  try {
    const { Answer: records = [] } = dnsAnswer.parse(parseJson(new TextDecoder().decode(file.bytes)));
    // Not of a name that an alias leads to: its owner may be another person.
    return records.some(
      (record) =>
        record.type === TXT &&
        record.name.replace(/\.$/, "").toLowerCase() === name &&
        isEqual(record.data.replaceAll(/"\s*"|^"|"$/g, ""), token),
    );
  } catch {
    return false;
  }
}

/** A redirect may only add or remove `www.`: what another host says proves nothing. */
async function fetchAt(ports: Ports, place: string, type: RegExp, limits: Pick<Limits, "accept"> & Partial<Limits>) {
  const mayFetch = ({ protocol, href }: URL) => protocol === "https:" && hostOf(href) === hostOf(place);
  const file = await fetchPublic(ports, new URL(place), { ...LIMITS, redirects: 2, mayFetch, ...limits });
  return file && type.test(file.contentType) ? file : undefined;
}

type Check = (ports: Ports, place: string, token: string) => Promise<string | undefined>;

/** Each returns why the token proves nothing, or undefined if it does. */
const CHECKS: Record<ProofMethod, Check> = {
  async dns(ports, name, token) {
    const found = await Promise.all(RESOLVERS.map((resolver) => hasRecord(ports, resolver, { name, token })));
    return found.every(Boolean)
      ? undefined
      : `There is no such TXT record of ${name} yet. A new one can take an hour until all resolvers know it.`;
  },
  async file(ports, place, token) {
    const file = await fetchAt(ports, place, /^text\/plain\b/i, { accept: "text/plain" });
    if (!file) return `There is no text file at ${place}.`;
    const isToken = isEqual(new TextDecoder().decode(file.bytes).trim(), token);
    return isToken ? undefined : `The file at ${place} contains something else.`;
  },
  async meta(ports, place, token) {
    const page = await fetchAt(ports, place, /^(?:text\/html|application\/xhtml\+xml)\b/i, {
      accept: "text/html",
      maxBytes: PAGE_BYTES_MAX,
      larger: "cut",
    });
    if (!page) return `There is no page at ${place}, or it leads to another host.`;
    const isProof = readHead(page).tags.some(
      ({ name, isInHead, attributes }) =>
        name === "meta" &&
        isInHead &&
        attributes["name"]?.toLowerCase() === META_NAME &&
        isEqual(attributes["content"]?.trim() ?? "", token),
    );
    return isProof ? undefined : `The head of ${place} has no such meta tag.`;
  },
};

type Asked = { link: string; token: string; methods?: readonly ProofMethod[] };

/** Tries all methods, or only the given ones. `proven` are those that hold, `reason` says why the others do not. */
export async function checkProof(ports: Ports, { link, token, methods = PROOF_METHODS }: Asked) {
  const places = placesOf(link);
  const tried = methods.filter((method) => places[method]);
  const reasons = await Promise.all(tried.map((method) => CHECKS[method](ports, places[method]!, token)));
  return {
    proven: tried.filter((_, index) => reasons[index] === undefined),
    reason: reasons.filter((reason) => reason !== undefined).join(" "),
  };
}
