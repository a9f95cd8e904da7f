import type { PrivateModules, ScreenName } from "./screens.ts";

// The names of the page files and of all that they need take 2 kB, and visitors do not need them.
const page = (name: ScreenName) => async () => (await import("./pages.ts")).privatePages[name]();

/** Only the browser's entry imports these files, so the Worker does not contain them. */
export const privateModules: PrivateModules = {
  account: {
    page: page("account"),
    data: () => import("../features/accounts/user/user-data.ts"),
  },
  moved: {
    page: page("moved"),
    data: () => import("../features/moves/moved-data.ts"),
  },
  dashboard: {
    page: page("dashboard"),
    data: () => import("../features/owner/dashboard/dashboard-data.ts"),
    parts: {
      "own-sites": () => import("../features/owner/dashboard/sites-data.ts"),
      subscriptions: () => import("../features/payments/subscriptions-data.ts"),
      ledger: () => import("../features/payments/ledger-data.ts"),
      analytics: () => import("../features/analytics/analytics-data.ts"),
      posts: () => import("../features/blogs/posts-data.ts"),
    },
  },
  sites: {
    page: page("sites"),
    data: () => import("../features/owner/dashboard/sites-data.ts"),
  },
  createSite: { page: page("createSite") },
  editSite: {
    page: page("editSite"),
    data: () => import("../features/owner/site-form/edit-site-data.ts"),
  },
  ownership: {
    page: page("ownership"),
    data: () => import("../features/owner/ownership/ownership-data.ts"),
  },
  figures: {
    page: page("figures"),
    data: () => import("../features/owner/figures/figures-data.ts"),
  },
  pay: {
    page: page("pay"),
    data: () => import("../features/payments/pay/pay-data.ts"),
  },
  createBlog: {
    data: () => import("../features/blogs/writing/create-blog-data.ts"),
    page: page("createBlog"),
  },
  createBlogAlias: {
    data: () => import("../features/blogs/writing/create-blog-data.ts"),
    page: page("createBlogAlias"),
  },
  editBlog: {
    data: () => import("../features/blogs/writing/edit-blog-data.ts"),
    page: page("editBlog"),
  },
  previewBlog: {
    data: () => import("../features/blogs/writing/preview-blog-data.ts"),
    page: page("previewBlog"),
  },
  admin: {
    page: page("admin"),
    data: () => import("../features/admin/record/records-data.ts"),
    parts: {
      models: () => import("../features/admin/models-data.ts"),
    },
  },
};
