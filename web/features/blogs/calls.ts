import type { ActionFunctionArgs } from "react-router";
import type { ChangedBlogForm } from "#schema/articles/blog-form.ts";
import type { EditableBlog } from "#schema/articles/blogs.ts";
import { blogPath } from "#schema/pages/paths.ts";
import { refreshCached, send } from "../../data/api.ts";

/** `form` comes from `toMultipart`. */
export const createBlog = (form: FormData) =>
  send("POST", "blogs/user/", { body: form, fallbackError: "Failed to create the blog." });

/**
 * Updates the post of the current URL.
 * @throws ApiError with status 409 if `updated_at` in the form is not the version of the stored post.
 */
export async function updateBlog(
  form: FormData,
  { params }: Pick<ActionFunctionArgs, "params">,
): Promise<EditableBlog> {
  const slug = params["post"]!;
  const stored = await send("PATCH", "blogs/:slug/", {
    params: { slug },
    body: form,
    fallbackError: "Failed to update the blog.",
  });
  // If this fails, the writer may see the old page from their browser's cache.
  if (stored.status === "published") await refreshCached(`pages${blogPath(slug)}`).catch(() => {});
  return stored;
}

export const deleteBlog = (slug: string) =>
  send("DELETE", "blogs/:slug/", { params: { slug }, fallbackError: "Failed to delete blog." });

export function toMultipart(form: ChangedBlogForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string" || value instanceof File) data.append(name, value);
  }
  return data;
}
