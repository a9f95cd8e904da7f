import { LICENCES } from "#schema/facts/fact-rules.ts";
import type { FactName } from "#schema/facts/facts.ts";
import { hostOf } from "#schema/values/links.ts";
import { ownValue } from "#schema/values/records.ts";
import { type PageLink, readBody } from "../../http/page-head.ts";
import { fetchPublic } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { findPage } from "./pages.ts";

/** Values that pages state. `checkFact` decides whether they are any. */
export type Stated = Partial<Record<FactName, { value: unknown; source: string }>>;

type Repository = { url: URL; owner: string; name: string; licenceFile: URL | undefined };

/** First parts of paths that are no owners. */
const NOT_OWNERS =
  /^(?:about|apps|collections|customer-stories|enterprise|explore|features|login|marketplace|orgs|pricing|search|settings|signup|sponsors|topics|users?|-)$/i;

/** By host: the address of the file LICENSE, if its content is served as text without the name of a branch. */
const HOSTS: Readonly<Record<string, (path: string) => URL | undefined>> = {
  "github.com": (path) => new URL(`https://raw.githubusercontent.com${path}/HEAD/LICENSE`),
  "gitlab.com": (path) => new URL(`https://gitlab.com${path}/-/raw/HEAD/LICENSE`),
  "codeberg.org": () => undefined,
};

/** Returns the repository that the address leads to, or into. */
export function repositoryAt(address: URL): Repository | undefined {
  const host = hostOf(address.href);
  const [owner, repository] = address.pathname.split("/").filter(Boolean);
  const licenceFile = ownValue(HOSTS, host);
  if (!licenceFile || !owner || !repository || NOT_OWNERS.test(owner)) return undefined;
  const path = `/${owner}/${repository.replace(/\.git$/, "")}`;
  return {
    url: new URL(path, `https://${host}`),
    owner,
    name: repository,
    licenceFile: licenceFile(path),
  };
}

type From =
  /** The links of the repository's page, which is the site. */
  | { links: PageLink[]; source: string }
  /** The site that links the repository. It is the site's own if it has the site's name or links back. */
  | { site: URL };

/** Fetches at most the repository's page and its licence. */
export async function repositoryFacts(ports: Ports, repository: Repository, from: From): Promise<Stated> {
  const page = "site" in from ? await findPage(ports, repository.url) : undefined;
  const links = "links" in from ? from.links : page ? readBody(page, page.url).links : [];
  if ("site" in from && !hasNameOf(repository, from.site) && !links.some(({ url }) => isAt(url, from.site))) return {};
  const source = "site" in from ? from.site.href : from.source;
  return {
    source_code: { value: repository.url.href, source },
    ...(licenceLinked(links, repository) ?? (await licenceInFile(ports, repository))),
  };
}

const isAt = (url: URL, site: URL) => hostOf(url.href) === hostOf(site.href);

/** True for "plausible.io" and github.com/plausible/analytics. */
export function hasNameOf({ owner, name }: Repository, site: URL): boolean {
  const labels = hostOf(site.href).split(".");
  const own = letters(labels.at(-2) ?? "");
  return own.length > 2 && [owner, name].some((part) => letters(part) === own);
}

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

const ids = new Set(LICENCES.map((id) => id.toLowerCase()));

/** Pages of repositories link their licence: "MIT license". Other repositories' licences do not count. */
function licenceLinked(links: PageLink[], { url: { href: home } }: Repository): Stated | undefined {
  for (const { url, text } of links) {
    const id = text.replace(/\s+licen[cs]e$/i, "");
    const isFile = /\/(?:licen[cs]e|copying)[^/]*$/i.test(url.pathname) || url.hash.endsWith("-ov-file");
    if (isFile && ids.has(id.toLowerCase()) && url.href.toLowerCase().startsWith(home.toLowerCase()))
      return { licences: { value: [id], source: url.href } };
  }
  return undefined;
}

/** The first words of licences. The texts of the GNU licences do not say whether later versions count. */
const LICENCE_TEXTS: [RegExp, string][] = [
  [/\bMIT License\b/i, "MIT"],
  [/\bApache License\s+Version 2\.0\b/i, "Apache-2.0"],
  [/\bGNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3\b/i, "AGPL-3.0"],
  [/\bGNU LESSER GENERAL PUBLIC LICENSE\s+Version 3\b/i, "LGPL-3.0"],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 3\b/i, "GPL-3.0"],
  [/\bGNU GENERAL PUBLIC LICENSE\s+Version 2\b/i, "GPL-2.0"],
  [/\bMozilla Public License,? Version 2\.0\b/i, "MPL-2.0"],
  [/\bBSD 3-Clause License\b/i, "BSD-3-Clause"],
  [/\bBSD 2-Clause License\b/i, "BSD-2-Clause"],
];

const START = 300;

async function licenceInFile(ports: Ports, { licenceFile }: Repository): Promise<Stated> {
  const file =
    licenceFile &&
    (await fetchPublic(ports, licenceFile, {
      accept: "text/plain",
      maxBytes: 4096,
      larger: "cut",
      timeoutMs: 2000,
      redirects: 1,
    }));
  if (!file) return {};
  const start = new TextDecoder().decode(file.bytes).slice(0, START);
  const found = LICENCE_TEXTS.find(([words]) => words.test(start));
  return found ? { licences: { value: [found[1]], source: file.url.href } } : {};
}
