// @module-tag long
import { beforeEach, expect, test } from "vitest";
import { ORIGIN, request } from "../support/app.ts";
import type { Browser } from "../support/browser.ts";
import { insertSite } from "../support/factories.ts";
import { listSite, siteBody } from "../support/own-sites.ts";
import { insertUser, logIn } from "../support/people.ts";

let anna: Browser;
beforeEach(async () => {
  await insertUser();
  anna = await logIn();
});

const deep = (levels: number, open = "[", close = "]") => open.repeat(levels) + close.repeat(levels);

/** JSON values that have crashed other servers. They are tried for every property of a body. */
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  "",
  " ",
  "x".repeat(5000),
  "\u0000",
  "\ud800",
  "\u202e\u200b",
  "__proto__",
  "'; DROP TABLE sites; --",
  "%",
  "{",
  "[]",
  "null",
  '{"blocks":{}}',
  [],
  [null],
  [[]],
  [1, "a", {}],
  {},
  { length: 5 },
  { toString: "x", valueOf: "y" },
  { constructor: { prototype: { polluted: true } } },
  { 0: "a" },
  { content: null },
  { content: [] },
  { content: { blocks: "x" } },
  { content: { blocks: [null, 1, "x", [], {}, { type: "paragraph" }, { type: "list", data: { items: 5 } }] } },
];
const FIELDS = ["name", "link", "description", "category", "alternatives", "blog", "updated_at"];

const expectAnswer = async (response: Response, sent: unknown) => {
  const text = await response.text();
  expect(response.status, `${JSON.stringify(sent)?.slice(0, 200)}: ${text}`).toBeLessThan(500);
  expect(text).not.toMatch(/sqlite|constraint|at .*\.ts/i);
};

test("no JSON body makes an endpoint answer 500", async () => {
  await insertSite({ ownerId: 1 });
  for (const value of VALUES) {
    await expectAnswer(await anna.post("/api/sites/", value), value);
    await expectAnswer(await anna.put("/api/sites/1/", value), value);
    for (const call of ["/api/sites/1/like/", "/api/sites/1/unlike/"]) {
      await expectAnswer(await anna.post(call, value), value);
    }
    for (const field of FIELDS) {
      const body = siteBody({ [field]: value });
      await expectAnswer(await anna.put("/api/sites/1/", body), body);
    }
    for (const field of ["name", "link", "description"]) {
      const alternative = { name: "A", link: "https://a.example/", description: "", [field]: value };
      const body = siteBody({ alternatives: [alternative, value] });
      await expectAnswer(await anna.put("/api/sites/1/", body), body);
    }
    const text = encodeURIComponent(typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));
    for (const path of [`sites/?q=${text}`, `sites/?page=${text}`, `sites/${text}/`, `likes/?ids=${text}`]) {
      if (path.length < 8000) await expectAnswer(await anna.get(`/api/${path}`), path);
    }
  }
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});

test("a body that is not JSON, is nested too deeply or has another media type is refused", async () => {
  const send = (body: string, type = "application/json") =>
    anna.fetch("/api/sites/", {
      method: "POST",
      body,
      headers: { Origin: ORIGIN, "Content-Type": type, "X-CSRFToken": anna.cookies.get("__Host-csrftoken") ?? "" },
    });
  for (const body of ["", "{", "name=x", "\u0000", deep(100_000), '{"a":1}x']) {
    expect((await send(body)).status, body.slice(0, 20)).toBe(400);
  }
  expect((await send(JSON.stringify(siteBody()), "text/plain")).status).toBe(415);
  for (const [open, close] of [
    ["[", "]"],
    ['{"content":', "}"],
    ['{"blocks":[', "]}"],
    ['{"blocks":[{"type":"list","data":{"items":[', "]}}]}"],
  ]) {
    const content = open!.repeat(20_000) + '"x"' + close!.repeat(20_000);
    const response = await send(`${JSON.stringify(siteBody({ blog: {} })).slice(0, -3)}{"content":${content}}}`);
    expect([response.status, open]).toEqual([400, open]);
  }
});

test.each([
  ["control characters", "https://a.example/\u0000x"],
  ["a line break", "https://a.example/\nx"],
])("a link with %s is refused", async (_, link) => {
  const response = await anna.post("/api/sites/", siteBody({ link, alternatives: [{ name: "Slack", link }] }));
  const message = "Please enter a valid URL.";
  expect(await response.json()).toEqual({ error: message, fields: { link: message, "alternatives.0.link": message } });
});

const one = (type: string, data: object) => ({ blocks: [{ type, data }] });
const paragraph = (text: unknown) => one("paragraph", { text });
const card = (meta: object) => one("linkTool", { link: "https://a.example/", meta });
const attachment = (file: object) => one("attaches", { file: { url: "https://a.example/x", ...file } });
const image = (alt: string) => `<img src="https://a.example/gone.png" alt="${alt}">`;

