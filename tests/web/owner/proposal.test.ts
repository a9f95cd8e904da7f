import { expect, test } from "vitest";
import { blankDraft } from "#web/features/owner/draft/site-draft.ts";
import { textsForEmptyFields } from "#web/features/owner/draft/use-proposal.ts";

const proposal = { name: "Plausible", description: "Light web statistics" };

test("a proposal fills empty fields and overwrites nothing", () => {
  expect(textsForEmptyFields(blankDraft(), proposal)).toEqual(proposal);
  expect(textsForEmptyFields({ ...blankDraft(), name: "Mine" }, proposal)).toEqual({
    description: proposal.description,
  });
  expect(textsForEmptyFields({ ...blankDraft(), name: " " }, { name: "", description: "" })).toEqual({});
});
