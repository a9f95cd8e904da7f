import { and, eq, exists, gte, inArray, isNull, lt, not, type SQLWrapper, sql } from "drizzle-orm";
import type { SignUpForm } from "#schema/account-forms.ts";
import { UNVERIFIED_ACCOUNT_DAYS, VERIFY_LINK_VALID_HOURS } from "#schema/accounts.ts";
import { codes, mailedLinks, users } from "#schema/tables/accounts.ts";
import { sites } from "#schema/tables/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { insertFrom } from "../../../db/insert-from.ts";
import { excluded, runQuery } from "../../../db/raw.ts";
import { sha256 } from "../../../http/signing.ts";
import { isValidLink, linkOwner } from "../mailed-links.ts";

const HOUR_MS = 3_600_000;
const UNVERIFIED_MS = UNVERIFIED_ACCOUNT_DAYS * 24 * HOUR_MS;
/** What hangs on them goes with them. */
const ABANDONED_BATCH = 100;

type NewUser = { form: SignUpForm; passwordHash: string; token: string; browserHash: string; now: number };

/**
 * An account that waits for its address to be verified by the link with `token`. One that waits already is signed up
 * again: each link makes the password good that was chosen with it, and a browser's newest link is its only one. An account
 * whose address is verified stays as it is; but the password is kept beside it, to be answered at log-in like that of an
 * account that waits. It opens nothing.
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
      chosen: undefined,
      refusedHash: passwordHash,
      refusedMs: UNVERIFIED_MS,
      now,
    }),
  ]);
}

/** A further link for an account that waits to be verified, or the same work for one that does not. */
export async function insertVerifyLink(db: Db, link: Omit<Link, "refusedMs">): Promise<void> {
  await insertLink(db, { ...link, refusedMs: VERIFY_LINK_VALID_HOURS * HOUR_MS });
}

type Link = {
  email: string;
  token: string;
  /** Null: the password is asked for in every browser, because who asked for the link may not have chosen it. */
  browserHash: string | null;
  /** What it makes good, if that was proven: a stranger may have signed up since. Else what was signed up with last. */
  chosen: { passwordHash: string | null; firstName: string; lastName: string } | undefined;
  refusedHash: string | null;
  refusedMs: number;
  now: number;
};

/** The same write whether or not the address is verified, because time must not tell. */
function insertLink(db: Db, { email, token, browserHash, chosen, refusedHash, refusedMs, now }: Link) {
  const { passwordHash = null, firstName = null, lastName = null } = chosen ?? {};
  const waits = sql`${users.emailVerifiedAt} IS NULL`;
  const link = {
    id: sha256(token),
    purpose: sql`iif(${waits}, 'verify_email', 'refused_sign_up')`,
    userId: users.id,
    passwordHash: sql`iif(${waits}, coalesce(${passwordHash}, ${users.passwordHash}), ${refusedHash ?? ""})`,
    browserHash,
    firstName: sql`coalesce(${firstName}, ${users.firstName})`,
    lastName: sql`coalesce(${lastName}, ${users.lastName})`,
    expiresAt: sql`${now} + iif(${waits}, ${VERIFY_LINK_VALID_HOURS * HOUR_MS}, ${refusedMs})`,
    createdAt: now,
  };
  return runQuery(db, insertFrom(mailedLinks, link, sql`FROM ${users} WHERE ${users.email} = ${email}`));
}

/** Whom a good link signs up: by which password, and in which browser it was chosen. */
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
 * Statement for a batch, before an address is verified by somebody else than who signed up last: the password that waited is
 * answered as before, and opens nothing. `heldHash` is one that does become good.
 */
export function insertRefusedSignUp(
  db: Db,
  { owner, now, heldHash = sql`NULL` }: { owner: SQLWrapper; now: number; heldHash?: SQLWrapper },
) {
  const refused = {
    id: sql`lower(hex(randomblob(32)))`,
    purpose: "refused_sign_up" as const,
    userId: users.id,
    passwordHash: users.passwordHash,
    expiresAt: sql`${users.updatedAt} + ${UNVERIFIED_MS}`,
    createdAt: now,
  };
  const waiting = sql`FROM ${users} WHERE ${users.id} = ${owner} AND ${users.emailVerifiedAt} IS NULL
    AND ${users.passwordHash} <> coalesce(${heldHash}, '')`;
  return runQuery(db, insertFrom(mailedLinks, refused, waiting));
}

/** The password and the name that the link was mailed for become good. False if it is not, or not any more. */
export async function verifyEmail(db: Db, { token, now }: { token: string; now: number }): Promise<boolean> {
  const link = { purpose: "verify_email" as const, token, now };
  const owner = linkOwner(db, link);
  const held = <T extends "passwordHash" | "firstName" | "lastName">(name: T) =>
    sql`${db
      .select({ [name]: mailedLinks[name] })
      .from(mailedLinks)
      .where(isValidLink(link))}`;
  const [, verified] = await db.batch([
    insertRefusedSignUp(db, { owner, now, heldHash: held("passwordHash") }),
    db
      .update(users)
      .set({
        passwordHash: held("passwordHash"),
        firstName: held("firstName"),
        lastName: held("lastName"),
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
 * Removes some accounts that nobody verified in UNVERIFIED_ACCOUNT_DAYS since they were last signed up, and that have no good link or code.
 * Suspended ones stay, so that nobody signs up around that, and those that staff gave sites.
 */
export function deleteAbandonedAccounts(db: Db, now: number) {
  const owned = db.select({ id: sites.id }).from(sites).where(eq(sites.ownerId, users.id));
  const good = [mailedLinks, codes].map((table) =>
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
        ...good.map((one) => not(exists(one))),
      ),
    )
    .limit(ABANDONED_BATCH);
  return db.delete(users).where(inArray(users.id, abandoned));
}
