import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { type PageKind, pageKind } from "#schema/page-kinds.ts";
import type { PageData } from "#schema/pages.ts";
import * as paths from "#schema/paths.ts";
import { createRoutes } from "#web/routes.tsx";

const kindOf = (path: string) => pageKind(new URL(path, "https://directory.example"));

test.each<[string, PageKind]>([
  [paths.homePath, "home"],
  ["/?sort=likes&page=2", "home"],
  ["/?q=", "home"],
  ["/?q=chat", "search"],
  [paths.sitePath("mattermost"), "site"],
  [paths.sitePath("compare-tools"), "site"],
  [paths.sitePath("mattermost/"), "site"],
  [`${paths.targetPath("slack")}?q=chat`, "product"],
  [paths.combinationPath(paths.targetPath("slack"), "open-source"), "product"],
  [paths.categoryPath("communication"), "category"],
  [paths.compareStartPath, "compare"],
  [paths.comparePath("mattermost", "zulip"), "compare"],
  [paths.blogsPath, "posts"],
  [paths.blogPath("first-post"), "post"],
  [paths.dashboardPath, "dashboard"],
  [paths.sitesPath, "dashboard"],
  [paths.createSitePath, "editor"],
  [paths.editSitePath(7), "editor"],
  [paths.createBlogPath, "editor"],
  [paths.createBlogAliasPath, "editor"],
  [paths.editBlogPath("first-post"), "editor"],
  [`${paths.adminPath}?model=sites/site`, "admin"],
  [paths.accountPath, "account"],
  [paths.loginPath, "account"],
  [paths.loginCodePath, "account"],
  [paths.signUpPath, "account"],
  [paths.newPasswordPath("token"), "account"],
  [paths.googleLoginPath, "account"],
  [paths.aboutPath, "other"],
  [paths.pricePath, "other"],
  [paths.previewBlogPath("first-post"), "other"],
  [paths.confirmWatchPath("token"), "other"],
  ["/a/b/c", "other"],
])("%s is of the kind %s", (path, kind) => expect(kindOf(path)).toBe(kind));

test("no screen of the app is taken for the page of a site", () => {
  const all = (routes: RouteObject[]): string[] =>
    routes.flatMap(({ path, children }) => [...(path === undefined ? [] : [path]), ...all(children ?? [])]);
  const screens = all(createRoutes({} as PageData)).filter((path) => !["/:slug", "*"].includes(path));
  expect(screens.length).toBeGreaterThan(20);
  expect(screens.filter((path) => kindOf(path.replaceAll(/:\w+\??/g, "x")) === "site")).toEqual([]);
});
