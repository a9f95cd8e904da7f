import { openCloudflare } from "./cloudflare.ts";
import { storedAnswers } from "./deploy/answers.ts";
import { flagOf, readEnvironment } from "./deploy/environment.ts";
import { restDatabase } from "./rest-database.ts";
import { chooseAccount, findDatabase } from "./wrangler.ts";

/**
 * Opens the database of a deployed environment by its name, for the commands with `--remote`.
 * @throws Error with the next step if nothing is deployed or the account is unknown.
 */
export async function openRemoteDatabase(name: string): Promise<ReturnType<typeof restDatabase>> {
  const environment = readEnvironment(name);
  const account = await chooseAccount(storedAnswers(environment)["CLOUDFLARE_ACCOUNT_ID"]);
  const id = await findDatabase(environment.database);
  const deploy = `npm run deploy${flagOf(name) && ` --${flagOf(name)}`}`;
  if (!id) throw new Error(`This account has no database ${environment.database}. Deploy first: ${deploy}`);
  return restDatabase(openCloudflare(), { account, id });
}
