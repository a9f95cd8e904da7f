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
    name: "what D1 has just stored of a code does not count",
    find: "sql<string>`coalesce(${codes.recent}, CASE WHEN",
    put: "sql<string>`coalesce(NULL, CASE WHEN",
    tests: ["tests/worker/accounts/stale-kv.test.ts"],
  },
  {
    ...codes,
    name: "a code that nobody knows any more costs a try",
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
    name: "a person's download holds everybody's payments",
    find: "from(payments).where(eq(payments.userId, id))",
    put: "from(payments)",
  },
  {
    ...ownData,
    name: "a person's download holds everybody's messages",
    find: "from(contactMessages).where(eq(contactMessages.email, email))",
    put: "from(contactMessages)",
  },
  {
    ...ownData,
    name: "a person's download holds whatever is stored of their account",
    find: "db.select(exported.ACCOUNT).from(users)",
    put: "db.select().from(users)",
  },
  {
    ...cron,
    name: "an unverified account that owns sites is removed by cron",
    find: "        not(exists(owned)),\n",
    put: "",
  },
  {
    ...cron,
    name: "an unverified account with a good link is removed by cron",
    find: "        ...good.map((one) => not(exists(one))),\n",
    put: "",
  },
  {
    ...check,
    name: "a suspended person stays signed in",
    find: "WHERE ${sessions.tokenHash} = ${tokenHash} AND ${users.suspendedAt} IS NULL`",
    put: "WHERE ${sessions.tokenHash} = ${tokenHash}`",
  },
  {
    ...check,
    name: "a session outlives a higher epoch",
    find: " AND ${users.sessionEpoch} = ${sessions.epoch}\n",
    put: "\n",
    tests: ["tests/worker/accounts/sessions.test.ts"],
  },
  {
    ...guards,
    name: "what KV says of a person's rights counts",
    find: "  if (!isUpToDate(kvSession, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "data leaves although the check has failed",
    find: "  const user = await acceptSession(c, { token, kvSession, found: await check() });\n  if (!isUpToDate(kvSession, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "a replica says who is signed in",
    find: "  const tokenHash = sha256(token);\n  readFromPrimary(c);\n  const kvSession",
    put: "  const tokenHash = sha256(token);\n  const kvSession",
  },
  {
    ...guards,
    name: "the check of a page's data is a trip of its own",
    find: "const { checkingDb, check } = withSessionCheck(c.var.db, tokenHash);",
    put: "const { check } = withSessionCheck(c.var.db, tokenHash);\n  const checkingDb = c.var.db;",
  },
  {
    ...lifetime,
    name: "staff stay signed in like everybody",
    find: "(isStaff(rights) ? STAFF_SESSION_IDLE_HOURS * HOUR_MS : SESSION_MS)",
    put: "SESSION_MS",
  },
  {
    ...lifetime,
    name: "a session that is used never ends",
    find: "now < createdAt + SESSION_MS_MAX &&",
    put: "",
  },
  {
    ...codes,
    name: "a try of a code is not counted",
    find: "${columnName(codes.attempts)} = ${codes.attempts} + 1",
    put: "${columnName(codes.attempts)} = ${codes.attempts}",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code opens as many sessions as it is sent",
    find: "${inArray(codes.purpose, purposes)} AND ${codes.usedAt} IS NULL",
    put: "${inArray(codes.purpose, purposes)}",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code lives for ever",
    find: " AND ${codes.expiresAt} > ${now} AND",
    put: " AND",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code opens another account than the one whose address was typed",
    find: " AND ${users.email} = coalesce(${email}, ${users.email})",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "a person who was suspended since enters the code",
    find: ", ${users.email}) AND ${users.suspendedAt} IS NULL)",
    put: ", ${users.email}))",
    tests: logIn,
  },
  {
    ...codes,
    name: "a code that is sent again has no new tries",
    find: "  attempts: 0,\n",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "the code before a new one stays good",
    find: "    db.delete(codes).where(and(eq(codes.userId, userId), eq(codes.purpose, purpose))),\n",
    put: "",
    tests: logIn,
  },
  {
    ...codes,
    name: "a new code voids everybody's codes",
    find: "and(eq(codes.userId, userId), eq(codes.purpose, purpose))",
    put: "eq(codes.purpose, purpose)",
    tests: logIn,
  },
  {
    ...links,
    name: "a mailed link is good for ever",
    find: ", gt(mailedLinks.expiresAt, now))!",
    put: ")!",
    tests: ["tests/worker/accounts/passwords.test.ts"],
  },
  {
    ...queries,
    name: "a reset ends everybody's sessions",
    find: "db.delete(sessions).where(eq(sessions.userId, owner))",
    put: "db.delete(sessions)",
  },
  {
    ...queries,
    name: "a log-in that began before a reset is open after it",
    find: "        sessionEpoch: sql`${users.sessionEpoch} + 1`,\n",
    put: "",
  },
  {
    ...queries,
    name: "a code that was mailed before a reset opens the account",
    find: "    db.delete(codes).where(eq(codes.userId, owner)),\n",
    put: "",
  },
  {
    ...queries,
    name: "a reset voids everybody's codes",
    find: "db.delete(codes).where(eq(codes.userId, owner))",
    put: "db.delete(codes)",
  },
  {
    ...queries,
    name: "other reset links stay good after a reset",
    find: "    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, owner), isLink)),",
    put: "    db.delete(mailedLinks).where(eq(mailedLinks.id, sha256(token))),",
  },
  {
    ...queries,
    name: "a link that was mailed before the password was changed still sets one",
    find: "    db.delete(mailedLinks).where(and(eq(mailedLinks.userId, userId), isLink, changedUser)),\n",
    put: "",
  },
  {
    ...queries,
    name: "a code that was mailed before the password was changed opens the account",
    find: "    db.delete(codes).where(and(eq(codes.userId, userId), changedUser)),\n",
    put: "",
  },
  {
    ...queries,
    name: "who changes the password is logged out too",
    find: "...endSessions(db, userId, sessionId, isChanged)",
    put: "...endSessions(db, userId, null, isChanged)",
  },
  {
    ...open,
    name: "logging out everywhere ends everybody's sessions",
    find: "and(eq(sessions.userId, userId), sql`${sessions.id} IS NOT ${keptId}`",
    put: "and(sql`${sessions.id} IS NOT ${keptId}`",
  },
  {
    ...open,
    name: "logging out everywhere ends this session too",
    find: "sql`${sessions.id} IS NOT ${keptId}`, ",
    put: "",
  },
  {
    ...open,
    name: "a person ends another's session",
    find: "and(eq(sessions.id, id), eq(sessions.userId, userId))",
    put: "eq(sessions.id, id)",
  },
  {
    ...open,
    name: "the list of devices shows everybody's",
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
    name: "a session is opened by a proof of before the password was changed",
    find: "userId: users.id, epoch, createdAt: now",
    put: "userId: users.id, epoch: users.sessionEpoch, createdAt: now",
    tests: ["tests/worker/accounts/passwords.test.ts"],
  },
  {
    ...lifetime,
    name: "that staff are active is noted once an hour only",
    find: "(isStaff(rights) ? STAFF_RENEW_MS : RENEW_MS)",
    put: "RENEW_MS",
  },
  {
    ...lifetime,
    file: "worker/features/sessions/session.ts",
    name: "KV learns of new rights an hour late",
    find: " && (!kvSession || isUpToDate(kvSession, user))",
    put: "",
    tests: ["tests/worker/accounts/stale-kv.test.ts"],
  },
  {
    ...lifetime,
    file: "worker/features/sessions/open-sessions.ts",
    name: "the list of devices shows sessions that have run out",
    find: "      .filter((session) => !kept || isOpen(session, rights, now))\n",
    put: "",
  },
  {
    ...tries,
    name: "right passwords count as wrong ones",
    find: "  await uncountAttempt(c, ...counted);\n  if (!isRight)",
    put: "  if (!isRight)",
    tests: ["tests/worker/accounts/log-in.test.ts", "tests/worker/accounts/lock-out.test.ts"],
  },
  {
    ...tries,
    name: "a reset does not open an account that was closed",
    find: "`${email} ${clientIp(c)} ${user?.resetAt ?? 0}`",
    put: "`${email} ${clientIp(c)}`",
  },
  {
    ...tries,
    name: "wrong passwords of an account from many addresses are not counted",
    find: "            [LIMITS.failedPasswordsOfAccount, `${email} ${user?.resetAt ?? 0}`],\n",
    put: "",
  },
  {
    ...tries,
    name: "a known browser is locked out by strangers",
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
    name: "a password that nobody verified stays good after a log-in by Google",
    find: "ifWaiting(sql`NULL`, users.passwordHash)",
    put: "users.passwordHash",
  },
  {
    ...google,
    file: "worker/features/accounts/google/google-log-in.ts",
    name: "staff come in by Google without a code",
    find: "const needsCode = known !== undefined && isStaff(known);",
    put: "const needsCode = false;",
    tests: ["tests/worker/accounts/google-codes.test.ts"],
  },
  {
    ...cron,
    file: "worker/features/accounts/sign-up/sign-up-routes.ts",
    name: "a sign-up by a stranger is verified in the browser of the owner of the address",
    find: '    if (browserHash !== signUpBrowser(c)) throw new AppError("not_allowed", ACCOUNT_MESSAGES.verifyNeedsPassword);\n',
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
    name: "a suspended account goes after its days and may sign up again",
    find: "        isNull(users.suspendedAt),\n",
    put: "",
  },
  {
    ...ownData,
    file: "worker/features/accounts/user/delete-account-rows.ts",
    name: "a person's end takes everybody's likes along",
    find: "db.delete(likes).where(eq(likes.userId, userId))",
    put: "db.delete(likes)",
  },
];
