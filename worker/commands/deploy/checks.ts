import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS } from "#schema/values/dates.ts";

/** How long the edge may take to serve a new version, and a new address with its certificate. In milliseconds. */
const VERSION_MS = 2 * MINUTE_MS;
const ADDRESS_MS = 10 * MINUTE_MS;
const PAUSES_MS = [0, 500, 1000, 2000, 4000];
/** The Worker repeats an answer for five seconds: worker/features/health/routes.ts */
const LONGEST_PAUSE_MS = 5500;

type Health = { status?: string; version?: string; problems?: Record<string, string> };

/** https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/ */
class Challenged extends Error {}

/**
 * Visits the deployed site: its health and its home page. It waits until the edge serves the new version.
 * @returns `challenged` if Cloudflare asked for a browser, so that nothing is known. Otherwise what is wrong, in sentences.
 */
export async function checkSite(
  origin: string,
  { version, isNewAddress, hasPayments }: { version: string; isNewAddress: boolean; hasPayments: boolean },
): Promise<"challenged" | string[]> {
  try {
    const health = await waitForVersion(origin, version, isNewAddress ? ADDRESS_MS : VERSION_MS);
    if (typeof health === "string") return [health];
    const parts = Object.entries(health.problems ?? {}).map(([part, problem]) => `${part} ${problem}`);
    const isWell = health.status === "ok" && !(hasPayments && health.problems?.["payments"]);
    const home = await ask(`${origin}/`);
    const isPage = /^200 [\s\S]*<html[\s>]/.test(home);
    return [
      ...(isWell ? [] : [`/api/health/ says: ${parts.join(", ") || health.status || "no status"}.`]),
      ...(isPage ? [] : [`${origin}/ answered ${home.slice(0, 3) || "nothing"} and not with the home page.`]),
    ];
  } catch (error) {
    if (error instanceof Challenged) return "challenged";
    throw error;
  }
}

/** Returns the status and the text of an answer. Empty: no answer came. */
async function ask(url: string, init: RequestInit = {}): Promise<string> {
  try {
    const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(15_000) });
    if (response.headers.get("cf-mitigated") === "challenge") throw new Challenged();
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    if (error instanceof Challenged) throw error;
    return "";
  }
}

/** Returns the health of the new version, or a sentence if it does not come in time. */
async function waitForVersion(origin: string, version: string, patienceMs: number): Promise<Health | string> {
  const token = process.env["HEALTH_TOKEN"];
  // With the token, the Worker also tries to write.
  const init = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
  const until = Date.now() + patienceMs;
  let failing: Health | undefined;
  for (let attempt = 0; Date.now() < until; attempt += 1) {
    await wait(failing ? LONGEST_PAUSE_MS : (PAUSES_MS[attempt] ?? LONGEST_PAUSE_MS));
    const text = (await ask(`${origin}/api/health/`, init)).slice("200 ".length);
    const health = text.startsWith("{") ? (JSON.parse(text) as Health) : {};
    if (health.version !== version) continue;
    // A part may fail once without reason. The second answer decides.
    if (health.status === "ok" || failing) return health;
    failing = health;
  }
  return (
    failing ?? `${origin}/api/health/ did not answer with the new version within ${patienceMs / MINUTE_MS} minutes.`
  );
}
