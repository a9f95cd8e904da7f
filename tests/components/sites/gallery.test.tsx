import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Gallery } from "#web/features/sites/gallery/gallery.tsx";
import { show } from "../support/show.tsx";

const WIDE = "1600x1000";
const TALL = "900x1800";

/** The second screenshot is decorative. */
const showGallery = (...sizes: string[]) =>
  show(
    <Gallery
      name="Boards"
      screenshots={sizes.map((size, index) => ({
        url: `/media/users/1/${index}-${size}.webp`,
        alt: index === 1 ? "" : `Board ${index + 1}`,
        decorative: index === 1,
        caption: index === 1 ? "" : `Caption ${index + 1}`,
      }))}
    />,
  );

const gallery = () => page.getByRole("region", { name: "Screenshots of Boards" });
const next = () => gallery().getByRole("button", { name: "Next screenshot" });
const previous = () => gallery().getByRole("button", { name: "Previous screenshot" });
const links = () => gallery().getByRole("link");
const dialog = () => page.getByRole("dialog", { name: "Screenshots of Boards" });
const expectCount = (text: string) => expect.element(dialog().getByRole("status")).toHaveTextContent(text);

/** The item starts where the list starts. */
const expectStart = (index: number) =>
  expect
    .poll(() => {
      const list = document.querySelector(".gallery .strip")!;
      const [start, item] = [list, list.children[index]!].map((element) => element.getBoundingClientRect().left);
      return Math.abs(item! - start! - Number.parseFloat(getComputedStyle(list).paddingLeft));
    })
    .toBeLessThan(2);

test("buttons scroll the gallery from screenshot to screenshot, and keep the focus at its ends", async () => {
  await page.viewport(800, 800);
  await showGallery(WIDE, WIDE, WIDE);
  await expect.element(previous()).toHaveAttribute("aria-disabled", "true");
  await next().click();
  await expectStart(1);
  await expect.element(previous()).toHaveAttribute("aria-disabled", "false");
  await next().click();
  await expect.element(next()).toHaveAttribute("aria-disabled", "true");
  await expect.element(next()).toHaveFocus();
  await previous().click();
  await previous().click();
  await expectStart(0);
});

test("the gallery has buttons only if its screenshots need more room than the window has", async () => {
  await page.viewport(800, 800);
  await showGallery(WIDE, WIDE);
  await expect.element(next()).toBeVisible();
  await page.viewport(1280, 800);
  await expect.element(next()).not.toBeInTheDocument();
});

test("the arrow keys move from screenshot to screenshot, and the browser scrolls to it", async () => {
  await page.viewport(800, 800);
  await showGallery(WIDE, WIDE, TALL);
  (links().first().element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(gallery().getByRole("link", { name: "Open screenshot 2" })).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(links().last()).toHaveFocus();
  await expect.element(next()).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(links().nth(1)).toHaveFocus();
});

test("a screenshot opens in a dialog that keys and buttons lead through, and that gives the focus back", async () => {
  await page.viewport(390, 844);
  await showGallery(WIDE, WIDE, TALL);
  const opener = gallery().getByRole("link", { name: "Board 1" });
  await opener.click();
  await expectCount("1 of 3 Caption 1");
  await userEvent.keyboard("{ArrowRight}");
  await expectCount("2 of 3");
  await userEvent.keyboard("{ArrowRight}");
  await expectCount("3 of 3 Caption 3");
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  await expectCount("2 of 3");
  await dialog().getByRole("button", { name: "Previous screenshot" }).click();
  await expectCount("1 of 3 Caption 1");
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
