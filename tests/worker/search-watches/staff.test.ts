import { expect, test } from "vitest";
import type { AdminModelPage } from "#schema/admin.ts";
import { NOW } from "../support/app.ts";
import { BERT, logInNew } from "../support/people.ts";
import { ask, ASKED, storedWatches, watch } from "../support/search-watches.ts";

test("staff find the searches of an email address that wait, without the hash of its link, and delete one", async () => {
  const staff = await logInNew({ isStaff: true });
  await watch({ category: "education" });
  await ask({ ...ASKED, email: BERT });
  const [found, ...others] = (await (await staff.get("/api/get_model/search/watch/?q=ANN")).json<AdminModelPage>())
    .results;
  expect(others).toEqual([]);
  const at = new Date(NOW).toISOString();
  expect(found).toMatchObject({ email: ASKED.email, q: "typewriter", category: "education", confirmed_at: at });
  const [stored] = await storedWatches();
  expect(JSON.stringify(found)).not.toContain(stored!.stopHash);
  expect((await staff.delete(`/api/search/watch/${found!.id}/`)).status).toBe(204);
  expect(await storedWatches()).toMatchObject([{ email: BERT }]);
});
