import { readdirSync } from "node:fs";
import path from "node:path";
import type { Deployment } from "cloudflare/resources/workers/scripts/deployments";
import { isWorkersDevHost } from "../../config/hosts.ts";
import { ROOT } from "../bindings.ts";
import { type Answers, REGIONS, WORKERS_DEV } from "./answers.ts";
import type { Account } from "./cloudflare.ts";
import { type Environment, flagOf } from "./environment.ts";
import { OWN_KEY } from "./secrets.ts";

/**
 * One line of the plan. `run` creates or changes it. Without `run`, it is right already. Nothing here deletes, and
 * nothing changes what an earlier run or the operator made in another way that works.
 */
export type Part = { title: string; state: string; run?: () => Promise<void> };

/** What the account has. The ids of new resources are filled in when they are made. */
export type Found = {
  origin: string;
  parts: Part[];
  /** Runs after the Worker is uploaded, because a domain needs a Worker. */
  domain?: Part;
  ids: { database?: string; sessions?: string };
  /** The names of migrations that the database lacks. */
  migrations: string[];
  secrets: string[];
  /** The version that visitors get now. Undefined before the first deployment. */
  version?: string;
  /** The tag of the Worker that draws images of shared links: `upload` gave it. */
  shareTag?: string;
  mail: Mail;
};

export type Mail = { domain: string; zone?: string; id?: string; isReady: boolean };

const EXISTS = "exists";
const MIGRATIONS = path.join(ROOT, "migrations");

/** The fetched images of other sites expire, as far as the cron does not know them: worker/OPERATE.md. */
const EXPIRY = {
  id: "remote-images",
  enabled: true,
  conditions: { prefix: "remote/" },
  deleteObjectsTransition: { condition: { type: "Age", maxAge: 90 * 24 * 60 * 60 } },
} as const;

/** A call that creates something is not repeated by itself: the next run looks first whether it took effect. */
const ONCE = { maxRetries: 0 };

/**
 * Looks up everything that the directory needs, by name, without changing anything.
 * @throws Error with the next step, if the address cannot be served from this account, or if something else has a name.
 */
export async function findResources(account: Account, environment: Environment, answers: Answers): Promise<Found> {
  const { client, id: account_id } = account;
  const ids: Found["ids"] = {};
  const zones = listZones(account);
  const [address, database, sessions, media, queues, secrets, version, shareTag, mail] = await Promise.all([
    findAddress(account, environment, answers, zones),
    findDatabase(account, environment, answers, ids),
    findSessions(account, environment, ids),
    findMedia(account, environment),
    findQueues(account, environment),
    account.find("workers", client.workers.scripts.secrets.list(environment.worker, { account_id })),
    findVersion(account, environment.worker),
    findTag(account, environment.shareWorker),
    findMail(account, answers, zones),
  ]);
  // The first upload brings the key. Workers Builds makes an empty Worker itself before it runs this command:
  // https://developers.cloudflare.com/workers/ci-cd/builds/
  const isOurs = secrets?.result.some(({ name }) => name === OWN_KEY) || process.env["WORKERS_CI"];
  if (version && !isOurs) throw nameIsTaken("Worker", environment.worker);
  return {
    origin: address.origin,
    ...(address.domain && { domain: address.domain }),
    parts: [...database.parts, sessions, ...media, ...queues, ...mail.parts],
    ids,
    migrations: database.migrations,
    secrets: secrets?.result.map(({ name }) => name) ?? [],
    ...(version && { version }),
    ...(shareTag && { shareTag }),
    mail: mail.mail,
  };
}

/** Returns the version that most visitors get. */
export async function findVersion(account: Account, worker: string): Promise<string | undefined> {
  const { deployments } = account.client.workers.scripts;
  const found = await account.find("workers", deployments.list(worker, { account_id: account.id }));
  // The client's type lacks `deployments`. The newest is the first:
  // https://developers.cloudflare.com/api/resources/workers/subresources/scripts/subresources/deployments/methods/list/
  const [newest] = (found?.result as { deployments?: Deployment[] } | undefined)?.deployments ?? [];
  return newest?.versions.toSorted((a, b) => b.percentage - a.percentage)[0]?.version_id;
}

async function findTag(account: Account, worker: string): Promise<string | undefined> {
  const version = await findVersion(account, worker);
  if (!version) return undefined;
  const { versions } = account.client.workers.scripts;
  const params = { account_id: account.id, script_name: worker };
  const found = await account.find("workers", versions.get(version, params));
  // The client's type lacks `annotations`, which wrangler reads (packages/wrangler/src/versions/view.ts).
  return (found as { annotations?: Record<string, string> } | undefined)?.annotations?.["workers/tag"];
}

type Zone = { id: string; name: string; status?: string | undefined };

async function listZones(account: Account): Promise<Zone[]> {
  const zones: Zone[] = [];
  const pages = await account.call("zones", account.client.zones.list({ account: { id: account.id }, per_page: 50 }));
  for await (const page of pages.iterPages())
    zones.push(...page.result.map(({ id, name, status }) => ({ id, name, status })));
  return zones;
}

