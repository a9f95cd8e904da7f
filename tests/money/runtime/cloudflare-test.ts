// Takes the place of the module `cloudflare:test`, so that the Worker runs in Node.js (tests/vitest.config.ts).

type Context = { waiting: Promise<unknown>[]; waitUntil(promise: Promise<unknown>): void };

export function createExecutionContext(): Context {
  const waiting: Promise<unknown>[] = [];
  return { waiting, waitUntil: (promise) => void waiting.push(promise) };
}

export async function waitOnExecutionContext({ waiting }: Context): Promise<void> {
  // A task may add others.
  while (waiting.length > 0) await waiting.shift();
}