/** One article for each kind of attack. tests/unit/documents has more; here the articles pass through the whole server. */
const DOCUMENTS: [string, unknown][] = [
  ["script", paragraph("Hello <script>alert(1)</script> world")],
  ["handlers", paragraph("<b onclick=alert(1)>b</b><img src=x onerror=alert(1)><svg onload=alert(1)>")],
  ["script links", paragraph(`a <a href="java&#10;script:alert(1)">b</a> <a href=" \tjAvAsCrIpT:alert(1)">c</a>`)],
  ["mutation", paragraph(`x <svg></p><style><a id="</style><img src=1 onerror=alert(1)>">`)],
  ["breaking out of JSON", paragraph("x</script><script>alert(1)</script>\u2028 ]]>")],
  ["breaking out of the description", paragraph(`"><script>alert(1)</script><meta name="robots" content="noindex">`)],
  ["bidi and lone surrogates", paragraph("a \u202egnp.exe \ud83d b \udc00")],
  ["duplicate ids", { blocks: ["a", "b"].map((text) => ({ id: "same", type: "paragraph", data: { text } })) }],
  [
    "an unknown block",
    {
      blocks: [
        { type: 'evil"><script>', data: {} },
        { type: "poll", data: { a: "<script>" } },
      ],
    },
  ],
  [
    "a bad frame",
    { blocks: [{ type: "embed", data: { service: "x", embed: "javascript:alert(1)", source: "https://x.example/" } }] },
  ],
  [
    "raw markup",
    {
      blocks: [
        { type: "raw", data: { html: `<iframe src="javascript:alert(1)"></iframe><p style="position:fixed">p</p>` } },
      ],
    },
  ],
  [
    "a card",
    {
      blocks: [
        {
          type: "linkTool",
          data: { link: "https://x.example/", meta: { title: "<script>", image: { url: "javascript:1" } } },
        },
      ],
    },
  ],
  ["plain HTML", "Words <b>bold</b> <script>alert(1)</script> & more"],
  ["the JSON of a document", JSON.stringify(paragraph("from a string <img src=x onerror=alert(1)>"))],
  ["JSON that was cut off", '{"time":1,"blocks":[{"type":"paragraph","data":{"text":"cut'],
];

test.each(DOCUMENTS)("a hostile article is stored cleaned and harmless: %s", async (_, content) => {
  const site = await listSite(anna, { blog: { content } });
  expect(site.review).toBe("active");
  const again = await anna.put(`/api/sites/${site.id}/`, site);
  expect(await again.json()).toMatchObject({ content: site.content });
  for (const path of ["/mattermost", "/api/mattermost/", "/api/pages/mattermost"]) {
    const response = await request(path);
    const text = await response.text();
    expect(response.status, path).toBe(200);
    expect(text, path).not.toMatch(/alert\(1\)|javascript:|onerror|onclick|position:fixed/i);
  }
});

test.each([
  ["no blocks", {}],
  ["blocks that are none", { blocks: "<script>alert(1)</script>" }],
  ["blocks of no type", { blocks: [{ data: { text: "x" } }, { type: 5 }, { type: ["paragraph"] }] }],
  [
    "data of a wrong type",
    {
      blocks: [
        { type: "paragraph", data: "x" },
        { type: "list", data: { items: {} } },
      ],
    },
  ],
  ["nothing to see", paragraph("\u200b<br>&zwnj;<b> </b>")],
  ["JSON of something else", '{"foo":"bar"}'],
])("an article that shows nothing is refused: %s", async (_, content) => {
  const response = await anna.post("/api/sites/", siteBody({ blog: { content } }));
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: "Content is required", fields: { "blog.content": "Content is required" } },
  ]);
});

test.each([
  ["8,000 blocks", { blocks: Array.from({ length: 8000 }, () => ({ type: "delimiter", data: {} })) }],
  ["ever more open tags", paragraph("<b><i><u><s><p>".repeat(3000))],
  [
    "lists in lists",
    {
      blocks: [
        {
          type: "list",
          data: { style: "ordered", items: JSON.parse(`${'[{"content":"x","items":'.repeat(30)}[]${"}]".repeat(30)}`) },
        },
      ],
    },
  ],
  ["a megabyte that grows when it is written", paragraph("&".repeat(900_000))],
  ["a card of two alphabets", card({ title: "a", description: "a漢".repeat(240_000) })],
  ["a card of both directions", card({ title: "aא1 ".repeat(160_000) })],
  ["a card of accents", card({ title: "a", site_name: "a\u0301".repeat(300_000) })],
  ["a file's long name", attachment({ name: "a漢".repeat(240_000) })],
  ["a file's long title", attachment({ title: "a漢".repeat(240_000) })],
  [
    "many cards of two alphabets",
    { blocks: Array.from({ length: 400 }, () => card({ title: "a漢".repeat(400) }).blocks[0]) },
  ],
  ["an image with a very long alternative text", one("raw", { html: image("a漢".repeat(240_000)) })],
  ["many alternative texts of two alphabets", one("raw", { html: image("a漢".repeat(140)).repeat(200) })],
  ["a line of code of a megabyte", one("code", { code: "x".repeat(990_000) })],
  ["emoji between letters", one("code", { code: `${"a😀".repeat(1_000)}\n`.repeat(190) })],
])("an article over a limit is refused with a reason: %s", async (_, content) => {
  const response = await anna.post("/api/sites/", siteBody({ blog: { content } }));
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    fields: { "blog.content": expect.stringMatching(/^(The|A|Lists) .+\.$/) },
  });
});
