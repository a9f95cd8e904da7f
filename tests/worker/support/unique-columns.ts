import { env } from "cloudflare:workers";

type Answer = { results?: { columns?: string[] } };
type Session = { _sendOrThrow?: (...request: unknown[]) => Promise<Answer | Answer[]>; isChecked?: true };

/**
 * Makes each query fail whose result has two columns of one name, or a number as a name: D1 returns rows as objects, so
 * the first would lose a value, and the second would change the order (worker/db/connection.ts). It reads the answers in
 * D1's own client, which is the only place where columns still have their order.
 */
export function refuseEqualColumns(): void {
  const session = Object.getPrototypeOf(env.DB.withSession()) as Session;
  if (session.isChecked) return;
  const send = session._sendOrThrow;
  if (!send) throw new Error("D1's client has changed: find where it receives the columns of a result.");
  session.isChecked = true;
  session._sendOrThrow = async function sendOrThrow(...request) {
    const answer = await send.apply(this, request);
    for (const { results } of [answer].flat()) {
      const names = results?.columns ?? [];
      if (new Set(names).size < names.length || names.some((name) => /^\d+$/.test(name))) {
        throw new Error(`Give these columns different names: ${names.join(", ")}`);
      }
    }
    return answer;
  };
}
