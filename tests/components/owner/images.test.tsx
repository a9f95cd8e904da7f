import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { SITE_IMAGE_MESSAGES } from "#schema/images/site-images.ts";
import { button, fill, press, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed, lost, refused } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";
import { articleOf, ownSite, proposal, storeDraft } from "../support/sites.ts";

const SCREENSHOT = "POST images/?kind=screenshot";
const LOGO = "POST images/?kind=logo";

const row = (number: number) => page.getByRole("group", { name: new RegExp(`^Screenshot ${number}`) });
const alt = (number: number) => row(number).getByLabelText("Description for people who cannot see it");
const seeStored = (images: number) =>
  expect.poll(() => document.querySelectorAll("img[src^='/media/users/']").length).toBe(images);
const settled = () => expect.poll(() => document.querySelector(".image-state")).toBeNull();
const fileField = (name: string | RegExp) => page.getByLabelText(name).element() as HTMLInputElement;
const LOGO_FIELD = /^Choose (a|another) logo$/;

/** The stored images of these tests do not exist. Only those named so say it. */
const hideMissing = (event: Event) => {
  if (event.target instanceof HTMLImageElement && !event.target.src.includes("gone")) event.stopImmediatePropagation();
};
beforeEach(() => addEventListener("error", hideMissing, { capture: true }));
afterEach(() => removeEventListener("error", hideMissing, { capture: true }));

async function png(name: string, width = 800, height = 500, isNoise = false): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  context.fillRect(0, 0, width, height);
  if (isNoise) {
    const pixels = context.getImageData(0, 0, width, height);
    for (let at = 0; at < pixels.data.length; at += 1) if (at % 4 < 3) pixels.data[at] = Math.random() * 256;
    context.putImageData(pixels, 0, 0);
  }
  return new File([await canvas.convertToBlob()], name, { type: "image/png" });
}

const transfer = (files: File[]) => {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
};

