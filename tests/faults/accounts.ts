import type { Fault } from "./fault.ts";

const codes = { file: "worker/features/accounts/codes.ts", tests: ["tests/worker/accounts/purposes.test.ts"] };
const links = { file: "worker/features/accounts/mailed-links.ts", tests: ["tests/worker/accounts/purposes.test.ts"] };
const ownData = {
  file: "worker/features/accounts/user/data-export.ts",
  tests: ["tests/worker/accounts/account-data.test.ts"],
};
const cron = {
  file: "worker/features/accounts/sign-up/sign-ups.ts",
  tests: ["tests/worker/accounts/sign-up.test.ts"],
};
const check = { file: "worker/features/sessions/queries.ts", tests: ["tests/worker/accounts/stale-kv.test.ts"] };
const guards = {
  file: "worker/features/sessions/guards.ts",
  tests: ["tests/worker/accounts/sessions.test.ts", "tests/worker/accounts/stale-kv.test.ts"],
};
const queries = { file: "worker/features/accounts/queries.ts", tests: ["tests/worker/accounts/passwords.test.ts"] };
const open = { file: "worker/features/sessions/queries.ts", tests: ["tests/worker/accounts/sessions.test.ts"] };
const tries = {
  file: "worker/features/accounts/passwords/password-attempts.ts",
  tests: ["tests/worker/accounts/lock-out.test.ts"],
};
const google = {
  file: "worker/features/accounts/google/google-users.ts",
  tests: ["tests/worker/accounts/google.test.ts"],
};
const logIn = ["tests/worker/accounts/log-in.test.ts"];
const lifetime = { file: "worker/features/sessions/lifetime.ts", tests: ["tests/worker/accounts/sessions.test.ts"] };

