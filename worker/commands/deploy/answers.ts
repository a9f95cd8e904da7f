import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { isUsableMailbox, isUsableOrigin } from "../../config/hosts.ts";
import { answersFile, type Environment, shown } from "./environment.ts";

export type Answers = Record<string, string>;

type Question = {
  name: string;
  /** The question, the comment in the file, and what a value must be. */
  question: string;
  /** Proposed in a terminal, and taken where nobody can be asked. */
  fallback?: (answers: Answers) => string | undefined;
  isValid: (value: string) => boolean;
};

const later = () => "";

const QUESTIONS: Question[] = [
  {
    name: "SITE_URL",
    question: "The address: https:// and a domain of the account, or the Worker's own one at workers.dev",
    isValid: (value) => isUsableOrigin(value) && value.includes("."),
  },
  {
    name: "SITE_NAME",
    question: "The name of the directory, at most 60 characters",
    isValid: (value) => /^.{1,60}$/.test(value),
  },
  {
    name: "SUPPORT_EMAIL",
    question:
      "Mails come from this email address, and questions go to it. A subdomain of its own keeps your other mail apart",
    fallback: ({ SITE_URL: url }) =>
      url && !url.endsWith(".workers.dev") ? `support@mail.${new URL(url).hostname.replace(/^www\./, "")}` : undefined,
    isValid: isUsableMailbox,
  },
  {
    name: "ALERT_EMAIL",
    question: "Your own email address, for alerts when something stays broken. Empty: the address above",
    fallback: later,
    isValid: (value) => value === "" || isUsableMailbox(value),
  },
  {
    name: "MAIL_DAILY_LIMIT",
    question: "How many mails the account may send a day: the dashboard shows it at Email Sending. 0: no limit",
    isValid: (value) => /^\d{1,7}$/.test(value),
  },
  {
    name: "D1_LOCATION",
    // https://developers.cloudflare.com/d1/configuration/data-location/
    question:
      "Where most visitors are: weur, eeur (Europe), wnam, enam (North America), apac or oc. A database cannot move later",
    fallback: () => "weur",
    isValid: (value) => /^(weur|eeur|wnam|enam|apac|oc)$/.test(value),
  },
  {
    name: "STRIPE_PUBLISHABLE_KEY",
    question: "Payments: the live publishable key of Stripe (pk_live_…). Empty: later",
    fallback: later,
    isValid: (value) => /^(pk_live_\w+)?$/.test(value),
  },
  {
    name: "GOOGLE_CLIENT_ID",
    question: "Sign-in with Google: the client id (….apps.googleusercontent.com). Empty: later",
    fallback: later,
    isValid: (value) => /^([\w-]+\.apps\.googleusercontent\.com)?$/.test(value),
  },
];

/** Reads the file of an environment. @throws Error if it has a name that nothing reads, such as a secret. */
export function storedAnswers({ name, vars }: Environment): Answers {
  const file = answersFile(name);
  const stored = (existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}) as Answers;
  const known = new Set([...Object.keys(vars), ...QUESTIONS.map((one) => one.name), "CLOUDFLARE_ACCOUNT_ID"]);
  const stray = Object.keys(stored).find((one) => !known.has(one));
  if (!stray) return stored;
  throw new Error(
    `${shown(file)} has ${stray}, which is no answer and no variable of wrangler.toml. Correct its name or remove it. ` +
      "A secret is never in this file: set it in the environment of the command.",
  );
}

/** Asks a person, who sees the proposed value. */
type Ask = (question: string, proposed: string) => Promise<string>;

/**
 * Collects the answers and the other variables. The environment of the command wins over the file, and the file over
 * wrangler.toml. With `ask`, a person is asked for what is missing.
 * @throws Error that names a value that cannot be used, or all that are missing.
 */
export async function collectAnswers(environment: Environment, ask?: Ask): Promise<Answers> {
  const stored = storedAnswers(environment);
  const file = shown(answersFile(environment.name));
  const answers: Answers = {};
  for (const name of Object.keys(environment.vars)) {
    const given = process.env[name] ?? stored[name];
    if (given !== undefined) answers[name] = given;
  }
  const wrong: string[] = [];
  for (const { name, question, isValid, fallback } of QUESTIONS) {
    const configured = read(name, String(environment.vars[name] ?? ""));
    const proposed = configured && isValid(configured) ? configured : fallback?.(answers);
    let value = process.env[name] ?? stored[name] ?? (ask ? undefined : proposed);
    if (ask) {
      for (let hint = ""; value === undefined;) {
        const typed = read(name, await ask(`${hint}${question}`, proposed ?? ""));
        if (isValid(typed)) value = typed;
        else hint = `“${typed}” does not fit. `;
      }
    }
    if (value !== undefined && isValid(read(name, value))) answers[name] = read(name, value);
    else wrong.push(`  ${name}${value === undefined ? "" : ` is “${value}”, which does not fit`}: ${question}.`);
  }
  if (wrong.length === 0) return answers;
  const where = `Set them in the environment or in ${file}, or run this command in a terminal, which asks.`;
  throw new Error(`These answers are missing or wrong:\n${wrong.join("\n")}\n${where}`);
}

/** An address is stored without a path, and other values without spaces around them. */
function read(name: string, typed: string): string {
  const text = typed.trim();
  return name === "SITE_URL" ? (URL.parse(text.includes("://") ? text : `https://${text}`)?.origin ?? text) : text;
}

/** Writes the answers for the next run. The file never holds a secret. */
export function saveAnswers(environment: Environment, answers: Answers): void {
  const file = answersFile(environment.name);
  const comments = new Map(QUESTIONS.map(({ name, question }) => [name, `# ${question}.\n`]));
  const lines = Object.entries(answers).map(([name, value]) => `${comments.get(name) ?? ""}${name}=${quoted(value)}\n`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, ["# Secrets are at Cloudflare and never here.\n", ...lines].join("\n"));
}

/** A quote that the value does not contain, so that `parseEnv` returns the same value. It reads `\n` within `"` as a line. */
function quoted(value: string): string {
  const quote = ["'", "`", '"'].find((one) => !value.includes(one));
  if (!quote) throw new Error(`“${value}” has all three kinds of quotes. Leave one out.`);
  return `${quote}${value}${quote}`;
}
