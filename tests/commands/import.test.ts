// @module-tag long
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMAND_MS, createEmptyState, createMigratedState, runCommand } from "../support/command.ts";

test(
  "an import skips invalid lines, lists the other sites, and ends with exit code 1",
  { timeout: COMMAND_MS },
  async () => {
    // The database has no tables yet. The command creates them.
    const file = path.join(await createEmptyState(), "list.jsonl");
    const site = { name: "Chat", link: "https://chat.example/", category: "communication", alternatives: [] };
    await writeFile(file, `${JSON.stringify(site)}\nnone\n`);
    const output = expect.stringContaining(
      "Read 2 lines. Added sites: 1. Already listed: 0. Skipped because of errors: 1.",
    );
    expect(await runCommand("import", [file])).toEqual({ code: 1, output });
  },
);

test("an import with --update changes what a line states of a listed site", { timeout: COMMAND_MS }, async () => {
  const file = path.join(await createMigratedState(), "list.jsonl");
  const site = { name: "Chat", link: "https://chat.example/", category: "communication" };
  await writeFile(file, `${JSON.stringify(site)}\n`);
  await runCommand("import", [file]);
  await writeFile(file, '{"link":"https://chat.example/","description":"Talks"}\n{"link":"https://new.example/"}\n');
  expect(await runCommand("import", [file, "--update"])).toEqual({
    code: 1,
    output: expect.stringMatching(
      /Updated: 1\. Skipped because of another owner: 0\. Unchanged: 0\. Skipped because of errors: 1\.[^]*Line 2: name: Site name is required; category: /,
    ),
  });
});
