import { EVENT_TYPES } from "../../adapters/stripe/event-types.ts";
import type { Answers } from "./answers.ts";
import type { Account } from "./cloudflare.ts";
import { type Environment, flagOf, shown, answersFile } from "./environment.ts";
import { type Found, queryDatabase } from "./resources.ts";

/** The names of the variables and secrets without which a deployed Worker takes no payments. It refuses test keys. */
export function missingForPayments(answers: Answers, secrets: Set<string>): string[] {
  const isLive = answers["STRIPE_PUBLISHABLE_KEY"]?.startsWith("pk_live_");
  return [
    ...(isLive ? [] : ["STRIPE_PUBLISHABLE_KEY (pk_live_…)"]),
    ...["OPERATOR_NAME", "OPERATOR_ADDRESS"].filter((name) => !answers[name]),
    ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"].filter((name) => !secrets.has(name)),
  ];
}

/**
 * What a person still has to do elsewhere, each with its place. Nothing is listed that is done, as far as Cloudflare and
 * the database can tell.
 * @param secrets the names of the secrets that the Worker has now.
 * @param added the names of those that this run set.
 */
export async function listLeftToDo(
  account: Account,
  environment: Environment,
  { found, answers, secrets, added }: { found: Found; answers: Answers; secrets: Set<string>; added: Set<string> },
): Promise<string[]> {
  const { origin, mail, ids } = found;
  const again = `npm run deploy --${flagOf(environment.name)}`.replace(/ --$/, "");
  const file = shown(answersFile(environment.name));
  const todo: string[] = [];

  if (!mail.zone) {
    todo.push(
      `Mail: add the domain ${mail.domain} to this account at https://dash.cloudflare.com/${account.id}/add-site, ` +
        `or change SUPPORT_EMAIL in ${file}. Then run \`${again}\`.`,
    );
  } else if (!mail.isReady && mail.id) {
    const records = await account.call(
      "mail",
      account.client.emailSending.subdomains.dns.get(mail.id, { zone_id: mail.zone }),
    );
    const rows = records.result.map(({ type, name, content, priority }) =>
      `    ${type} ${name} ${priority ?? ""} ${content}`.replaceAll(/(\S) +/g, "$1 "),
    );
    todo.push(
      `Mail: these DNS records of ${mail.domain} are not confirmed yet. If they are missing at ` +
        `https://dash.cloudflare.com/${account.id}/email-service/sending, add them:\n${rows.join("\n")}`,
    );
  }

  const needed = missingForPayments(answers, secrets);
  if (needed.length > 0) {
    todo.push(
      `Payments are closed. To open them: run \`npm run stripe:setup\`, and add the endpoint ` +
        `${origin}/api/stripe/webhook/ at https://dashboard.stripe.com/webhooks with the events ${EVENT_TYPES.join(", ")}. ` +
        `\`worker/OPERATE.md\` has the other settings. Still missing: ${needed.join(", ")}. Secrets are set in the ` +
        `environment or when \`${again}\` asks, and the others in ${file}.`,
    );
  }
  if (answers["GOOGLE_CLIENT_ID"] && !secrets.has("GOOGLE_CLIENT_SECRET")) {
    todo.push(`Sign-in with Google: run \`${again}\` with GOOGLE_CLIENT_SECRET in the environment.`);
  }
  if (answers["GOOGLE_CLIENT_ID"] && (added.has("GOOGLE_CLIENT_SECRET") || !secrets.has("GOOGLE_CLIENT_SECRET"))) {
    todo.push(
      `Sign-in with Google: allow the redirect to ${origin}/google-login/callback at https://console.cloud.google.com/apis/credentials.`,
    );
  }

  const [superuser] = await queryDatabase(account, ids.database!, "SELECT 1 FROM users WHERE is_superuser = 1 LIMIT 1");
  if (!superuser) {
    todo.push(
      `The first superuser: sign up at ${origin}/signup, then run ` +
        `\`npm run staff -- add EMAIL --superuser --remote${flagOf(environment.name)}\`.`,
    );
  }
  return todo;
}
