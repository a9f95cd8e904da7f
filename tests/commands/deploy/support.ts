import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "#worker/commands/bindings.ts";
import { type Cloudflare, type Options, startCloudflare } from "../../support/cloudflare/start.ts";

export const ANSWERS = { SITE_URL: "https://directory.test", SUPPORT_EMAIL: "help@directory.test" };

/** What the token of a deployment needs. */
export const PERMISSIONS = [
  "Account Settings:Read",
  "Zone:Read",
  "D1:Edit",
  "Workers KV Storage:Edit",
  "Workers R2 Storage:Edit",
  "Queues:Edit",
  "Workers Scripts:Edit",
  "Workers Routes:Edit",
  "Email Sending:Edit",
];

/** A computer of an operator: its answers, its temporary files, and a Cloudflare to deploy to. */
export async function useOperator(options?: Options) {
  const cloudflare = await startCloudflare(options);
  const folder = await mkdtemp(path.join(tmpdir(), "operator-"));
  const temporary = await mkdtemp(path.join(tmpdir(), "operator-tmp-"));
  async function end() {
    await cloudflare.stop();
    await Promise.all([folder, temporary].map((one) => rm(one, { recursive: true, force: true, maxRetries: 3 })));
  }

  let child: ReturnType<typeof spawn> | undefined;
  /** Runs `npm run deploy` with the built site, and without a terminal. */
  async function deploy(args: string[] = ["--yes"], env: Record<string, string> = {}) {
    const file = path.join(ROOT, "worker/commands/deploy.ts");
    const { CLOUDFLARE_ACCOUNT_ID: _, ...own } = cloudflare.env;
    const started = spawn(process.execPath, [file, ...args], {
      cwd: ROOT,
      env: { ...process.env, ...own, BUILD: "0", DEPLOY_DIR: folder, TMPDIR: temporary, CI: "1", ...env },
    });
    child = started;
    let output = "";
    for (const stream of [started.stdout, started.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    const code = await new Promise<number | null>((resolve) => void started.once("close", resolve));
    // wrangler prints this where a proxy is set, which is the internet of the stand-in.
    return { code, output: output.replaceAll(/^.*Proxy environment variables detected.*\n\s*/gm, "").trim() };
  }

  return {
    cloudflare,
    end,
    deploy,
    folder,
    temporary,
    /** Stops the run, as a person who closes the terminal. */
    stop: () => child?.kill("SIGHUP"),
    /** The text of all files that a run left behind. */
    leftFiles: () =>
      [folder, temporary].flatMap((one) =>
        readdirSync(one, { recursive: true, encoding: "utf8" })
          .map((name) => path.join(one, name))
          .filter((name) => existsSync(name) && !/\.(db|sqlite)/.test(name))
          .flatMap((name) => {
            try {
              return [{ name, text: readFileSync(name, "utf8") }];
            } catch {
              return [];
            }
          }),
      ),
  };
}

export type Operator = Awaited<ReturnType<typeof useOperator>>;

/** The calls that make or change something, other than what each upload does. */
export function changesOf({ calls }: Cloudflare, from = 0): string[] {
  return calls
    .slice(from)
    .filter(({ method, path: url, body }) => {
      if (method === "GET" || /\/workers\/(scripts|assets)\//.test(url)) return false;
      const isRead = url.endsWith("/query") && /^SELECT\b/.test((JSON.parse(body) as { sql?: string }).sql ?? "");
      // Each upload says again which queues the Worker reads.
      return !isRead && !/\/queues\/\w+\/consumers/.test(url);
    })
    .map(({ method, path: url }) => `${method} ${url.replace(/^\/client\/v4(\/accounts\/\w{32})?/, "")}`);
}
