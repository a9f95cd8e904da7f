import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConflictDialog } from "#web/forms/conflict-dialog.tsx";
import { show } from "../support/show.tsx";

async function open(what?: "site" | "blog post") {
  const calls = { onClose: vi.fn(), onLoadNewer: vi.fn(), onKeepMine: vi.fn() };
  await show(<ConflictDialog {...(what && { what })} {...calls} />);
  return calls;
}

test("the dialog says what has changed, and that one version will be lost", async () => {
  await open();
  const dialog = page.getByRole("dialog", { name: "This site has a newer version" });
  await expect.element(dialog.getByText("the other one will be lost", { exact: false })).toBeVisible();
});

test.each([
  ["Save my version", "onKeepMine"],
  ["Load newer version", "onLoadNewer"],
  ["Close", "onClose"],
] as const)("“%s” calls only %s", async (name, called) => {
  const calls = await open("blog post");
  const dialog = page.getByRole("dialog", { name: "This blog post has a newer version" });
  await dialog.getByRole("button", { name, exact: true }).click();
  for (const [key, call] of Object.entries(calls)) expect(call, key).toHaveBeenCalledTimes(key === called ? 1 : 0);
});

test("Escape keeps the typed text: it closes the dialog and chooses no version", async () => {
  const calls = await open();
  await userEvent.keyboard("{Escape}");
  expect(calls.onClose).toHaveBeenCalledOnce();
  expect(calls.onKeepMine).not.toHaveBeenCalled();
  expect(calls.onLoadNewer).not.toHaveBeenCalled();
});
