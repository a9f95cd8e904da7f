import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { ROOT } from "#worker/commands/bindings.ts";
import { type Cloudflare, type Options, startCloudflare } from "../../support/cloudflare/start.ts";

type Result = { code: number; output: string };

/** Starts a stand-in of Cloudflare for one test. */
export async function useCloudflare(options?: Options): Promise<Cloudflare> {
  const cloudflare = await startCloudflare(options);
  onTestFinished(() => cloudflare.stop());
  return cloudflare;
}

/** Runs the real wrangler against the stand-in. */
export function wrangler(cloudflare: Cloudflare, args: string[], { cwd = ROOT, input = "" } = {}): Promise<Result> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...cloudflare.env, CI: "1", FORCE_COLOR: "0", WRANGLER_LOG_PATH: tmpdir() };
    const file = path.join(ROOT, "node_modules/.bin/wrangler");
    const child = execFile(file, args, { cwd, env }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: (out + err).trim() });
    });
    child.stdin?.end(input);
  });
}

/** Runs wrangler, and returns what it printed. @throws Error if it fails. */
export async function mustRun(...args: Parameters<typeof wrangler>): Promise<string> {
  const { code, output } = await wrangler(...args);
  if (code !== 0) throw new Error(output);
  return output;
}

/** Reads an address of the internet as a program would: through the proxy that the environment names. */
export function visit(cloudflare: Cloudflare, url: string): Promise<Result> {
  const script = `const answer = await fetch(${JSON.stringify(url)}); console.log(answer.status, await answer.text());`;
  return new Promise((resolve) => {
    const args = ["--input-type=module", "--eval", script];
    execFile(process.execPath, args, { env: { ...process.env, ...cloudflare.env } }, (error, out, err) => {
      resolve({ code: Number(error?.code ?? 0), output: (out + err).trim() });
    });
  });
}

type Answer<T> = { status: number; result: T; codes: number[]; messages: string[] };

/** Calls the API. `place` is below the account unless it begins with `/zones` or `/user`. */
export async function call<T = Record<string, string>>(
  { env, account }: Cloudflare,
  method: string,
  place: string,
  body?: unknown,
  { token = env.CLOUDFLARE_API_TOKEN, of = account.id } = {},
): Promise<Answer<T>> {
  const isForm = body instanceof FormData;
  const below = /^\/(zones|user|accounts|memberships)/.test(place) ? "" : `/accounts/${of}`;
  const response = await fetch(`${env.CLOUDFLARE_API_BASE_URL}${below}${place}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  type Body = { result: T; errors: { code: number; message: string }[] };
  const { result, errors } = (await response.json()) as Body;
  return {
    status: response.status,
    result,
    codes: errors.map(({ code }) => code),
    messages: errors.map(({ message }) => message),
  };
}

/** The form that wrangler uploads: developers.cloudflare.com/workers/configuration/multipart-upload-metadata */
export function uploadForm(metadata: Record<string, unknown>, script = "export default { fetch() {} }"): FormData {
  const form = new FormData();
  form.set("metadata", JSON.stringify({ main_module: "index.js", compatibility_date: "2026-10-01", ...metadata }));
  form.set("index.js", new File([script], "index.js", { type: "application/javascript+module" }));
  return form;
}

/** Writes a Worker that answers with `text`, its secret, and how many rows its database has. Returns its folder. */
export async function writeWorker(text: string, config: Record<string, unknown> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "worker-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeText(folder, text);
  await writeFile(
    path.join(folder, "wrangler.json"),
    JSON.stringify({ name: "tiny", main: "index.js", compatibility_date: "2026-10-01", ...config }),
  );
  return folder;
}

export const writeText = (folder: string, text: string) =>
  writeFile(
    path.join(folder, "index.js"),
    `export default {
      async fetch(request, env) {
        const row = await env.DB?.prepare("SELECT count(*) AS n FROM notes").first();
        return new Response([${JSON.stringify(text)}, env.SECRET, row?.n].join(" "));
      },
    };`,
  );
