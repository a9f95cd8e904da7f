import { EVENT_TYPES } from "../../adapters/stripe/event-types.ts";
import type { Answers } from "./answers.ts";
import { configFile, type Environment, flagOf, shown, answersFile } from "./environment.ts";
import type { Mail } from "./resources.ts";

/** The names of the variables and secrets without which a deployed Worker takes no payments. It refuses test keys. */
export function missingForPayments(answers: Answers, secrets: Set<string>): string[] {
  const isLive = answers["STRIPE_PUBLISHABLE_KEY"]?.startsWith("pk_live_");
  return [
    ...(isLive ? [] : ["STRIPE_PUBLISHABLE_KEY (pk_live_…)"]),
    ...["OPERATOR_NAME", "OPERATOR_ADDRESS"].filter((name) => !answers[name]),
    ...["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"].filter((name) => !secrets.has(name)),
  ];
}

/** Features of a zone that break a part of the product, each with its place in the dashboard. */
export const ZONE_FEATURES = [
  "Security, Settings: Bot Fight Mode off, or a rule that skips it for /api/. It stops Stripe's webhooks, one-click unsubscribing and the check of a deployment.",
  "Security, Settings: JavaScript detections off. The Content-Security-Policy refuses their script.",
  "Web Analytics: no automatic setup for this domain. The Content-Security-Policy refuses its script.",
  "Security, Settings: Email Address Obfuscation off. It changes the HTML that the browser compares.",
  "Speed, Settings: Rocket Loader off. It changes the scripts of pages.",
  "SSL/TLS, Edge Certificates: Always Use HTTPS on. Files and cached responses are served before the Worker runs.",
  "Rules, Redirect Rules: send www to the address, if people may type it.",
];

type State = {
  account: string;
  mail: Mail;
  answers: Answers;
  secrets: Set<string>;
  isFirst: boolean;
  /** True if the features of the zone are named: at a new address, and if the check was challenged. */
  namesZone: boolean;
  /** What Cloudflare refused, without which the site works. */
  refused: string[];
};

/** What a person still has to do elsewhere, each with its place. */
export function listLeftToDo({ name }: Environment, state: State): string[] {
  const { account, mail, answers, secrets, isFirst, namesZone, refused } = state;
  const origin = answers["SITE_URL"]!;
  const secret = (one: string) => `npx wrangler secret put ${one} --config ${shown(configFile(name))}`;
  const dashboard = `https://dash.cloudflare.com/${account}`;
  const again = `npm run deploy --${flagOf(name)}`.replace(/ --$/, "");
  const file = shown(answersFile(name));
  const todo = [...refused];

  if (!mail.isOn) {
    todo.push(
      `Mail from ${mail.domain} ${mail.problem ? `could not be checked: ${mail.problem}` : "is not on"}. Nobody can sign up ` +
        `before it is. At ${dashboard}/email-service/sending choose Onboard Domain; the domain must be in this account.`,
    );
  }
  if (!mail.isReceived) {
    todo.push(
      `Nothing receives mail at ${answers["SUPPORT_EMAIL"]}. Turn on Email Routing for ${mail.domain} at ` +
        `${dashboard}/email-service/routing, and send this address to your inbox.`,
    );
  }
  if (Number(answers["MAIL_DAILY_LIMIT"]) > 0) {
    const most = Math.floor(Number(answers["MAIL_DAILY_LIMIT"]) * 0.8);
    todo.push(
      `Sign-ups answer 503 after ${most} mails a day, because MAIL_DAILY_LIMIT is ${answers["MAIL_DAILY_LIMIT"]}. Compare it ` +
        `with the quota at ${dashboard}/email-service/sending, and change it in ${file}.`,
    );
  }

  const needed = missingForPayments(answers, secrets);
  if (needed.length > 0) {
    todo.push(
      `Payments are closed. To open them: run \`npm run stripe:setup\`, and add the endpoint ` +
        `${origin}/api/stripe/webhook/ at https://dashboard.stripe.com/webhooks with the events ${EVENT_TYPES.join(", ")}. ` +
        `\`worker/OPERATE.md\` has the other settings. Still missing: ${needed.join(", ")}. Set a secret with ` +
        `\`${secret("NAME")}\`, and the others in ${file}, then run \`${again}\`.`,
    );
  }
  if (answers["GOOGLE_CLIENT_ID"] && (namesZone || !secrets.has("GOOGLE_CLIENT_SECRET"))) {
    todo.push(
      `Sign-in with Google: run \`${secret("GOOGLE_CLIENT_SECRET")}\`, and allow the redirect to ` +
        `${origin}/google-login/callback at https://console.cloud.google.com/apis/credentials.`,
    );
  }
  if (isFirst) {
    todo.push(
      `The first superuser: sign up at ${origin}/signup, then run ` +
        `\`npm run staff -- add EMAIL --superuser --remote${flagOf(name)}\`.`,
    );
  }
  if (namesZone) {
    const features = ZONE_FEATURES.map((feature) => `\n   - ${feature}`);
    todo.push(`Settings of the domain at ${dashboard}:${features.join("")}`);
  }
  todo.push(
    `Commands for the database take --config ${shown(configFile(name))}; without it: \`${again} -- --dry-run\`.`,
  );
  return todo;
}
