import { resolveMx, resolveTxt } from "node:dns/promises";
import { isWorkersDevHost } from "../../config/hosts.ts";
import { openCloudflare } from "../cloudflare.ts";
import { failureMessage } from "../failure-messages.ts";
import { findDatabase, wrangler, wranglerJson } from "../wrangler.ts";
import type { Answers } from "./answers.ts";
import costs from "./costs.json" with { type: "json" };
import type { Environment } from "./environment.ts";

// What Wrangler 4.151 makes when it deploys (`provisionBindings` in its source): the database, the namespace, the bucket and
// the queues that a producer names. It finds all but the namespace by name. It does not make a queue that only a consumer
// names, and it knows no region, read replication, rule of a bucket or mail domain: this command adds those.

export type Found = Awaited<ReturnType<typeof findResources>>;

/** `problem`: Cloudflare did not say whether mail is on. */
export type Mail = { domain: string; isOn: boolean; problem?: string; dmarc?: string | undefined; isReceived: boolean };

/** Undefined instead of an error: nothing depends on what the call says. */
export const optional = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);

/** Looks at the account. `version` is what most visitors get: undefined before the first deployment. */
export async function findResources(environment: Environment, answers: Answers) {
  const { worker, shareWorker, sessions, sessionsId } = environment;
  const [deployed, share, listed, database, namespaces, mail] = await Promise.all([
    findVersion(worker),
    findVersion(shareWorker),
    unlessMissing(wranglerJson<{ name: string }[]>("secret", "list", "--name", worker)),
    findDatabase(environment.database),
    wranglerJson<{ id: string; title: string }[]>("kv", "namespace", "list"),
    findMail(answers["SUPPORT_EMAIL"]!.split("@")[1]!),
  ]);
  const namespace = sessionsId ?? namespaces.find(({ title }) => title === sessions)?.id;
  const secrets = listed?.map(({ name }) => name) ?? [];
  const hasKey = secrets.includes("SECRET_KEY");
  // Workers Builds makes an empty Worker itself before it runs the command.
  if (deployed && !hasKey && !process.env["WORKERS_CI"]) {
    throw new Error(
      `The account has a Worker “${worker}” that this command has not made. Nothing was changed. Run ` +
        "`npm run deploy -- --env NAME`, which puts NAME into all names.",
    );
  }
  return { version: hasKey ? deployed : undefined, share, secrets, ids: { database, sessions: namespace }, mail };
}

export async function findVersion(worker: string): Promise<string | undefined> {
  type Deployment = { versions: { version_id: string; percentage: number }[] };
  const found = await unlessMissing(wranglerJson<Deployment>("deployments", "status", "--json", "--name", worker));
  return found?.versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

/** Undefined if the account has no such Worker, or if the Worker was never deployed. */
const unlessMissing = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (/\[code: 10007\]|has no deployments|Worker ".+" not found/.test(String(error))) return undefined;
    throw error;
  });

async function findMail(domain: string): Promise<Mail> {
  const [listed, dmarc, servers] = await Promise.all([
    wrangler(["email", "sending", "list", domain]).catch((error: unknown) => ({ problem: failureMessage(error) })),
    optional(resolveTxt(`_dmarc.${domain}`)),
    optional(resolveMx(domain)),
  ]);
  return {
    domain,
    // Wrangler prints a table, in which a row has the domain and `yes` or `no`.
    isOn:
      typeof listed === "string" &&
      listed.split("\n").some((row) => row.split(/[│\s]+/).includes(domain) && /\byes\b/.test(row)),
    ...(typeof listed !== "string" && listed),
    dmarc: dmarc?.map((parts) => parts.join("")).find((text) => text.startsWith("v=DMARC1")),
    isReceived: (servers ?? []).length > 0,
  };
}

/**
 * Says whether the host of the address is new to this Worker, and who has it now. Without a terminal, Wrangler takes it from
 * another Worker and replaces its DNS record (`publishCustomDomains` in its source).
 */
export async function findHost(
  account_id: string,
  { worker, url, version }: { worker: string; url: string; version: string | undefined },
): Promise<{ isNew: boolean; owner?: string }> {
  const host = new URL(url).hostname;
  const list = async () => (await openCloudflare().workers.domains.list({ account_id, hostname: host })).result;
  const attached = isWorkersDevHost(host) ? undefined : await optional(list());
  // Where Cloudflare does not say it, a Worker that runs has its host already.
  if (!attached && (version || isWorkersDevHost(host))) return { isNew: !version };
  const service = attached?.find(({ hostname }) => hostname === host)?.service;
  if (service === worker) return { isNew: false };
  if (service) return { isNew: true, owner: `${host} belongs to the Worker ${service} now.` };
  // Not by the computer's own resolver, which would remember that there is no record:
  // https://developers.cloudflare.com/1.1.1.1/encryption/dns-over-https/make-api-requests/dns-json/
  const headers = { Accept: "application/dns-json" };
  const asked = await optional(fetch(`https://cloudflare-dns.com/dns-query?name=${host}&type=A`, { headers }));
  const { Answer: records } = ((await asked?.json()) ?? {}) as { Answer?: { data: string }[] };
  const addresses = records?.map(({ data }) => data).join(", ");
  return { isNew: true, ...(addresses && { owner: `${host} has a DNS record now (${addresses}).` }) };
}

/** Describes a run before it begins. Costs are those of the last `npm run bench`, with its assumptions. */
export function describePlan(
  { name, worker, shareWorker, database, sessions, bucket }: Environment,
  { found, answers, secrets }: { found: Found; answers: Answers; secrets: string[] },
): string {
  const { ids, mail, version, share } = found;
  const stateOf = (known: string | undefined) =>
    known ? `exists and will be replaced (now ${known})` : "will be made";
  const estimates = costs.map(({ visits, usd }) => `${usd.toFixed(2)} USD for ${visits.toLocaleString("en")} visits`);
  return [
    `${name}: ${answers["SITE_URL"]}, ${answers["SITE_NAME"]}, mails from ${answers["SUPPORT_EMAIL"]}`,
    `  Worker ${worker}: ${stateOf(version)}`,
    `  Worker ${shareWorker}: ${stateOf(share)}`,
    `  D1 database ${database}: ${ids.database ? "exists and is used" : `will be made in ${answers["D1_LOCATION"]}`}`,
    `  KV namespace ${sessions}: ${ids.sessions ? "exists and is used" : "will be made"}`,
    `  R2 bucket ${bucket}, queues, migrations: made or applied if they are missing`,
    `  Mail from ${mail.domain}: ${describeMail(mail)}`,
    `  Secrets: ${secrets.length > 0 ? `will be set: ${secrets.join(", ")}` : "stay"}`,
    "It needs the plan Workers Paid. Logos and screenshots beyond 5,000 files a month need Images Paid.",
    `A month costs at most ${estimates.join(", ")} (tests/bench/RESULTS.md says with which habits of visitors).`,
  ].join("\n");
}

function describeMail({ domain, isOn, problem, dmarc }: Mail): string {
  if (isOn) return "is on";
  if (problem) return `could not be checked, which stops nothing: ${problem}`;
  const effect = `will be turned on. Cloudflare publishes _dmarc.${domain} with p=reject, so other services cannot send for it`;
  return `${effect}. ${dmarc ? `Its record now: ${dmarc}` : "It has no such record now"}`;
}
