import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { failureMessage } from "../failure-messages.ts";
import { wrangler } from "../wrangler.ts";
import { configFile, type Environment, shown } from "./environment.ts";

/**
 * Uploads a Worker, makes it what visitors get, and returns the id of the new version.
 * @param secrets are added to the secrets that the Worker has.
 */
export async function upload(config: string, secrets: Record<string, string> = {}): Promise<string> {
  // Only this user can read the folder. It is removed in any case, also if a signal ends the process.
  const folder = mkdtempSync(path.join(tmpdir(), "deploy-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    const args = ["deploy", "--config", config];
    if (Object.keys(secrets).length > 0) {
      const file = path.join(folder, "secrets.json");
      writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 });
      args.push("--secrets-file", file);
    }
    // In Workers Builds, these two give each Worker the name of the one that is built, also the second Worker.
    const names = { WRANGLER_CI_OVERRIDE_NAME: undefined, WRANGLER_CI_MATCH_TAG: undefined };
    return /Version ID: (\S+)/.exec(await wrangler(args, names))![1]!;
  } finally {
    remove();
    process.off("exit", remove);
  }
}

/** Returns to the version `before`, and says which version visitors get now. */
export async function undo({ name, worker }: Environment, before: string): Promise<string> {
  const config = configFile(name);
  try {
    await wrangler(["rollback", before, "--name", worker, "--config", config, "--yes", "--message", "A check failed"]);
    return `Visitors get the version before again: ${before}. The database keeps its migrations, which that version works with.`;
  } catch (error) {
    return (
      `Visitors still get the new version, because the version before could not be put back: ${failureMessage(error)}\n` +
      `Put it back by hand: npx wrangler rollback ${before} --config ${shown(config)}`
    );
  }
}
