import { expect, test } from "vitest";
import { blogForm } from "#schema/articles/blog-form.ts";
import { IMAGE_MESSAGES } from "#schema/images/media.ts";
import { validateForm } from "#schema/values/validate-form.ts";

test.each([
  [{ title: " \u200b " }, "title", "Title is required"],
  [{ title: "x".repeat(151) }, "title", "Title must be at most 150 characters long"],
  [{ content: "" }, "content", "Content is required"],
  [{ excerpt: "x".repeat(301) }, "excerpt", "Excerpt must be at most 300 characters long"],
  [
    { featured_image_alt: "x".repeat(301) },
    "featured_image_alt",
    "Alternative text must be at most 300 characters long",
  ],
  [{ published_at: "tomorrow" }, "published_at", "Please choose a date and a time."],
  [{ published_at: "2026-11-31T10:00:00Z" }, "published_at", "Please choose a date and a time."],
  [{ featured_image: "a.png" }, "featured_image", IMAGE_MESSAGES.missing],
])("a post with %j is refused with its own message", (fields, name, message) => {
  const form = validateForm(blogForm, { title: "A title", content: "Words", ...fields });
  expect(form).toEqual({ ok: false, message, fields: { [name]: message } });
});

test("a form without title and content names both", () => {
  expect(validateForm(blogForm, {})).toMatchObject({
    fields: { title: "Title is required", content: "Content is required" },
  });
});
