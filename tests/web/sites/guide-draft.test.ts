import { expect, test } from "vitest";
import { ApiError } from "#web/data/api.ts";
import { blankChoice, blankLine, changedTexts, toDraft } from "#web/features/sites/product-guide/guide-draft.ts";

const record = {
  id: 3,
  about: "Chat",
  why_leave: "Price\nNoise",
  export_formats: "",
  export_steps: "",
  export_link: null,
  choices: "zulip: you want topics: many\nelement: you want encryption",
  choices_by: "Anna",
};
const draft = toDraft({ record, sites: [] });

test("the texts of a product become rows, and unchanged ones are not sent", () => {
  expect(draft.reasons.map(({ text }) => text)).toEqual(["Price", "Noise"]);
  expect(draft.choices).toMatchObject([{ slug: "zulip", text: "you want topics: many" }, { slug: "element" }]);
  expect(changedTexts(draft, record)).toEqual({});
});

test("changed rows become lines, without empty ones", () => {
  const changed = {
    ...draft,
    reasons: [...draft.reasons.slice(1), { ...blankLine(), text: " Old messages " }, blankLine()],
    choices: [{ ...blankChoice(), slug: "huly", text: "you plan" }, ...draft.choices.slice(1), blankChoice()],
    link: "https://slack.com/export",
  };
  expect(changedTexts(changed, record)).toEqual({
    why_leave: "Noise\nOld messages",
    choices: "huly: you plan\nelement: you want encryption",
    export_link: "https://slack.com/export",
  });
});

test.each([{ slug: "zulip" }, { text: "you want topics" }])("a choice with only %o is refused", (part) => {
  expect(() => changedTexts({ ...draft, choices: [{ ...blankChoice(), ...part }] }, record)).toThrow(ApiError);
});
