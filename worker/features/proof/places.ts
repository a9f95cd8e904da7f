import { META_NAME } from "#schema/sites/ownership.ts";
import type { ProofMethod } from "#schema/sites/proof.ts";
import { hostOf } from "#schema/values/links.ts";
import { hmac } from "../../http/signing.ts";

/**
 * What a person publishes at a site to prove that it is theirs. A signature of both, so it is stored nowhere, and it proves
 * nothing for another person or listing.
 */
export const proofToken = (secretKey: string, { siteId, userId }: { siteId: number; userId: number }) =>
  `${META_NAME}=${hmac(secretKey, `site-proof:${siteId}:${userId}`)}`;

const FILE = `.well-known/${META_NAME}.txt`;

/** Hosts that serve the files of a repository as text, without the name of a branch. */
const REPOSITORIES: Readonly<Record<string, (path: string) => string>> = {
  "github.com": (path) => `https://raw.githubusercontent.com${path}/HEAD/`,
  "gitlab.com": (path) => `https://gitlab.com${path}/-/raw/HEAD/`,
};

type Places = Partial<Record<ProofMethod, string>>;

/**
 * Where a token proves the link: the name of a TXT record, the address of a file, and the page of a meta tag. A link with a path may
 * be one of many people's at its host, so its host's record and root prove nothing.
 */
export function placesOf(link: string): Places {
  const url = new URL(link);
  const host = hostOf(link);
  url.protocol = "https:";
  url.hash = "";
  const path = url.pathname.replace(/\/+$/, "");
  if (path === "" && url.search === "")
    return { dns: `_${META_NAME}.${host}`, file: new URL(`/${FILE}`, url).href, meta: url.href };
  const repository = /^\/[^/]+\/[^/]+$/.test(path) ? REPOSITORIES[host] : undefined;
  if (repository) return { file: repository(path.replace(/\.git$/, "")) + FILE };
  return { ...(url.search === "" && { file: `${url.origin}${path}/${FILE}` }), meta: url.href };
}

const INSTRUCTIONS: Record<ProofMethod, (place: string) => string> = {
  dns: (place) => `Add a TXT record with the name ${place} and the token as its value.`,
  file: (place) => `Publish a text file at ${place} that contains only the token.`,
  meta: (place) => `Add a meta tag with the name ${META_NAME} and the token as its content to the head of ${place}`,
};

/** What the user may publish, one for each method that proves the link. */
export function proofsFor(secretKey: string, { id, link }: { id: number; link: string }, userId: number) {
  const token = proofToken(secretKey, { siteId: id, userId });
  return Object.entries(placesOf(link)).map(([name, place]) => {
    const method = name as ProofMethod;
    return { method, token, instructions: INSTRUCTIONS[method](place) };
  });
}
