import { and, eq } from "drizzle-orm";
import { editSitePath } from "#schema/paths.ts";
import { sites } from "#schema/tables/sites.ts";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../db/connection.ts";
import { linkKey } from "../../../names/keys.ts";

/** The refusal of a link that an owner lists already, with the place where that listing can be changed. */
export async function linkTakenError(
  db: Db,
  { ownerId, link }: { ownerId: number | null; link: string },
): Promise<AppError> {
  const [listed] = await db
    .select({ id: sites.id, name: sites.name })
    .from(sites)
    .where(and(eq(sites.ownerId, ownerId ?? 0), eq(sites.linkKey, linkKey(link))));
  const place = listed ? ` as “${listed.name}”. You can edit it at ${editSitePath(listed.id)}` : "";
  const message = `This link is listed already${place}.`;
  return new AppError("conflict", message, { link: message });
}
