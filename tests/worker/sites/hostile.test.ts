import { expect, test } from "vitest";
import { ORIGIN, request } from "../support/app.ts";
import { listSite, siteBody } from "../support/own-sites.ts";
import { logInNew } from "../support/people.ts";

test("a body that is not JSON, is nested too deeply or has another media type is refused", async () => {
  const anna = await logInNew();
  const csrf = await anna.csrfHeaders();
  const send = (body: string, type = "application/json") =>
    anna.fetch("/api/sites/", { method: "POST", body, headers: { ...csrf, Origin: ORIGIN, "Content-Type": type } });
  for (const body of ["", "{", "\u0000", "[".repeat(100_000) + "]".repeat(100_000), '{"a":1}x'])
    expect((await send(body)).status, body.slice(0, 20)).toBe(400);
  expect((await send(JSON.stringify(siteBody()), "text/plain")).status).toBe(415);
  const blocks = ['{"blocks":[{"type":"list","data":{"items":[', "]}}]}"].map((part) => part.repeat(20_000));
  const content = blocks.join('"x"');
  const deep = await send(`${JSON.stringify(siteBody({ blog: {} })).slice(0, -3)}{"content":${content}}}`);
  expect(deep.status).toBe(400);
});

const paragraph = (text: string) => ({ blocks: [{ type: "paragraph", data: { text } }] });

/** tests/unit/documents has more, and tests/e2e/hostile.test.ts shows them. Here they pass through the whole server. */
test.each<[string, unknown]>([
  ["script", paragraph("Hello <script>alert(1)</script> world")],
  ["breaking out of JSON", paragraph("x</script><script>alert(1)</script>\u2028 ]]>")],
  ["breaking out of the description", paragraph(`"><script>alert(1)</script><meta name="robots" content="noindex">`)],
  ["JSON that was cut off", '{"time":1,"blocks":[{"type":"paragraph","data":{"text":"<script>alert(1)</script>'],
])("a hostile article is stored cleaned and harmless: %s", async (_, content) => {
  const anna = await logInNew();
  const site = await listSite(anna, { blog: { content } });
  expect(site.review).toBe("active");
  const again = await anna.put(`/api/sites/${site.id}/`, site);
  expect(await again.json()).toMatchObject({ content: site.content });
  for (const path of ["/mattermost", "/api/mattermost/", "/api/pages/mattermost"]) {
    const response = await request(path);
    expect(response.status, path).toBe(200);
    expect(await response.text(), path).not.toMatch(/alert\(1\)/);
  }
});
