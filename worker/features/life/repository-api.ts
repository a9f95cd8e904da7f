import * as z from "zod/mini";
import { hostOf } from "#schema/values/links.ts";
import { ownValue } from "#schema/values/records.ts";
import { fetchPublic } from "../../http/public-fetch.ts";
import type { Ports } from "../../ports.ts";

/** What a repository says about itself. `website`: "" if it says none. */
export type RepositoryState = { stars: number; lastCommit: string; archived: boolean; website: string };

type Api = {
  url: (path: string) => string;
  state: z.ZodMiniType<Omit<RepositoryState, "lastCommit"> & { lastCommit?: string }>;
  /** If the first answer has no date of the last commit. */
  commits?: { url: (path: string) => string; state: z.ZodMiniType<string> };
};

const count = z.int().check(z.minimum(0));
const website = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ""),
);
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT/));

/** By host. https://docs.github.com/rest/repos, https://docs.gitlab.com/api/projects/, https://codeberg.org/api/swagger */
const APIS: Readonly<Record<string, Api>> = {
  "github.com": {
    url: (path) => `https://api.github.com/repos${path}`,
    state: z.pipe(
      z.object({ stargazers_count: count, pushed_at: time, archived: z.boolean(), homepage: website }),
      z.transform((said) => ({
        stars: said.stargazers_count,
        lastCommit: said.pushed_at,
        archived: said.archived,
        website: said.homepage,
      })),
    ),
  },
  "gitlab.com": {
    url: (path) => `https://gitlab.com/api/v4/projects/${encodeURIComponent(path.slice(1))}`,
    state: z.pipe(
      z.object({ star_count: count, archived: z.boolean() }),
      z.transform((said) => ({ stars: said.star_count, archived: said.archived, website: "" })),
    ),
    commits: {
      url: (path) =>
        `https://gitlab.com/api/v4/projects/${encodeURIComponent(path.slice(1))}/repository/commits?per_page=1`,
      state: z.pipe(
        z.tuple([z.object({ committed_date: time })]),
        z.transform(([newest]) => newest.committed_date),
      ),
    },
  },
  "codeberg.org": {
    url: (path) => `https://codeberg.org/api/v1/repos${path}`,
    state: z.pipe(
      z.object({ stars_count: count, archived: z.boolean(), website }),
      z.transform((said) => ({ stars: said.stars_count, archived: said.archived, website: said.website })),
    ),
    commits: {
      url: (path) =>
        `https://codeberg.org/api/v1/repos${path}/commits?limit=1&stat=false&verification=false&files=false`,
      state: z.pipe(
        z.tuple([z.object({ created: time })]),
        z.transform(([newest]) => newest.created),
      ),
    },
  },
};

const LIMITS = { accept: "application/json", maxBytes: 256 * 1024, timeoutMs: 10_000, redirects: 2 };

/** `address` is of `repositoryAt`. Returns undefined if the repository does not answer, or answers something else. */
export async function readRepository(
  ports: Ports,
  address: URL,
  githubToken: string | undefined,
): Promise<RepositoryState | undefined> {
  const host = hostOf(address.href);
  const api = ownValue(APIS, host);
  if (!api) return undefined;
  const authorization = host === "github.com" && githubToken ? `Bearer ${githubToken}` : undefined;
  const ask = async <T>(url: string, shape: z.ZodMiniType<T>) => {
    const file = await fetchPublic(ports, new URL(url), { ...LIMITS, authorization });
    return file && shape.safeParse(parse(file.bytes)).data;
  };
  const said = await ask(api.url(address.pathname), api.state);
  const lastCommit =
    said && (said.lastCommit ?? (api.commits && (await ask(api.commits.url(address.pathname), api.commits.state))));
  return said && lastCommit ? { ...said, lastCommit: lastCommit.slice(0, "2026-01-01".length) } : undefined;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
