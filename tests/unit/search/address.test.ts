import { expect, test } from "vitest";
import { readAddress, withoutAddresses } from "#worker/features/search/address.ts";

test.for([
  ["slack.com", "slack.com", ["slack.com"], ["slack.com"]],
  [" HTTPS://www.Slack.com/ ", "slack.com", ["slack.com"], ["slack.com"]],
  [
    "app.acme.co.uk/a/b?x=1#y",
    "app.acme.co.uk",
    ["app.acme.co.uk/a/b", "app.acme.co.uk/a", "app.acme.co.uk"],
    ["app.acme.co.uk", "acme.co.uk", "co.uk"],
  ],
  [
    "https://github.com/Acme/Tool/wiki",
    "tool",
    ["github.com/acme/tool/wiki", "github.com/acme/tool", "github.com/acme"],
    [],
  ],
  ["github.com", "github.com", ["github.com"], []],
  [
    "https://play.google.com/store/apps/details?hl=de&id=com.acme",
    "",
    ["play.google.com/store/apps/details?com.acme"],
    [],
  ],
] as const)("%s asks for %s", ([text, words, pages, hosts]) => {
  expect(readAddress(text)).toMatchObject({ words, pages, hosts });
});

test("other texts are no addresses", () => {
  for (const text of ["slack", "e.g.", "node.js cms", "mailto:a@slack.com", "v2.0", "http://localhost/", ""])
    expect(readAddress(text), text).toBeUndefined();
});

test("an address in a question counts as its host", () => {
  expect(withoutAddresses("alternative to https://www.slack.com/pricing?a=b for teams")).toBe(
    "alternative to slack.com for teams",
  );
});
