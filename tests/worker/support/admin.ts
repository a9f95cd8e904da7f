import type { AdminChanges, AdminModelPage } from "#schema/admin.ts";
import type { Browser } from "./browser.ts";

/** Returns a list of the admin: `path` is such as `sites/site/?q=penpot`. */
export const adminPage = async (staff: Browser, path: string) =>
  (await staff.get(`/api/get_model/${path}`)).json<AdminModelPage>();

export const adminRecords = async (staff: Browser, path: string) => (await adminPage(staff, path)).results;

/** Returns the audit log, newest first. */
export const auditEntries = async (staff: Browser) =>
  (await adminRecords(staff, "audit/entry/")).map(({ changes, ...entry }) => ({
    ...entry,
    ...(JSON.parse(String(changes)) as AdminChanges),
  }));
