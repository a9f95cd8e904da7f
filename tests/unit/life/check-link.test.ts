import { expect, test } from "vitest";
import { checkLink } from "#worker/features/life/check-link.ts";
import { internetWith, redirectTo, webPage } from "../../support/internet.ts";

const LINK = "https://mine.example/";
const status =
  (code: number, body = "") =>
  () =>
    new Response(body, { status: code });

const check = async (responses: Record<string, () => Response>, link = LINK) => {
  const { ports, fetched } = internetWith(responses);
  return { ...(await checkLink(ports, link, "Switchlist")), fetched };
};

test.each([
  ["a page", { [LINK]: webPage("<title>Mine</title>") }, { state: "alive" }],
  ["no host", {}, { state: "unreachable" }],
  ["404", { [LINK]: status(404) }, { state: "unreachable" }],
  ["500", { [LINK]: status(500) }, { state: "unreachable" }],
  ["a refusal of robots", { [LINK]: status(403) }, { state: "unknown" }],
  ["too many requests", { [LINK]: status(429) }, { state: "unknown" }],
  [
    "a subdomain",
    { [LINK]: redirectTo("https://www.mine.example/en", 301), "https://www.mine.example/en": webPage("") },
    { state: "alive" },
  ],
  [
    "another host for good",
    { [LINK]: redirectTo("https://new.example/", 308), "https://new.example/": webPage("") },
    { state: "moved", to: "https://new.example/" },
  ],
  [
    "another host for now",
    { [LINK]: redirectTo("https://login.example/", 302), "https://login.example/": webPage("") },
    { state: "alive" },
  ],
  [
    "another host for good, and from there for now",
    {
      [LINK]: redirectTo("https://a.example/", 301),
      "https://a.example/": redirectTo("https://b.example/"),
      "https://b.example/": webPage(""),
    },
    { state: "alive" },
  ],
  ["a redirect to a private address", { [LINK]: redirectTo("http://10.0.0.1/", 301) }, { state: "unreachable" }],
  [
    "a market of domains",
    { [LINK]: redirectTo("https://sedo.com/x", 302), "https://sedo.com/x": webPage("") },
    { state: "parked" },
  ],
  [
    "a parked page",
    { [LINK]: webPage("<h1>mine.example</h1><p>This domain is <b>for sale</b>.") },
    { state: "parked" },
  ],
  ["a short page about something else", { [LINK]: webPage("<p>Our domain: sales.") }, { state: "alive" }],
  [
    "a long page that sells domains",
    { [LINK]: webPage(`<p>Buy this domain${"<p>and many others".repeat(2000)}`) },
    { state: "alive" },
  ],
])("%s", async (_, responses, found) => {
  expect(await check(responses)).toMatchObject(found);
});

test("a robots.txt that refuses the directory is respected, and nothing else is asked", async () => {
  const robots = "https://mine.example/robots.txt";
  const refused = await check({ [robots]: webPage("User-agent: Switchlist\nDisallow: /"), [LINK]: webPage("") });
  expect(refused).toEqual({ state: "unknown", fetched: [robots] });
  const others = webPage("User-agent: Others\nDisallow: /\n\nUser-agent: *\nDisallow: /private");
  expect(await check({ [robots]: others, [LINK]: webPage("") })).toMatchObject({ state: "alive" });
});

test.each([
  "https://directory.example.com/x",
  "https://a.directory.example.com/",
  "http://10.0.0.1/",
  "https://a.example:8443/",
])("%s is not asked", async (link) => {
  expect(await check({}, link)).toEqual({ state: "unknown", fetched: [] });
});
