import { readAnswers } from "./answers.ts";
import { Account, type Client, openClient, PERMISSIONS } from "./cloudflare.ts";
import { readEnvironment } from "./environment.ts";
import { findDatabaseId } from "./resources.ts";

/**
 * Lists the accounts of the sign-in.
 * @throws Error with the next step if Cloudflare shows none: it leaves out what a token may not read.
 */
export async function listAccounts(client: Client): Promise<{ id: string; name: string }[]> {
  const list = async () => (await client.accounts.list({ per_page: 50 })).result;
  // A token of an account may not list accounts: https://github.com/edgefirst-dev/starter/issues/3
  const result = await new Account(client, "").call("account", list()).catch((error: unknown) => {
    if (/account owned tokens/.test(String(error))) return [];
    throw error;
  });
  if (result.length === 0) {
    throw new Error(
      `This sign-in shows no account. A token needs the permission “${PERMISSIONS.account}”, or set CLOUDFLARE_ACCOUNT_ID. ` +
        "Then run this command again.",
    );
  }
  return result.map(({ id, name }) => ({ id, name }));
}

export type DeployedDatabase = { account: Account; id: string; name: string };

/**
 * Finds the database of a deployed environment by its name, for the commands with `--remote`.
 * @throws Error with the next step if nothing is deployed or the account is unknown.
 */
export async function findDeployedDatabase(name: string): Promise<DeployedDatabase> {
  const environment = readEnvironment(name);
  const client = openClient();
  const { answers } = readAnswers(environment);
  let account = answers["CLOUDFLARE_ACCOUNT_ID"];
  if (!account) {
    const accounts = await listAccounts(client);
    if (accounts.length !== 1) {
      throw new Error(
        `This sign-in has several accounts. Set CLOUDFLARE_ACCOUNT_ID to one of: ${accounts.map(({ id, name: title }) => `${title} ${id}`).join(", ")}.`,
      );
    }
    account = accounts[0]!.id;
  }
  const opened = new Account(client, account);
  const id = environment.database.id ?? (await findDatabaseId(opened, environment));
  if (!id) {
    throw new Error(
      `This account has no database ${environment.database.name}. Deploy first: npm run deploy${name === "production" ? "" : ` -- --env ${name}`}`,
    );
  }
  return { account: opened, id, name: environment.database.name };
}
