import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { failureMessage } from "../failure-messages.ts";
import { wrangler } from "../wrangler.ts";
import { configFile, type Environment, shown } from "./environment.ts";
import { findVersion } from "./resources.ts";

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

export const byHand = ({ name }: Environment, before: string) =>
  `Put the version before back by hand: npx wrangler rollback ${before} --config ${shown(configFile(name))}`;

type Versions = { version: string; before: string | undefined };

/** Returns to the version `before`, unless another one than `version` was deployed. Says which version visitors get now. */
export async function undo(environment: Environment, { version, before }: Versions): Promise<string> {
  if (!before)
    return "There is no version before this one, so it stays. Remove the cause, then run this command again.";
  try {
    const current = await findVersion(environment.worker);
    if (current !== version)
      return `Somebody has deployed ${current} since. Visitors get that one, and nothing was undone.`;
    await wrangler(["rollback", before, "--config", configFile(environment.name), "--message", "A check failed"]);
    return `Visitors get the version before again: ${before}. The database keeps its migrations, which that version works with.`;
  } catch (error) {
    return `Visitors still get the new version: ${failureMessage(error)}\n${byHand(environment, before)}`;
  }
}
