import { expect, test } from "vitest";
import { isEmptyArticle } from "#web/features/documents/article-content.ts";
import {
  type Offer,
  type OpenSection,
  splitSections,
  withOpenSections,
} from "#web/features/documents/editor/offered-sections.ts";
import { offerTemplate, renameHeading } from "#web/features/owner/site-form/article-template.ts";
import {
  type DraftAlternative,
  blankAlternative,
  blankDraft,
  isSame,
  toForm,
} from "#web/features/owner/draft/site-draft.ts";

const paragraph = (text: string) => ({ type: "paragraph", data: { text } });
const heading = (text: string, level = 2) => ({ type: "header", data: { text, level } });
const HEADINGS = ["Who it suits", "What is different", "Moving over", "Limits", "Price"];

const draftWith = (...names: string[]) => ({
  ...blankDraft(),
  alternatives: names.map((name) => ({ ...blankAlternative(), name })),
});
const headingsOf = ({ sections }: Offer) => sections.map((section) => section.heading);

/** What the editor saves. An empty line is invalid. */
const split = (blocks: { type: string; data: Record<string, unknown> }[], { sections } = offerTemplate(blankDraft())) =>
  splitSections(
    blocks.map(({ type, data }, index) => ({ id: `${index}`, type, data, isValid: data["text"] !== "" })),
    new Map(),
    sections,
  );
const bare = (blocks: { type: string; data: Record<string, unknown> }[]) =>
  blocks.map(({ type, data }) => ({ type, data }));

test("an empty article is offered five headings of level 2, each with an empty line that has a prompt", () => {
  const shown = withOpenSections([], offerTemplate(blankDraft()));
  expect(bare(shown)).toEqual(HEADINGS.flatMap((text) => [heading(text), paragraph("")]));
  expect(shown.map(({ prompt }) => prompt !== undefined)).toEqual(HEADINGS.flatMap(() => [false, true]));
});

test.each([
  [[], "What is different"],
  [["", " "], "What is different"],
  [["", "  Slack  Pro ", "Teams"], "What is different from Slack Pro"],
  [["<b>AT&T</b>"], "What is different from &lt;b&gt;AT&amp;T&lt;/b&gt;"],
])("with the products %j a heading is “%s”", (names, text) => {
  expect(headingsOf(offerTemplate(draftWith(...names)))[1]).toBe(text);
});

test("headings without text are not stored, so the article stays empty", () => {
  const { stored, open } = split(withOpenSections([], offerTemplate(blankDraft())));
  expect(stored).toEqual([]);
  expect(isEmptyArticle(JSON.stringify({ blocks: stored }))).toBe(true);
  expect(open.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0]);
});

test("a heading with text below it is stored, and the others are open at their places", () => {
  const written = [
    paragraph("In short."),
    heading("Who it suits"),
    paragraph(""),
    heading("What is different"),
    paragraph("No ads."),
    paragraph(""),
    heading("Moving over"),
    paragraph("&nbsp;<br>"),
    heading("Limits"),
    heading("On phones", 3),
    heading("Price"),
    { type: "table", data: { content: [["€ 5"]] } },
  ];
  const { stored, open } = split(written);
  expect(bare(stored)).toEqual([
    paragraph("In short."),
    heading("What is different"),
    paragraph("No ads."),
    paragraph("&nbsp;<br>"),
    heading("Limits"),
    heading("On phones", 3),
    heading("Price"),
    { type: "table", data: { content: [["€ 5"]] } },
  ]);
  expect(open).toEqual([
    { key: "suits", at: 1 },
    { key: "moving", at: 3 },
  ]);
});

test("a heading that the owner wrote or changed is stored, and one that the owner deleted is not offered again", () => {
  const { stored, open } = split([
    heading("Who it suits!"),
    heading("Price", 3),
    heading("My heading"),
    heading("Limits"),
    paragraph(""),
  ]);
  expect(bare(stored)).toEqual([heading("Who it suits!"), heading("Price", 3), heading("My heading")]);
  expect(open).toEqual([{ key: "limits", at: 3 }]);
});

test("open headings return to their places, with the name of the new product", () => {
  const openSections: OpenSection[] = [
    { key: "suits", at: 1 },
    { key: "difference", at: 1 },
    { key: "price", at: 9 },
    { key: "limits" },
    { key: "unknown", at: 0 },
  ];
  const offer = offerTemplate({ ...draftWith("Teams"), content: "Moving over", openSections });
  const blocks = [paragraph("In short."), heading("Moving over"), paragraph("By file.")];
  expect(bare(withOpenSections(blocks, offer))).toEqual([
    paragraph("In short."),
    heading("Who it suits"),
    paragraph(""),
    heading("What is different from Teams"),
    paragraph(""),
    heading("Moving over"),
    paragraph("By file."),
    heading("Price"),
    paragraph(""),
    heading("Limits"),
    paragraph(""),
  ]);
});

test("a new product renames the heading with text below it, but no words of the owner", () => {
  const [none, slack, teams] = [draftWith(), draftWith("Slack"), draftWith('$1 "Teams"')].map(
    ({ alternatives }) => alternatives,
  ) as [DraftAlternative[], DraftAlternative[], DraftAlternative[]];
  const texts = ["What is different", "What is different from Slack", "What is different from Slack and Zoom"];
  const content = JSON.stringify({ blocks: [...texts.map((text) => heading(text)), paragraph(texts[1]!)] });
  const renamed = (before: DraftAlternative[], after: DraftAlternative[]) =>
    (JSON.parse(renameHeading(content, before, after)) as { blocks: { data: { text: string } }[] }).blocks.map(
      ({ data }) => data.text,
    );
  expect(renamed(slack, teams)).toEqual([texts[0], 'What is different from $1 "Teams"', texts[2], texts[1]]);
  expect(renamed(none, slack)).toEqual([texts[1], texts[1], texts[2], texts[1]]);
  expect(renameHeading("", slack, teams)).toBe("");
});

test("an article that exists is offered no heading, and an article without an offer keeps its empty headings", () => {
  const blocks = [heading("Price"), paragraph("")];
  const content = JSON.stringify({ blocks });
  expect(offerTemplate({ ...blankDraft(), content }).open).toEqual([]);
  expect(bare(split(blocks, { sections: [], open: [] }).stored)).toEqual([heading("Price")]);
});

test("the choice of headings is not sent and does not change a site", () => {
  const chosen = { ...blankDraft(), openSections: [{ key: "price", at: 0 }], isTemplateDismissed: true };
  expect(toForm(chosen)).toEqual(toForm(blankDraft()));
  expect(isSame(chosen, blankDraft())).toBe(true);
});
