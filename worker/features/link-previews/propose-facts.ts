import { checkEach, checkFact } from "#schema/facts/fact-rules.ts";
import { type Facts, type FactSources, inFactOrder } from "#schema/facts/facts.ts";
import { type PageLink, readBody } from "../../http/page-head.ts";
import type { PublicFile } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";
import { factsOfData } from "./page-data.ts";
import { hasNameOf, repositoryAt, repositoryFacts, type Stated } from "./repository.ts";
import { platformsOfStores } from "./stores.ts";

/**
 * Returns the facts that the page of a site and the site's repository state, each with the page that states it. What
 * they do not say is missing.
 */
export async function proposeFacts(
  ports: Ports,
  page: PublicFile,
  base: URL,
): Promise<{ facts: Facts; fact_sources: FactSources }> {
  const { links, data } = readBody(page, base);
  const { platforms = [], ...others } = factsOfData(data);
  const values = { ...others, platforms: [...new Set([...platforms, ...platformsOfStores(links)])] };
  const source = page.url.href;
  const stated: Stated = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, { value, source }] as const),
  );
  return checked({ ...stated, ...(await factsOfRepository(ports, page, links)) });
}

async function factsOfRepository(ports: Ports, page: PublicFile, links: PageLink[]): Promise<Stated> {
  const itself = repositoryAt(page.url);
  if (itself) return repositoryFacts(ports, itself, { links, source: page.url.href });
  const named = new Map(
    links.flatMap(({ url }) => {
      const repository = repositoryAt(url);
      return repository ? [[repository.url.href.toLowerCase(), repository] as const] : [];
    }),
  );
  // Of several repositories, the one with the site's name is its own. Otherwise the page does not say which one is.
  const all = [...named.values()];
  const own = all.filter((repository) => hasNameOf(repository, page.url));
  const [only, ...more] = own.length > 0 ? own : all;
  return only && more.length === 0 ? repositoryFacts(ports, only, { site: page.url }) : {};
}

/** A value that is none is left out. */
function checked(stated: Stated): { facts: Facts; fact_sources: FactSources } {
  const entries = Object.entries(stated);
  const facts: Facts = checkEach(
    Object.fromEntries(entries.map(([name, { value }]) => [name, value])),
    checkFact,
    () => {},
  );
  const sources = entries.map(([name, { source }]) => [name, source] as const);
  return { facts, fact_sources: inFactOrder(Object.fromEntries(sources.filter(([name]) => name in facts))) };
}
