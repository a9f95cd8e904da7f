import { vi } from "vitest";

type Answer = Response | object;
type Handler = Answer | ((body: unknown) => Answer | Promise<Answer>);

/**
 * Answers the calls of the API, such as `{ "POST signup/": { message: "Good." } }`. An object is the JSON of a success.
 * Other calls get 404. Returns the list of calls, which grows.
 */
export function answerApi(handlers: Record<string, Handler>): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body = null }: RequestInit = {}) => {
    const call = `${method} ${url.replace("/api/", "")}`;
    calls.push(call);
    const handler = handlers[call] ?? new Response(null, { status: 404 });
    const answer = typeof handler === "function" ? await handler(body) : handler;
    return answer instanceof Response ? answer.clone() : Response.json(answer);
  });
  return calls;
}

export const failed = () => new Response(null, { status: 503 });
