import { type ReactNode, useState } from "react";
import { useRouteError } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { RenderAgain } from "#web/ui/render-again.tsx";
import { translate } from "../../support/translate.ts";
import { showScreen } from "../support/show.tsx";

const showPart = (part: ReactNode) =>
  showScreen({
    path: "/",
    ErrorBoundary: () => <p role="alert">{String(useRouteError())}</p>,
    element: (
      <>
        <input aria-label="Name" />
        <RenderAgain>{part}</RenderAgain>
      </>
    ),
  });

/** React cannot remove its text after a translation. */
function BareText() {
  const [isOpen, setOpen] = useState(true);
  return (
    <p>
      {isOpen && "Open"}
      <button onClick={() => setOpen(false)}>Close</button>
    </p>
  );
}

test("what a translation broke is rendered again, each time, and what was typed beside it stays", async () => {
  // React logs what a boundary has caught.
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  await showPart(<BareText />);
  await page.getByLabelText("Name").fill("Anna");
  onTestFinished(translate());
  for (let failures = 1; failures <= 3; failures += 1) {
    await page.getByRole("button").click();
    await expect.poll(() => log.mock.calls.length).toBe(failures);
    await expect.element(page.getByText("«Open»")).toBeInTheDocument();
  }
  await expect.element(page.getByLabelText("Name")).toHaveValue("Anna");
});

test("another error, and that of a part that always fails, reach the error page", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let times = 0;
  for (const error of [new TypeError("Another one"), new DOMException("Always", "NotFoundError")]) {
    const Broken = () => {
      times += 1;
      throw error;
    };
    await showPart(<Broken />);
    await expect.element(page.getByText(String(error))).toBeInTheDocument();
    // React itself tries once more.
    if (error instanceof TypeError) expect(times).toBeLessThan(5);
  }
});
