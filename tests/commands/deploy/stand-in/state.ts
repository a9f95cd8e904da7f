import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** What the stand-in of a Cloudflare account holds. */
export type State = {
  isFree?: boolean;
  accounts: { id: string; name: string }[];
  databases: { uuid: string; name: string; region?: string; migrations: string[]; hasCopies?: boolean }[];
  namespaces: { id: string; title: string }[];
  buckets: string[];
  queues: string[];
  mailDomains: Record<string, "yes" | "no">;
  hasSuperuser: boolean;
  workers: Record<string, { current: string; secrets: Record<string, string>; domain?: string }>;
  /** The addresses of hosts, the texts of DMARC records and the mail servers. */
  dns: Record<string, string[]>;
  site: "ok" | "damaged" | "challenged" | "away" | "overtaken";
};

export const EMPTY: State = {
  accounts: [{ id: "a".repeat(32), name: "People" }],
  databases: [],
  namespaces: [],
  buckets: [],
  queues: [],
  mailDomains: { "mail.directory.test": "no" },
  hasSuperuser: false,
  workers: {},
  dns: {},
  site: "ok",
};

const file = (name = "state.json") => path.join(process.env["STAND_IN"]!, name);

export const readState = (): State => JSON.parse(readFileSync(file(), "utf8")) as State;
export const writeState = (state: State) => writeFileSync(file(), JSON.stringify(state));

/** `call` begins with the words of a command, or is a method and a path. `cut` ends the run after the call took effect. */
export type Fault = { call: string; says?: string; isAfter?: boolean; isCut?: boolean };

/** Records a call, plays it, and fails where the test says so. `run` is the process of the deployment. */
export function play(call: string, run: number, work: (state: State) => string): string {
  appendFileSync(file("calls"), `${call}\n`);
  const faults = JSON.parse(process.env["STAND_IN_FAULTS"] ?? "[]") as Fault[];
  const fault = faults.find((one) => call.startsWith(one.call));
  if (fault && !fault.isAfter && !fault.isCut) throw new Error(fault.says);
  const state = readState();
  const before = JSON.stringify(state);
  const output = work(state);
  if (JSON.stringify(state) !== before) writeState(state);
  if (fault?.isCut) process.kill(run, "SIGHUP");
  if (fault) throw new Error(fault.says ?? "The connection was cut.");
  return output;
}
