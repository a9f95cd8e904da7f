import type { Fault } from "./fault.ts";

const tests = ["tests/commands/cloudflare/rest-database.test.ts"];
const database = { file: "worker/commands/rest-database.ts", tests };
const where = { file: "worker/commands/where.ts", tests };

export const remote: Fault[] = [
  {
    ...database,
    name: "a write to the deployed database is repeated after a lost answer",
    find: "...(!isRead && { maxRetries: 0 })",
    put: "maxRetries: 2",
  },
  {
    ...database,
    name: "a read of the deployed database is not tried again",
    find: "...(!isRead && { maxRetries: 0 })",
    put: "maxRetries: 0",
  },
  {
    ...database,
    name: "the deployed database stores booleans as texts",
    find: `(typeof value === "boolean" ? Number(value) : value)`,
    put: `(typeof value === "boolean" ? String(value) : value)`,
  },
  {
    ...database,
    name: "an error of D1 hides SQLite's message",
    find: `throw new Error(error.errors.map(({ message }) => message).join(" "), { cause: error });`,
    put: `throw new Error("A statement failed.", { cause: error });`,
  },
  {
    ...database,
    name: "commands call Cloudflare's API more often than it allows",
    find: "const PAUSE_MS = 400;",
    put: "const PAUSE_MS = 300;",
  },
  {
    ...where,
    name: "a command for staging changes the local directory",
    find: "if (!remote && env !== WHERE.env.default)",
    put: "if (!remote && env === WHERE.env.default)",
  },
  {
    ...where,
    name: "a command for staging works on production",
    find: "findDeployedDatabase(where.env)",
    put: `findDeployedDatabase("production")`,
  },
];
