import type { Fault } from "./fault.ts";

const stored = { file: "worker/features/sites/change.ts", tests: ["tests/worker/sites/facts.test.ts"] };
const draft = { file: "web/features/owner/site-facts/draft-facts.ts", tests: ["tests/web/site-draft.test.ts"] };
const repository = {
  file: "worker/features/link-previews/repository.ts",
  tests: ["tests/worker/link-previews/proposed-facts.test.ts"],
};

export const ownerFacts: Fault[] = [
  {
    ...stored,
    name: "an owner who says that the facts are right changes no date",
    find: "isChanged || patch.areFactsChecked",
    put: "isChanged",
  },
  {
    file: "schema/facts.ts",
    tests: stored.tests,
    name: "the same facts in another order count as checked today",
    find: "FACT_NAMES.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : []))",
    put: "Object.entries(values)",
  },
  {
    file: "worker/features/targets/insert.ts",
    tests: stored.tests,
    name: "an owner cannot clear how a site replaces a product",
    find: "Object.keys(pair).length > 0 ? pair : null",
    put: "Object.keys(pair).length > 0 ? pair : undefined",
  },
  {
    ...draft,
    name: "the form sends the source of a fact that is not stated",
    find: 'isStated(facts[name]) && !isBlank(sources[name] ?? "")',
    put: '!isBlank(sources[name] ?? "")',
  },
  {
    file: "web/features/owner/site-form/draft-pair.ts",
    tests: draft.tests,
    name: "the form does not send an emptied list, so the stored one stays",
    find: "  lacks: linesOf(lacks),\n  adds: linesOf(adds),",
    put: "  ...(lacks && { lacks: linesOf(lacks) }),\n  ...(adds && { adds: linesOf(adds) }),",
  },
  {
    ...repository,
    name: "a repository that does not belong to the site is proposed",
    find: "!hasNameOf(repository, from.site) && !links.some(({ url }) => isAt(url, from.site))",
    put: "!page",
  },
  {
    ...repository,
    name: "the licence of another repository is proposed",
    find: " && url.href.toLowerCase().startsWith(home.toLowerCase())",
    put: " && home",
  },
  {
    ...repository,
    file: "worker/features/link-previews/stores.ts",
    name: "apps of others that a page lists count as the site's own",
    find: "same.length === 1 ? same : []",
    put: "same",
  },
];
