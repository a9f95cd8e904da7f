import type { Fault } from "./fault.ts";

const tests = ["tests/commands/deploy/deploy.test.ts"];
const resources = { file: "worker/commands/deploy/resources.ts", tests };
const checks = { file: "worker/commands/deploy/checks.ts", tests: ["tests/commands/deploy/checks.test.ts"] };
const answers = { file: "worker/commands/deploy/answers.ts", tests: ["tests/commands/deploy/answers.test.ts"] };

export const deploy: Fault[] = [
  {
    ...resources,
    name: "the rule that a new bucket has is deleted",
    find: "rules: [...(await readRules()), EXPIRY]",
    put: "rules: [EXPIRY]",
  },
  {
    ...resources,
    name: "queues that exist are made again",
    find: "...(!known.has(name) && {",
    put: "...(name && {",
  },
  {
    ...resources,
    tests: ["tests/commands/deploy/resources.test.ts"],
    name: "a domain of another Worker is taken",
    find: "if (service !== undefined && service !== worker) {",
    put: "if (service === worker && !worker) {",
  },
  {
    file: "worker/commands/deploy/secrets.ts",
    tests,
    name: "each deployment makes a new SECRET_KEY",
    find: "if (!known.has(OWN_KEY)) secrets",
    put: "secrets",
  },
  {
    file: "worker/commands/deploy/checks.ts",
    tests,
    name: "a part that fails is no reason to return to the version before",
    find: 'if (again.status !== "ok") problems',
    put: "if (again.status === undefined) problems",
  },
  {
    file: "worker/commands/deploy/environment.ts",
    tests,
    name: "staging uses the resources of production",
    find: 'if (name === "production") return text;',
    put: "if (name) return text;",
  },
  {
    file: "worker/commands/deploy/wrangler.ts",
    tests,
    name: "the Worker is uploaded with routes that Wrangler takes from others",
    find: "workers_dev: isWorkersDevHost(new URL(origin).hostname),",
    put: "workers_dev: false, routes: [{ pattern: new URL(origin).hostname, custom_domain: true }],",
  },
  {
    file: "worker/commands/deploy.ts",
    tests,
    name: "--dry-run deploys",
    find: 'if (values["dry-run"]) {',
    put: 'if (values["dry-run"] && !isAgreed && isAsking) {',
  },
  {
    ...answers,
    name: "the file wins over the environment",
    find: "flags[flagNameOf(name)] ?? process.env[name] ?? stored[name]",
    put: "flags[flagNameOf(name)] ?? stored[name] ?? process.env[name]",
  },
  {
    ...answers,
    name: "an answer with quotes is stored as another one",
    find: `const quote = ["'", '"', "\`"].find((one) => !value.includes(one));`,
    put: "const quote = '\"';",
  },
  {
    ...resources,
    tests: ["tests/commands/deploy/resources.test.ts"],
    name: "a domain inside another one is looked for in the outer one",
    find: "b.name.length - a.name.length",
    put: "a.name.length - b.name.length",
  },
  {
    ...resources,
    tests: ["tests/commands/deploy/resources.test.ts"],
    name: "of an account with many domains, only the first fifty are known",
    find: "for await (const page of pages.iterPages())",
    put: "for (const page of [pages])",
  },
  {
    ...checks,
    name: "the version before is checked in place of the new one",
    find: "if (health.version === version) return health;",
    put: "if (health.version) return health;",
  },
  {
    ...checks,
    name: "a site with payments fails its check",
    find: "hasPayments ? 400 : 503",
    put: "hasPayments ? 200 : 503",
  },
  {
    file: "worker/commands/deploy.ts",
    tests,
    name: "the deployment that sets Stripe's secrets is taken back",
    find: 'now.has("STRIPE_SECRET_KEY")',
    put: 'known.has("STRIPE_SECRET_KEY")',
  },
  {
    file: "worker/commands/deploy/left-to-do.ts",
    tests,
    name: "nobody learns which DNS records mail still needs",
    find: "} else if (!mail.isReady && mail.id) {",
    put: "} else if (!mail.isReady && !mail.id) {",
  },
  {
    file: "worker/commands/deploy/wrangler.ts",
    tests,
    name: "codes that staging cannot send go to production",
    find: '        ...(one["dead_letter_queue"] && { dead_letter_queue: rename(one["dead_letter_queue"]) }),\n',
    put: "",
  },
  {
    ...resources,
    tests: ["tests/commands/deploy/resources.test.ts"],
    name: "a Worker that belongs to something else is replaced",
    find: "if (version && !isOurs)",
    put: "if (!version && !isOurs && secrets)",
  },
  {
    file: "worker/commands/deploy/undo.ts",
    tests: ["tests/commands/deploy/resources.test.ts"],
    name: "a failed check undoes the deployment of somebody else",
    find: "current !== version)",
    put: "current === before)",
  },
  {
    file: "worker/commands/rest-database.ts",
    tests: ["tests/commands/cloudflare/rest-database.test.ts"],
    name: "an import ends at the limit of calls",
    find: "error.status === 429 && attempt",
    put: "error.status === 428 && attempt",
  },
];
