import { and, eq } from "drizzle-orm";
import { editSitePath } from "#schema/pages/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { linkKey } from "../../../names/keys.ts";

/** Returns the error 409 for a link that the owner lists already. It names that site and its edit page. */
export async function linkTakenError(
  db: Db,
  { ownerId, link }: { ownerId: number | null; link: string },
): Promise<AppError> {
  const [listed] = await db
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(eq(sites.ownerId, ownerId ?? 0), eq(sites.linkKey, linkKey(link))));
  const place = listed ? ` as “${listed.name}”. You can edit that site at ${editSitePath(listed.id)}` : "";
  const message = `This link is already listed${place}.`;
  return new AppError("conflict", message, { fields: { link: message } });
}
