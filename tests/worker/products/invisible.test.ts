import { expect, test } from "vitest";
import type { ProductSuggestion } from "#schema/sites/sites.ts";
import { request } from "../support/app.ts";
import { insertSites } from "../support/factories.ts";
import { listSite, siteBody } from "../support/own-sites.ts";
import { insertUser, logIn } from "../support/people.ts";

const suggestions = async (q: string) =>
  (await (await request(`/api/alternatives/?q=${q}`)).json<{ results: ProductSuggestion[] }>()).results;

/** Invisible characters: format characters, joiners, variation selectors, Hangul fillers, Khmer vowels, an empty Braille cell. */
const INVISIBLE =
  "\u00ad \u034f \u061c \u115f \u1160 \u17b4 \u17b5 \u180e \u200b \u200c \u200d \u200f \u2060 \u2064 \u206a \u2800 \u3164 \ufe0f \ufeff \uffa0 \ufffc \u{1d173} \u{e0041} \u{e01ef}".split(
    " ",
  );

test.each(INVISIBLE.map((char) => [char.codePointAt(0)!.toString(16), char] as const))(
  "a name with the invisible U+%s means the same product and is stored without it",
  async (_, char) => {
    await insertSites(["A", "B", "C"], { alternatives: [{ name: "Slack", link: "https://slack.com/" }] });
    await insertUser();
    const browser = await logIn();
    for (const name of [`Slack${char}`, `${char}Slack`, `Sl${char}ack`, `Slack${char}${char}.com`]) {
      const site = await listSite(browser, {
        name: `Site ${name}`,
        link: `https://own-${crypto.randomUUID()}.example/`,
        alternatives: [{ name, link: "https://evil.example/" }],
      });
      expect(site.alternatives.map((alternative) => alternative.name)[0]).not.toContain(char);
    }
    expect((await suggestions("slack")).map(({ name, link }) => ({ name, link }))).toEqual([
      { name: "Slack", link: "https://slack.com/" },
    ]);
    expect(await suggestions(encodeURIComponent(`${char}slack`))).toHaveLength(1);
  },
);

test.each(["\u3164", "\u115f", "\uffa0", "\u200b", "\u00ad"])(
  "the name and slug of a listing have no invisible character: %j",
  async (char) => {
    await insertUser();
    const site = await listSite(await logIn(), { name: `Zul${char}ip${char}`, link: "https://evil.example/" });
    expect({ name: site.name, slug: site.slug }).toEqual({ name: "Zulip", slug: "zulip" });
  },
);

test.each([
  "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
  "\u0d28\u0d28\u0d4d\u200d \u0d15",
  "\u0915\u094d\u200d\u0937",
  "\u{1f469}\u200d\u{1f4bb} Code",
  "\u2615\ufe0f Caf\u00e9",
  "\u2764\ufe0f\u200d\u{1f525} Hot",
  "1\ufe0f\u20e3 One",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Pub",
])("invisible characters that scripts and emoji need are kept: %s", async (name) => {
  await insertUser();
  const site = await listSite(await logIn(), { name, alternatives: [{ name, link: "https://other.example/" }] });
  expect([site.name, site.alternatives[0]!.name]).toEqual([name, name]);
});

test.each(["\u17b5", "\u2800", "\ufffc", "\ufe0f", "\u3164\u200b", "\u200b \u200b"])(
  "a name of invisible characters only is refused: %j",
  async (name) => {
    await insertUser();
    const browser = await logIn();
    const { status } = await browser.post("/api/sites/", siteBody({ name }));
    expect(status).toBe(400);
  },
);
