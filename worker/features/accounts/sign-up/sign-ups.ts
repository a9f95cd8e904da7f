import { and, eq, exists, gte, inArray, isNull, lt, not, type SQLWrapper, sql } from "drizzle-orm";
import type { SignUpForm } from "#schema/accounts/account-forms.ts";
import { UNVERIFIED_ACCOUNT_DAYS, VERIFY_LINK_VALID_HOURS } from "#schema/accounts/accounts.ts";
import { DAY_MS, HOUR_MS } from "#schema/values/dates.ts";
import { codes, mailedLinks, users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { excluded, runQuery } from "../../../db/raw.ts";
import { sha256 } from "../../../http/signing.ts";
import { isValidLink, linkOwner } from "../mailed-links.ts";

const UNVERIFIED_MS = UNVERIFIED_ACCOUNT_DAYS * DAY_MS;
/** One run deletes at most this many accounts, because foreign keys delete their rows in the same statement. */
const ABANDONED_BATCH = 100;

type NewUser = { form: SignUpForm; passwordHash: string; token: string; browserHash: string; now: number };

/**
 * Stores a sign-up and its link. What happens depends on the account with this email address:
 * - None: inserts an unverified account.
 * - Unverified: overwrites its name and password. The link carries this sign-up's own password, and replaces the
 *   earlier links of the same browser only.
 * - Verified: leaves the account as it is, and stores the password as a refused sign-up. That password opens nothing.
 *   At sign-in it gets the response of an unverified account, so that it does not reveal the account.
 */
export async function insertSignUp(db: Db, { form, passwordHash, token, browserHash, now }: NewUser): Promise<void> {
  const { email, first_name: firstName, last_name: lastName } = form;
  const owner = db.select({ id: users.id }).from(users).where(eq(users.email, email));
  const isOlder = sql`(${mailedLinks.purpose} = 'refused_sign_up'
    OR (${mailedLinks.purpose} = 'verify_email' AND ${mailedLinks.browserHash} IS ${browserHash}))`;
  await db.batch([
    db
      .insert(users)
      .values({ email, firstName, lastName, passwordHash, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: users.email,
        set: {
          firstName: excluded(users.firstName),
          lastName: excluded(users.lastName),
          passwordHash: excluded(users.passwordHash),
          updatedAt: excluded(users.updatedAt),
        },
        setWhere: isNull(users.emailVerifiedAt),
      }),
    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, owner), isOlder)),
    insertLink(db, {
      email,
      token,
      browserHash,
      passwordAndName: undefined,
      refusedHash: passwordHash,
      refusedMs: UNVERIFIED_MS,
      now,
    }),
  ]);
}

/**
 * Inserts a further link for an unverified account, or a refused sign-up for a verified one, so that both take the same
 * time.
 */
export async function insertVerifyLink(db: Db, link: Omit<NewLink, "refusedMs">): Promise<void> {
  await insertLink(db, { ...link, refusedMs: VERIFY_LINK_VALID_HOURS * HOUR_MS });
}

type NewLink = {
  email: string;
  token: string;
  /** Null if the link was requested without the password. Then every browser must enter it. */
  browserHash: string | null;
  /** The link activates them. If undefined, it activates those of the latest sign-up. */
  passwordAndName: { passwordHash: string | null; firstName: string; lastName: string } | undefined;
  /** Stored in place of the link, for `refusedMs`, if the email address is verified. */
  refusedHash: string | null;
  refusedMs: number;
  now: number;
};

function insertLink(db: Db, { email, token, browserHash, passwordAndName, refusedHash, refusedMs, now }: NewLink) {
  const { passwordHash = null, firstName = null, lastName = null } = passwordAndName ?? {};
  const isUnverified = sql`${users.emailVerifiedAt} IS NULL`;
  const link = {
    id: sha256(token),
    purpose: sql`iif(${isUnverified}, 'verify_email', 'refused_sign_up')`,
    userId: users.id,
    passwordHash: sql`iif(${isUnverified}, coalesce(${passwordHash}, ${users.passwordHash}), ${refusedHash ?? ""})`,
    browserHash,
    firstName: sql`coalesce(${firstName}, ${users.firstName})`,
    lastName: sql`coalesce(${lastName}, ${users.lastName})`,
    expiresAt: sql`${now} + iif(${isUnverified}, ${VERIFY_LINK_VALID_HOURS * HOUR_MS}, ${refusedMs})`,
    createdAt: now,
  };
  return runQuery(db, insertFrom(mailedLinks, link, sql`FROM ${users} WHERE ${users.email} = ${email}`));
}

