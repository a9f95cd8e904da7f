import type { Answers } from "./answers.ts";
import { configFile, type Environment, flagOf, shown, answersFile } from "./environment.ts";
import type { Mail } from "./resources.ts";

const OF_PAYMENTS =
  "STRIPE_PUBLISHABLE_KEY OPERATOR_NAME OPERATOR_ADDRESS STRIPE_SECRET_KEY STRIPE_WEBHOOK_SECRET".split(" ");

/** Features of a zone that break a part of the product, each with its place in the dashboard. */
export const ZONE_FEATURES = [
  "Security, Settings: Bot Fight Mode off. It stops Stripe's webhooks, one-click unsubscribing and the check of a deployment. No rule can skip it; rules can skip Super Bot Fight Mode for /api/ and /search-watches/.",
  "Security, Settings: JavaScript detections off. The site's own rules for scripts (Content-Security-Policy) refuse them.",
  "Web Analytics: automatic setup off for this domain. The same rules refuse its script.",
  "Scrape Shield: Email Address Obfuscation off. It changes the HTML that the browser compares.",
  "Speed, Settings: Rocket Loader off. It changes the scripts of pages.",
  "SSL/TLS, Edge Certificates: Always Use HTTPS on. Files and cached responses are served before the Worker runs.",
  "Rules, Redirect Rules: send www to the address, if people may type it. It needs a proxied DNS record.",
];

type State = {
  account: string;
  mail: Mail;
  answers: Answers;
  secrets: Set<string>;
  /** Until there is one, the directory is being set up. */
  hasSuperuser: boolean;
  /** Why the check of the site says nothing. */
  unknown: string | undefined;
  /** Why Cloudflare refused read replication. */
  refused: string | undefined;
};

/** What a person still has to do elsewhere, each with its place. */
export function listLeftToDo({ name, database }: Environment, state: State): string[] {
  const { account, mail, answers, secrets, hasSuperuser, unknown, refused } = state;
  const origin = answers["SITE_URL"]!;
  const secret = (one: string) => `npx wrangler secret put ${one} --config ${shown(configFile(name))}`;
  const dashboard = `https://dash.cloudflare.com/${account}`;
  const again = `npm run deploy --${flagOf(name)}`.replace(/ --$/, "");
  const file = shown(answersFile(name));
  const todo: string[] = [];

  if (!mail.isOn) {
    todo.push(
      `Mail from ${mail.domain} is not on, or was not checked: ${mail.problem} Nobody can sign up without it. At ` +
        `${dashboard}/email-service/sending choose Onboard Domain; the domain must be in this account.`,
    );
  }
  if (!mail.isReceived) {
    todo.push(
      `Nothing receives mail at ${answers["SUPPORT_EMAIL"]}. At ${dashboard}/email-service/routing turn on Email Routing for ` +
        `${mail.domain} (a subdomain: Settings, Subdomains), confirm your inbox as a destination, and add a rule to it.`,
    );
  }
  const limit = Number(answers["MAIL_DAILY_LIMIT"]);
  if (limit > 0 && !hasSuperuser) {
    todo.push(
      `Sign-ups answer 503 after ${Math.floor(limit * 0.8)} mails a day, because MAIL_DAILY_LIMIT is ${limit}. Compare it ` +
        `with the quota at ${dashboard}/email-service/sending, and change it in ${file}.`,
    );
  }
  if (refused) {
    todo.push(`No copies of the database near visitors: ${refused} Switch them on at D1, ${database}, Settings.`);
  }

  const needed = OF_PAYMENTS.filter((one) => !answers[one] && !secrets.has(one));
  if (needed.length > 0) {
    todo.push(
      `Payments are closed. worker/OPERATE.md, “Stripe”, has the steps. Missing: ${needed.join(", ")}. Set a secret with ` +
        `\`${secret("NAME")}\`, add the others as NAME='…' to ${file}, then run \`${again}\`.`,
    );
  }
  if (answers["GOOGLE_CLIENT_ID"] && !(hasSuperuser && secrets.has("GOOGLE_CLIENT_SECRET"))) {
    todo.push(
      `Sign-in with Google: run \`${secret("GOOGLE_CLIENT_SECRET")}\`, and allow the redirect to ` +
        `${origin}/google-login/callback at https://console.cloud.google.com/apis/credentials.`,
    );
  }
  if (!hasSuperuser) {
    todo.push(
      `The first superuser, who sees /admin: sign up at ${origin}/signup, open the mailed link, then run ` +
        `\`npm run staff -- add EMAIL --superuser --remote${flagOf(name)}\`.`,
    );
  }
  if (!hasSuperuser || unknown) {
    const features = ZONE_FEATURES.map((feature) => `\n   - ${feature}`);
    todo.push(`Settings of the domain at ${dashboard}:${features.join("")}`);
  }
  return todo;
}
