import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { COMMAND_MS, emptyState, runCommand } from "../support/command.ts";

test(
  "an import that skipped bad lines lists the others, and ends with the code 1",
  { timeout: COMMAND_MS },
  async () => {
    // Without tables, which the command makes.
    const file = path.join(await emptyState(), "list.jsonl");
    const site = { name: "Chat", link: "https://chat.example/", category: "communication", alternatives: [] };
    await writeFile(file, `${JSON.stringify(site)}\nnone\n`);
    const output = expect.stringContaining("2 lines read: 1 sites added, 0 already there, 1 bad lines skipped.");
    expect(await runCommand("import", [file])).toEqual({ code: 1, output });

    await writeFile(file, JSON.stringify(site));
    const again = expect.stringContaining("1 lines read: 0 sites added, 1 already there, 0 bad lines skipped.");
    expect(await runCommand("import", [file])).toEqual({ code: 0, output: again });
  },
);
