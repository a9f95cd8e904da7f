import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { emptyAccount, type Plan } from "./account.ts";
import { createApi, errorBody, type World } from "./api.ts";
import { serveAssets } from "./assets.ts";
import { serveD1 } from "./d1.ts";
import { type Failure, Faults, type Match, matches } from "./faults.ts";
import { serveKv } from "./kv.ts";
import { serveInternet } from "./internet.ts";
import { serveQueues } from "./queues.ts";
import { serveR2 } from "./r2.ts";
import { Runtime } from "./runtime.ts";
import { serveScripts } from "./scripts.ts";
import { serveTokens, type Token } from "./tokens.ts";
import { serveZones } from "./zones.ts";

export type Options = {
  plan?: Plan;
  /** Domains of the account. `certificate.pem` covers directory.test and people.workers.dev, and their subdomains. */
  zones?: string[];
  /** The account's part of workers.dev. `null`: none is registered. */
  subdomain?: string | null;
  hasR2?: boolean;
  /** More accounts, by name. */
  otherAccounts?: string[];
  tokens?: Token[];
  /** Calls of a token in five minutes. Default: Cloudflare's own limit, 1,200. */
  callLimit?: number;
};

/** A call of the API that has an answer, or none if its connection was cut. `status` 0 means cut. */
type LoggedCall = { method: string; path: string; query: string; status: number; body: string };

const TOKEN = "token-of-the-operator";

/**
 * Starts a stand-in of Cloudflare: its API (`CLOUDFLARE_API_BASE_URL`), and an internet where the uploaded Workers answer
 * at their addresses. Every rule names its source beside it.
 */
export async function startCloudflare(options: Options = {}) {
  const { plan = "paid", zones = ["directory.test"], subdomain = "people", hasR2 = true, otherAccounts = [] } = options;
  const account = Object.assign(emptyAccount("Directory", zones), { plan, subdomain: subdomain ?? undefined, hasR2 });
  const accounts = [account, ...otherAccounts.map((name) => emptyAccount(name, []))];
  const runtime = new Runtime(accounts);
  const world: World = {
    callLimit: options.callLimit ?? 1200,
    accounts,
    tokens: options.tokens ?? [{ value: TOKEN }],
    runtime,
  };
  const faults = new Faults();
  const calls: LoggedCall[] = [];

  const api = createApi(world);
  for (const serve of [serveTokens, serveD1, serveKv, serveR2, serveQueues, serveScripts, serveAssets, serveZones])
    serve(api);

  const server = createServer((request, response) => {
    // A program that is stopped leaves half of a request.
    answer(request, response).catch(() => request.socket.destroy());
  });
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname: path, search: query } = new URL(request.url!, "http://api");
    const method = request.method!;
    const body = await readAll(request);
    const call: LoggedCall = { method, path, query, status: 0, body: textOf(request, body) };
    calls.push(call);
    const failure = faults.take({ method, path });
    const send = (status: number, headers: Record<string, string>, content: Uint8Array) => {
      call.status = status;
      response.writeHead(status, headers).end(content);
    };
    try {
      if (failure?.cut === "before") return void request.socket.destroy();
      const fails = failure?.status !== undefined;
      const real =
        fails && !failure.afterEffect
          ? undefined
          : await api.request(`http://api${request.url}`, {
              method,
              headers: headersOf(request),
              ...(body.byteLength > 0 && { body: new Uint8Array(body) }),
            });
      if (failure?.cut === "after") return void request.socket.destroy();
      if (fails) {
        const { status, code = 10_013, message = "An unknown error has occurred." } = failure;
        const headers = { "Content-Type": "application/json", ...failure.headers };
        return send(status!, headers, Buffer.from(JSON.stringify(errorBody(code, message))));
      }
      return send(real!.status, Object.fromEntries(real!.headers), new Uint8Array(await real!.arrayBuffer()));
    } finally {
      failure?.afterwards?.();
    }
  }
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const internet = await serveInternet(world, port);

  const apiEnv = {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
    CLOUDFLARE_API_TOKEN: world.tokens[0]!.value,
    CLOUDFLARE_ACCOUNT_ID: account.id,
    WRANGLER_SEND_METRICS: "false",
    WRANGLER_SEND_ERROR_REPORTS: "false",
  };

  return {
    account,
    accounts,
    runtime,
    /** All calls of the API, in order. */
    calls,
    callsOf: (match: Match) => calls.filter((call) => matches(match, call)),
    failNext: (match: Match, failure: Failure) => faults.failNext(match, failure),
    clearFailures: () => faults.clear(),
    /** Requests of the internet, with the status of each answer. */
    visits: internet.visits,
    /** For processes that call the API alone. */
    apiEnv,
    /** For processes that also read addresses of the internet. With a proxy, wrangler prints a warning. */
    env: { ...apiEnv, ...internet.env },
    async stop() {
      server.closeAllConnections();
      await Promise.all([new Promise((resolve) => void server.close(resolve)), internet.stop(), runtime.stop()]);
    },
  };
}

export type Cloudflare = Awaited<ReturnType<typeof startCloudflare>>;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const headersOf = ({ rawHeaders }: IncomingMessage) =>
  new Headers(
    Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => [
      rawHeaders[index * 2]!,
      rawHeaders[index * 2 + 1]!,
    ]).filter(([name]) => !/^(connection|transfer-encoding|expect|keep-alive|host)$/i.test(name)),
  );

/** Only JSON is kept: uploads are large. */
const textOf = ({ headers }: IncomingMessage, body: Buffer) =>
  /multipart|octet-stream/.test(headers["content-type"] ?? "") ? "" : body.toString();
