import type { Store } from "#worker/commands/bindings.ts";
import { afterAll, beforeAll, inject } from "vitest";
import { type LocalServer, startLocalServer } from "../../support/local-server.ts";

let own: LocalServer | undefined;

/** Where the product is served for this file. */
export const baseUrl = () => own?.url ?? inject("baseUrl");

/** For files that let days pass or delete what others need: a server of their own, empty unless filled. */
export function useOwnServer(fill: (store: Store) => Promise<unknown> = async () => {}): void {
  beforeAll(async () => {
    own = await startLocalServer(fill);
  });
  afterAll(() => own!.stop());
}
