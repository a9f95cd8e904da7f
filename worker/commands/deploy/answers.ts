import { mkdirSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseEnv } from "node:util";
import { isCancel, password, select, text } from "@clack/prompts";
import { isUsableMailbox, isUsableOrigin } from "../../config/hosts.ts";
import { answersFile, type Environment, shown } from "./environment.ts";

/** The value of SITE_URL for the account's own address at workers.dev. */
export const WORKERS_DEV = "workers.dev";

type Option = { value: string; label: string };

type Question = {
  name: string;
  /** The question, and the comment in the file. */
  ask: string;
  options?: (context: Context) => Option[];
  /** Proposed in a terminal, and taken with --yes. */
  default?: (answers: Answers, isAsking: boolean) => string | undefined;
  /** Taken only where nobody can be asked and nothing was given. */
  isOptional?: boolean;
  tidy?: (typed: string) => string;
  /** Returns what is wrong with a value. */
  problem: (value: string) => string | undefined;
};

export type Answers = Record<string, string>;

/** `proposed` are the values of wrangler.toml: a person is asked about them once, and they count where nobody is asked. */
export type Given = { answers: Answers; proposed: Answers };

type Context = { accounts: { id: string; name: string }[] };

/** Where D1 keeps the primary: https://developers.cloudflare.com/d1/configuration/data-location/ */
export const REGIONS = {
  weur: "Western Europe",
  eeur: "Eastern Europe",
  wnam: "Western North America",
  enam: "Eastern North America",
  apac: "Asia-Pacific",
  oc: "Oceania",
};

const REGION_OPTIONS = Object.entries(REGIONS).map(([value, label]) => ({ value, label: `${label} (${value})` }));

export const QUESTIONS: Question[] = [
  {
    name: "CLOUDFLARE_ACCOUNT_ID",
    ask: "The Cloudflare account",
    options: ({ accounts }) => accounts.map(({ id, name }) => ({ value: id, label: `${name} (${id})` })),
    problem: (value) =>
      /^[0-9a-f]{32}$/.test(value) ? undefined : "must be the 32 letters and digits of an account id",
  },
  {
    name: "SITE_URL",
    ask: `The address: https:// and a domain of the account, or ${WORKERS_DEV} for an address of Cloudflare`,
    // Workers Builds sets this variable: https://developers.cloudflare.com/workers/ci-cd/builds/configuration/
    default: (_, isAsking) => (isAsking || process.env["WORKERS_CI"] ? WORKERS_DEV : undefined),
    tidy: (typed) => {
      const url = URL.parse(typed.includes("://") ? typed : `https://${typed}`);
      return url?.hostname === WORKERS_DEV ? WORKERS_DEV : (url?.origin ?? typed);
    },
    problem: (value) =>
      value === WORKERS_DEV || isUsableOrigin(value)
        ? undefined
        : `must be ${WORKERS_DEV} or an address such as https://directory.org, and no example`,
  },
  {
    name: "SITE_NAME",
    ask: "The name of the directory",
    problem: (value) => (/^.{1,60}$/.test(value) ? undefined : "must have 1 to 60 characters"),
  },
  {
    name: "SUPPORT_EMAIL",
    ask: "The email address that mails come from and questions go to",
    default: ({ SITE_URL: url }, isAsking) =>
      isAsking && url && url !== WORKERS_DEV ? `support@${new URL(url).hostname}` : undefined,
    problem: (value) =>
      isUsableMailbox(value) ? undefined : "must be an email address of a domain of yours, and no example",
  },
  {
    name: "D1_LOCATION",
    ask: "Where most visitors are. The database is made there and cannot move later",
    options: () => REGION_OPTIONS,
    default: () => "weur",
    problem: (value) => (value in REGIONS ? undefined : `must be one of ${Object.keys(REGIONS).join(", ")}`),
  },
  {
    name: "STRIPE_PUBLISHABLE_KEY",
    ask: "Payments: the publishable key of Stripe (pk_…). Empty: later",
    isOptional: true,
    problem: (value) => (/^(pk_(test|live)_\w+)?$/.test(value) ? undefined : "must be empty or begin with pk_"),
  },
  {
    name: "GOOGLE_CLIENT_ID",
    ask: "Sign-in with Google: the client id. Empty: later",
    isOptional: true,
    problem: (value) =>
      /^([\w-]+\.apps\.googleusercontent\.com)?$/.test(value)
        ? undefined
        : "must be empty or end with .apps.googleusercontent.com",
  },
];

/** The name of an answer as a flag: `--site-url`. */
export const flagNameOf = (name: string) => name.toLowerCase().replaceAll("_", "-");

/**
 * Reads the answers: a flag wins over the environment, and the environment over the file. The other variables of
 * wrangler.toml may be in the file, too. Placeholders of wrangler.toml are not proposed.
 * @throws Error that names a value that cannot be used, or a name in the file that nothing reads.
 */
