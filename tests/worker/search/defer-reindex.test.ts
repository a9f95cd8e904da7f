import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MAX_ALTERNATIVES } from "#schema/sites/sites.ts";
import { expectIndexToEqualTables } from "../support/derived-data.ts";
import { insertSite, insertSites } from "../support/factories.ts";
import { editBody, listSite, siteBody } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";
import type { Browser } from "../support/browser.ts";

let staff: Browser;

beforeEach(async () => {
  staff = await logInNew({ isSuperuser: true });
  await env.DB.batch([
    env.DB.prepare("CREATE TABLE indexed (id INTEGER)"),
    env.DB.prepare(`CREATE TRIGGER note_indexed INSTEAD OF INSERT ON reindex_site
      WHEN NOT EXISTS (SELECT 1 FROM reindex_later WHERE site_id = 0) BEGIN INSERT INTO indexed VALUES (new.id); END`),
  ]);
});

/** Returns a site id for each time that an index was rebuilt since the last call. */
async function indexed(): Promise<number[]> {
  const { results } = await env.DB.prepare("DELETE FROM indexed RETURNING id").all<{ id: number }>();
  expect((await env.DB.prepare("SELECT * FROM reindex_later").all()).results).toEqual([]);
  await expectIndexToEqualTables();
  await env.DB.exec("DELETE FROM indexed");
  return results.map(({ id }) => id);
}

const alternatives = (prefix: string) =>
  Array.from({ length: MAX_ALTERNATIVES }, (_, index) => ({
    name: `${prefix} ${index}`,
    link: `https://${prefix}${index}.example/`,
  }));

test("listing, saving and deleting a site each rebuild its index once, with all its alternatives", async () => {
  const site = await listSite(staff, { alternatives: alternatives("first") });
  expect(await indexed()).toEqual([site.id]);
  const body = editBody(site, { name: "Other", alternatives: alternatives("second") });
  expect((await staff.put(`/api/sites/${site.id}/`, body)).status).toBe(200);
  expect(await indexed()).toEqual([site.id]);
  expect((await staff.delete(`/api/sites/${site.id}/`)).status).toBe(204);
  expect(await indexed()).toEqual([site.id]);
});

test("each of many sites that are listed together is indexed once", async () => {
  await insertSites(["One", "Two"], { alternatives: [{ name: "Slack" }, { name: "Zoom" }] });
  expect(await indexed()).toEqual([1, 2]);
  const id = async (name: string) =>
    (await env.DB.prepare("SELECT id FROM products WHERE name = ?").bind(name).first<{ id: number }>())!.id;
  const path = `/api/products/${await id("Slack")}/merge/`;
  expect((await staff.post(path, { into: await id("Zoom") })).status).toBe(200);
  expect(await indexed()).toEqual([1, 2]);
});

test("a refused save leaves no deferred index behind", async () => {
  const site = await listSite(staff);
  await indexed();
  const body = { ...siteBody({ name: "Other" }), updated_at: site.updated_at };
  const saves = await Promise.all([1, 2].map(() => staff.put(`/api/sites/${site.id}/`, body)));
  expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await indexed()).toEqual([site.id]);
});

test("rows that are written without deferring are indexed at once", async () => {
  const site = await insertSite({ name: "Plain", alternatives: [{ name: "Slack" }, { name: "Zoom" }] });
  await indexed();
  await env.DB.exec("UPDATE alternatives SET name = name || ' two'");
  expect(await indexed()).toEqual([site.id, site.id]);
  await env.DB.exec("DELETE FROM sites");
  expect(new Set(await indexed())).toEqual(new Set([site.id]));
});
