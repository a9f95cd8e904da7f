import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ApiError } from "#web/api.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
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

const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog", { name: "Delete this?" });
const expectClosed = () => expect.element(dialog).not.toBeInTheDocument();

/** Opens the dialog, and returns the number of confirmations so far. */
async function open(onConfirm: () => Promise<void> = async () => {}): Promise<() => number> {
  let count = 0;
  await show(
    <Deletion
      onConfirm={() => {
        count++;
        return onConfirm();
      }}
    />,
  );
  await button("Delete").click();
  await expect.element(dialog).toBeVisible();
  return () => count;
}

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["its button", () => button("Close").click()],
  ["“Cancel”", () => button("Cancel").click()],
  ["a click outside", () => userEvent.click(document.documentElement, { position: { x: 5, y: 5 }, force: true })],
])("%s closes the dialog, gives the focus back, and confirms nothing", async (_, close) => {
  const confirmations = await open();
  await close();
  await expectClosed();
  await expect.element(button("Delete")).toHaveFocus();
  expect(confirmations()).toBe(0);
});

test("the keyboard cannot leave the dialog", async () => {
  await open();
  for (let press = 0; press < 8; press++) {
    await userEvent.tab();
    expect(document.activeElement === document.body || dialog.element().contains(document.activeElement)).toBe(true);
  }
});

test("a second press while the first is under way confirms once", async () => {
  const saved = Promise.withResolvers<void>();
  const confirmations = await open(() => saved.promise);
  await button("Delete for good").click();
  await button("Deleting…").click({ force: true });
  expect(confirmations()).toBe(1);
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
