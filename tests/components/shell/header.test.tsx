import "#web/shell/navigation.css";
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { Header } from "#web/shell/header.tsx";
import { OfflineNote } from "#web/shell/offline-note.tsx";
import { showMessage } from "#web/ui/message.tsx";
import { see } from "../support/actions.ts";
import { show, showScreen } from "../support/show.tsx";

test.each([
  ["/categories/communication", ["Categories"]],
  ["/alternatives", ["Products"]],
  ["/alternatives/slack", ["Products"]],
  ["/blogs", ["Blog"]],
  ["/blogs/how-to-choose", ["Blog"]],
  ["/price", ["Pricing"]],
  ["/login", ["Sign In"]],
  ["/mattermost", []],
  ["/price-of-nothing", []],
])("%s: the header marks the section %j", async (path, names) => {
  await page.viewport(1280, 800);
  await showScreen({ path: "*", element: <Header /> }, path);
  await expect.element(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  expect(Array.from(document.querySelectorAll("nav [aria-current]"), ({ textContent }) => textContent)).toEqual(names);
});

test("offline, a message appears above the note", async () => {
  await page.viewport(320, 700);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await show(
    <>
      <main style={{ minBlockSize: "200vh" }} />
      <OfflineNote />
    </>,
  );
  await see("You're offline. What you typed here is not lost.");
  showMessage("Please sign in before liking.");
  await see("Please sign in before liking.");
  const [message, note] = [".message", ".offline-note"].map((part) =>
    document.querySelector(part)!.getBoundingClientRect(),
  );
  expect(message!.bottom).toBeLessThanOrEqual(note!.top);
});