export function readAnswers(environment: Environment, flags: Record<string, string | undefined> = {}): Given {
  const file = answersFile(environment.name);
  const stored = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const answers: Answers = {};
  const proposed: Answers = {};
  for (const { name, problem, tidy = String } of QUESTIONS) {
    const given = flags[flagNameOf(name)] ?? process.env[name] ?? stored[name];
    if (given !== undefined) {
      answers[name] = tidy(given.trim());
      const wrong = problem(answers[name]);
      if (wrong)
        throw new Error(`${name} is “${given}”, but it ${wrong}. Change it in ${shown(file)} or as it was given.`);
      continue;
    }
    const configured = environment.vars[name];
    if (typeof configured === "string" && configured && !problem(tidy(configured))) proposed[name] = tidy(configured);
  }
  const isAnswer = new Set(QUESTIONS.map(({ name }) => name));
  const stray = Object.keys(stored).find((name) => !isAnswer.has(name) && !(name in environment.vars));
  if (stray) {
    throw new Error(
      `${shown(file)} has ${stray}, which is no answer and no variable of wrangler.toml. Correct its name or remove it. ` +
        "A secret is never in this file: set it in the environment of the command.",
    );
  }
  for (const name of Object.keys(environment.vars)) {
    const given = process.env[name] ?? stored[name];
    if (given !== undefined && !isAnswer.has(name)) answers[name] = given;
  }
  return { answers, proposed };
}

/** The streams of the questions. Tests replace them. */
type Streams = Pick<Parameters<typeof text>[0], "input" | "output">;

/**
 * Completes the answers: from defaults, or by asking in a terminal.
 * @param isAsking true if a person can answer. They see each default.
 * @throws Error that names all missing answers, or if the person stops.
 */
export async function completeAnswers(
  environment: Environment,
  given: Given,
  { accounts, isAsking, streams = {} }: Context & { isAsking: boolean; streams?: Streams },
): Promise<Answers> {
  const answers = { ...given.answers };
  const [only, ...others] = accounts;
  if (only && others.length === 0) answers["CLOUDFLARE_ACCOUNT_ID"] ??= only.id;
  const missing: Question[] = [];
  for (const question of QUESTIONS) {
    const { name, tidy = String } = question;
    if (answers[name] !== undefined) continue;
    const proposed =
      given.proposed[name] ?? question.default?.(answers, isAsking) ?? (question.isOptional ? "" : undefined);
    const answer = isAsking ? await askOne(question, proposed, { accounts }, streams) : proposed;
    if (answer === undefined) missing.push(question);
    else answers[name] = tidy(answer.trim());
  }
  if (missing.length > 0) {
    const lines = missing.map(({ name, ask }) => `  ${name} (or --${flagNameOf(name)}): ${ask}.`);
    const known = missing.some(({ name }) => name === "CLOUDFLARE_ACCOUNT_ID")
      ? `\nThis sign-in has several accounts: ${accounts.map(({ id, name }) => `${name} ${id}`).join(", ")}.`
      : "";
    throw new Error(
      `These answers are missing:\n${lines.join("\n")}\nSet them in the environment or in ` +
        `${shown(answersFile(environment.name))}, or run this command in a terminal, which asks for them.${known}`,
    );
  }
  return answers;
}

async function askOne(
  { name, ask, options, problem, tidy = String }: Question,
  proposed: string | undefined,
  context: Context,
  streams: Streams,
): Promise<string> {
  const answer = options
    ? await select({
        ...streams,
        message: `${ask}:`,
        options: options(context),
        ...(proposed !== undefined && { initialValue: proposed }),
      })
    : await text({
        ...streams,
        message: `${ask}:`,
        ...(proposed && { placeholder: proposed, defaultValue: proposed }),
        validate: (typed) => {
          const wrong = problem(tidy((typed || proposed || "").trim()));
          return wrong && `${name} ${wrong}.`;
        },
      });
  return answered(answer);
}

/** Asks for a secret without showing it. An empty answer means later. */
export const askSecret = async (name: string): Promise<string> =>
  answered(await password({ message: `${name} (hidden; empty: later):` }));

/** @throws Error if the person pressed Ctrl+C. */
function answered(answer: string | symbol): string {
  if (isCancel(answer)) throw new Error("Stopped. Nothing was changed.");
  // clack gives undefined for an empty line without a default.
  return (answer as string | undefined) ?? "";
}

/** Writes the answers for the next run, unless the file already says the same. It never holds a secret. */
export function saveAnswers(environment: Environment, answers: Answers): void {
  const file = answersFile(environment.name);
  const stored = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  if (Object.entries(answers).every(([name, value]) => stored[name] === value)) return;
  const asked = QUESTIONS.flatMap(({ name, ask }) =>
    answers[name] === undefined ? [] : [`# ${ask}.`, `${name}=${quoted(answers[name])}`, ""],
  );
  const names = new Set(QUESTIONS.map(({ name }) => name));
  const others = Object.entries(answers).flatMap(([name, value]) =>
    names.has(name) ? [] : [`${name}=${quoted(value)}`],
  );
  const head = [
    `# The answers for the environment ${environment.name}. \`npm run deploy\` reads and writes this file; you may change it.`,
    "# Other variables of [vars] in wrangler.toml may stand here, too. Secrets are kept at Cloudflare and never here.",
    "",
  ];
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${[...head, ...asked, ...others].join("\n").trimEnd()}\n`);
}

/** A quote that the value does not contain, so that `parseEnv` returns the same value. It reads `\n` within `"` as a line. */
function quoted(value: string): string {
  if (/^[\w@:/.+-]*$/.test(value)) return value;
  const quote = ["'", '"', "`"].find((one) => !value.includes(one));
  if (!quote) throw new Error(`“${value}” has all three kinds of quotes. Leave one out.`);
  return `${quote}${value}${quote}`;
}
