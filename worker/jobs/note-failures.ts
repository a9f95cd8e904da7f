import * as z from "zod/mini";
import { HOUR_MS, toIso } from "#schema/dates.ts";
import type { Bindings } from "../env.ts";
import { mailOperator } from "../features/alerts/mail-operator.ts";
import { deleteKv, readKv, writeKv } from "../http/kv.ts";
import { logError } from "../log.ts";
import type { Ports } from "../ports.ts";

const KEY = "failing-steps";
/** While a step fails, each run writes the value again. */
const KEPT_SECONDS = 86_400;

/** By name of the step. `since` is Unix ms. */
const failingSteps = z.record(z.string(), z.object({ since: z.number(), isMailed: z.boolean() }));
type FailingSteps = z.output<typeof failingSteps>;

type Parts = { env: Bindings; ports: Pick<Ports, "now" | "timeout" | "sendMail"> };

/**
 * Mails the operator when a step of the cron has failed for an hour, and again only if it has worked in between. KV
 * remembers since when, because a step can fail because D1 is down.
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
  const failing = Object.fromEntries(failed.map((name) => [name, before?.[name] ?? { since: now, isMailed: false }]));
  await mailLongFailures(parts, failing);
  await writeKv(kv, KEY, failing, KEPT_SECONDS);
}

async function mailLongFailures(parts: Parts, failing: FailingSteps): Promise<void> {
  const begun = parts.ports.now() - HOUR_MS;
  const due = Object.entries(failing).filter(([, { since, isMailed }]) => !isMailed && since <= begun);
  if (due.length === 0) return;
  try {
    await mailOperator(parts, {
      title: "The cron fails",
      action:
        "Find the causes in the log of the Worker, where each error names its step, and look at Cloudflare's status page. Each run tries all steps again. You get the next email about a step only if it works and then fails for another hour.",
      facts: due.map(([name, { since }]) => [`The step “${name}”`, `fails since ${toIso(since)}`]),
    });
    for (const [, step] of due) step.isMailed = true;
  } catch (error) {
    logError(error);
  }
}
