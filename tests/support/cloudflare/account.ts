import { randomBytes, randomUUID } from "node:crypto";

// What the stand-in remembers. Rows of D1, values of KV and objects of R2 are in runtime.ts.

export type Plan = "free" | "paid";

export type Database = {
  uuid: string;
  name: string;
  created_at: string;
  version: "production";
  running_in_region: string;
  read_replication: { mode: "auto" | "disabled" };
  /** Its files of Time Travel: the newest bookmark is the last. */
  bookmarks: { bookmark: string; at: number }[];
};
type Namespace = { id: string; title: string; supports_url_encoding: true };
export type Bucket = { name: string; creation_date: string; location: string; storage_class: string; rules: unknown[] };
export type Consumer = {
  consumer_id: string;
  type: string;
  script: string;
  dead_letter_queue?: string;
  settings: Record<string, unknown>;
  created_on: string;
};
export type Queue = {
  queue_id: string;
  queue_name: string;
  created_on: string;
  modified_on: string;
  settings: Record<string, unknown>;
  consumers: Consumer[];
};
export type Binding = { name: string; type: string } & Record<string, unknown>;
export type Module = { name: string; type: string; content: Buffer };
export type AssetManifest = Record<string, { hash: string; size: number }>;
export type Version = {
  id: string;
  number: number;
  created_on: string;
  annotations: Record<string, string>;
  /** `metadata` of the upload without its bindings. */
  metadata: Record<string, unknown>;
  main: string;
  modules: Module[];
  /** With the values of secrets. Answers leave them out. */
  bindings: Binding[];
  assets?: { manifest: AssetManifest; config: Record<string, unknown> };
};
export type Deployment = {
  id: string;
  source: string;
  strategy: "percentage";
  author_email: string;
  created_on: string;
  annotations: Record<string, string>;
  versions: { version_id: string; percentage: number }[];
};
export type Script = {
  name: string;
  tag: string;
  created_on: string;
  versions: Version[];
  /** The newest is the first. */
  deployments: Deployment[];
  /** Settings that belong to no version: observability, tags. */
  settings: Record<string, unknown>;
  crons: { cron: string; created_on: string; modified_on: string }[];
  subdomain: { enabled: boolean; previews_enabled: boolean };
};
type DnsRecord = { id: string; type: string; name: string; content: string; proxied: boolean };
type SendingDomain = { tag: string; name: string; enabled: boolean; created: string };
export type Domain = { id: string; hostname: string; service: string; zone_id: string; zone_name: string };
type Route = { id: string; pattern: string; script: string };
export type Zone = {
  id: string;
  name: string;
  status: "active" | "pending";
  records: DnsRecord[];
  routes: Route[];
  sending: SendingDomain[];
};

export type Account = {
  id: string;
  name: string;
  plan: Plan;
  /** `undefined` until the account has registered one. */
  subdomain: string | undefined;
  /** A person switches R2 on in the dashboard. */
  hasR2: boolean;
  databases: Database[];
  namespaces: Namespace[];
  buckets: Bucket[];
  queues: Queue[];
  scripts: Script[];
  domains: Domain[];
  zones: Zone[];
  /** Contents of uploaded assets by hash. */
  assets: Map<string, { content: Buffer; contentType: string }>;
};

export const emptyAccount = (name: string, zones: string[]): Account => ({
  id: newId(),
  name,
  plan: "paid",
  subdomain: undefined,
  hasR2: true,
  databases: [],
  namespaces: [],
  buckets: [],
  queues: [],
  scripts: [],
  domains: [],
  zones: zones.map((zone) => ({ id: newId(), name: zone, status: "active", records: [], routes: [], sending: [] })),
  assets: new Map(),
});

/** 32 hexadecimal digits, as ids of Cloudflare. */
export const newId = (): string => randomBytes(16).toString("hex");
export const newUuid = (): string => randomUUID();
export const now = (): string => new Date().toISOString();
