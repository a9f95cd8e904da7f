import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PRIVATE_SCREENS } from "#web/private-screens/screens.ts";
import { searchWatchRoutes, signInRoutes } from "#web/routes.tsx";
import { request } from "../support/app.ts";

const html = async (path: string) => (await request(path)).text();
const bodyOf = (page: string) => page.slice(page.indexOf("<body>"), page.indexOf('id="page-data"'));

test.each([
  ["/login", "Sign in", ["email", "password"]],
  ["/login?next=/sites/create", "Sign in", ["email", "password"]],
  ["/login/verify", "Enter your code", ["email", "code"]],
  ["/signup", "Sign up", ["email", "first_name", "last_name", "password1", "password2"]],
  ["/request-password-reset", "Reset your password", ["email"]],
  ["/password/reset/confirm/token", "Choose a new password", ["password1", "password2"]],
  ["/signup/verify/token", "Verify your email address", []],
  ["/google-login/", "Sign in with Google", []],
  ["/search-watches/confirm/token", "Tell me when one is listed", []],
  ["/search-watches/unsubscribe/token", "Stop emails about searches", []],
])("%s is complete HTML and says that it needs scripts", async (path, title, fields) => {
  const page = await html(path);
  const body = bodyOf(page);
  expect(page).toContain(`<title>${title} – ${env.SITE_NAME}</title>`);
  expect(page).toContain('<meta name="robots" content="noindex"/>');
  expect(body).toContain(`<h1>${title}</h1>`);
  for (const name of fields) {
    const [input = ""] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(body) ?? [];
    const [, id] = /id="([^"]+)"/.exec(input) ?? [];
    expect(body, name).toContain(`<label for="${id}">`);
  }
  expect(body).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
});

test.each(["/login", "/login/verify", "/signup", "/request-password-reset", "/password/reset/confirm/token"])(
  "%s cannot submit its form before hydration, and never puts its fields into the URL",
  async (path) => {
    const body = bodyOf(await html(path));
    const forms = body.match(/<form[^>]*class="form"[^>]*>/g)!;
    expect(forms).toHaveLength(1);
    expect(forms[0]).toContain('method="post"');
    const [, form] = /(<form[^>]*class="form".*?<\/form>)/s.exec(body)!;
    const buttons = form!.match(/<button(?![^>]*type="button")[^>]*>/g)!;
    expect(buttons).toHaveLength(1);
    expect(buttons[0]).toContain("disabled");
  },
);

test("documents of different screens have different titles", async () => {
  const paths = [...signInRoutes, ...searchWatchRoutes, ...Object.values(PRIVATE_SCREENS)]
    .map(({ path }) => path!.replace(/:\w+/, "7"))
    .filter((path) => path !== "/blog/create");
  const titles = await Promise.all(paths.map(async (path) => /<title>[^<]*/.exec(await html(path))![0]));
  expect(new Set(titles).size).toBe(paths.length);
});
