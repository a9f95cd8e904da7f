import * as z from "zod/mini";
import { hostOf } from "#schema/values/links.ts";
import { ownValue } from "#schema/values/records.ts";
import { askPublic } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";

/** `commits`: the newest one, if the repository does not say when it was. */
type Api = { repository: (path: string) => string; commits?: string };

/** By host. https://docs.github.com/rest/repos, https://docs.gitlab.com/api/projects/, https://codeberg.org/api/swagger */
const APIS: Readonly<Record<string, Api>> = {
  "github.com": { repository: (path) => `https://api.github.com/repos${path}` },
  "gitlab.com": {
    repository: (path) => `https://gitlab.com/api/v4/projects/${encodeURIComponent(path.slice(1))}`,
    commits: "/repository/commits?per_page=1",
  },
  "codeberg.org": {
    repository: (path) => `https://codeberg.org/api/v1/repos${path}`,
    commits: "/commits?limit=1&stat=false&verification=false&files=false",
  },
};

const count = z.optional(z.int().check(z.minimum(0)));
const time = z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT/)));
const website = z.nullish(z.string());

// Each host has its own names for the same.
const repositoryRules = z.object({
  stargazers_count: count,
  star_count: count,
  stars_count: count,
  archived: z.boolean(),
  pushed_at: time,
  homepage: website,
  website,
});
const commitsRules = z.tuple([z.object({ committed_date: time, created: time })]);

const LIMITS = { accept: "application/json", maxBytes: 256 * 1024, timeoutMs: 10_000, redirects: 2 };

/** So hosts answer who has read too much. */
const REFUSALS = new Set([403, 429]);
/** `left`: how many repositories this run may still read at GitHub. */
export type GitHub = { token: string | undefined; left: number };

/** `address` is of `repositoryAt`. Returns undefined if the repository does not answer, or answers something else. */
export async function readRepository(ports: Ports, address: URL, github: GitHub) {
  const host = hostOf(address.href);
  const api = ownValue(APIS, host);
  if (!api) return undefined;
  const authorization = host === "github.com" && github.token ? `Bearer ${github.token}` : undefined;
  const ask = async <T>(url: string, rules: z.ZodMiniType<T>) => {
    const file = await askPublic(ports, new URL(url), { ...LIMITS, authorization });
    if (file && REFUSALS.has(file.status)) github.left = 0;
    return file && rules.safeParse(parse(file.bytes)).data;
  };
  const url = api.repository(address.pathname);
  const said = await ask(url, repositoryRules);
  const stars = said?.stargazers_count ?? said?.star_count ?? said?.stars_count;
  if (!said || stars === undefined) return undefined;
  const [newest] = (api.commits && (await ask(url + api.commits, commitsRules))) || [];
  const lastCommit = (said.pushed_at ?? newest?.committed_date ?? newest?.created)?.slice(0, "2026-01-01".length);
  return lastCommit
    ? { stars, lastCommit, archived: said.archived, website: said.homepage || said.website || "" }
    : undefined;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
