import type { PrivateModules } from "./private-screens.ts";

/** The files of the screens for signed-in people. Imported by the browser's entry alone, so that no server has them. */
export const privateModules: PrivateModules = {
  account: () => import("./features/accounts/user/user-page.tsx"),
  dashboard: () => import("./features/owner/dashboard/dashboard-page.tsx"),
  sites: () => import("./features/owner/dashboard/sites-page.tsx"),
  createSite: () => import("./features/owner/site-form/create-site-page.tsx"),
  editSite: () => import("./features/owner/site-form/edit-site-page.tsx"),
  pay: () => import("./features/payments/pay-page.tsx"),
  createBlog: () => import("./features/blogs/create-blog-page.tsx"),
  createBlogAlias: () => import("./features/blogs/create-blog-page.tsx"),
  editBlog: () => import("./features/blogs/edit-blog-page.tsx"),
  previewBlog: () => import("./features/blogs/preview-blog-page.tsx"),
  admin: () => import("./features/admin/admin-page.tsx"),
};
