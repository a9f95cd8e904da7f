import type { PrivateModules } from "./private-screens.ts";

const data =
  <Name extends keyof typeof import("./private-data.ts")>(name: Name) =>
  async () =>
    (await import("./private-data.ts"))[name];

/** The files of the screens for signed-in people. Imported by the browser's entry alone, so that no server has them. */
export const privateModules: PrivateModules = {
  account: {
    page: () => import("./features/accounts/user/user-page.tsx"),
    data: data("account"),
  },
  dashboard: {
    page: () => import("./features/owner/dashboard/dashboard-page.tsx"),
    data: data("dashboard"),
    parts: {
      "own-sites": data("ownSites"),
      subscriptions: data("subscriptions"),
      ledger: data("ledger"),
      analytics: data("analytics"),
      posts: data("posts"),
    },
  },
  sites: {
    page: () => import("./features/owner/dashboard/sites-page.tsx"),
    data: data("ownSites"),
  },
  createSite: { page: () => import("./features/owner/site-form/create-site-page.tsx") },
  editSite: {
    page: () => import("./features/owner/site-form/edit-site-page.tsx"),
    data: data("editSite"),
  },
  pay: {
    page: () => import("./features/payments/pay-page.tsx"),
    data: data("pay"),
  },
  createBlog: {
    data: data("createBlog"),
    page: () => import("./features/blogs/create-blog-page.tsx"),
  },
  createBlogAlias: {
    data: data("createBlog"),
    page: () => import("./features/blogs/create-blog-page.tsx"),
  },
  editBlog: {
    data: data("editBlog"),
    page: () => import("./features/blogs/edit-blog-page.tsx"),
  },
  previewBlog: {
    data: data("previewBlog"),
    page: () => import("./features/blogs/preview-blog-page.tsx"),
  },
  admin: {
    page: () => import("./features/admin/admin-page.tsx"),
    data: data("records"),
    parts: { models: data("models") },
  },
};
