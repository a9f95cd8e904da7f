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

test.each([
  ["/MATTERMOST", "/mattermost"],
  ["/Mattermost?q=Chat&sort=oldest", "/mattermost?q=Chat&sort=oldest"],
  ["/Mattermost/", "/mattermost/"],
  ["/CAF%C3%89", "/cafe"],
  ["/caf%c3%a9", "/cafe"],
  [`/${encodeURI("SMØR")}`, `/${encodeURI("smør")}`],
  ["/%D0%AF%D0%BD%D0%B4%D0%B5%D0%BA%D1%81", `/${encodeURI("яндекс")}`],
  [`/${encodeURI("ΣΊΣΥΦΟΣ")}`, `/${encodeURI("σισυφος")}`],
  ["/Alternatives/Slack?sort=Newest", "/alternatives/slack?sort=Newest"],
  ["/alternatives/SLACK", "/alternatives/slack"],
  ["/Alternatives/SLACK/For-Linux?sort=Newest", "/alternatives/slack/for-linux?sort=Newest"],
  ["/Categories/Communication", "/categories/communication"],
  ["/categories/communication/For-Linux", "/categories/communication/for-linux"],
  ["/Compare/Mattermost-vs-Zulip", "/compare/mattermost-vs-zulip"],
  ["/Compare", "/compare"],
  ["/Blogs", "/blogs"],
  ["/Blogs/First-Post", "/blogs/first-post"],
  ["/Price", "/price"],
  ["/About?tab=Terms", "/about?tab=Terms"],
  ["/Login?next=/User", "/login?next=/User"],
  ["/Dashboard", "/dashboard"],
])("%s redirects to %s", async (from, to) => {
  const response = await request(from);
  expect([response.status, new URL(response.headers.get("Location")!, ORIGIN).href]).toEqual([301, ORIGIN + to]);
  expect((await request(to)).status).toBe(200);
});

test.each(["/smør", "/น้ำ", "/alternatives/คำ"])("%s is a page and not redirected", async (path) => {
  expect((await request(encodeURI(path))).status).toBe(200);
});

test.each([
  "/signup/verify/AbC",
  "/Signup/Verify/AbC",
  "/password/reset/confirm/AbC",
  "/search-watches/confirm/AbC",
  "/search-watches/unsubscribe/AbC",
])("%s has a token, whose capitals count", async (path) => {
  expect((await request(path)).status).toBe(200);
});

test.each([
  "/Nothing",
  "/Alternatives/Nothing",
  "/Compare/Mattermost-vs-Nothing",
  "/API/health",
  "/Media/a.png",
  "/Robots.txt",
  "/%EF%BC%8FMattermost",
])("%s does not exist, and neither does its small form", async (path) => {
  expect((await request(path)).status).toBe(404);
});
