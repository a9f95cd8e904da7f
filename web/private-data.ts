/** The data of all private screens as one small file of scripts: the next screen that is opened has its part already. */
export * as account from "./features/accounts/user/user-data.ts";
export * as models from "./features/admin/models-data.ts";
export * as records from "./features/admin/records-data.ts";
export * as analytics from "./features/analytics/analytics-data.ts";
export * as createBlog from "./features/blogs/create-blog-data.ts";
export * as editBlog from "./features/blogs/edit-blog-data.ts";
export * as posts from "./features/blogs/posts-data.ts";
export * as previewBlog from "./features/blogs/preview-blog-data.ts";
export * as dashboard from "./features/owner/dashboard/dashboard-data.ts";
export * as ownSites from "./features/owner/dashboard/own-sites-data.ts";
export * as editSite from "./features/owner/site-form/edit-site-data.ts";
export * as ledger from "./features/payments/ledger-data.ts";
export * as pay from "./features/payments/pay-data.ts";
export * as subscriptions from "./features/payments/subscriptions-data.ts";
