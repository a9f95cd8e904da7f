import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PRIVATE_SCREENS } from "#web/private-screens/screens.ts";
import { request } from "../support/app.ts";

test.each(Object.values(PRIVATE_SCREENS))("$path is rendered as its title and shapes, without data", async (screen) => {
  const response = await request(screen.path.replace(/:\w+/, "1"));
  expect(response.status).toBe(200);
  const page = await response.text();
  expect(page).toContain(`<title>${screen.title} – ${env.SITE_NAME}</title>`);
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(page).toContain(`<h1>${screen.title}</h1>`);
  expect(page).toMatch(/aria-busy="true".*class="skeleton /s);
  expect(page).toContain("Loading…");
  expect(page).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
  expect(page).toContain("<footer");
});

test.each([
  ["/dashboard", ["My Sites", "Payments"]],
  ["/site/edit/1", ["Site Details", "Alternatives", "Blog Content"]],
  ["/sites/create", ["1. Details", "Site link", "Category"]],
  ["/user", ["Profile", "Where you are signed in"]],
])("the outline of %s names its parts", async (path, names) => {
  const page = await (await request(path)).text();
  for (const name of names) expect(page).toContain(`>${name}<`);
});
