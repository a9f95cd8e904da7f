import { lookup, resolveMx, resolveTxt } from "node:dns/promises";
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

export type Found = {
  /** The version that most visitors get. Undefined before the first deployment. */
  version: string | undefined;
  secrets: string[];
  ids: { database?: string | undefined; sessions?: string | undefined };
  mail: Mail;
};

/** `problem`: Cloudflare did not say whether mail is on. */
export type Mail = { domain: string; isOn: boolean; problem?: string; dmarc?: string | undefined; isReceived: boolean };

/** Undefined instead of an error: nothing depends on what the call says. */
export const optional = <T>(call: Promise<T>): Promise<T | undefined> => call.catch(() => undefined);

export async function findResources(environment: Environment, answers: Answers): Promise<Found> {
  const { worker, sessions, sessionsId } = environment;
  const [version, secrets, database, namespaces, mail] = await Promise.all([
    findVersion(worker),
    unlessMissing(wranglerJson<{ name: string }[]>("secret", "list", "--name", worker)),
    findDatabase(environment.database),
    wranglerJson<{ id: string; title: string }[]>("kv", "namespace", "list"),
    findMail(answers["SUPPORT_EMAIL"]!.split("@")[1]!),
  ]);
  const namespace = sessionsId ?? namespaces.find(({ title }) => title === sessions)?.id;
  return { version, secrets: secrets?.map(({ name }) => name) ?? [], ids: { database, sessions: namespace }, mail };
}

export async function findVersion(worker: string): Promise<string | undefined> {
  type Deployment = { versions: { version_id: string; percentage: number }[] };
  const found = await unlessMissing(wranglerJson<Deployment>("deployments", "status", "--json", "--name", worker));
  return found?.versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

/** Undefined if the account has no such Worker, or if the Worker was never deployed. */
const unlessMissing = <T>(call: Promise<T>): Promise<T | undefined> =>
  call.catch((error: unknown) => {
    if (/\[code: 10007\]|has no deployments/.test(String(error))) return undefined;
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
    // Wrangler prints a table, in which the domain fills a cell.
    isOn: typeof listed === "string" && listed.split(/[│|\s]+/).includes(domain),
    ...(typeof listed !== "string" && listed),
    dmarc: dmarc?.map((parts) => parts.join("")).find((text) => text.startsWith("v=DMARC1")),
    isReceived: (servers ?? []).length > 0,
  };
}

/**
 * Says who has the host of the address now, unless it is this Worker. Without a terminal, Wrangler takes it from another
 * Worker and replaces its DNS record (`publishCustomDomains` in its source).
 */
export async function findOwner(account_id: string, worker: string, url: string): Promise<string | undefined> {
  const host = new URL(url).hostname;
  if (isWorkersDevHost(host)) return undefined;
  const list = async () => (await openCloudflare().workers.domains.list({ account_id, hostname: host })).result;
  const service = (await optional(list()))?.find(({ hostname }) => hostname === host)?.service;
  if (service) return service === worker ? undefined : `${host} belongs to the Worker ${service} now.`;
  const addresses = await optional(lookup(host, { all: true }));
  return addresses && `${host} has a DNS record now (${addresses.map(({ address }) => address).join(", ")}).`;
}

/** Describes a run before it begins. Costs are those of the last `npm run bench`, with its assumptions. */
export function describePlan(
  { name, worker, shareWorker, database, sessions, bucket }: Environment,
  { found, answers, secrets }: { found: Found; answers: Answers; secrets: string[] },
): string {
  const { ids, mail, version } = found;
  const estimates = costs.map(({ visits, usd }) => `${usd.toFixed(2)} USD for ${visits.toLocaleString("en")} visits`);
  return [
    `${name}: ${answers["SITE_URL"]}`,
    `  Workers ${worker}, ${shareWorker}: ${version ? `will be uploaded (now ${version})` : "will be made"}`,
    `  D1 database ${database}: ${ids.database ? "exists" : `will be made in the region ${answers["D1_LOCATION"]}`}`,
    `  KV namespace ${sessions}: ${ids.sessions ? "exists" : "will be made"}`,
    `  R2 bucket ${bucket}, queues, migrations: will be made or applied if they are missing`,
    `  Mail from ${mail.domain}: ${describeMail(mail)}`,
    `  Secrets: ${secrets.length > 0 ? `will be set: ${secrets.join(", ")}` : "stay"}`,
    "It needs the plan Workers Paid. Logos and screenshots beyond 5,000 files a month need Images Paid.",
    `A month costs at most ${estimates.join(", ")} (tests/bench/RESULTS.md says with which habits of visitors).`,
  ].join("\n");
}

function describeMail({ domain, isOn, problem, dmarc }: Mail): string {
  if (isOn) return "is on";
  if (problem) return "could not be checked, which stops nothing";
  const effect = `will be turned on. Cloudflare publishes _dmarc.${domain} with p=reject, so other services cannot send for it`;
  return `${effect}. ${dmarc ? `Its record now: ${dmarc}` : "It has no such record now"}`;
}
