import { eq, lte } from "drizzle-orm";
import { HOUR_MS } from "#schema/values/dates.ts";
import { rateCounters } from "#schema/tables/accounts.ts";
import { readDirectoryConfig } from "../../config/config.ts";
import { connect } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { logError } from "../../log.ts";
import { composeMail } from "../../mail/compose.ts";
import type { Ports } from "../../ports.ts";

type Parts = { env: Bindings; ports: Pick<Ports, "now" | "sendMail"> };

/** What is broken, since when, and what to do. Without personal data. */
export type Trouble = { title: string; action: string; facts: [label: string, value: string][] };

/** Sends the mail at once, because the outbox needs D1, which may be down. */
export async function mailOperator({ env, ports }: Parts, { title, action, facts }: Trouble): Promise<void> {
  const site = readDirectoryConfig(env);
  await ports.sendMail(
    composeMail(site, env.ALERT_EMAIL || site.supportEmail, {
      subject: `${site.name}: ${title}`,
      parts: [action, { facts }],
      why: `You get this email because you operate ${site.name}.`,
    }),
  );
}

/** Mails a trouble at most once an hour for each title and first fact. Never rejects. */
export async function mailOperatorHourly(parts: Parts, trouble: Trouble): Promise<void> {
  try {
    if (!(await claimHour(parts, keyOf(trouble)))) return;
    await mailOperator(parts, trouble).catch(async (error: unknown) => {
      logError(error);
      await releaseHour(parts, keyOf(trouble));
    });
  } catch (error) {
    logError(error);
  }
}

const keyOf = ({ title, facts }: Trouble) => `operator:${title}:${facts[0]?.[1] ?? ""}`;

async function claimHour({ env, ports }: Parts, claim: string): Promise<boolean> {
  const { key, expiresAt } = rateCounters;
  const now = ports.now();
  const counted = await connect(env.DB)
    .insert(rateCounters)
    .values({ key: claim, count: 1, expiresAt: now + HOUR_MS })
    .onConflictDoUpdate({ target: key, set: { expiresAt: now + HOUR_MS }, setWhere: lte(expiresAt, now) })
    .returning({ key });
  return counted.length > 0;
}

const releaseHour = ({ env }: Parts, claim: string) =>
  connect(env.DB).delete(rateCounters).where(eq(rateCounters.key, claim));
