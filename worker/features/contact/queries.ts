import type { ContactForm } from "#schema/pages/contact.ts";
import { contactMessages } from "#schema/tables/contact.ts";
import type { Db } from "../../db/connection.ts";

export async function insertMessage(db: Db, { email, message, now }: ContactForm & { now: number }): Promise<void> {
  await db.insert(contactMessages).values({ email, message, createdAt: now });
}
