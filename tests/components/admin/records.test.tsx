import { test } from "vitest";
import { page } from "vitest/browser";
import type { AdminModelPage } from "#schema/admin.ts";
import { anna } from "../../web/support/anna.ts";
import { press, seeAlert } from "../support/actions.ts";
import { failed } from "../support/api.ts";
import { showPrivate } from "../support/show.tsx";
import { listOf } from "../support/sites.ts";

const records: AdminModelPage = {
  ...listOf({ id: 1, title: "A post" }),
  verbose_name: "blog post",
  verbose_name_plural: "blog posts",
  fields: [{ name: "title", label: "Title", kind: "text", is_editable: true, is_sortable: false }],
  filters: [],
  search_hint: "",
  note: "",
  order_label: "Newest first",
  can_create: false,
  can_delete: true,
};

test("a record that cannot be changed or deleted shows an error", async () => {
  const answers = {
    "GET get_model/": [],
    "GET get_model/blogs/post/": records,
    "GET blogs/post/1/": { id: 1, title: "A post" },
    "PATCH blogs/post/1/": failed,
    "DELETE blogs/post/1/": failed,
  };
  await showPrivate("admin", "/admin?model=blogs/post", answers, { user: { ...anna, is_staff: true } });
  await page.getByRole("button", { name: /^Edit / }).click();
  await page.getByRole("form").getByRole("textbox").first().fill("Another title");
  await press("Save");
  await seeAlert("Error updating instance.");
  await press("Cancel");
  await page.getByRole("button", { name: /^Delete / }).click();
  await press("Delete for good");
  await seeAlert("Error deleting instance.");
});
