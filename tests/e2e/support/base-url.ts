import type { Store } from "#worker/commands/bindings.ts";
import { beforeAll, inject } from "vitest";
import { type TestServer, startTestServer } from "./test-server.ts";

let own: TestServer | undefined;

export const testServer = () => own ?? inject("served");

/** Where the product is served for this file. */
export const baseUrl = () => testServer().url;

/** For files that let days pass or delete what others need: a server of their own, empty unless filled. */
export function useOwnServer(fill: (store: Store) => Promise<unknown> = async () => {}): void {
  beforeAll(async () => {
    const server = await startTestServer(fill);
    own = server.served;
    return async () => {
      own = undefined;
      await server.stop();
    };
  });
}
