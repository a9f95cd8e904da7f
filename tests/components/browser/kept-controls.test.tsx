import { type ReactNode, useLayoutEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepControls } from "#web/browser/kept-controls.ts";
import { CodeField } from "#web/features/accounts/code-field.tsx";
import { TextArea } from "#web/forms/text-area.tsx";

const onTyped = vi.fn();

const form = (
  <form>
    <button type="button">Help</button>
    <input name="email" defaultValue="anna@" onChange={({ target }) => onTyped(target.value)} />
    <CodeField error={undefined} />
    <TextArea name="message" label="Message" error={undefined} />
    <input name="news" type="checkbox" defaultChecked />
    <input name="untouched" defaultValue="same" />
    <input name="token" type="hidden" defaultValue="new" />
  </form>
);

const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)!;
const each = (selector: string, change: (element: Element) => void) => () =>
  document.querySelectorAll(selector).forEach((element) => change(element));

function hydrate(root: HTMLElement, onHydrated: () => void) {
  function Page({ children }: { children: ReactNode }) {
    useLayoutEffect(onHydrated);
    return children;
  }
  const hydrated = hydrateRoot(root, <Page>{form}</Page>, { onRecoverableError: () => {} });
  onTestFinished(() => hydrated.unmount());
}

test.each<[string, () => void]>([
  ["changes nothing", () => {}],
  ["puts an icon after each field", each("input, textarea", (one) => one.after(document.createElement("div")))],
  ["puts a button before each field", each("input, textarea", (one) => one.before(document.createElement("button")))],
  ["puts an icon into each label", each("label", (label) => label.prepend(document.createElement("img")))],
  [
    "wraps each field",
    each("input, textarea", (one) => {
      const box = document.createElement("div");
      one.replaceWith(box);
      box.append(one);
    }),
  ],
])("what is typed before hydration is kept if an extension %s", async (_, change) => {
  onTyped.mockClear();
  const root = document.createElement("div");
  document.body.append(root);
  onTestFinished(() => root.remove());
  root.innerHTML = renderToString(form);
  const help = root.querySelector("button")!;
  change();
  field("token").value = "old";
  field("code").value = "123 456";
  field("message").value = "Hello";
  field("news").checked = false;
  const { find, restore } = keepControls();
  field("email").focus();
  field("email").value = "anna@example.com";
  field("email").setSelectionRange(2, 4);

  const shown = Promise.withResolvers<void>();
  hydrate(root, () => {
    restore();
    shown.resolve();
  });
  await shown.promise;
  await expect.poll(() => field("code").value).toBe("123456");
  expect([field("email").value, field("message").value, field("untouched").value]).toEqual([
    "anna@example.com",
    "Hello",
    "same",
  ]);
  expect(field("news").checked).toBe(false);
  expect(document.activeElement).toBe(field("email"));
  expect([field("email").selectionStart, field("email").selectionEnd]).toEqual([2, 4]);
  expect(find(help)?.textContent).toBe("Help");
});
