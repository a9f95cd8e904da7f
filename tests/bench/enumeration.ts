import { median } from "./median.ts";

/** As many as the limits of one account and one client address allow. */
const SAMPLES = 9;
const PASSWORD = "a password of the bench";

export type EnumerationFigures = { call: string; knownMs: number; unknownMs: number; isSameAnswer: boolean };

const CALLS: Record<string, object> = {
  "signup/": { first_name: "A", last_name: "B", password1: PASSWORD, password2: PASSWORD },
  "login/": { password: "not the password" },
  "password/reset/": {},
};

/** Whether answers for an address with an account differ from those without one, in words or in time. */
export async function measureEnumeration(base: string, knownEmail: string): Promise<EnumerationFigures[]> {
  const send = await visitor(base);
  const figures: EnumerationFigures[] = [];
  for (const [call, form] of Object.entries(CALLS)) {
    const answers = new Set<string>();
    const timed = async (email: string) => {
      const start = performance.now();
      answers.add(await send(call, { ...form, email }));
      return performance.now() - start;
    };
    const [known, unknown]: [number[], number[]] = [[], []];
    for (let sample = 0; sample < SAMPLES; sample++) {
      known.push(await timed(knownEmail));
      unknown.push(await timed(`nobody-${call.length}-${sample}@example.com`));
    }
    figures.push({ call, knownMs: median(known), unknownMs: median(unknown), isSameAnswer: answers.size === 1 });
  }
  return figures;
}

/** Somebody with a token for calls; a call answers its status and body. */
async function visitor(base: string): Promise<(call: string, body: object) => Promise<string>> {
  const greeting = await fetch(new URL("/api/check_auth/", base));
  const token = /csrftoken=([^;]+)/.exec(greeting.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  const headers = { "Content-Type": "application/json", Cookie: `csrftoken=${token}`, "X-CSRFToken": token };
  return async (call, body) => {
    const url = new URL(`/api/${call}`, base);
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    return `${response.status} ${await response.text()}`;
  };
}
