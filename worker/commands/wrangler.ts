import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { MINUTE_MS } from "#schema/values/dates.ts";
import { ROOT } from "./bindings.ts";

const TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Runs Wrangler without questions, for the account in CLOUDFLARE_ACCOUNT_ID. Returns its standard output.
 * @throws Error with Wrangler's own message.
 */
export async function wrangler(args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const child = spawn("wrangler", args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
    env: { ...process.env, CI: "1", FORCE_COLOR: "0", WRANGLER_LOG: "log", WRANGLER_SEND_METRICS: "false", ...env },
  });
  const texts = { output: "", errors: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.errors += text));
  const stop = () => child.kill();
  process.once("exit", stop);
  const [code] = (await once(child, "close")) as [number | null];
  process.off("exit", stop);
  if (code === 0) return texts.output;
  const all = stripVTControlCharacters(`${texts.output}\n${texts.errors}`);
  const message = /\[ERROR\] ([\s\S]+?)\s*(?:\n *If you think this is a bug|\n *🪵|$)/u.exec(all)?.[1] ?? all;
  throw new Error(message.replaceAll(/\n\s*/g, "\n").trim());
}

export const wranglerJson = async <T>(...args: string[]): Promise<T> => JSON.parse(await wrangler(args)) as T;

/**
 * Finds the account of a command: CLOUDFLARE_ACCOUNT_ID, or the only one of the sign-in. Wrangler uses it from then on.
 * @throws Error with the next step if there are several, or none: a token of an account may not list accounts.
 */
export async function chooseAccount(stored: string | undefined): Promise<string> {
  let account = process.env["CLOUDFLARE_ACCOUNT_ID"] ?? stored;
  if (!account) {
    const { accounts } = await wranglerJson<{ accounts: { id: string; name: string }[] }>("whoami", "--json");
    if (accounts.length !== 1) {
      const names = accounts.map(({ id, name }) => `${name} ${id}`).join(", ");
      throw new Error(
        `This sign-in has ${names ? "several accounts" : "no account"}. Set CLOUDFLARE_ACCOUNT_ID${names && `: ${names}`}.`,
      );
    }
    account = accounts[0]!.id;
  }
  return (process.env["CLOUDFLARE_ACCOUNT_ID"] = account);
}

/** Finds the id of a database by its name. */
export async function findDatabase(name: string): Promise<string | undefined> {
  const all = await wranglerJson<{ uuid: string; name: string }[]>("d1", "list", "--json");
  return all.find((one) => one.name === name)?.uuid;
}
