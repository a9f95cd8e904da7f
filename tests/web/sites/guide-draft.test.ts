import { expect, test } from "vitest";
import { ApiError } from "#web/data/api.ts";
import { blankRow, changedTexts, toDraft } from "#web/features/sites/product-guide/guide-draft.ts";

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
const draft = toDraft(record);

test("the choices of a product become rows, and what is unchanged is not sent", () => {
  expect(draft.choices).toMatchObject([{ slug: "zulip", text: "you want topics: many" }, { slug: "element" }]);
  expect(changedTexts(draft, record)).toEqual({});
});

test("changed rows become lines, without empty ones", () => {
  const changed = {
    ...draft,
    why_leave: "Noise",
    choices: [{ ...blankRow(), slug: "huly", text: " you plan " }, ...draft.choices.slice(1), blankRow()],
    export_link: "https://slack.com/export",
  };
  expect(changedTexts(changed, record)).toEqual({
    why_leave: "Noise",
    choices: "huly: you plan\nelement: you want encryption",
    export_link: "https://slack.com/export",
  });
});

test.each([{ slug: "zulip" }, { text: "you want topics" }])("a choice with only %o is refused", (part) => {
  expect(() => changedTexts({ ...draft, choices: [{ ...blankRow(), ...part }] }, record)).toThrow(ApiError);
});
