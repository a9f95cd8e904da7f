import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { homePage, productPage } from "../../web/support/pages.ts";
import { answerApi } from "../support/api.ts";
import { address, openPage } from "../support/directory.tsx";

const field = () => page.getByLabelText("Search products, sites and categories");
const option = (name: string) => page.getByRole("option", { name, exact: true });
const none = { products: [], sites: [], categories: [], articles: [] };
const slack = { ...none, products: [{ name: "Slack", slug: "slack", link: "https://slack.com/", count: 9 }] };

async function openDialog() {
  await openPage("/about", { product: () => productPage(), home: () => homePage() });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field()).toHaveFocus();
}

test("Enter opens the page whose name was typed", async () => {
  answerApi({ "GET suggestions/?q=slack": slack });
  await openDialog();
  await field().fill("slack");
  await expect
    .element(page.getByText("1 suggestion. Enter opens Slack. Use the arrow keys for others."))
    .toBeInTheDocument();
  await expect.element(option("Slack 9 alternatives")).toHaveAttribute("data-combobox-option-default", "true");
  expect(option("Slack 9 alternatives").element().querySelector("mark")?.textContent).toBe("Slack");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { level: 1, name: /alternatives to Slack/ })).toBeVisible();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("the last option searches for the words, and is no suggestion", async () => {
  answerApi({ "GET suggestions/?q=zzz": none });
  await openDialog();
  await field().fill("zzz");
  await expect.element(page.getByText("0 suggestions, use the arrow keys", { exact: true })).toBeInTheDocument();
  await expect.element(option("Search for “zzz”")).toBeVisible();
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(address).toBe("/?q=zzz");
  expect(localStorage.getItem("searches")).toBe('["zzz"]');
});
