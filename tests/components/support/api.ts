import { vi } from "vitest";

/** An object is the JSON of a success. */
type Answer = object | Response;
type Answering<Sent> = (sent: Sent) => Answer | Promise<Answer>;
/** Each test knows what its call sends. */
export type Answers = Record<string, Answer | Answering<never>>;

/** Calls that no test answers. `setup.ts` fails the test then. */
export const unknownCalls: string[] = [];

/**
 * Answers the calls of the API, such as `{ "POST signup/": { message: "Good." } }`. A `?*` stands for any query. A function
 * gets the JSON or the form that was sent. Returns the list of calls, which grows.
 */
export function answerApi(answers: Answers): string[] {
  const calls: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body, cache }: RequestInit = {}) => {
    // The app only refreshes the browser's cache, at once and seconds later.
    if (cache === "reload") return new Response();
    const call = `${method} ${url.replace("/api/", "")}`;
    calls.push(call);
    const given = answers[call] ?? answers[`${call.split("?")[0]}?*`];
    if (!given) {
      unknownCalls.push(call);
      return failed();
    }
    const sent: unknown = typeof body === "string" ? JSON.parse(body) : body;
    const answer = typeof given === "function" ? await (given as Answering<unknown>)(sent) : given;
    return answer instanceof Response ? answer : Response.json(answer);
  });
  vi.stubGlobal("XMLHttpRequest", UploadByFetch);
  return calls;
}

/** Uploads do not use `fetch`, because of their progress. */
class UploadByFetch extends EventTarget {
  upload = new EventTarget();
  status = 0;
  responseText = "";
  #method = "";
  #url = "";

  open(method: string, url: string) {
    this.#method = method;
    this.#url = url;
  }

  setRequestHeader() {}

  getResponseHeader() {
    return null;
  }

  abort() {
    this.dispatchEvent(new Event("abort"));
  }

  async send(body: FormData) {
    try {
      const answer = await fetch(this.#url, { method: this.#method, body });
      this.status = answer.status;
      this.responseText = await answer.text();
      this.dispatchEvent(new Event("load"));
    } catch {
      this.dispatchEvent(new Event("error"));
    }
  }
}

export const failed = () => new Response(null, { status: 503 });

/** As the server refuses what a form sends. */
export const refused = (error: string, fields: Record<string, string> = {}, status = 400) =>
  Response.json({ error, fields }, { status });

/** No response comes. */
export const lost = (): never => {
  throw new TypeError("Failed to fetch");
};
