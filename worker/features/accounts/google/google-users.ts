import { and, desc, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { MAX_PERSON_NAME_LENGTH } from "#schema/accounts/accounts.ts";
import { codes, mailedLinks, users } from "#schema/tables/accounts.ts";
import type { Db } from "../../../db/connection.ts";
import { excluded } from "../../../db/raw.ts";
import type { GoogleIdentity } from "../../../ports.ts";
import { insertRefusedSignUp } from "../sign-up/sign-ups.ts";

export type Person = Pick<GoogleIdentity, "sub" | "email" | "firstName" | "lastName">;

const PROOF = {
  userId: users.id,
  epoch: users.sessionEpoch,
  isSuspended: sql<boolean>`${users.suspendedAt} IS NOT NULL`.mapWith(Boolean),
};

/** Returns the account linked to this identity, else the account with its email address, else undefined. */
export async function findByGoogleIdentity(db: Db, { sub, email }: Person) {
  const [user] = await db
    .select()
    .from(users)
    .where(or(eq(users.googleSub, sub), eq(users.email, email)))
    .orderBy(desc(sql`${users.googleSub} IS ${sub}`))
    .limit(1);
  return user;
}

/** Returns the id of the account with this email address. Inserts an unverified account if there is none. */
export async function ensureAccount(db: Db, email: string, now: number): Promise<number> {
  const [, [user]] = await db.batch([
    db.insert(users).values({ email, createdAt: now, updatedAt: now }).onConflictDoNothing({ target: users.email }),
    db.select({ id: users.id }).from(users).where(eq(users.email, email)),
  ]);
  return user!.id;
}

/** `isNewlyLinked` is true if this sign-in linked an account that has a password. */
type Proof = { userId: number; epoch: number; isSuspended: boolean; isNewlyLinked: boolean };

/**
 * Returns the account linked to a Google identity. If there is none, links the account with its email address or inserts
 * a new one. Returns undefined if that account is linked to another identity.
 */
export async function linkOrCreateAccount(db: Db, person: Person, now: number): Promise<Proof | undefined> {
  const bySub = () => db.select(PROOF).from(users).where(eq(users.googleSub, person.sub));
  const [linked] = await bySub();
  if (linked) return { ...linked, isNewlyLinked: false };
  const [opened] = await upsertGoogleAccount(db, person, now);
  if (opened) return opened;
  // A concurrent sign-in with this identity may have linked the account first.
  const [linkedNow] = await bySub();
  return linkedNow && { ...linkedNow, isNewlyLinked: false };
}

/**
 * Links the account with this email address, or inserts a new one. The password of an unverified account may belong to a
 * stranger who signed up with this email address (account pre-hijacking). So it is removed, all mailed links and codes
 * are deleted, and the higher epoch ends all sessions.
 */
async function upsertGoogleAccount(db: Db, { sub, email, firstName, lastName }: Person, now: number) {
  const isUnverified = isNull(users.emailVerifiedAt);
  const unverified = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isUnverified));
  const ifUnverified = (value: SQL, column: SQLiteColumn) =>
    sql`CASE WHEN ${isUnverified} THEN ${value} ELSE ${column} END`;
  const row = { email, googleSub: sub, firstName: cut(firstName), lastName: cut(lastName) };
  const [, , , opened] = await db.batch([
    db.delete(mailedLinks).where(eq(mailedLinks.userId, unverified)),
    db.delete(codes).where(eq(codes.userId, unverified)),
    insertRefusedSignUp(db, { owner: unverified, now }),
    db
      .insert(users)
      .values({ ...row, emailVerifiedAt: now, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: users.email,
        set: {
          googleSub: excluded(users.googleSub),
          passwordHash: ifUnverified(sql`NULL`, users.passwordHash),
          firstName: ifUnverified(excluded(users.firstName), users.firstName),
          lastName: ifUnverified(excluded(users.lastName), users.lastName),
          sessionEpoch: sql`${users.sessionEpoch} + (${isUnverified})`,
          emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${excluded(users.emailVerifiedAt)})`,
          updatedAt: excluded(users.updatedAt),
        },
        setWhere: isNull(users.googleSub),
      })
      .returning({
        ...PROOF,
        isNewlyLinked: sql<boolean>`${users.passwordHash} IS NOT NULL`.mapWith(Boolean).as("is_added"),
      }),
  ]);
  return opened;
}

const cut = (name: string) => name.trim().slice(0, MAX_PERSON_NAME_LENGTH);