/** The domain of the account that a host belongs to. */
const zoneOf = (host: string, zones: Zone[]) =>
  zones
    .filter(({ name }) => host === name || host.endsWith(`.${name}`))
    .toSorted((a, b) => b.name.length - a.name.length)[0];

const nameIsTaken = (kind: string, name: string) =>
  new Error(
    `The account has a ${kind} “${name}” that belongs to something else. Nothing was changed. Give the directory other ` +
      "names: change them in wrangler.toml, or run `npm run deploy -- --env NAME`, which puts NAME into each.",
  );

async function findAddress(
  account: Account,
  { name, worker }: Environment,
  answers: Answers,
  zones: Promise<Zone[]>,
): Promise<{ origin: string; domain?: Part }> {
  const { client, id: account_id } = account;
  const url = answers["SITE_URL"]!;
  const dashboard = `https://dash.cloudflare.com/${account_id}`;
  if (url === WORKERS_DEV || isWorkersDevHost(new URL(url).hostname)) {
    const found = await account.find("workers", client.workers.subdomains.get({ account_id }));
    if (!found) {
      throw new Error(
        `This account has no address at workers.dev yet. Choose one at ${dashboard}/workers/onboarding, ` +
          "or set SITE_URL to a domain of the account. Then run this command again.",
      );
    }
    return { origin: `https://${worker}.${found.subdomain}.workers.dev` };
  }
  const host = new URL(url).hostname;
  const zone = zoneOf(host, await zones);
  if (!zone) {
    throw new Error(
      `The domain of ${host} is not in this Cloudflare account, or the token does not include it. ` +
        `Add it at ${dashboard}/add-site, or change SITE_URL. Then run this command again.`,
    );
  }
  if (zone.status !== undefined && zone.status !== "active") {
    throw new Error(
      `The domain ${zone.name} is not active at Cloudflare yet (${zone.status}). Its name servers must be those that ` +
        `${dashboard}/${zone.name} shows. Change them at your registrar, wait until the domain is active, then run this command again.`,
    );
  }
  const attached = await account.call("domains", client.workers.domains.list({ account_id, hostname: host }));
  const service = attached.result.find(({ hostname }) => hostname === host)?.service;
  if (service !== undefined && service !== worker) {
    throw new Error(
      `${host} is the address of another Worker, ${service}. Remove it there (${dashboard}/workers/services/view/${service}), ` +
        `or choose another address for ${name}: npm run deploy --${flagOf(name)} --site-url https://…`,
    );
  }
  const domain: Part = { title: `Address ${host}`, state: service ? EXISTS : `will lead to the Worker ${worker}` };
  if (!service) {
    domain.run = async () => {
      // Without an option to override, Cloudflare refuses a host that has a DNS record (100117).
      const params = { account_id, hostname: host, service: worker, zone_id: zone.id };
      await account.call("domains", client.workers.domains.update(params, ONCE));
    };
  }
  return { origin: url, domain };
}

async function findDatabase(account: Account, environment: Environment, answers: Answers, ids: Found["ids"]) {
  const { client, id: account_id } = account;
  const { name } = environment.database;
  const { database } = client.d1;
  const all = readdirSync(MIGRATIONS).filter((file) => file.endsWith(".sql"));
  const id = environment.database.id ?? (await findDatabaseId(account, environment));
  if (!id) {
    const region = answers["D1_LOCATION"] as keyof typeof REGIONS;
    const part: Part = {
      title: `D1 database ${name}`,
      state: `will be made in ${REGIONS[region]} (${region}), with copies for reading near visitors`,
      run: async () => {
        const params = { account_id, name, primary_location_hint: region, read_replication: { mode: "auto" } as const };
        ids.database = (await account.call("d1", database.create(params, ONCE))).uuid!;
      },
    };
    return { parts: [part], migrations: all };
  }
  ids.database = id;
  const [{ read_replication: replication }, applied] = await Promise.all([
    account.call("d1", database.get(id, { account_id })),
    queryDatabase<{ name: string }>(account, id, "SELECT name FROM d1_migrations"),
  ]);
  const parts: Part[] = [{ title: `D1 database ${name}`, state: EXISTS }];
  // https://developers.cloudflare.com/d1/best-practices/read-replication/
  if (replication?.mode !== "auto") {
    parts.push({
      title: `Copies of ${name} near visitors`,
      state: "will be turned on (read replication)",
      run: async () => {
        const params = { account_id, read_replication: { mode: "auto" } as const };
        await account.call("d1", database.update(id, params, ONCE));
      },
    });
  }
  const known = new Set(applied.map((row) => row.name));
  if (!known.has(all.toSorted()[0]!)) {
    const tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'd1_migrations'";
    const foreign = await queryDatabase<{ name: string }>(account, id, tables);
    // SQLite and D1 have tables of their own.
    if (foreign.some((row) => !/^(sqlite|_cf)_/.test(row.name))) throw nameIsTaken("database", name);
  }
  return { parts, migrations: all.filter((file) => !known.has(file)) };
}

