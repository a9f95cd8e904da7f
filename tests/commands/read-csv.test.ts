import { expect, test } from "vitest";
import { readCsv } from "#worker/commands/read-csv.ts";

async function read(content: string | Buffer) {
  const unknown: string[] = [];
  const lines: unknown[] = [];
  for await (const line of readCsv(Buffer.from(content), (titles) => unknown.push(...titles)))
    lines.push(typeof line === "string" && line !== "" ? JSON.parse(line) : line);
  return { lines: lines.slice(1), unknown };
}

const CHAT = { name: "Chat", link: "https://chat.example/", category: "developer_tools" };

test.for([
  ["commas", "name,link,category\nChat,https://chat.example/,developer_tools\n"],
  ["semicolons, as Excel writes them", "\ufeffName;Link;Category\r\nChat;https://chat.example/;Developer Tools\r\n"],
  ["tabs", "NAME\tLINK\tCategory\nChat\thttps://chat.example/\tdeveloper_tools"],
  ["quotes", '"name","link","category"\r"Chat","https://chat.example/","developer tools"\r'],
  ["spaces", "name , link , category\n Chat , https://chat.example/ , developer_tools \n"],
] as const)("a table with %s is read", async ([, content]) => {
  expect(await read(content)).toEqual({ lines: [CHAT], unknown: [] });
});

test("quoted cells may have separators, quotes and line breaks, and the numbers are those of rows", async () => {
  const { lines } = await read(
    'name,link,description\n"Ch ""a"", t",https://a.example/,"one\ntwo"\n\nB,https://b.example/,5" disk\n',
  );
  expect(lines).toEqual([
    { name: 'Ch "a", t', link: "https://a.example/", description: "one\ntwo" },
    "",
    { name: "B", link: "https://b.example/", description: '5" disk' },
  ]);
});

test("alternatives and facts have columns, an empty cell states nothing, and other columns are named", async () => {
  const table = [
    "link;Alternatives;Open source;platforms;trial days;pricing;Our rating;",
    'https://a.example/;"Slack|https://slack.com; Teams | https://teams.example/";yes;web; 14;free;5;',
    "https://b.example/;;;;;;;",
    'https://c.example/;;maybe;"web;ios";two weeks;;;',
  ].join("\n");
  expect(await read(table)).toEqual({
    lines: [
      {
        link: "https://a.example/",
        alternatives: [
          { name: "Slack", link: "https://slack.com" },
          { name: "Teams", link: "https://teams.example/" },
        ],
        facts: { open_source: true, platforms: ["web"], trial_days: 14, pricing: "free" },
      },
      { link: "https://b.example/" },
      {
        link: "https://c.example/",
        facts: { open_source: "maybe", platforms: ["web", "ios"], trial_days: "two weeks" },
      },
    ],
    unknown: ["Our rating"],
  });
});

test("a row with too many cells is a problem of its own", async () => {
  const { lines } = await read("name,link\nA,https://a.example/,more\nB,https://b.example/\n");
  expect(lines).toEqual([
    { problem: "it has more cells than the first row" },
    { name: "B", link: "https://b.example/" },
  ]);
});

test.for([
  ["in Windows-1252", Buffer.from("name;link\nCaf\xe9;https://a.example/\n", "latin1"), "not UTF-8"],
  ["in UTF-16", Buffer.from("\ufeffname;link\n", "utf16le"), "not UTF-8"],
  ["without names of fields", "Chat;https://chat.example/\n", "The first row must have the names of the fields"],
  ["that is empty", "", undefined],
] as const)("a table %s is refused or empty", async ([, content, message]) => {
  if (message === undefined) expect(await read(content)).toEqual({ lines: [], unknown: [] });
  else await expect(read(content as string)).rejects.toThrow(message);
});
