import { beforeEach, expect, test } from "vitest";
import { request } from "../support/app.ts";
import { insertSite, insertSites } from "../support/factories.ts";

beforeEach(async () => {
  await insertSite({ name: "Mattermost", alternatives: [{ name: "Slack" }, { name: "Google Workspace" }] });
  await insertSite({ name: "Visual Studio Code", alternatives: [{ name: "Time Tracking" }] });
  await insertSite({ name: "Slack" });
});

const leadsTo = async (query: string) => {
  const { status, headers } = await request(`/search?${query}`, { redirect: "manual" });
  return [status, headers.get("Location")];
};

test.each([
  ["Slack", "/alternatives/slack?searched=Slack"],
  ["slack.com", "/alternatives/slack?searched=slack.com"],
  ["gsuite", "/alternatives/google-workspace?searched=gsuite"],
  ["slack alternative", "/alternatives/slack?searched=slack+alternative"],
  ["Alternatives to Slack", "/alternatives/slack?searched=Alternatives+to+Slack"],
  ["slakc", "/alternatives/slack?searched=slakc"],
  ["gogle worksapce", "/alternatives/google-workspace?searched=gogle+worksapce"],
  ["sla kc", "/alternatives/slack?searched=sla+kc"],
  ["slack vs mattermost", "/compare/mattermost-vs-slack?searched=slack+vs+mattermost"],
  ["Slack VS. vs code", "/compare/slack-vs-visual-studio-code?searched=Slack+VS.+vs+code"],
  ["gsuite or mattermost", "/alternatives/google-workspace?searched=gsuite+or+mattermost"],
  ["self-hosted", "/?hosting=self_hosted#results"],
  ["free open source", "/?open_source=1&pricing=free#results"],
])("the name of a product and names to compare lead to their page: %s", async (q, path) => {
  expect(await leadsTo(`q=${encodeURIComponent(q)}`)).toEqual([302, path]);
});

test.each([
  "q=slack+app",
  "q=free+alternative+to+slack",
  "q=slack+alternatives+for+teams",
  "q=time+tracking",
  "q=notion",
  "q=slakc+for+teams",
  "q=visaul+studio",
  "q=slack+vs+nothing",
  "q=gsuite+vs+nothing",
  "q=free+for+teams",
  "q=slack+vs+slack",
  "q=a+vs+b+vs+c+vs+d+vs+e",
  "q=",
  "q=slack&category=security",
  "q=slack&sort=oldest",
  "q=slack&open_source=1",
])("every other search leads to the list: %s", async (query) => {
  expect(await leadsTo(query)).toEqual([302, `/?${query}#results`]);
});

test("a spelling that the list only offers leads to the list", async () => {
  await insertSites(
    Array.from({ length: 12 }, (_, index) => `Chat ${index}`),
    { alternatives: [{ name: "Slack" }] },
  );
  expect(await leadsTo("q=slakk")).toEqual([302, "/alternatives/slack?searched=slakk"]);
  await insertSite({ name: "Cutter", description: "Slakk for everyone" });
  expect(await leadsTo("q=slakk")).toEqual([302, "/?q=slakk#results"]);
});

test("the page says how to search for the words, and without scripts the home page sends its form there", async () => {
  const html = async (path: string) => (await request(path)).text();
  for (const path of ["/alternatives/slack", "/compare/mattermost-vs-slack"]) {
    expect(await html(`${path}?searched=slack`)).toContain('href="/?q=slack#results"');
    expect(await html(path)).not.toContain("/?q=slack#results");
  }
  expect(await html("/?q=slack")).toContain('action="/search"');
});
