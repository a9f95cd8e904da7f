import { expect, onTestFinished, test } from "vitest";
import { openStore, type Store } from "#worker/commands/bindings.ts";
import { loadDemo } from "#worker/commands/demo/load.ts";
import { COMMAND_MS, createMigratedState } from "../support/command.ts";

test("the next load of demo content completes an interrupted one", { timeout: COMMAND_MS }, async () => {
  await createMigratedState();
  const store = await openStore();
  onTestFinished(() => store.close());
  const rows = async () =>
    (
      await store.db.$client
        .prepare(
          "SELECT (SELECT count(*) FROM sites WHERE owner_id = (SELECT id FROM users WHERE email LIKE 'owner@%')) AS sites, " +
            "(SELECT count(*) FROM users) AS users, (SELECT count(*) FROM blog_posts) AS posts, " +
            "(SELECT count(*) FROM site_images JOIN uploads ON key = upload_key WHERE is_shown) AS images",
        )
        .all()
    ).results[0] as { sites: number; users: number; posts: number; images: number };
  let calls = 0;
  const media = { put: () => Promise.resolve() } as unknown as Store["media"];
  const cutOff = new Proxy(store.db, {
    get(target, name) {
      if (name === "insert" && (calls += 1) > 2) throw new Error("Killed");
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  await expect(loadDemo({ ...store, media, db: cutOff }, Date.now())).rejects.toThrow("Killed");
  expect(await rows()).toEqual({ sites: 0, users: 0, posts: 2, images: 0 });

  await loadDemo({ ...store, media }, Date.now());
  const whole = await rows();
  expect(whole).toEqual({ sites: 43, users: 2, posts: 3, images: 96 });
  await loadDemo({ ...store, media }, Date.now());
  expect(await rows()).toEqual(whole);
});
