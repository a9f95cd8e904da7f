import type { PrivateModules } from "./private-screens.ts";

/** Only the browser's entry imports these files, so the Worker does not contain them. */
export const privateModules: PrivateModules = {
  account: {
    page: () => import("./features/accounts/user/user-page.tsx"),
    data: () => import("./features/accounts/user/user-data.ts"),
  },
  dashboard: {
    page: () => import("./features/owner/dashboard/dashboard-page.tsx"),
    data: () => import("./features/owner/dashboard/dashboard-data.ts"),
    parts: {
      "own-sites": () => import("./features/owner/dashboard/sites-data.ts"),
      subscriptions: () => import("./features/payments/subscriptions-data.ts"),
      ledger: () => import("./features/payments/ledger-data.ts"),
      analytics: () => import("./features/analytics/analytics-data.ts"),
      posts: () => import("./features/blogs/posts-data.ts"),
    },
  },
  sites: {
    page: () => import("./features/owner/dashboard/sites-page.tsx"),
    data: () => import("./features/owner/dashboard/sites-data.ts"),
  },
  createSite: { page: () => import("./features/owner/site-form/create-site-page.tsx") },
  editSite: {
    page: () => import("./features/owner/site-form/edit-site-page.tsx"),
    data: () => import("./features/owner/site-form/edit-site-data.ts"),
  },
  pay: {
    page: () => import("./features/payments/pay-page.tsx"),
    data: () => import("./features/payments/pay-data.ts"),
  },
  createBlog: {
    data: () => import("./features/blogs/writing/create-blog-data.ts"),
    page: () => import("./features/blogs/writing/create-blog-page.tsx"),
  },
  createBlogAlias: {
    data: () => import("./features/blogs/writing/create-blog-data.ts"),
    page: () => import("./features/blogs/writing/create-blog-page.tsx"),
  },
  editBlog: {
    data: () => import("./features/blogs/writing/edit-blog-data.ts"),
    page: () => import("./features/blogs/writing/edit-blog-page.tsx"),
  },
  previewBlog: {
    data: () => import("./features/blogs/writing/preview-blog-data.ts"),
    page: () => import("./features/blogs/writing/preview-blog-page.tsx"),
  },
  admin: {
    page: () => import("./features/admin/admin-page.tsx"),
    data: () => import("./features/admin/records-data.ts"),
    parts: { models: () => import("./features/admin/models-data.ts") },
  },
};