function choose(input: HTMLInputElement, ...files: File[]) {
  input.files = transfer(files).files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
const add = (...files: File[]) => choose(fileField("Add screenshots"), ...files);

let count = 0;
const store = (form: FormData) => {
  count += 1;
  const kind = form.has("logo") ? "256x256" : "800x500";
  return { success: 1, file: { url: `/media/users/${count}-${kind}.webp` } };
};

async function showForm(answers: Answers = {}) {
  vi.stubGlobal("scrollTo", () => {});
  if (localStorage.length === 0) storeDraft({ content: articleOf("It plans a week.") });
  const { calls } = await showPrivate("createSite", "/sites/create#finish", {
    "GET sites/proposal/?*": proposal,
    "POST preview/": failed,
    [SCREENSHOT]: store,
    [LOGO]: store,
    "HEAD /media/users/gone-800x500.w400.webp": new Response(null, { status: 404 }),
    ...answers,
  });
  await press("Continue with the draft");
  calls.length = 0;
  return calls;
}

test("dropped and pasted files are uploaded, and those too many or there already are refused in words", async () => {
  await showForm();
  const first = await png("first.png");
  add(first);
  add(first);
  await see("first.png is here already.");
  const options = { bubbles: true, cancelable: true };
  const drop = (target: string, ...files: File[]) =>
    document.querySelector(target)!.dispatchEvent(new DragEvent("drop", { ...options, dataTransfer: transfer(files) }));
  drop(".site-logo legend", await png("logo.png", 300, 300));
  const clipboardData = transfer([await png("pasted.png")]);
  document.body.dispatchEvent(new ClipboardEvent("paste", { ...options, clipboardData }));
  drop("h1", ...(await Promise.all(["3", "4", "5", "6"].map((name) => png(`${name}.png`)))));
  await see("6.png was left out: you can add at most 5 screenshots.");
  await settled();
  await expect.element(row(5)).toBeVisible();
  await press("Remove logo");
  await expect.poll(() => document.activeElement).toBe(fileField(LOGO_FIELD));
  fileField("Add screenshots").focus();
  await userEvent.keyboard("{Enter}");
  await see(SITE_IMAGE_MESSAGES.tooMany);
  // Their descriptions are missing, which is no error of another step.
  await page.getByRole("link", { name: "Edit Content" }).click();
  await press("Continue");
  await expect.element(page.getByRole("heading", { name: "Listing, step 3 of 3 Finish" })).toBeVisible();
});

test("a file that cannot be used says why at its row, and another one takes its place", async () => {
  let answer: Response | undefined = refused(IMAGE_MESSAGES.wrongType, {}, 415);
  const calls = await showForm({ [SCREENSHOT]: (form: FormData) => answer ?? store(form) });
  const svg = new File(["<svg/>"], "sign.svg", { type: "image/svg+xml" });
  add(svg);
  await see(`sign.svg: ${IMAGE_MESSAGES.wrongType}`);
  choose(fileField(LOGO_FIELD), svg);
  const logo = page.getByRole("group", { name: "Logo", exact: true });
  await expect.element(logo.getByText("sign.svg", { exact: false })).toBeVisible();
  // The browser cannot draw it, so it stays too large.
  add(new File([new Uint8Array(6 * 1024 * 1024)], "huge.png", { type: "image/png" }));
  await see(`huge.png: ${IMAGE_MESSAGES.tooLarge}`);
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
  await press("Remove screenshot 1");
  add(new File(["no image"], "broken.png", { type: "image/png" }));
  await see(`broken.png: ${IMAGE_MESSAGES.wrongType}`);
  await alt(1).fill("A board");
  await press("List this site");
  const another = page.getByLabelText("Choose another file for screenshot 1");
  await expect.element(another).toHaveAttribute("aria-invalid", "true");
  answer = undefined;
  choose(another.element() as HTMLInputElement, await png("whole.png"));
  await seeStored(1);
  await expect.element(alt(1)).toHaveValue("A board");
});

test("the browser shrinks a large photo before it sends it", async () => {
  const sent: File[] = [];
  await showForm({
    [SCREENSHOT]: (form: FormData) => {
      sent.push(form.get("image") as File);
      return store(form);
    },
  });
  const photo = await png("photo.png", 2000, 1250, true);
  add(photo);
  await settled();
  await expect.poll(() => sent.length).toBe(1);
  const { width, height } = await createImageBitmap(sent[0]!);
  expect([width, height, sent[0]!.size < photo.size / 2]).toEqual([1600, 1000, true]);
});

test("an upload that fails is sent again from memory", async () => {
  let isDown = true;
  await showForm({ [SCREENSHOT]: (form: FormData) => (isDown ? lost() : store(form)) });
  add(await png("board.png"));
  await see("board.png: Network error - please check your connection");
  isDown = false;
  await button("Try again the upload of screenshot 1").click();
  // The button that had the focus is gone.
  await expect.element(alt(1)).toHaveFocus();
  await settled();
});

test("while an upload runs, its progress is shown, the form waits for it, and leaving asks", async () => {
  const arrives = Promise.withResolvers<void>();
  await showForm({
    [SCREENSHOT]: (form: FormData) => arrives.promise.then(() => store(form)),
    "POST sites/": ({ screenshots }: { screenshots: object[] }) => refused(`Sent images: ${screenshots.length}`),
  });
  add(await png("board.png"), await png("week.png"));
  await expect.element(page.getByRole("progressbar", { name: /Uploading board.png/ })).toBeVisible();
  await see("week.png waits for the image before it.");
  await press("Cancel the upload of screenshot 2");
  await expect.element(alt(1)).toHaveFocus();
  await expect.element(row(2)).not.toBeInTheDocument();
  await alt(1).fill("A board");
  await press("List this site");
  await expect.element(button("Waiting for an upload…")).toBeVisible();
  arrives.resolve();
  await seeAlert("Sent images: 1");
});

test("a draft keeps stored images, and asks again for those that are not stored", async () => {
  let isDown = false;
  await showForm({
    [SCREENSHOT]: (form: FormData) =>
      isDown
        ? refused(IMAGE_MESSAGES.notStored, {}, 503)
        : { file: { url: "/media/users/gone-800x500.webp", ...store(form) } },
  });
  add(await png("stored.png"));
  await see(SITE_IMAGE_MESSAGES.notStoredAnyMore);
  isDown = true;
  add(await png("lost.png"));
  await see(IMAGE_MESSAGES.notStored);
  await alt(2).fill("Typed already");
  await showForm();
  await expect.element(row(1).getByText(SITE_IMAGE_MESSAGES.notStoredAnyMore)).toBeVisible();
  await expect.element(row(2).getByText("This image was not uploaded. Please choose its file again.")).toBeVisible();
  await expect.element(alt(2)).toHaveValue("Typed already");
  for (const number of [1, 2]) choose(fileField(`Choose a file for screenshot ${number}`), await png(`${number}.png`));
  await seeStored(2);
});

test("the icon of the site becomes its logo, or the form says why not", async () => {
  let icon: () => Response | Promise<Response> = () => new Response(null, { status: 404 });
  await showForm({
    "GET sites/proposal/?*": { ...proposal, logo_url: "/media/remote/icon" },
    "GET /media/remote/icon": () => icon(),
    [LOGO]: async (form: FormData) => {
      const { width } = await createImageBitmap(form.get("image") as File);
      return width < 128 ? refused(SITE_IMAGE_MESSAGES.logoNotSquare) : store(form);
    },
  });
  await press("Use the icon of your site");
  await see("We found no icon of at least 128 pixels. Please choose a file.");
  icon = async () => new Response(await png("icon.png", 64, 64));
  await press("Use the icon of your site");
  await see(`The icon of your site: ${SITE_IMAGE_MESSAGES.logoNotSquare}`);
  icon = async () => new Response(await png("icon.png", 180, 180));
  await press("Use the icon of your site");
  await settled();
  await expect.element(button("Remove logo")).toBeVisible();
});

test("images are changed in their own tab, and a refused one opens it", async () => {
  const image = { url: "/media/users/old-800x500.webp", alt: "A board", decorative: false, caption: "" };
  const sent: object[] = [];
  await showPrivate("editSite", "/site/edit/7", {
    "GET sites/7/": { ...ownSite, logo: "/media/users/logo-256x256.webp", screenshots: [image] },
    [SCREENSHOT]: store,
    "PUT sites/7/": (form: object) => {
      sent.push(form);
      const fields = { "screenshots.0.url": SITE_IMAGE_MESSAGES.notStoredAnyMore };
      return refused(SITE_IMAGE_MESSAGES.notStoredAnyMore, fields);
    },
  });
  await fill("Description (optional)", "Another text");
  await press("Save Changes");
  await expect.element(page.getByRole("tab", { name: "Images" })).toHaveAttribute("aria-selected", "true");
  expect(sent).toMatchObject([{ logo: "/media/users/logo-256x256.webp", screenshots: [image] }]);
  choose(fileField("Choose a file for screenshot 1"), await png("again.png"));
  await press("Remove logo");
  await press("Save Changes");
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]).toMatchObject({ logo: null, screenshots: [{ ...image, url: `/media/users/${count}-800x500.webp` }] });
});
