import type { Fault } from "./fault.ts";

const tests = ["tests/commands/deploy/deploy.test.ts"];
const resources = { file: "worker/commands/deploy/resources.ts", tests };
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
    find: 'const quote = [\'"\', "\'", "`"].find((one) => !value.includes(one));',
    put: "const quote = '\"';",
  },
];
