import { expect, test } from "vitest";
import { shareTargets } from "#web/features/sites/site/share-targets.ts";

const url = "https://directory.example/caf%C3%A9?a=1&b=2";
const targets = shareTargets({ url, title: 'Ann & "Bo" #1' });

test("each share link contains the whole URL", () => {
  for (const { href } of targets) {
    const values = [...new URL(href).searchParams.values()];
    expect(values.some((value) => value.includes(url))).toBe(true);
  }
});

test("the link to share by email has the unchanged title, with no plus signs for spaces", () => {
  const mail = targets.find(({ name }) => name === "Email")!.href;
  expect(new URL(mail).searchParams.get("subject")).toBe('Ann & "Bo" #1');
  expect(mail).not.toContain("+");
});

test("a title with half a surrogate pair can be shared", () => {
  expect(() => shareTargets({ url, title: "half \ud83d" })).not.toThrow();
});
