import type { Fault } from "./fault.ts";

const codes = { file: "worker/features/accounts/codes.ts", tests: ["tests/worker/accounts/purposes.test.ts"] };
const links = { file: "worker/features/accounts/mailed-links.ts", tests: ["tests/worker/accounts/purposes.test.ts"] };
const ownData = {
  file: "worker/features/accounts/user/own-data.ts",
  tests: ["tests/worker/accounts/own-data.test.ts"],
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
    name: "KV counts before what D1 has just stored of a code",
    find: "sql<string>`coalesce(${codes.recent}, ${kept ? JSON.stringify(kept) : null})`",
    put: "sql<string>`coalesce(${kept ? JSON.stringify(kept) : null}, ${codes.recent})`",
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
    find: "  if (!isCurrent(kept, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "data leaves although the check has failed",
    find: "  const user = await accept(c, { token, kept, found: await check() });\n  if (!isCurrent(kept, user)) return read(c.var.db, user);\n",
    put: "",
  },
  {
    ...guards,
    name: "a replica says who is signed in",
    find: "  const tokenHash = sha256(token);\n  readFromPrimary(c);\n  const kept",
    put: "  const tokenHash = sha256(token);\n  const kept",
  },
  {
    ...guards,
    name: "the check of a page's data is a trip of its own",
    find: "const { joined, check } = joinCheck(c.var.db, tokenHash);",
    put: "const { check } = joinCheck(c.var.db, tokenHash);\n  const joined = c.var.db;",
  },
  {
    ...lifetime,
    name: "staff stay signed in like everybody",
    find: "(isStaff(rights) ? STAFF_SESSION_HOURS * HOUR_MS : SESSION_MS)",
    put: "SESSION_MS",
  },
  {
    ...lifetime,
    name: "a session that is used never ends",
    find: "now < createdAt + SESSION_MS_MAX && ",
    put: "",
  },
];
