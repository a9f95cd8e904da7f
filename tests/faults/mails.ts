import type { Fault } from "./fault.ts";

const outbox = "tests/worker/outbox";
const unsent = "tests/worker/admin/unsent-mails.test.ts";
const consume = { file: "worker/features/outbox/consume.ts", tests: [outbox] };
const queries = { file: "worker/features/outbox/queries.ts", tests: [outbox] };
const quota = { file: "worker/mail-quota.ts", tests: [outbox] };
const adapter = { file: "worker/adapters/mail.ts", tests: [outbox] };
const model = { file: "worker/features/admin/models/outbox.ts", tests: [unsent] };

export const mails: Fault[] = [
  {
    ...consume,
    name: "a code is mailed after it has expired",
    find: "ports.now() >= expiresAt",
    put: "ports.now() > expiresAt",
  },
  {
    ...consume,
    name: "a code is tried again after it has expired",
    find: "!isFinal && ports.now() + delaySeconds * 1000 < expiresAt",
    put: "!isFinal",
  },
  {
    ...consume,
    name: "a mail to an address that is never accepted is tried again",
    find: "!isFinal && ports.now() + delaySeconds * 1000 < expiresAt",
    put: "ports.now() + delaySeconds * 1000 < expiresAt",
  },
  {
    ...consume,
    name: "the delay between attempts to send a code does not grow",
    find: "FIRST_RETRY_SECONDS * 2 ** (attempts - 1)",
    put: "FIRST_RETRY_SECONDS",
  },
  {
    ...consume,
    name: "a code waits for another one that hangs",
    find: "  await Promise.all(messages.map(async (message) => acknowledge(message, () => sendUrgent(parts, message))));",
    put: "  for (const message of messages) await acknowledge(message, () => sendUrgent(parts, message));",
  },
  {
    ...consume,
    name: "an accepted code is mailed again because it could not be counted",
    find: "    // The mail is sent.\n    logError(error);",
    put: "    throw error;",
  },
  {
    ...consume,
    name: "sign-ups are accepted after the mail service has refused for the day",
    find: "      await noteRefusal(db, ports.now());\n",
    put: "      void [db, noteRefusal];\n",
  },
  {
    ...consume,
    name: "the operator does not learn of a code that was given up",
    find: 'now });\n  await raiseAlert(parts, "mail", failure);',
    put: "now });",
  },
  {
    ...consume,
    name: "the operator does not learn that sign-ups are refused",
    find: '!== shareOf("signUp", dailyLimit(parts.env))',
    put: '!== shareOf("code", dailyLimit(parts.env))',
  },
  {
    ...consume,
    name: "the operator does not learn that a receipt has used up the mails for sign-ups",
    find: "await noteAccepted(parts, finishMail(db, claimed, ports.now()));",
    put: "await finishMail(db, claimed, ports.now()).catch(logError);",
  },
  {
    ...consume,
    name: "the operator does not learn that the mail service refuses notices for the day",
    find: "if (isOverQuota || isGivenUp)",
    put: "if (isGivenUp)",
  },
  {
    ...consume,
    name: "the operator does not learn that the mail service refuses codes for the day",
    find: '      await raiseAlert(parts, "mail", failure);\n    }\n    const',
    put: "    }\n    const",
  },
  {
    ...queries,
    name: "staff can read codes that were not sent",
    find: 'subject, text: "", html: ""',
    put: 'subject, text: mail.text, html: ""',
  },
  {
    ...queries,
    name: "a dead letter that arrives twice is never acknowledged",
    find: "    .onConflictDoNothing();\n",
    put: "    .returning();\n",
  },
  {
    ...queries,
    name: "a day without quota costs a mail one of its attempts",
    find: "tries: claimed.tries - 1, dueAt",
    put: "tries: claimed.tries, dueAt",
  },
  {
    ...queries,
    name: "receipts use up the mails that are kept for codes",
    find: 'usedUpQuota(db, "notice", { now, limit })',
    put: 'usedUpQuota(db, "code", { now, limit })',
  },
  {
    ...queries,
    name: "a mail that waits for the next day is sent at once",
    find: "isWaiting, lte(outbox.dueAt, now))",
    put: "isWaiting)",
  },
  {
    ...queries,
    name: "receipts and notices are not counted",
    find: "const [, counted] = await db.batch([db.delete(outbox).where(isClaimed(claimed)), countAccepted(db, now)]);",
    put: "const counted = [{ accepted: (await db.delete(outbox).where(isClaimed(claimed))).meta.changes }];",
  },
  {
    ...quota,
    name: "sign-ups use up the mails that are kept for resets",
    find: "signUp: 0.8",
    put: "signUp: 0.9",
  },
  {
    ...quota,
    name: "nobody can sign in for a day after one refusal",
    find: "REFUSAL_MS = 3_600_000",
    put: "REFUSAL_MS = 86_400_000",
  },
  {
    ...quota,
    name: "a quota that has grown is not noticed",
    find: "refusedAt: sql`NULL`",
    put: "refusedAt: sql`${mailDays.refusedAt}`",
  },
  {
    ...quota,
    name: "mails are counted for a month",
    find: "slice(0, 10)",
    put: "slice(0, 7)",
  },
  {
    ...quota,
    name: "the answer of a full day does not name Google",
    find: 'ports.google ? ", or',
    put: '!ports ? ", or',
  },
  {
    ...adapter,
    name: "codes wait behind other mails",
    find: "env.CODES.send(message)",
    put: "env.MAILS.send(message)",
  },
  {
    ...adapter,
    name: "mails to suppressed addresses are tried again",
    find: "RECIPIENT_SUPPRESSED|",
    put: "",
  },
  {
    ...adapter,
    name: "the log names a person whose address was refused",
    find: 'isOverQuota: code === "E_DAILY_LIMIT_EXCEEDED" });',
    put: 'isOverQuota: code === "E_DAILY_LIMIT_EXCEEDED" }, error);',
  },
  {
    file: "wrangler.toml",
    tests: [outbox],
    name: "codes that the queue gives up are lost",
    find: 'dead_letter_queue = "directory-dead-letters"\n',
    put: "",
  },
  {
    ...model,
    name: "staff send a mail again that is being sent",
    find: "ports.now() - INTERRUPTED_MS",
    put: "ports.now()",
  },
  {
    ...model,
    name: "staff send an empty mail in place of a code",
    find: 'if (isUrgent(String(before["about"])))',
    put: 'if (isUrgent(String(before["to"])))',
  },
];
