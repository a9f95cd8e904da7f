import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { anna } from "../../web/support/anna.ts";
import { field, fill, press, see, seeAlert, seeProblem } from "../support/actions.ts";
import { type Answers, failed, refused } from "../support/api.ts";
import { untilEditor, writeArticle } from "../support/article.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { articleOf } from "../support/sites.ts";

const staff = { ...anna, is_staff: true };
const POST: EditableBlog = {
  title: "An article",
  slug: "an-article",
  excerpt: "",
  featured_image: "",
  featured_image_small: "",
  featured_image_alt: "",
  created_at: "2026-01-01T10:00:00Z",
  updated_at: "2026-01-01T10:00:00Z",
  status: "published",
  published_at: "2026-01-01T10:00:00Z",
  content: articleOf("It begins."),
};

const showNew = (answers: Answers = {}, user = staff) => showPrivate("createBlog", "/blogs/create", answers, { user });
const showEdit = (answers: Answers) => showPrivate("editBlog", "/blogs/edit/an-article", answers, { user: staff });
const dialog = (name: string) => page.getByRole("dialog", { name });

test("who is not staff does not get the form", async () => {
  const { router } = await showNew({}, anna);
  await expect.poll(() => placeOf(router)).toBe("/dashboard");
});

test("each missing or wrong part of a post has its error, and a complete one leads to the dashboard", async () => {
  let sent = new FormData();
  const { router } = await showNew({ "POST blogs/user/": (form: FormData) => ((sent = form), POST) });
  await untilEditor();
  await press("Create Blog");
  await see("Title is required");
  await see("Content is required");

  await fill("Title", "A plan");
  await writeArticle("It is announced.");
  const image = field("Featured image");
  await image.upload(new File(["text"], "notes.txt", { type: "text/plain" }));
  await see("Please upload a PNG, JPEG, WebP or GIF image.");
  await image.upload(new File(["green"], "green.png", { type: "image/png" }));
  await expect.element(page.getByRole("img", { name: "Preview" })).toBeInTheDocument();
  await field("Publish later").click();
  await press("Create Blog");
  await seeProblem("Publication time", "Please choose a date and a time.");
  await fill("Publication time", "2030-01-02T10:30");
  await press("Create Blog");
  await expect.poll(() => placeOf(router)).toBe("/dashboard");
  expect(sent.get("title")).toBe("A plan");
  expect(sent.get("content")).toContain("It is announced.");
  expect(sent.get("published_at")).toBe(new Date("2030-01-02T10:30").toISOString());
  expect((sent.get("featured_image") as File).name).toBe("green.png");
});

test("a draft is kept on the device, offered again, and discarded after a question", async () => {
  const { router } = await showNew();
  await untilEditor();
  await fill("Title", "Half an idea");
  await field("Featured image").upload(new File(["green"], "green.png", { type: "image/png" }));
  await see("Your draft is saved on this device.");
  await page.getByRole("link", { name: "Cancel" }).click();
  await dialog("Leave without saving?").getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => placeOf(router)).toBe("/dashboard");
  // The guard of the form, which React removes after the form itself, would stop the router.
  await expect.poll(() => router.state.blockers.size).toBe(0);
  await router.navigate("/blogs/create");
  await see("Half an idea");
  await press("Continue with the draft");
  await expect.element(field("Title")).toHaveValue("Half an idea");
  await see("Choose the image again. The draft does not keep it.");
  await press("Discard draft");
  await dialog("Discard this draft?").getByRole("button", { name: "Discard draft" }).click();
  await expect.element(field("Title")).toHaveValue("");
});

test("the preview stands in the place of the editor", async () => {
  await showEdit({ "GET blogs/user/an-article/": POST, "POST preview/": failed });
  await untilEditor();
  await press("Preview");
  await expect.poll(() => document.querySelector(".page-preview")).not.toBeNull();
  const [title, preview, excerpt] = ["[name=title]", ".page-preview", "[name=excerpt]"].map(
    (selector) => document.querySelector(selector)!.getBoundingClientRect().top,
  );
  expect([title, preview, excerpt]).toEqual([title, preview, excerpt].toSorted((one, other) => one! - other!));
});

test("who saves an older version is told so, and can overwrite the newer one", async () => {
  const versions: unknown[] = [];
  const newer = { ...POST, updated_at: "2026-01-02T10:00:00Z" };
  let stored = POST;
  const { router } = await showEdit({
    "GET blogs/user/an-article/": () => stored,
    "PATCH blogs/an-article/": (form: FormData) => {
      versions.push(form.get("updated_at"));
      stored = newer;
      return form.get("updated_at") === newer.updated_at ? newer : refused("It has changed.", {}, 409);
    },
  });
  await untilEditor();
  await fill("Excerpt", "Mine");
  await press("Update Blog");
  await expect.element(dialog("This blog post has a newer version")).toBeVisible();
  await press("Save my version");
  await expect.poll(() => placeOf(router)).toBe("/blogs/an-article");
  expect(versions).toEqual([POST.updated_at, newer.updated_at]);
});

async function writePost(answers: Answers) {
  const { router } = await showNew(answers);
  await fill("Title", "An article");
  await writeArticle("The beginning.");
  return router;
}

test("a blog post that cannot be created, loaded or changed shows an error", async () => {
  await writePost({ "POST blogs/user/": failed });
  await press("Create Blog");
  await seeAlert("Failed to create the blog.");
  let isDown = true;
  await showEdit({
    "GET blogs/user/an-article/": () => (isDown ? failed() : POST),
    "PATCH blogs/an-article/": failed,
  });
  await see("Failed to load blog.");
  isDown = false;
  await press("Try again");
  await untilEditor();
  await press("Update Blog");
  await seeAlert("Failed to update the blog.");
});

test("text that is typed while a new post is being saved becomes a draft of the post, and stays during the next save", async () => {
  const arrives = Promise.withResolvers<object>();
  const router = await writePost({ "POST blogs/user/": () => arrives.promise });
  await press("Create Blog");
  await fill("Excerpt", "Second thoughts");
  arrives.resolve(POST);
  await expect.poll(() => placeOf(router)).toBe("/blogs/edit/an-article");

  const saves = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await showEdit({
    "GET blogs/user/an-article/": POST,
    "PATCH blogs/an-article/": async (form: FormData) => {
      sent.push(form.get("excerpt"));
      await saves.promise;
      return { ...POST, excerpt: "Second thoughts" };
    },
  });
  await press("Continue with the draft");
  await expect.element(field("Excerpt")).toHaveValue("Second thoughts");
  await press("Update Blog");
  await fill("Excerpt", "Third thoughts");
  saves.resolve();
  await see("Saved, but without your latest changes. Save again to keep them.");
  await expect.element(field("Excerpt")).toHaveValue("Third thoughts");
  expect(sent).toEqual(["Second thoughts"]);
});
