import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { Logo } from "#web/features/sites/logo/logo.tsx";
import { monogramOf } from "#web/features/sites/logo/monogram.ts";

test.each([
  ["Penpot", "Pe"],
  ["Google Drive", "Gd"],
  ["  adobe   creative  cloud ", "Ac"],
  ["Foo & Bar", "Fb"],
  ["1Password", "1p"],
  ["X", "X"],
  ["Z\u0338\u0322algo", "Z\u0338\u0322a"],
  ["क्षेत्र", "क्षे"],
  ["中文 软件", "中"],
  ["Notion 笔记", "N"],
  ["🚀 Rocket", "🚀"],
  ["👩🏽‍💻 Code", "👩🏽‍💻"],
  ["", ""],
])("the monogram of %j is %j", (name, letters) => {
  expect(monogramOf(name).letters).toBe(letters);
});

test("a tint does not depend on case and spaces, and all nine are used", () => {
  expect(monogramOf("Google Drive").tint).toBe(monogramOf(" google\u00a0drive").tint);
  const names = Array.from({ length: 900 }, (_, index) => `Product ${index}`);
  const counts = Map.groupBy(names, (name) => monogramOf(name).tint);
  expect([...counts.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  for (const [tint, same] of counts) expect(same.length, String(tint)).toBeGreaterThan(60);
});

test("an uploaded logo stands over the monogram, lists use its narrow file, and no icon is asked for", () => {
  const logo = "/media/users/1/abc-256x256.webp";
  const html = (size: 24 | 32 | 40 | 72) =>
    renderToString(<Logo name="Penpot" link="https://penpot.app/" logo={logo} size={size} />);
  for (const size of [24, 32] as const)
    expect(html(size)).toContain(
      `data-letters="Pe" aria-hidden="true"><img class="favicon" src="/media/users/1/abc-256x256.w96.webp" alt=""`,
    );
  for (const size of [40, 72] as const) expect(html(size)).toContain(`src="${logo}"`);
  expect(html(32)).not.toContain("/favicons/");
  expect(renderToString(<Logo name="Penpot" link="https://penpot.app/" logo={null} />)).toContain("/favicons/");
});

test("a logo is complete HTML: a tile with letters or a dot, and an icon only if the link has a host", () => {
  const html = (name: string, link?: string) => renderToString(<Logo name={name} link={link} size={24} />);
  expect(html("Penpot", "https://www.penpot.app/")).toMatch(
    /^<span class="logo logo-24 tint-\d" data-letters="Pe" aria-hidden="true"><img class="favicon" src="\/favicons\/penpot\.app" alt="" loading="lazy"/,
  );
  for (const link of [undefined, "", "nothing"]) expect(html("Penpot", link)).not.toContain("<img");
  expect(html("★")).not.toContain("data-letters");
  expect(renderToString(<Logo name="Slack" isProduct />)).toContain(`class="logo"`);
});
