import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts } from "../support/app.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { insertUser, logIn } from "../support/people.ts";

const names = async () => {
  const { results } = await env.DB.prepare("SELECT name FROM products ORDER BY name").all();
  return results.map(({ name }) => name);
};

test("cron deletes products that no site names, and keeps those that staff edited", async () => {
  await insertUser({ isStaff: true });
  const staff = await logIn();
  const all = ["Named", "Fixed", "Merged", "Renamed", "Gone"].map((name) => ({ name }));
  const { id } = await insertSite({ alternatives: [...all, { name: "Other" }] });
  await insertSite({ alternatives: [{ name: "Named" }] });
  await insertSite({ review: "pending", alternatives: [{ name: "Waiting" }] });
  const idOf = async (name: string) =>
    (await env.DB.prepare("SELECT id FROM products WHERE name = ?").bind(name).first("id"))!;
  const into = await idOf("Merged");
  const answers = [
    await staff.patch(`/api/sites/product/${await idOf("Fixed")}/`, { link: "https://fixed.example/" }),
    await staff.post(`/api/products/${await idOf("Other")}/merge/`, { into }),
    await staff.patch(`/api/sites/product/${await idOf("Renamed")}/`, { name: "Renewed" }),
    await staff.delete(`/api/sites/${id}/`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 204]);
  await runSchedule(env, fakePorts);
  expect(await names()).toEqual(["Fixed", "Merged", "Named", "Renewed", "Waiting"]);
  await expectCountersToEqualTables();
  await insertSite({ alternatives: [{ name: "Gone" }] });
  expect(await names()).toContain("Gone");
});

test("a run deletes at most a thousand products, the next run the rest", async () => {
  await env.DB.prepare(
    `INSERT INTO products (slug, name, name_key, link, link_key, domain, created_at)
     SELECT 'p' || value, 'P' || value, 'p' || value, 'https://x.example/', 'x.example', 'x.example', 0
     FROM json_each(?)`,
  )
    .bind(JSON.stringify(Array.from({ length: 1500 }, (_, at) => at)))
    .run();
  await runSchedule(env, fakePorts);
  expect(await names()).toHaveLength(500);
  await Promise.all([runSchedule(env, fakePorts), runSchedule(env, fakePorts)]);
  expect(await names()).toEqual([]);
});
