import { describe, expect, test } from "vitest";
import { readQuestion } from "#worker/features/search/question.ts";
import { Vocabulary } from "#worker/features/search/vocabulary.ts";

const vocabulary = new Vocabulary();
const read = (text: string) => readQuestion(text, vocabulary);
/** What is left, what is needed, and what is wished, as words. */
const summary = (text: string) => {
  const { product, units, wishes } = read(text);
  return {
    leaving: product?.isAsked ? product.words.join(" ") : null,
    need: units.map(({ words }) => words.join(" ")),
    wishes: wishes.map(({ label }) => label),
  };
};

describe("forms of leaving a product", () => {
  test.each([
    "slack alternative",
    "alternative to slack",
    "what are good alternatives to slack?",
    "replacement for slack",
    "slack competitors",
    "instead of slack",
    "something like slack",
    "slack vs discord",
    "switching from slack to discord",
    "migrate away from slack",
    "replace slack",
    "sites similar to slack",
    "slack vs",
    "Slack Alternatives 2026",
    "Alternativen zu Slack",
    "alternativas a slack",
  ])("“%s”", (text) => {
    expect(summary(text)).toMatchObject({ leaving: "slack", need: [] });
  });

  test("the last word may be incomplete", () => {
    for (const text of ["slack alte", "slack alternat", "slack replac", "slack compet"])
      expect(summary(text).leaving, text).toBe("slack");
    for (const text of ["alternat", "slack alt", "slack alternator"]) expect(summary(text).leaving, text).toBeNull();
  });

  test("a product can be named by its address", () => {
    for (const text of ["alternative to https://www.ableton-live.com", "ableton-live.com vs", "like ableton-live.io"])
      expect(read(text).product!.keys[0], text).toBe("abletonlive");
  });

  test("a product of several words stays whole", () => {
    expect(summary("best alternative to adobe premiere").leaving).toBe("adobe premiere");
    expect(summary("google analytics alternative").leaving).toBe("google analytics");
  });

  test("words beside a known product are no part of its name", () => {
    expect(summary("colorful trello alternative").leaving).toBe("trello");
    expect(summary("alternative to trello boards").leaving).toBe("trello");
    expect(summary("colorful unknownium alternative").leaving).toBe("colorful unknownium");
    expect(read("colorful trello alternative for linux").product!.without).toBe("colorful for linux");
  });

  test("an unknown product has the terms of no need, a known one also has its rivals", () => {
    expect(read("unknownium alternative")).toMatchObject({ needs: [], rivals: [] });
    const { needs, rivals } = read("trello alternative");
    expect(needs).toContainEqual(["kanban", "board"]);
    expect(rivals).toContain("asana");
    expect(rivals).not.toContain("trello");
  });

  test("what else is said is no must", () => {
    expect(summary("notes app like notion")).toMatchObject({ leaving: "notion", need: [] });
    expect(summary("calendar with zebras")).toMatchObject({ need: ["calendar"] });
  });

  test("a need that is asked for like a product is a need", () => {
    for (const text of [
      "password manager alternatives",
      "alternatives to a password manager",
      "apps like password managers",
    ])
      expect(summary(text), text).toMatchObject({
        leaving: null,
        need: [expect.stringMatching(/^password managers?$/)],
      });
    expect(summary("evernote alternatives").leaving).toBe("evernote");
    expect(summary("replace qwertyzu").leaving).toBe("qwertyzu");
  });

  test.each([
    "leave management software",
    "voice clone software",
    "seo competitor analysis",
    "like counter widget",
    "replace background in photo",
    "website constructor",
  ])("what software does is no form of leaving: “%s”", (text) => {
    expect(read(text).product?.isAsked).toBe(false);
  });

  test("a need is no product", () => {
    for (const text of ["password manager", "kanban board", "how to send invoices"])
      expect(summary(text).leaving, text).toBeNull();
  });
});

describe("wishes", () => {
  test.each([
    ["open source alternative to notion", ["open source"]],
    ["self-hosted google analytics", ["self-hosted"]],
    ["european email provider", ["European"]],
    ["password manager for families", ["for families"]],
  ])("“%s”: %s", (text, wishes) => {
    expect(summary(text).wishes).toEqual(wishes);
  });

  test("a product that is also a wish is the product, where one is asked for", () => {
    expect(summary("switch from android")).toMatchObject({ leaving: "android", wishes: [] });
    expect(summary("alternatives to google chrome")).toMatchObject({ leaving: "google chrome", wishes: [] });
    expect(read("google chrome")).toMatchObject({ product: { words: ["google", "chrome"] }, wishes: [] });
    expect(summary("notes for android").wishes).toEqual(["Android"]);
  });

  test("if nothing else is said, the wish is the need", () => {
    expect(summary("self-hosted")).toMatchObject({ wishes: [], need: ["self hosted"] });
  });

  test("a term of the thesaurus keeps its words", () => {
    expect(summary("android launcher")).toMatchObject({ wishes: [], need: ["android launcher"] });
  });

  test("each part can be removed from the text", () => {
    const { product, wishes } = read("Open source alternative to Notion for teams");
    expect(product!.without).toBe("Open source for teams");
    expect(wishes.map(({ label, without }) => [label, without])).toEqual([
      ["open source", "alternative to Notion for teams"],
      ["for teams", "Open source alternative to Notion"],
    ]);
  });
});

describe("words", () => {
  test("years and words without meaning carry no weight", () => {
    expect(summary("best password manager app 2026").need).toEqual(["password manager"]);
  });

  test("the plural and the verb are the same term", () => {
    const [unit] = read("password managers").units;
    expect(unit!.products).toContain("1password");
    expect(read("invoicing software").units[0]!.terms).toContainEqual(["send", "invoices"]);
  });

  test("the words of a need may stand apart and in another order", () => {
    const [unit, ...others] = read("scheduling zebras social media").units;
    expect([unit!.words, unit!.isNeed, others.map(({ words }) => words)]).toEqual([
      ["scheduling", "social", "media"],
      true,
      [["zebras"]],
    ]);
    expect(summary("text to speech").need).toEqual(["text to speech"]);
  });

  test("light words beside a term of light words are left out", () => {
    expect(summary("to do platform").need).toEqual(["to do"]);
  });

  test("articles inside of a term are left out", () => {
    const [unit, ...others] = read("a tool to track my time").units;
    expect([unit!.words.join(" "), unit!.isNeed, others]).toEqual(["track my time", true, []]);
    expect(unit!.terms).toContainEqual(["time", "tracking"]);
  });

  test("words that are joined by a sign are one unit", () => {
    expect(summary("q&a").need).toEqual(["q a"]);
  });

  test("a term with another word of the same meaning is the same need", () => {
    const names = (text: string) => read(text).units.flatMap(({ words, terms }) => [words, ...terms]);
    expect(names("static website generator")).toContainEqual(["static", "site", "generator"]);
  });

  test("signs of programming languages are words", () => {
    expect(read("c++ ide").words).toEqual(["cpp", "ide"]);
    expect(read("C# editor").words).toEqual(["csharp", "editor"]);
    expect(read("node.js cms").words).toEqual(["node", "js", "cms"]);
  });

  test.each(["", "???", "a ".repeat(300), "like", "alternative to", "slack \ufdfa alternatives", "__proto__"])(
    "any text can be read: %j",
    (text) => {
      expect(() => read(text)).not.toThrow();
    },
  );
});
