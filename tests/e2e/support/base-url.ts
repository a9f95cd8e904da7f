import type { Store } from "#worker/commands/bindings.ts";
import { beforeAll, inject } from "vitest";
import type { TestServer } from "./test-server.ts";

let own: TestServer | undefined;

export const testServer = () => own ?? inject("served");

export const baseUrl = () => testServer().url;

/** Starts a server for this test file alone, without data unless `fill` adds it. */
export function useOwnServer(fill: (store: Store) => Promise<unknown> = async () => {}): void {
  beforeAll(async () => {
    // Not at the head of the file: it loads all of Wrangler, which other tests do not need.
    const { startTestServer } = await import("./test-server.ts");
    const server = await startTestServer(fill);
    own = server.served;
    return async () => {
      own = undefined;
      await server.stop();
    };
  });
}
