import type { ReactNode } from "react";
import { matchRoutes } from "react-router";
import {
  accountPath,
  adminPath,
  createBlogAliasPath,
  createBlogPath,
  createSitePath,
  dashboardPath,
  editBlogPath,
  editSitePath,
  figuresPath,
  movedPath,
  ownershipPath,
  payPath,
  previewBlogPath,
  sitesPath,
} from "#schema/pages/paths.ts";
import { loadUser, requireStaff, requireUser } from "../features/accounts/guard.ts";
import type { ScreenFiles, ScreenFrame } from "./routes.tsx";

/** The files of these screens are in modules.ts, their outlines in outlines.tsx. */
export const PRIVATE_SCREENS = {
  account: { path: accountPath, title: "Your account", guard: requireUser },
  moved: { path: movedPath(":product"), title: "Your move", guard: requireUser },
  dashboard: { path: dashboardPath, title: "Dashboard", guard: requireUser },
  sites: { path: sitesPath, title: "Your Sites", guard: requireUser },
  createSite: { path: createSitePath, title: "List a site", guard: requireUser },
  editSite: { path: editSitePath(":id"), title: "Edit site", guard: requireUser },
  ownership: { path: ownershipPath(":id"), title: "Ownership", guard: requireUser },
  figures: { path: figuresPath(":id"), title: "Figures", guard: requireUser },
  pay: { path: payPath, title: "Featured listing", guard: requireUser },
  createBlog: { path: createBlogPath, title: "Create Blog", guard: requireStaff },
  createBlogAlias: { path: createBlogAliasPath, title: "Create Blog", guard: requireStaff },
  editBlog: { path: editBlogPath(":post"), title: "Edit Blog", guard: requireStaff },
  previewBlog: { path: previewBlogPath(":post"), title: "Preview", guard: requireStaff },
  admin: { path: adminPath, title: "Admin", guard: loadUser },
} satisfies Record<string, ScreenFrame>;

export type ScreenName = keyof typeof PRIVATE_SCREENS;
export type PrivateModules = Record<ScreenName, ScreenFiles>;
export type ScreenOutlines = Record<ScreenName, ReactNode>;

const paths = Object.values(PRIVATE_SCREENS).map(({ path }) => ({ path }));

export const isPrivate = (pathname: string) => matchRoutes(paths, pathname) !== null;
