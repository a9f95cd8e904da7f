import type { PrivateModules } from "./private-screens.ts";

/** The files of the screens for signed-in people. Imported by the browser's entry alone, so that no server has them. */
export const privateModules: PrivateModules = {
  account: { page: () => import("./features/accounts/user/user-page.tsx") },
  dashboard: {
    page: () => import("./features/owner/dashboard/dashboard-page.tsx"),
    data: () => import("./features/owner/dashboard/dashboard-data.ts"),
    parts: {
      analytics: () => import("./features/analytics/analytics-data.ts"),
      posts: () => import("./features/blogs/posts-data.ts"),
    },
  },
  sites: { page: () => import("./features/owner/dashboard/sites-page.tsx") },
  createSite: { page: () => import("./features/owner/site-form/create-site-page.tsx") },
  editSite: { page: () => import("./features/owner/site-form/edit-site-page.tsx") },
  pay: { page: () => import("./features/payments/pay-page.tsx") },
  createBlog: {
    data: () => import("./features/blogs/create-blog-data.ts"),
    page: () => import("./features/blogs/create-blog-page.tsx"),
  },
  createBlogAlias: {
    data: () => import("./features/blogs/create-blog-data.ts"),
    page: () => import("./features/blogs/create-blog-page.tsx"),
  },
  editBlog: {
    data: () => import("./features/blogs/edit-blog-data.ts"),
    page: () => import("./features/blogs/edit-blog-page.tsx"),
  },
  previewBlog: {
    data: () => import("./features/blogs/preview-blog-data.ts"),
    page: () => import("./features/blogs/preview-blog-page.tsx"),
  },
  admin: {
    page: () => import("./features/admin/admin-page.tsx"),
    data: () => import("./features/admin/records-data.ts"),
    parts: { models: () => import("./features/admin/models-data.ts") },
  },
};
