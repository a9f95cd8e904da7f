// @module-tag long
import { expect, test } from "vitest";
import { COMMAND_MS, createEmptyState, runCommand } from "../../support/command.ts";

// All commands open the deployed database with the same function.
test("a command without a Cloudflare login says how to sign in", { timeout: COMMAND_MS }, async () => {
  // This home folder has no Cloudflare login.
  const home = await createEmptyState();
  const { code, output } = await runCommand("staff", ["list", "--remote"], {
    HOME: home,
    XDG_CONFIG_HOME: home,
    CLOUDFLARE_API_TOKEN: "",
  });
  expect(output).toContain("Run `npx wrangler login`, then run this command again.");
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});
