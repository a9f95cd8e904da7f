import { sql } from "drizzle-orm";
import { editSitePath } from "#schema/paths.ts";
import { AppError } from "../../errors.ts";
import type { Db } from "../../db/connection.ts";
import { all } from "../../db/raw.ts";
import { linkKey } from "../../names/keys.ts";

type Listed = { id: number; name: string };

/** The refusal of a link that an owner lists already, with the place where that listing can be changed. */
export async function linkTakenError(
  db: Db,
  { ownerId, link }: { ownerId: number | null; link: string },
): Promise<AppError> {
  const [listed] = await all<Listed>(
    db,
    sql`SELECT id, name FROM sites WHERE owner_id = ${ownerId} AND link_key = ${linkKey(link)}`,
  );
  return refusalOf(listed);
}

/** @throws AppError 409 where the owner of a site lists that link at another one. */
export async function requireFreeLink(db: Db, { siteId, link }: { siteId: number; link: string }): Promise<void> {
  const [listed] = await all<Listed>(
    db,
    sql`SELECT other.id, other.name FROM sites CROSS JOIN sites AS other
      ON other.owner_id = sites.owner_id AND other.link_key = ${linkKey(link)}
      WHERE sites.id = ${siteId} AND other.id <> sites.id`,
  );
  if (listed) throw refusalOf(listed);
}

function refusalOf(listed: Listed | undefined): AppError {
  const place = listed ? ` as “${listed.name}”. You can edit it at ${editSitePath(listed.id)}` : "";
  const message = `This link is listed already${place}.`;
  return new AppError("conflict", message, { link: message });
}
