import { expect, test } from "vitest";
import { readRepository } from "#worker/features/life/repository-api.ts";
import { internetWith, redirectTo } from "../../support/internet.ts";

const access = () => ({ token: undefined, left: 1 });
const json = (value: unknown) => () => Response.json(value);
const GITHUB = "https://api.github.com/repos/acme/tool";
const GITLAB = "https://gitlab.com/api/v4/projects/acme%2Ftool";
const CODEBERG = "https://codeberg.org/api/v1/repos/acme/tool";
const github = { stargazers_count: 12, pushed_at: "2026-11-01T08:00:00Z", archived: false, homepage: null, id: 1 };

test.each([
  ["https://github.com/acme/tool", { [GITHUB]: json(github) }],
  [
    "https://gitlab.com/acme/tool",
    {
      [GITLAB]: json({ star_count: 12, archived: false }),
      [`${GITLAB}/repository/commits?per_page=1`]: json([{ committed_date: "2026-11-01T08:00:00.000+00:00" }]),
    },
  ],
  [
    "https://codeberg.org/acme/tool",
    {
      [CODEBERG]: json({ stars_count: 12, archived: false, website: "" }),
      [`${CODEBERG}/commits?limit=1&stat=false&verification=false&files=false`]: json([
        { created: "2026-11-01T08:00:00Z" },
      ]),
    },
  ],
])("reads %s", async (address, responses) => {
  const { ports } = internetWith(responses);
  const said = { stars: 12, lastCommit: "2026-11-01", archived: false, website: "" };
  expect(await readRepository(ports, new URL(address), access())).toEqual(said);
});

test.each([{}, { [GITHUB]: json({ ...github, stargazers_count: "many" }) }, { [GITHUB]: () => new Response("<p>") }])(
  "returns nothing for another answer",
  async (responses) => {
    const { ports } = internetWith(responses);
    expect(await readRepository(ports, new URL("https://github.com/acme/tool"), access())).toBeUndefined();
  },
);

test("a redirect gets the token at GitHub only", async () => {
  const moved = "https://api.github.com/repositories/1";
  const elsewhere = "https://collector.example/";
  const { ports } = internetWith({
    [GITHUB]: redirectTo(moved, 301),
    [moved]: redirectTo(elsewhere, 301),
    [elsewhere]: json(github),
  });
  const tokens: unknown[] = [];
  const { fetch } = ports;
  ports.fetch = (url, init) => {
    tokens.push(init.authorization);
    return fetch(url, init);
  };
  await readRepository(ports, new URL("https://github.com/acme/tool"), { token: "secret", left: 1 });
  expect(tokens).toEqual(["Bearer secret", "Bearer secret", undefined]);
});
