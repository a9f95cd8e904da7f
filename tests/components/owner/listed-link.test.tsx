import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Listed, SiteProposal } from "#schema/sites/link-previews.ts";
import { blankDraft, SITE_DRAFTS } from "#web/features/owner/draft/site-draft.ts";
import { CreateSiteForm } from "#web/features/owner/site-form/create-site-form.tsx";
import { answerApi, failed } from "../support/api.ts";
import { show } from "../support/show.tsx";

const user = { id: 1, email: "a@example.com", is_staff: false, is_superuser: false } as Parameters<
  typeof CreateSiteForm
>[0]["user"];
const link = "https://mine.example/";
const CALL = `GET sites/proposal/?${new URLSearchParams({ url: link })}`;
const field = page.getByLabelText("Site link");

const proposal = (listed?: Listed): SiteProposal => ({
  link,
  name: "",
  description: "",
  icon_url: "",
  logo_url: "",
  facts: {},
  fact_sources: {},
  ...(listed && { listed }),
});

async function showForm(answer: SiteProposal | Response, draft: { link?: string } = {}) {
  vi.stubGlobal("scrollTo", () => {});
  const calls = answerApi({ [CALL]: answer });
  const start = { ...blankDraft(), name: "Mine", category: "productivity", ...draft };
  await show(
    <CreateSiteForm
      user={user}
      start={{ kind: SITE_DRAFTS, start, original: blankDraft(), key: crypto.randomUUID() }}
    />,
  );
  return calls;
}

const next = () => page.getByRole("button", { name: "Continue" }).click();

test("a link that the user lists already is said when the field is left, and step 1 stays", async () => {
  await showForm(proposal({ name: "Mine", id: 7 }));
  await field.fill(link);
  await page.getByLabelText("Site name").click();
  await expect.element(field).toHaveAccessibleDescription(/already listed as “Mine”/);
  await expect.element(page.getByRole("link", { name: "Edit “Mine”" })).toHaveAttribute("href", "/site/edit/7");
  await next();
  await expect.element(field).toHaveFocus();
});

test("the link of a stored draft is asked before step 2", async () => {
  const calls = await showForm(proposal({ name: "Mine", id: 7 }), { link });
  expect(calls).toEqual([]);
  await next();
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAccessibleDescription(/already listed as “Mine”/);
  expect(calls).toEqual([CALL]);
});

test("a link that somebody else lists is said with a link, and the form goes on", async () => {
  await showForm(proposal({ name: "Theirs", slug: "theirs" }));
  await field.fill(link);
  await page.getByLabelText("Site name").click();
  await expect.element(page.getByRole("link", { name: "Theirs" })).toHaveAttribute("href", "/theirs");
  await expect.element(page.getByRole("status").filter({ hasText: "already listed as Theirs" })).toBeVisible();
  await next();
  await expect.element(page.getByRole("button", { name: "Back" })).toBeVisible();
});

test.for([
  ["a free link", proposal()],
  ["no answer", failed()],
] as const)("with %s the form goes on", async ([, answer]) => {
  await showForm(answer);
  await field.fill(link);
  await next();
  await expect.element(page.getByRole("button", { name: "Back" })).toBeVisible();
});
