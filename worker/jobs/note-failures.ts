import * as z from "zod/mini";
import { DAY_MS, DAY_SECONDS, HOUR_MS, toIso } from "#schema/values/dates.ts";
import type { Bindings } from "../env.ts";
import { mailOperator } from "../features/alerts/mail-operator.ts";
import { deleteKv, readKv } from "../http/kv.ts";
import { logError } from "../log.ts";
import type { Ports } from "../ports.ts";

const KEY = "failing-steps";
/** While a step fails, each run writes the value again. */
const KEPT_SECONDS = DAY_SECONDS;

/** By name of the step. Both times are Unix ms. */
const failingSteps = z.record(z.string(), z.object({ since: z.number(), mailAt: z.number() }));

type Parts = { env: Bindings; ports: Pick<Ports, "now" | "timeout" | "sendMail"> };

/**
 * Mails the operator when a step of the cron has failed for an hour, and once a day while it goes on. KV remembers since
 * when, because a step can fail because D1 is down.
 */
export async function noteFailures(parts: Parts, failed: string[]): Promise<void> {
  const { env, ports } = parts;
  const kv = env.SESSIONS;
  const before = await readKv({ kv, shape: failingSteps, ports }, KEY);
  if (before === undefined) return;
  if (failed.length === 0) {
    if (before) await deleteKv(kv, [KEY]);
    return;
  }
  const now = ports.now();
  const failing = Object.fromEntries(
    failed.map((name) => [name, before?.[name] ?? { since: now, mailAt: now + HOUR_MS }]),
  );
  const due = Object.entries(failing).filter(([, { mailAt }]) => mailAt <= now);
  const keep = async (mailAt: number) => {
    for (const [, step] of due) step.mailAt = mailAt;
    await kv.put(KEY, JSON.stringify(failing), { expirationTtl: KEPT_SECONDS });
  };
  try {
    // Before the mail: if KV refuses writes, each run would mail.
    await keep(now + DAY_MS);
    if (due.length > 0)
      await mailFailures(parts, due).catch(async (error: unknown) => {
        logError(error);
        await keep(now);
      });
  } catch (error) {
    logError(error);
  }
}

const mailFailures = (parts: Parts, due: [name: string, { since: number }][]) =>
  mailOperator(parts, {
    title: "The cron fails",
    action:
      "Find the causes in the log of the Worker, where each error names its step, and look at Cloudflare's status page. Each run tries all steps again. If this goes on, the next email comes in a day.",
    facts: due.map(([name, { since }]) => [`The step “${name}”`, `fails since ${toIso(since)}`]),
  });
