import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { runSchedule } from "#worker/jobs/schedule.ts";
import { fakePorts } from "../support/app.ts";
import { expectCountersToEqualTables } from "../support/derived-data.ts";
import { insertSite } from "../support/factories.ts";
import { logInNew } from "../support/people.ts";

const names = async () => {
  const { results } = await env.DB.prepare("SELECT name FROM products ORDER BY name").all();
  return results.map(({ name }) => name);
};

test("cron deletes products that no site names, and keeps those that staff edited", async () => {
  const staff = await logInNew({ isStaff: true });
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
