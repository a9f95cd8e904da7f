import type { EditableBlog } from "#schema/blogs.ts";
import type { BlogForm, ChangedBlogForm } from "#schema/blog-form.ts";
import { send } from "../../api.ts";

const pathOf = (slug: string) => `blogs/${encodeURIComponent(slug)}/`;

export const createBlog = (form: BlogForm) =>
  send<EditableBlog>("POST", "blogs/user/", { body: toMultipart(form), otherwise: "Failed to create the blog." });

export const updateBlog = (slug: string, form: ChangedBlogForm) =>
  send<EditableBlog>("PATCH", pathOf(slug), { body: toMultipart(form), otherwise: "Failed to update the blog." });

export const deleteBlog = (slug: string) => send<null>("DELETE", pathOf(slug), { otherwise: "Failed to delete blog." });

function toMultipart(form: ChangedBlogForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === "string" || value instanceof File) data.append(name, value);
  }
  return data;
}
