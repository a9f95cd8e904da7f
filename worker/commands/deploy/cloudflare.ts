import { execFileSync } from "node:child_process";
import { APIError } from "cloudflare/error";
import { BaseAccounts } from "cloudflare/resources/accounts/accounts";
import { BaseTokens as AccountTokens } from "cloudflare/resources/accounts/tokens/tokens";
import { BaseDatabase } from "cloudflare/resources/d1/database/database";
import { BaseTimeTravel } from "cloudflare/resources/d1/database/time-travel";
import { BaseDNS } from "cloudflare/resources/email-sending/subdomains/dns";
import { BaseSubdomains as SendingDomains } from "cloudflare/resources/email-sending/subdomains/subdomains";
import { BaseNamespaces } from "cloudflare/resources/kv/namespaces/namespaces";
import { BaseQueues } from "cloudflare/resources/queues/queues";
import { BaseBuckets } from "cloudflare/resources/r2/buckets/buckets";
import { BaseLifecycle } from "cloudflare/resources/r2/buckets/lifecycle";
import { BaseTokens as UserTokens } from "cloudflare/resources/user/tokens/tokens";
import { BaseDomains } from "cloudflare/resources/workers/domains";
import { BaseDeployments } from "cloudflare/resources/workers/scripts/deployments";
import { BaseSecrets } from "cloudflare/resources/workers/scripts/secrets";
import { BaseVersions } from "cloudflare/resources/workers/scripts/versions";
import { BaseSubdomains } from "cloudflare/resources/workers/subdomains";
import { BaseZones } from "cloudflare/resources/zones/zones";
import { createClient } from "cloudflare/tree-shakable";
import { ROOT } from "../bindings.ts";

/** Only the products in use, because the whole client takes half a second to load. */
const resources = [
  BaseAccounts,
  AccountTokens,
  UserTokens,
  BaseDatabase,
  BaseTimeTravel,
  BaseNamespaces,
  BaseBuckets,
  BaseLifecycle,
  BaseQueues,
  BaseSecrets,
  BaseDeployments,
  BaseVersions,
  BaseDomains,
  BaseSubdomains,
  BaseZones,
  SendingDomains,
  BaseDNS,
] as const;

const connect = (options: Credentials) =>
  createClient({
    resources,
    apiToken: null,
    apiKey: null,
    apiEmail: null,
    ...options,
    ...(process.env["CLOUDFLARE_API_BASE_URL"] && { baseURL: process.env["CLOUDFLARE_API_BASE_URL"] }),
  });

export type Client = ReturnType<typeof connect>;

type Credentials = { apiToken: string } | { apiKey: string; apiEmail: string };

/**
 * Cloudflare's own client, with CLOUDFLARE_API_TOKEN or with the sign-in of `wrangler login`. In a terminal, somebody who
 * is not signed in gets Cloudflare's sign-in page.
 * @throws Error if nobody is signed in.
 */
export function openClient({ isInteractive = false } = {}): Client {
  const apiToken = process.env["CLOUDFLARE_API_TOKEN"];
  if (apiToken) return connect({ apiToken });
  let stored = storedCredentials();
  if (!stored && isInteractive) {
    execFileSync("wrangler", ["login"], { cwd: ROOT, stdio: "inherit" });
    stored = storedCredentials();
  }
  if (!stored) throw new Error("not logged in");
  return connect(stored);
}

/** What wrangler would sign its calls with. It renews an old sign-in. Undefined if nobody is signed in. */
function storedCredentials(): Credentials | undefined {
  try {
    const output = execFileSync("wrangler", ["auth", "token", "--json"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    const found = JSON.parse(output) as { token: string } | { key: string; email: string };
    return "key" in found ? { apiKey: found.key, apiEmail: found.email } : { apiToken: found.token };
  } catch {
    return undefined;
  }
}

/** Names of permissions: https://developers.cloudflare.com/fundamentals/api/reference/permissions/ */
export const PERMISSIONS = {
  account: "Account, Account Settings, Read",
  d1: "Account, D1, Edit",
  kv: "Account, Workers KV Storage, Edit",
  r2: "Account, Workers R2 Storage, Edit",
  queues: "Account, Queues, Edit",
  workers: "Account, Workers Scripts, Edit",
  domains: "Zone, Workers Routes, Edit",
  zones: "Zone, Zone, Read",
  mail: "Account, Email Sending, Edit",
};

export type Permission = keyof typeof PERMISSIONS;

const codesOf = (error: unknown) => (error instanceof APIError ? error.errors.map(({ code }) => code) : []);

/** True if the API said that what was asked for does not exist. */
export const isMissing = (error: unknown) => error instanceof APIError && error.status === 404;

/**
 * What the API says to a wrong token and to a missing permission: "Authentication error", "Invalid access token" and
 * "Invalid request headers". Which of them comes depends on the product: https://github.com/cloudflare/workers-sdk/issues/8165
 */
const NOT_ALLOWED = new Set([10_000, 9109, 6003]);

/** The same in wrangler's messages. */
export const SAYS_NOT_ALLOWED = /\[code: (10000|9109|6003)\]/;

const isNotAllowed = (error: unknown) =>
  error instanceof APIError &&
  (error.status === 401 || codesOf(error).some((code) => code !== undefined && NOT_ALLOWED.has(code)));

/** One account, and calls that say which permission they need. */
export class Account {
  readonly id: string;
  readonly client: Client;

  constructor(client: Client, id: string) {
    this.client = client;
    this.id = id;
  }

  /**
   * Waits for a call.
   * @throws Error that names the missing permission, or says that the token is wrong. Other errors stay as they are.
   */
  async call<T>(permission: Permission, response: PromiseLike<T>): Promise<T> {
    try {
      return await response;
    } catch (error) {
      if (isNotAllowed(error)) throw await this.explainRefusal(permission);
      throw error;
    }
  }

  /** As `call`. Undefined if what was asked for does not exist. */
  async find<T>(permission: Permission, response: PromiseLike<T>): Promise<T | undefined> {
    return this.call(permission, response).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  }

  /** The API answers the same to a wrong token and to a missing permission. Asking for the token tells which it is. */
  async explainRefusal(permission: Permission): Promise<Error> {
    const name = PERMISSIONS[permission];
    if (!process.env["CLOUDFLARE_API_TOKEN"]) {
      return new Error(
        `Your sign-in at Cloudflare lacks the permission “${name}”, or it has ended. ` +
          "Run `npx wrangler login`, then run this command again.",
      );
    }
    if (!(await this.isTokenValid())) {
      return new Error(
        "Cloudflare refuses CLOUDFLARE_API_TOKEN: it is wrong, expired or revoked. " +
          `Create a token at https://dash.cloudflare.com/profile/api-tokens, then run this command again.`,
      );
    }
    return new Error(
      `CLOUDFLARE_API_TOKEN lacks the permission “${name}” for this account or domain. ` +
        "Add it at https://dash.cloudflare.com/profile/api-tokens, then run this command again.",
    );
  }

  private async isTokenValid(): Promise<boolean> {
    const { user, accounts } = this.client;
    // A token belongs to a person or to an account.
    const answers = await Promise.allSettled([
      user.tokens.verify(),
      ...(this.id ? [accounts.tokens.verify({ account_id: this.id })] : []),
    ]);
    return answers.some((answer) => answer.status === "fulfilled" && answer.value?.status === "active");
  }
}
