import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { EVENT_TYPES } from "#worker/adapters/stripe/event-types.ts";
import { ROOT } from "#worker/commands/bindings.ts";

const guides = execFileSync("git", ["ls-files", "*.md"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");
const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const scripts = (JSON.parse(textOf("package.json")) as { scripts: object }).scripts;
const exists = (file: string) => ["", "tests", "worker"].some((base) => existsSync(path.join(ROOT, base, file)));
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1]!);

test.each(guides)("each file, link and command that %s names exists", (guide) => {
  const text = textOf(guide);
  const files = all(text, /`((?:schema|web|worker|migrations|tests)\/[\w./-]*)`/g);
  const links = all(text, /\]\(([^):#]+)\)/g).map((link) => path.join(path.dirname(guide), link));
  expect([...files, ...links].filter((file) => !exists(file))).toEqual([]);
  expect(all(text, /npm run ([\w:]+)/g).filter((name) => !(name in scripts))).toEqual([]);
});

test("OPERATE names each event that the webhook needs, and no other", () => {
  const list = /and these events:\n((?: {3}.*\n)+)/.exec(textOf("worker/OPERATE.md"))![1]!;
  let start = "";
  const named = all(list, /`([a-z_.]+)`/g).map((name) => {
    if (name.startsWith(".")) return start + name;
    start = name.slice(0, name.lastIndexOf("."));
    return name;
  });
  expect(named.toSorted()).toEqual(EVENT_TYPES.toSorted());
});
