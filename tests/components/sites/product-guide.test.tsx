import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { anna } from "../../web/support/anna.ts";
import { productPage } from "../../web/support/pages.ts";
import { button, field, fill, press } from "../support/actions.ts";
import { answerApi, refused } from "../support/api.ts";
import { openPage } from "../support/directory.tsx";

const staff = { ...anna, is_staff: true };
const NO_LIKES = { liked: [], own: [] };
const guide = {
  record: { id: 3, about: "", why_leave: "Price\nNoise", choices: "zulip: you want topics", choices_by: "Anna" },
  sites: [
    { slug: "element", name: "Element" },
    { slug: "zulip", name: "Zulip" },
  ],
};

test("staff change the guide on the product's page, which then shows it", async () => {
  let saved: unknown;
  let answer: (body: object) => unknown = () => refused("No", { choices: "No site has this slug." });
  answerApi({
    "GET check_auth/": { user: staff },
    "GET likes/?ids=1": NO_LIKES,
    "GET products/slack/guide/": guide,
    "PATCH sites/product/3/": (body: object) => answer(body),
    "GET pages/alternatives/slack": {},
  });
  await openPage(
    "/alternatives/slack",
    { product: () => productPage({ guide: { about: saved ? "A chat" : "" } }) },
    staff,
  );
  await press("Edit this guide");
  await fill("What it is", "A chat");
  await fill("Why people leave it", "Noise");
  await press("Add choice");
  await press("Remove choice 2");
  await expect.element(button("Add choice")).toHaveFocus();
  await press("Add choice");
  await expect.element(field("Choice 2: if")).toHaveFocus();
  const site = page.getByRole("combobox", { name: "Choice 2", exact: true });
  expect([...site.element().querySelectorAll("option")].map(({ text }) => text)).toEqual(["Choose…", "Element"]);
  await site.selectOptions("Element");
  await press("Save");
  await expect
    .element(page.getByText("Please choose a site and write a text in each row, or remove the row."))
    .toBeVisible();
  await fill("Choice 2: if", "you want encryption");
  await press("Save");
  await expect.element(page.getByText("No site has this slug.")).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "Choice 1", exact: true })).toHaveFocus();
  answer = (body) => (saved = body);
  await press("Save");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(saved).toEqual({
    about: "A chat",
    why_leave: "Noise",
    choices: "zulip: you want topics\nelement: you want encryption",
  });
  await expect.element(page.getByText("A chat", { exact: false }).first()).toBeInTheDocument();
});

test("visitors and owners have no form", async () => {
  answerApi({ "GET check_auth/": { user: anna }, "GET likes/?ids=1": NO_LIKES });
  await openPage("/alternatives/slack", { product: () => productPage() }, anna);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(button("Edit this guide").elements()).toEqual([]);
});
