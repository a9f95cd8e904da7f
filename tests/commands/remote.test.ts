import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMAND_MS, createEmptyState, runCommand } from "../support/command.ts";

test.each([
  ["migrate", []],
  ["import", []],
  ["backup", []],
  ["staff", ["list"]],
  ["stripe-reconcile", []],
])("%s --remote without a Cloudflare login says how to sign in", { timeout: COMMAND_MS }, async (command, args) => {
  // This home folder has no Cloudflare login.
  const home = await createEmptyState();
  const file = path.join(home, "lines.jsonl");
  await writeFile(file, "");
  const { code, output } = await runCommand(command, [...(command === "import" ? [file] : args), "--remote"], {
    HOME: home,
    XDG_CONFIG_HOME: home,
    CLOUDFLARE_API_TOKEN: "",
  });
  expect(output).toContain(
    "You are not signed in to Cloudflare, or CLOUDFLARE_API_TOKEN is not valid. Run `npx wrangler login`",
  );
  expect(output).not.toMatch(/\n\s+at /);
  expect(code).toBe(1);
});
