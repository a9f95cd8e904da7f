import { beforeEach, expect, test } from "vitest";
import { recordPurges } from "../support/edge-cache.ts";
import { request } from "../support/app.ts";
import { adminRecords, auditEntries } from "../support/admin.ts";
import type { Browser } from "../support/browser.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { ANNA, BERT, logInNew } from "../support/people.ts";

let staff: Browser;
let bert: Browser;

beforeEach(async () => {
  staff = await logInNew({ isStaff: true });
  bert = await logInNew({ email: BERT });
});

const list = (path: string) => adminRecords(staff, path);

test("likes are listed newest first, and can be searched and sorted", async () => {
  const [one, two] = [await insertSite({ name: "One" }), await insertSite({ name: "Two" })];
  await staff.post(`/api/sites/${two.id}/like/`);
  await bert.post(`/api/sites/${two.id}/like/`);
  await bert.post(`/api/sites/${one.id}/like/`);
  const likes = async (query = "") => (await list(`sites/like/${query}`)).map(({ user, site }) => [user, site]);
  expect(await likes()).toEqual([
    [BERT, "one"],
    [BERT, "two"],
    [ANNA, "two"],
  ]);
  expect(await likes("?q=anna")).toEqual([[ANNA, "two"]]);
  expect(await likes("?q=on")).toEqual([[BERT, "one"]]);
  expect(await likes(`?q=2-${two.id}`)).toEqual([[BERT, "two"]]);
  expect((await likes("?sort=user"))[0]).toEqual([ANNA, "two"]);
  expect((await likes("?sort=-site"))[2]).toEqual([BERT, "one"]);
});

test("a deleted like no longer counts, is logged, and can be given again", async () => {
  const { id } = await insertSite({ name: "Penpot" });
  await staff.post(`/api/sites/${id}/like/`);
  await bert.post(`/api/sites/${id}/like/`);
  const path = `/api/sites/like/2-${id}/`;
  const purged = recordPurges();
  expect((await staff.delete(path, undefined, purged.overrides)).status).toBe(204);
  expect(purged.all()).toEqual(["site:penpot"]);
  expect(await (await request("/api/penpot/")).json()).toMatchObject({ like_count: 1 });
  await expectCountersToEqualTables();
  const before = { user: BERT, site: "penpot" };
  expect((await auditEntries(staff))[0]).toMatchObject({
    action: "delete",
    model: "sites.like",
    record_id: `2-${id}`,
    before,
  });
  expect((await staff.delete(path)).status).toBe(404);
  expect((await bert.post(`/api/sites/${id}/like/`)).status).toBe(200);
});

test("a like with another id does not exist, and no like can be changed", async () => {
  await insertSite();
  await bert.post("/api/sites/1/like/");
  for (const id of ["7", "2-1-1", "x-1", "2-", "-1", "2-99"])
    expect((await staff.delete(`/api/sites/like/${id}/`)).status, id).toBe(404);
  expect((await staff.patch("/api/sites/like/2-1/", { user: ANNA })).status).toBe(400);
});
