import { expect, test } from "vitest";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { anna } from "../../web/support/anna.ts";
import { field, fill, press, see, seeAlert } from "../support/actions.ts";
import { type Answers, failed } from "../support/api.ts";
import { untilEditor, writeArticle } from "../support/article.ts";
import { placeOf, showPrivate } from "../support/show.tsx";
import { articleOf } from "../support/sites.ts";

const options = { user: { ...anna, is_staff: true } };
const post: EditableBlog = {
  slug: "an-article",
  title: "An article",
  excerpt: "",
  content: articleOf("Text"),
  featured_image: "",
  featured_image_small: "",
  featured_image_alt: "",
  status: "published",
  created_at: "2026-11-20T12:00:00.000Z",
  published_at: "2026-11-20T12:00:00.000Z",
  updated_at: "2026-11-20T12:00:00.000Z",
};

async function writePost(answers: Answers) {
  const { router } = await showPrivate("createBlog", "/blogs/create", answers, options);
  await fill("Title", "An article");
  await writeArticle("The beginning.");
  return router;
}

const editPost = (answers: Answers) => showPrivate("editBlog", "/blogs/edit/an-article", answers, options);

test("a blog post that cannot be created, loaded or changed shows an error", async () => {
  await writePost({ "POST blogs/user/": failed });
  await press("Create Blog");
  await seeAlert("Failed to create the blog.");
  let isDown = true;
  await editPost({
    "GET blogs/user/an-article/": () => (isDown ? failed() : post),
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
  arrives.resolve(post);
  await expect.poll(() => placeOf(router)).toBe("/blogs/edit/an-article");

  const saves = Promise.withResolvers<void>();
  const sent: unknown[] = [];
  await editPost({
    "GET blogs/user/an-article/": post,
    "PATCH blogs/an-article/": async (form: FormData) => {
      sent.push(form.get("excerpt"));
      await saves.promise;
      return { ...post, excerpt: "Second thoughts" };
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