export const accounts: Fault[] = [
  {
    ...codes,
    name: "the purpose of a mailed code is not compared",
    find: "AND ${inArray(codes.purpose, purposes)} ",
    put: "",
  },
  {
    ...codes,
    name: "D1's copy of a new code is ignored",
    find: "sql<string>`coalesce(${codes.recent}, CASE WHEN",
    put: "sql<string>`coalesce(NULL, CASE WHEN",
    tests: ["tests/worker/accounts/stale-kv.test.ts"],
  },
  {
    ...codes,
    name: "an attempt with an unknown code counts",
    find: " AND ${value} IS NOT NULL`",
    put: "`",
    tests: ["tests/worker/accounts/stale-kv.test.ts"],
  },
  {
    ...links,
    name: "the purpose of a mailed link is not compared",
    find: "eq(mailedLinks.purpose, purpose), ",
    put: "",
  },
  {
    ...ownData,
    name: "the data export has the payments of all users",
    find: "from(payments).where(eq(payments.userId, id))",
    put: "from(payments)",
  },
  {
    ...ownData,
    name: "the data export has the messages of all users",
    find: "from(contactMessages).where(eq(contactMessages.email, email))",
    put: "from(contactMessages)",
  },
  {
    ...ownData,
    name: "the data export has secret columns of the account",
    find: "db.select(exported.ACCOUNT).from(users)",
    put: "db.select().from(users)",
  },
  {
    ...cron,
    name: "cron deletes an unverified account that owns sites",
    find: "        not(exists(owned)),\n",
    put: "",
  },
  {
    ...cron,
    name: "cron deletes an unverified account with a valid link",
    find: "        ...valid.map((one) => not(exists(one))),\n",
    put: "",
  },
  {
    ...check,
    name: "a suspended user stays signed in",
    find: "WHERE ${sessions.tokenHash} = ${tokenHash} AND ${users.suspendedAt} IS NULL`",
    put: "WHERE ${sessions.tokenHash} = ${tokenHash}`",
  },
  {
    ...check,
    name: "a session stays valid after the user's epoch was raised",
    find: " AND ${users.sessionEpoch} = ${sessions.epoch}\n",
    put: "\n",
    tests: ["tests/worker/accounts/sessions.test.ts"],
  },
  {
    ...guards,
    name: "rights are read from KV",
    find: "  if (!isUpToDate(kvSession, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "data is returned although the check of the session failed",
    find: "  const user = await acceptSession(c, { token, kvSession, found: await check() });\n  if (!isUpToDate(kvSession, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "the session is checked on a replica",
    find: "  const tokenHash = sha256(token);\n  readFromPrimary(c);\n  const kvSession",
    put: "  const tokenHash = sha256(token);\n  const kvSession",
  },
  {
    ...guards,
    name: "the check of the session needs a round trip of its own",
    find: "const { checkingDb, check } = withSessionCheck(c.var.db, tokenHash);",
    put: "const { check } = withSessionCheck(c.var.db, tokenHash);\n  const checkingDb = c.var.db;",
  },
  {
    ...lifetime,
    name: "sessions of staff last as long as those of other users",
    find: "(isStaff(rights) ? STAFF_SESSION_IDLE_HOURS * HOUR_MS : SESSION_MS)",
    put: "SESSION_MS",
  },
  {
    ...lifetime,
    name: "a session in use never ends",
    find: "now < createdAt + MAX_SESSION_MS &&",
    put: "",
  },
  {
    ...codes,
    name: "an attempt to enter a code is not counted",
    find: "${columnName(codes.attempts)} = ${codes.attempts} + 1",
    put: "${columnName(codes.attempts)} = ${codes.attempts}",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code can be used several times",
    find: "${inArray(codes.purpose, purposes)} AND ${codes.usedAt} IS NULL",
    put: "${inArray(codes.purpose, purposes)}",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code never expires",
    find: " AND ${codes.expiresAt} > ${now} AND",
    put: " AND",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code signs in to an account with another email address",
    find: " AND ${users.email} = coalesce(${email}, ${users.email})",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "a user who was suspended in between signs in with the code",
    find: ", ${users.email}) AND ${users.suspendedAt} IS NULL)",
    put: ", ${users.email}))",
    tests: logIn,
  },
  {
    ...codes,
    name: "a new code keeps the attempts of the old one",
    find: "  attempts: 0,\n",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "the old code stays valid after a new one was sent",
    find: "    db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose))),\n",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "a new code deletes the codes of all users",
    find: "and(eq(codes.userId, userId), eq(codes.purpose, purpose))",
    put: "eq(codes.purpose, purpose)",
    tests: logIn,
  },
  {
    ...links,
    name: "a mailed link never expires",
    find: ", gt(mailedLinks.expiresAt, now))!",
    put: ")!",
    tests: ["tests/worker/accounts/passwords.test.ts"],
  },
  {
    ...queries,
    name: "a password reset ends the sessions of all users",
    find: "db.delete(sessions).where(eq(sessions.userId, owner))",
    put: "db.delete(sessions)",
  },
  {
    ...queries,
    name: "a session that started during a password reset stays valid",
    find: "        sessionEpoch: sql`${users.sessionEpoch} + 1`,\n",
    put: "",
  },
  {
    ...queries,
    name: "a code from before a password reset stays valid",
    find: "    db.delete(codes).where(eq(codes.userId, owner)),\n",
    put: "",
  },
  {
    ...queries,
    name: "a password reset deletes the codes of all users",
    find: "db.delete(codes).where(eq(codes.userId, owner))",
    put: "db.delete(codes)",
  },
  {
    ...queries,
    name: "other reset links stay valid after a password reset",
    find: "    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, owner), isNotRefusedSignUp)),",
    put: "    db.delete(mailedLinks).where(eq(mailedLinks.id, sha256(token))),",
  },
  {
    ...queries,
    name: "a reset link stays valid after the password was changed",
    find: "    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, userId), isNotRefusedSignUp, changedUser)),\n",
    put: "",
  },
  {
    ...queries,
    name: "a code stays valid after the password was changed",
    find: "    db.delete(codes).where(and(eq(codes.userId, userId), changedUser)),\n",
    put: "",
  },
  {
    ...queries,
    name: "changing the password also ends the current session",
    find: "...endSessions(db, userId, keptSessionId, isChanged)",
    put: "...endSessions(db, userId, null, isChanged)",
  },
  {
    ...open,
    name: "logging out everywhere ends the sessions of all users",
    find: "and(eq(sessions.userId, userId), sql`${sessions.id} IS NOT ${keptId}`",
    put: "and(sql`${sessions.id} IS NOT ${keptId}`",
  },
  {
    ...open,
    name: "logging out everywhere also ends the current session",
    find: "sql`${sessions.id} IS NOT ${keptId}`, ",
    put: "",
  },
  {
    ...open,
    name: "a user can end a session of another user",
    find: "and(eq(sessions.id, id), eq(sessions.userId, userId))",
    put: "eq(sessions.id, id)",
  },
  {
    ...open,
    name: "the list of devices shows the sessions of all users",
    find: ".where(and(eq(sessions.userId, userId), isNull(users.suspendedAt)))",
    put: ".where(isNull(users.suspendedAt))",
  },
  {
    ...open,
    name: "the list of devices shows sessions of an earlier epoch",
    find: "and(eq(users.id, sessions.userId), eq(users.sessionEpoch, sessions.epoch))",
    put: "eq(users.id, sessions.userId)",
    tests: ["tests/worker/accounts/passwords.test.ts"],
  },
  {
    ...open,
    name: "a sign-in that began before the password was changed succeeds",
    find: "userId: users.id, epoch, createdAt: now",
    put: "userId: users.id, epoch: users.sessionEpoch, createdAt: now",
    tests: ["tests/worker/accounts/passwords.test.ts"],
  },
  {
    ...lifetime,
    name: "the last use of a staff session is stored only once an hour",
    find: "(isStaff(rights) ? STAFF_RENEW_MS : RENEW_MS)",
    put: "RENEW_MS",
  },
  {
    ...lifetime,
    file: "worker/features/sessions/session.ts",
    name: "KV stores changed rights an hour late",
    find: " && (!kvSession || isUpToDate(kvSession, user))",
    put: "",
    tests: ["tests/worker/accounts/stale-kv.test.ts"],
  },
  {
    ...lifetime,
    file: "worker/features/sessions/open-sessions.ts",
    name: "the list of devices shows expired sessions",
    find: "      .filter((session) => !sessionOf || isOpen(session, rights, now))\n",
    put: "",
  },
  {
    ...tries,
    name: "right passwords count as failed attempts",
    find: "  await uncountAttempt(c, ...limits);\n  if (!isRight)",
    put: "  if (!isRight)",
    tests: ["tests/worker/accounts/log-in.test.ts", "tests/worker/accounts/lock-out.test.ts"],
  },
  {
    ...tries,
    name: "a password reset does not restart the rate limits of the account",
    find: "`${email} ${clientIp(c)} ${user?.resetAt ?? 0}`",
    put: "`${email} ${clientIp(c)}`",
  },
  {
    ...tries,
    name: "wrong passwords from many IP addresses are not counted for the account",
    find: "            [LIMITS.failedPasswordsOfAccount, `${email} ${user?.resetAt ?? 0}`],\n",
    put: "",
  },
  {
    ...tries,
    name: "strangers can use up the password limit of a known browser",
    find: "const device = user && findKnownDevice(c, user.id);",
    put: "const device = undefined as string | undefined;",
  },
  {
    ...tries,
    file: "worker/features/sessions/known-devices.ts",
    name: "a browser that is known for one account is known for all",
    find: "`device:${id}:${userId}`",
    put: "`device:${id}`",
  },
  {
    ...google,
    name: "an unverified password stays valid after a sign-in with Google",
    find: "ifUnverified(sql`NULL`, users.passwordHash)",
    put: "users.passwordHash",
  },
  {
    ...google,
    file: "worker/features/accounts/google/google-log-in.ts",
    name: "staff sign in with Google without a code",
    find: "const needsCode = known !== undefined && isStaff(known);",
    put: "const needsCode = false;",
    tests: ["tests/worker/accounts/google-codes.test.ts"],
  },
  {
    ...cron,
    file: "worker/features/accounts/sign-up/sign-up-routes.ts",
    name: "the owner of an email address verifies a stranger's sign-up without the password",
    find: '    if (browserHash !== hashOfSignUpCookie(c)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.verifyNeedsPassword);\n',
    put: "",
    tests: ["tests/worker/accounts/sign-up-elsewhere.test.ts"],
  },
  {
    ...cron,
    name: "a second sign-up changes the password of a verified account",
    find: "        setWhere: isNull(users.emailVerifiedAt),\n",
    put: "",
  },
  {
    ...cron,
    name: "cron deletes a suspended account, so that the user can sign up again",
    find: "        isNull(users.suspendedAt),\n",
    put: "",
  },
  {
    ...ownData,
    file: "worker/features/accounts/user/delete-account-rows.ts",
    name: "deleting an account deletes the likes of all users",
    find: "db.delete(likes).where(eq(likes.userId, userId))",
    put: "db.delete(likes)",
  },
];
