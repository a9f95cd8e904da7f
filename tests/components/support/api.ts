import { vi } from "vitest";

/** An object is the JSON of a success. */
type Answer = object | Response;

/** Calls that no test answers. `setup.ts` fails the test then. */
export const unknownCalls: string[] = [];

/** Answers the calls of the API, such as `{ "POST signup/": { message: "Good." } }`. Returns the list of calls, which grows. */
export function answerApi(answers: Record<string, Answer | (() => Answer | Promise<Answer>)>): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET" }: RequestInit = {}) => {
    const call = `${method} ${url.replace("/api/", "")}`;
    calls.push(call);
    if (!(call in answers)) unknownCalls.push(call);
    const given = answers[call] ?? failed();
    const answer = typeof given === "function" ? await (given as () => Answer | Promise<Answer>)() : given;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return calls;
}

export const failed = () => new Response(null, { status: 503 });
