import { useState } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiError } from "#web/data/api.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { button } from "../support/actions.ts";
import { show } from "../support/show.tsx";

function Deletion({ onConfirm }: { onConfirm: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Delete
      </button>
      {isOpen && (
        <ConfirmDialog
          title="Delete this?"
          action="Delete for good"
          busyText="Deleting…"
          onConfirm={async () => {
            await onConfirm();
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        >
          You cannot undo this.
        </ConfirmDialog>
      )}
    </>
  );
}

const dialog = page.getByRole("dialog", { name: "Delete this?" });
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();

async function open(onConfirm: () => Promise<void> = async () => {}) {
  const confirmed = vi.fn(onConfirm);
  await show(<Deletion onConfirm={confirmed} />);
  await button("Delete").click();
  await expect.element(dialog).toBeVisible();
  return confirmed;
}

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its button", () => button("Close").click()],
  ["“Cancel”", () => button("Cancel").click()],
  ["a click outside", () => userEvent.click(document.documentElement, { position: { x: 5, y: 5 }, force: true })],
])("%s closes the dialog, gives the focus back, and confirms nothing", async (_, close) => {
  const confirmed = await open();
  await close();
  await expectClosed();
  await expect.element(button("Delete")).toHaveFocus();
  expect(confirmed).not.toHaveBeenCalled();
});

test("the keyboard reaches the buttons of the dialog, and none behind it", async () => {
  await open();
  await expect.element(button("Close")).toHaveFocus();
  for (const name of ["Delete for good", "Cancel"]) {
    await userEvent.tab();
    await expect.element(button(name)).toHaveFocus();
  }
  await userEvent.tab();
  expect(button("Delete").element()).not.toBe(document.activeElement);
});

test("a second press while the first is under way confirms once", async () => {
  const saved = Promise.withResolvers<void>();
  const confirmed = await open(() => saved.promise);
  await button("Delete for good").click();
  await button("Deleting…").click({ force: true });
  expect(confirmed).toHaveBeenCalledOnce();
  saved.resolve();
  await expectClosed();
});

test("a refusal is shown in the dialog, and the next press can succeed", async () => {
  let isRefused = true;
  await open(async () => {
    if (isRefused) throw new ApiError(503, "Please try again later.");
  });
  await button("Delete for good").click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Please try again later.");
  isRefused = false;
  await button("Delete for good").click();
  await expectClosed();
});
