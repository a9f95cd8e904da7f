import type { ScreenFiles } from "./routes.tsx";
import type { ScreenName } from "./screens.ts";

/** The page file of each private screen. Its data file is in modules.ts. */
export const privatePages: Record<ScreenName, ScreenFiles["page"]> = {
  account: () => import("../features/accounts/user/user-page.tsx"),
  moved: () => import("../features/moves/moved-page.tsx"),
  dashboard: () => import("../features/owner/dashboard/dashboard-page.tsx"),
  sites: () => import("../features/owner/dashboard/sites-page.tsx"),
  createSite: () => import("../features/owner/site-form/create-site-page.tsx"),
  editSite: () => import("../features/owner/site-form/edit-site-page.tsx"),
  ownership: () => import("../features/owner/ownership/ownership-page.tsx"),
  figures: () => import("../features/owner/figures/figures-page.tsx"),
  pay: () => import("../features/payments/pay/pay-page.tsx"),
  createBlog: () => import("../features/blogs/writing/create-blog-page.tsx"),
  createBlogAlias: () => import("../features/blogs/writing/create-blog-page.tsx"),
  editBlog: () => import("../features/blogs/writing/edit-blog-page.tsx"),
  previewBlog: () => import("../features/blogs/writing/preview-blog-page.tsx"),
  admin: () => import("../features/admin/admin-page.tsx"),
};
