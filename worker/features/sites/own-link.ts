import { sql } from "drizzle-orm";
import { editSitePath } from "#schema/paths.ts";
import { AppError } from "../../errors.ts";
import { all, type Db } from "../../http/database.ts";
import { linkKey } from "./keys.ts";

/** The refusal of a link that an owner lists already, with the place where that listing can be changed. */
export async function linkTakenError(
  db: Db,
  { ownerId, link }: { ownerId: number | null; link: string },
): Promise<AppError> {
  const [listed] = await all<{ id: number; name: string }>(
    db,
    sql`SELECT id, name FROM sites WHERE owner_id = ${ownerId} AND link_key = ${linkKey(link)}`,
  );
  const place = listed ? ` as “${listed.name}”. You can edit it at ${editSitePath(listed.id)}` : "";
  const message = `This link is listed already${place}.`;
  return new AppError("conflict", message, { link: message });
}