/** Returns the id of the database with the environment's name. */
export async function findDatabaseId(account: Account, { database }: Environment): Promise<string | undefined> {
  const params = { account_id: account.id, name: database.name };
  const { result } = await account.call("d1", account.client.d1.database.list(params));
  return result.find(({ name }) => name === database.name)?.uuid;
}

/** Runs one query that reads. Returns no rows if the table does not exist yet. */
export async function queryDatabase<Row>(account: Account, id: string, sql: string): Promise<Row[]> {
  try {
    const { result } = await account.call("d1", account.client.d1.database.query(id, { account_id: account.id, sql }));
    return (result[0]?.results ?? []) as Row[];
  } catch (error) {
    if (/no such table/.test(String(error))) return [];
    throw error;
  }
}

async function findSessions(account: Account, { sessions }: Environment, ids: Found["ids"]): Promise<Part> {
  const { client, id: account_id } = account;
  const title = `KV namespace ${sessions.name}`;
  if (sessions.id) {
    ids.sessions = sessions.id;
    return { title, state: EXISTS };
  }
  // A page has 1,000 namespaces, as many as an account may have: https://developers.cloudflare.com/kv/platform/limits/
  const { result } = await account.call("kv", client.kv.namespaces.list({ account_id, per_page: 1000 }));
  const found = result.find((namespace) => namespace.title === sessions.name);
  if (found) {
    ids.sessions = found.id;
    return { title, state: EXISTS };
  }
  return {
    title,
    state: "will be made",
    run: async () => {
      const params = { account_id, title: sessions.name };
      ids.sessions = (await account.call("kv", client.kv.namespaces.create(params, ONCE))).id;
    },
  };
}

async function findMedia(account: Account, { bucket }: Environment): Promise<Part[]> {
  const { client, id: account_id } = account;
  const { buckets } = client.r2;
  const found = await account.find("r2", buckets.get(bucket, { account_id }));
  const readRules = async () => (await account.call("r2", buckets.lifecycle.get(bucket, { account_id }))).rules ?? [];
  const parts: Part[] = [{ title: `R2 bucket ${bucket}`, state: EXISTS }];
  if (!found) {
    parts[0] = {
      title: `R2 bucket ${bucket}`,
      state: "will be made",
      run: async () => void (await account.call("r2", buckets.create({ account_id, name: bucket }, ONCE))),
    };
  }
  const rules = found ? await readRules() : [];
  const hasExpiry = rules.some((rule) => rule.enabled && rule.conditions.prefix === EXPIRY.conditions.prefix);
  if (!hasExpiry) {
    parts.push({
      title: `Rule ${EXPIRY.id} of ${bucket}`,
      state: "will be added: deletes images of other sites after 90 days",
      run: async () => {
        // The call replaces all rules, so it repeats the others. A new bucket has one, too.
        const params = { account_id, rules: [...(await readRules()), EXPIRY] } as Parameters<
          typeof buckets.lifecycle.update
        >[1];
        await account.call("r2", buckets.lifecycle.update(bucket, params, ONCE));
      },
    });
  }
  return parts;
}

async function findQueues(account: Account, { queues }: Environment): Promise<Part[]> {
  const { client, id: account_id } = account;
  // The filter by name is what wrangler uses: packages/deploy-helpers/src/triggers/queue-consumers.ts
  const listed = client.queues.list({ account_id }, { query: { name: queues } });
  const { result } = await account.call("queues", listed);
  const known = new Set(result.map(({ queue_name: name }) => name));
  return queues.map((name) => ({
    title: `Queue ${name}`,
    state: known.has(name) ? EXISTS : "will be made",
    ...(!known.has(name) && {
      run: async () =>
        void (await account.call("queues", client.queues.create({ account_id, queue_name: name }, ONCE))),
    }),
  }));
}

async function findMail(account: Account, answers: Answers, zones: Promise<Zone[]>) {
  const { subdomains } = account.client.emailSending;
  const domain = answers["SUPPORT_EMAIL"]!.split("@")[1]!.toLowerCase();
  const title = `Mail from ${domain}`;
  const mail: Mail = { domain, isReady: false };
  const zone = zoneOf(domain, await zones);
  if (!zone) {
    return { mail, parts: [{ title, state: "CANNOT be sent: the domain is not in this account. Nobody can sign up" }] };
  }
  mail.zone = zone.id;
  const { result } = await account.call("mail", subdomains.list({ zone_id: zone.id }));
  const found = result.find(({ name }) => name === domain);
  if (found) {
    Object.assign(mail, { id: found.tag, isReady: found.enabled });
    return { mail, parts: [{ title, state: found.enabled ? EXISTS : "waits for its DNS records" }] };
  }
  const part: Part = {
    title,
    state: "will be turned on (Email Sending)",
    run: async () => {
      const made = await account.call("mail", subdomains.create({ zone_id: zone.id, name: domain }, ONCE));
      Object.assign(mail, { id: made.tag, isReady: made.enabled });
    },
  };
  return { mail, parts: [part] };
}
