import { beforeEach, expect, test } from "vitest";
import { auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { insertPost, paragraphs } from "../support/posts.ts";
import { insertSite } from "../support/factories.ts";
import { listSite } from "../support/own-sites.ts";
import { ANNA, BERT, insertUser, logInNew } from "../support/people.ts";

let staff: Browser;
beforeEach(async () => void (staff = await logInNew({ isStaff: true })));
const log = () => auditEntries(staff);

test("staff who change or delete another user's listing are logged, and its owner is not", async () => {
  const bert = await logInNew({ email: BERT });
  const site = await listSite(bert);
  const form = {
    name: "Defaced",
    link: site.link,
    description: "x",
    category: site.category,
    alternatives: [],
    blog: { content: JSON.stringify(paragraphs("New words")) },
  };
  expect((await bert.put(`/api/sites/${site.id}/`, { ...form, name: "Own" })).status).toBe(200);
  expect(await log()).toEqual([]);
  expect((await staff.put(`/api/sites/${site.id}/`, form)).status).toBe(200);
  expect((await staff.delete(`/api/sites/${site.id}/`)).status).toBe(204);
  const lines = await log();
  expect(lines).toMatchObject([
    { user_email: ANNA, action: "delete", model: "sites.site", before: { name: "Defaced", owner: BERT } },
    {
      user_email: ANNA,
      action: "change",
      model: "sites.site",
      before: { name: "Own" },
      after: { name: "Defaced", alternatives: "" },
    },
  ]);
  expect(lines[1]!.after["article"]).toContain("New words");
  const own = await listSite(staff);
  expect((await staff.delete(`/api/sites/${own.id}/`)).status).toBe(204);
  expect(await log()).toHaveLength(2);
});

test("staff who change or delete a blog post of other staff are logged", async () => {
  const { id: authorId } = await insertUser({ email: BERT, isStaff: true });
  const post = await insertPost({ authorId });
  const form = new FormData();
  form.append("title", "Other");
  form.append("content", JSON.stringify(paragraphs("Changed")));
  form.append("featured_image_alt", "Two boxes");
  const r = await staff.patchForm(`/api/blogs/${post.slug}/`, form);
  expect(r.status, await r.clone().text()).toBe(200);
  expect((await staff.delete(`/api/blogs/${post.slug}/`)).status).toBe(204);
  expect((await staff.delete(`/api/blogs/${post.slug}/`)).status).toBe(410);
  expect(await log()).toMatchObject([
    { action: "delete", model: "blogs.post", before: { title: "Other", author: BERT } },
    {
      action: "change",
      model: "blogs.post",
      before: { title: post.title },
      after: { title: "Other", featured_image_alt: "Two boxes" },
    },
  ]);
});

test("a change by staff to a listing without an owner is logged, with ISO dates and a shortened article", async () => {
  const site = await insertSite({ ownerId: null });
  const path = `/api/sites/${site.id}/`;
  const { link, category } = site;
  const long = { content: JSON.stringify(paragraphs("x".repeat(4000), "y".repeat(4000), "z".repeat(4000))) };
  const form = { name: "Mended", link, description: "y", category, alternatives: [], blog: long };
  const saved = await staff.put(path, form);
  expect(saved.status, await saved.clone().text()).toBe(200);
  expect((await staff.delete(path)).status).toBe(204);
  const [deletion, change] = await log();
  expect(change!.after["article"]).toHaveLength(10_000);
  expect(deletion!.before["article"]).toHaveLength(10_000);
  expect(deletion!.before).toMatchObject({
    name: "Mended",
    owner: null,
    created_at: new Date(site.createdAt).toISOString(),
  });
});
