import { beforeEach, expect, test } from "vitest";
import { ORIGIN, request } from "../support/app.ts";
import { insertSite } from "../support/factories.ts";
import { insertPost } from "../support/posts.ts";

beforeEach(async () => {
  const alternatives = [{ name: "Slack", link: "https://slack.com/" }];
  await insertSite({ name: "Mattermost", category: "communication", facts: { platforms: ["linux"] }, alternatives });
  await insertSite({ name: "Zulip", category: "communication", alternatives });
  for (const name of ["Café", "Яндекс", "Σίσυφος"]) await insertSite({ name });
  await insertSite({ name: "Smør", slug: "smør" });
  await insertSite({ name: "น้ำ", alternatives: [{ name: "คำ" }] });
  await insertPost({ slug: "first-post" });
});

test("an address with capitals or accents redirects to its small form, with its query", async () => {
  for (const [from, to] of [
    ["/MATTERMOST", "/mattermost"],
    ["/Mattermost?q=Chat&sort=oldest", "/mattermost?q=Chat&sort=oldest"],
    ["/Mattermost/", "/mattermost/"],
    ["/CAF%C3%89", "/cafe"],
    [`/${encodeURI("SMØR")}`, `/${encodeURI("smør")}`],
    ["/%D0%AF%D0%BD%D0%B4%D0%B5%D0%BA%D1%81", `/${encodeURI("яндекс")}`],
    [`/${encodeURI("ΣΊΣΥΦΟΣ")}`, `/${encodeURI("σισυφος")}`],
    ["/Alternatives/Slack?sort=Newest", "/alternatives/slack?sort=Newest"],
    ["/Alternatives/SLACK/For-Linux?sort=Newest", "/alternatives/slack/for-linux?sort=Newest"],
    ["/Categories/Communication", "/categories/communication"],
    ["/categories/communication/For-Linux", "/categories/communication/for-linux"],
    ["/Compare/Mattermost-vs-Zulip", "/compare/mattermost-vs-zulip"],
    ["/Blogs/First-Post", "/blogs/first-post"],
    ["/Price", "/price"],
    ["/About?tab=Terms", "/about?tab=Terms"],
    ["/Login?next=/User", "/login?next=/User"],
  ] as const) {
    const response = await request(from);
    expect([response.status, new URL(response.headers.get("Location")!, ORIGIN).href]).toEqual([301, ORIGIN + to]);
    expect((await request(to)).status, to).toBe(200);
  }
});

test("slugs of other scripts and tokens, whose capitals count, are not redirected", async () => {
  for (const path of [
    ...["/smør", "/น้ำ", "/alternatives/คำ"].map(encodeURI),
    "/signup/verify/AbC",
    "/Signup/Verify/AbC",
    "/password/reset/confirm/AbC",
    "/search-watches/confirm/AbC",
    "/search-watches/unsubscribe/AbC",
  ])
    expect((await request(path)).status, path).toBe(200);
});

test("what does not exist is not redirected either", async () => {
  for (const path of [
    "/Nothing",
    "/Alternatives/Nothing",
    "/Compare/Mattermost-vs-Nothing",
    "/API/health",
    "/Media/a.png",
    "/Robots.txt",
    "/%EF%BC%8FMattermost",
  ])
    expect((await request(path)).status, path).toBe(404);
});
