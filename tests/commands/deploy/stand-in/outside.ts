import dns from "node:dns/promises";
import timers from "node:timers/promises";
import { syncBuiltinESMExports } from "node:module";
import { play, readState, writeState } from "./state.ts";

// Replaces the network and the pauses of a run: DNS, the deployed site, and the calls that Wrangler has no command for.

const recordsOf = async (name: string) => {
  const found = readState().dns[name];
  if (!found) throw new Error(`ENOTFOUND ${name}`);
  return found;
};
Object.assign(dns, {
  resolveTxt: async (name: string) => (await recordsOf(name)).map((text) => [text]),
  resolveMx: async (name: string) => (await recordsOf(`MX ${name}`)).map((exchange) => ({ exchange, priority: 1 })),
});
// Each pause takes as long as the clock of the run says, and no time.
let paused = 0;
const now = Date.now;
Date.now = () => now() + paused;
Object.assign(timers, { setTimeout: async (ms: number) => void (paused += ms) });
syncBuiltinESMExports();

globalThis.fetch = async (input, init) => {
  const { url, method } = new Request(input, init);
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === "cloudflare-dns.com") {
    const records = readState().dns[searchParams.get("name")!];
    return Response.json(records ? { Answer: records.map((data) => ({ data })) } : {});
  }
  if (hostname === "api.cloudflare.com") return callApi(method, pathname);
  const state = readState();
  const { site, workers } = state;
  const worker = Object.values(workers).find(({ domain }) => domain === hostname)!;
  if (site === "away") throw new TypeError("fetch failed");
  if (site === "challenged") return new Response("", { status: 403, headers: { "cf-mitigated": "challenge" } });
  if (pathname === "/") return new Response("<html>");
  const { current: version } = worker;
  if (site === "overtaken" && paused > 0) worker.current = "theirs";
  writeState(state);
  const problems = site === "damaged" ? { d1: "is damaged or not migrated" } : {};
  return Response.json({ status: site === "ok" ? "ok" : "failing", version, problems });
};

/** https://developers.cloudflare.com/api/resources/d1/subresources/database/methods/edit/ and …/workers/subresources/domains/ */
function callApi(method: string, pathname: string): Response {
  try {
    const result = play(
      `${method} ${pathname.replace(/^.*accounts\/\w+/, "")}`,
      process.pid,
      ({ databases, workers }) => {
        const domains = Object.entries(workers).flatMap(([service, { domain }]) =>
          domain ? [{ hostname: domain, service }] : [],
        );
        const edited = databases.find(({ uuid }) => pathname.endsWith(uuid));
        if (edited) edited.hasCopies = true;
        return JSON.stringify(edited ?? domains);
      },
    );
    return Response.json({ success: true, errors: [], messages: [], result: JSON.parse(result) as unknown });
  } catch (error) {
    const errors = [{ code: 7400, message: (error as Error).message }];
    return Response.json({ success: false, errors, messages: [], result: null }, { status: 403 });
  }
}
