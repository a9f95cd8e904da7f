import { eq } from "drizzle-orm";
import { users } from "#schema/tables/accounts.ts";
import type { Db } from "../../db/connection.ts";

const DOTLESS: ReadonlyMap<string, string> = new Map([
  ...["gmail.com", "googlemail.com"].map((host) => [host, "gmail.com"] as const),
  ...["proton.me", "protonmail.com", "pm.me"].map((host) => [host, "proton.me"] as const),
]);

/** Mails to `anna+1@…` reach `anna@…`. Gmail and Proton ignore dots, and have several domains. */
export function mailboxOf(to: string): string {
  const [name = "", host = ""] = to.replace(/\+[^@]*@/, "@").split("@");
  const one = DOTLESS.get(host);
  return one ? `${name.replaceAll(".", "")}@${one}` : `${name}@${host}`;
}

/** Selects all accounts of the mailbox. */
export const accountsOfMailbox = (db: Db, email: string) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.mailbox, mailboxOf(email)));
