import { afterAll, beforeAll, inject } from "vitest";
import { type LocalServer, startLocalServer } from "../../support/local-server.ts";

let own: LocalServer | undefined;

/** Where the product is served for this file. */
export const baseUrl = () => own?.url ?? inject("baseUrl");

/** For files that let days pass: a server of their own, empty, so that nobody else's days pass. */
export function useOwnServer(): void {
  beforeAll(async () => {
    own = await startLocalServer(async () => {});
  });
  afterAll(() => own!.stop());
}
