import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS } from "#schema/values/dates.ts";

/** How long the edge may take to serve a new version, and a new address with its certificate. In milliseconds. */
const VERSION_MS = 2 * MINUTE_MS;
const ADDRESS_MS = 10 * MINUTE_MS;
/** A resolver that is asked too early remembers for long that a new address does not exist. */
const FIRST_MS = 15_000;
/** The Worker repeats an answer for five seconds: worker/features/health/routes.ts */
const PAUSE_MS = 5500;

/** `unknown` says why nothing is known. Then the version may be good. */
type Result = { problems: string[]; unknown?: string };

/**
 * Visits the deployed site: its health and its home page. It waits until the edge serves the new version.
 * @returns what is wrong, in sentences.
 */
export async function checkSite(
  origin: string,
  { version, isNew }: { version: string; isNew: boolean },
): Promise<Result> {
  const patienceMs = isNew ? ADDRESS_MS : VERSION_MS;
  const until = Date.now() + patienceMs;
  let hasAnswered = false;
  let failures = 0;
  for (
    let pause = isNew ? FIRST_MS : 0;
    Date.now() < until;
    pause = failures > 0 ? PAUSE_MS : Math.min(pause + 1000, PAUSE_MS)
  ) {
    await wait(pause);
    const { status = 0, text, isChallenged } = await ask(`${origin}/api/health/`);
    if (isChallenged)
      return {
        problems: [],
        unknown: "Cloudflare challenged the check: it asks for a browser. Open the address in one.",
      };
    hasAnswered ||= status > 0;
    const health = text?.startsWith("{") ? (JSON.parse(text) as Health) : {};
    if (health.version !== version) continue;
    // A part may fail once without reason. The second answer decides.
    if (health.status !== "ok" && failures++ === 0) continue;
    const parts = Object.entries(health.problems ?? {}).map(([part, problem]) => `${part} ${problem}`);
    const home = await ask(`${origin}/`);
    const isPage = home.status === 200 && /<html[\s>]/.test(home.text ?? "");
    return {
      problems: [
        ...(health.status === "ok" ? [] : [`/api/health/ says: ${parts.join(", ") || "no reason"}.`]),
        ...(isPage ? [] : [`${origin}/ answered ${home.status ?? "nothing"} and not with the home page.`]),
      ],
    };
  }
  const late = `${origin} did not answer with the new version within ${patienceMs / MINUTE_MS} minutes.`;
  return hasAnswered ? { problems: [late] } : { problems: [], unknown: late };
}

type Health = { status?: string; version?: string; problems?: Record<string, string> };
type Answer = { status?: number; text?: string; isChallenged?: boolean };

/** With HEALTH_TOKEN, the Worker also tries to write. */
async function ask(url: string): Promise<Answer> {
  const token = process.env["HEALTH_TOKEN"]?.trim();
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  try {
    const response = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(15_000) });
    // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
    const isChallenged = response.headers.get("cf-mitigated") === "challenge";
    return { status: response.status, text: await response.text(), isChallenged };
  } catch {
    return {};
  }
}