/** Returns the user of a valid verification link, with the link's password and browser. */
export async function findSignUp(db: Db, { token, now }: { token: string; now: number }) {
  const [signUp] = await db
    .select({
      id: users.id,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      suspendedAt: users.suspendedAt,
      resetAt: users.resetAt,
      passwordHash: mailedLinks.passwordHash,
      browserHash: mailedLinks.browserHash,
    })
    .from(mailedLinks)
    .innerJoin(users, eq(users.id, mailedLinks.userId))
    .where(isValidLink({ purpose: "verify_email", token, now }));
  return signUp;
}

/**
 * Statement for a batch, to run before an email address is verified: stores the account's unverified password as a
 * refused sign-up (see `insertSignUp`), unless it is `activatedHash`, which becomes valid.
 */
export function insertRefusedSignUp(
  db: Db,
  { owner, now, activatedHash = sql`NULL` }: { owner: SQLWrapper; now: number; activatedHash?: SQLWrapper },
) {
  const refused = {
    id: sql`lower(hex(randomblob(32)))`,
    purpose: "refused_sign_up" as const,
    userId: users.id,
    passwordHash: users.passwordHash,
    expiresAt: sql`${users.updatedAt} + ${UNVERIFIED_MS}`,
    createdAt: now,
  };
  const unverified = sql`FROM ${users} WHERE ${users.id} = ${owner} AND ${users.emailVerifiedAt} IS NULL
    AND ${users.passwordHash} <> coalesce(${activatedHash}, '')`;
  return runQuery(db, insertFrom(mailedLinks, refused, unverified));
}

/** Activates the password and name of the link. Returns false if the link is no longer valid. */
export async function verifyEmail(db: Db, { token, now }: { token: string; now: number }): Promise<boolean> {
  const link = { purpose: "verify_email" as const, token, now };
  const owner = linkOwner(db, link);
  const fromLink = <T extends "passwordHash" | "firstName" | "lastName">(name: T) =>
    sql`${db
      .select({ [name]: mailedLinks[name] })
      .from(mailedLinks)
      .where(isValidLink(link))}`;
  const [, verified] = await db.batch([
    insertRefusedSignUp(db, { owner, now, activatedHash: fromLink("passwordHash") }),
    db
      .update(users)
      .set({
        passwordHash: fromLink("passwordHash"),
        firstName: fromLink("firstName"),
        lastName: fromLink("lastName"),
        emailVerifiedAt: now,
        updatedAt: now,
      })
      .where(and(eq(users.id, owner), isNull(users.emailVerifiedAt)))
      .returning({ id: users.id }),
    db.delete(mailedLinks).where(and(eq(mailedLinks.purpose, "verify_email"), eq(mailedLinks.userId, owner))),
  ]);
  return verified.length > 0;
}

/**
 * Statement: deletes unverified accounts whose last sign-up is older than UNVERIFIED_ACCOUNT_DAYS and that have no valid
 * link or code. Keeps suspended accounts, because a new sign-up would undo the suspension, and accounts that own a site,
 * which staff gave them.
 */
export function deleteAbandonedAccounts(db: Db, now: number) {
  const owned = db.select({ id: sites.id }).from(sites).where(eq(sites.ownerId, users.id));
  const valid = [mailedLinks, codes].map((table) =>
    db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.userId, users.id), gte(table.expiresAt, now))),
  );
  const abandoned = db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNull(users.emailVerifiedAt),
        isNull(users.suspendedAt),
        lt(users.updatedAt, now - UNVERIFIED_MS),
        not(exists(owned)),
        ...valid.map((one) => not(exists(one))),
      ),
    )
    .limit(ABANDONED_BATCH);
  return db.delete(users).where(inArray(users.id, abandoned));
}
