import { HEALTH_COUNT_MAX, type HealthDetails } from "#schema/admin.ts";
import { MINUTE_MS } from "#schema/dates.ts";
import { formatCount } from "../../sites/browse/counts.ts";

/** `problem` says why staff should look at it. */
export type HealthFact = { label: string; value: string; note: string; problem?: string | undefined };

/** From this share of the quota on, mails for sign-ups and notices wait (worker/mail-quota.ts). */
const NEARLY_USED = 0.8;
const LATE_WEBHOOK_MS = 10 * MINUTE_MS;

export function healthFacts(health: HealthDetails): HealthFact[] {
  const now = Date.parse(health.at);
  const { cron, responses, rows, webhooks, mails, waiting, queues, replication, version } = health;
  const [last] = cron.runs;
  const failed = last?.failed.join(", ");
  const failures = responses.failures === 0 ? "None failed." : `${formatCount(responses.failures)} failed.`;
  return [
    {
      label: "Cron",
      value: last ? ago(now - Date.parse(last.started_at)) : "no run yet",
      note: last && !failed ? (last.ended_at ? "All steps ran." : "It has not ended.") : "",
      problem: cron.is_missing ? "It has not run for half an hour." : failed && `Failed: ${failed}.`,
    },
    {
      label: "Responses",
      value: formatCount(responses.requests),
      ...(responses.failures > responses.requests / 100 ? { note: "", problem: failures } : { note: failures }),
    },
    {
      label: "Rows read",
      value: formatCount(rows.read),
      note: `${formatCount(rows.written)} written.`,
    },
    {
      label: "Webhooks",
      value: formatCount(webhooks.count),
      note: webhooks.slowest_ms === null ? "" : `Applied after ${duration(webhooks.slowest_ms)} at most.`,
      problem: (webhooks.slowest_ms ?? 0) > LATE_WEBHOOK_MS ? "Late." : undefined,
    },
    {
      label: "Mails today",
      value: formatCount(mails.accepted) + (mails.daily_limit > 0 ? ` of ${formatCount(mails.daily_limit)}` : ""),
      note: `${bounded(mails.waiting)} wait.`,
      problem: mailProblem(mails),
    },
    {
      label: "Nearest database",
      value: replication?.region ?? (replication ? "local" : "no answer"),
      note: { true: "A replica.", false: "The primary.", null: "" }[`${replication?.is_replica ?? null}`],
      problem: replication?.warning ?? undefined,
    },
    {
      label: "Images to fetch",
      value: bounded(waiting.images),
      note: "",
    },
    {
      label: "Messages in queues",
      value: formatCount(Object.values(queues).reduce((sum, count) => sum + count, 0)),
      note: Object.entries(queues)
        .filter(([, count]) => count > 0)
        .map(([name, count]) => `${name}: ${formatCount(count)}`)
        .join(", "),
    },
    {
      label: "Version",
      value: version.id.slice(0, 8) || "local",
      note: version.deployed_at && `Deployed ${ago(now - Date.parse(version.deployed_at))}.`,
    },
  ];
}

function mailProblem({ accepted, daily_limit: limit, refused_at: refusedAt, failed }: HealthDetails["mails"]) {
  if (refusedAt) return "The mail service has refused mails: its daily quota is used up.";
  if (limit > 0 && accepted >= limit * NEARLY_USED) return "Nearly used up.";
  return failed > 0 ? `${bounded(failed)} could not be sent.` : undefined;
}

const bounded = (count: number) => (count < HEALTH_COUNT_MAX ? formatCount(count) : `${formatCount(count)} or more`);

/** "just now", "4 minutes ago", "3 hours ago", "2 days ago". */
const ago = (ms: number) => (ms < MINUTE_MS ? "just now" : `${duration(ms)} ago`);

const UNITS: [name: string, ms: number][] = [
  ["day", 1440 * MINUTE_MS],
  ["hour", 60 * MINUTE_MS],
  ["minute", MINUTE_MS],
  ["second", 1000],
];

/** In the largest unit that fits, rounded down: "90 seconds" is "1 minute". */
function duration(ms: number): string {
  const [name, size] = UNITS.find(([, unit]) => ms >= unit) ?? UNITS.at(-1)!;
  const count = Math.floor(ms / size);
  return `${formatCount(count)} ${name}${count === 1 ? "" : "s"}`;
}
