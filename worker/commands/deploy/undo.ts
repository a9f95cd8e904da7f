import { failureMessage } from "../failure-messages.ts";
import type { Account } from "./cloudflare.ts";
import { configFile, type Environment, shown } from "./environment.ts";
import { findVersion } from "./resources.ts";
import { rollBack } from "./wrangler.ts";

/**
 * Returns to the version `before`, unless somebody else has deployed after `version`.
 * @returns a sentence that says which version visitors get now.
 */
export async function undo(
  account: Account,
  environment: Environment,
  { version, before }: { version: string; before: string },
): Promise<string> {
  try {
    const current = await findVersion(account, environment.worker);
    if (current !== undefined && current !== version)
      return `Somebody deployed the version ${current} in the same minutes. Visitors get that one, and nothing was undone.`;
    await rollBack(account, environment, before);
  } catch (error) {
    return (
      `Visitors still get the new version, because the version before could not be put back: ${failureMessage(error)}\n` +
      `Put it back by hand: npx wrangler rollback ${before} --config ${shown(configFile(environment.name))}`
    );
  }
  return `Visitors get the version before again: ${before}. The database keeps its migrations, which that version works with.`;
}
