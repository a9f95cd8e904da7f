import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ConfigProvider } from "#web/data/config.tsx";
import { OutboundLink, outboundHref } from "#web/ui/outbound-link.tsx";

const tracking = { host: "directory.example", campaign: "listing" };
const ADDED = "utm_source=directory.example&utm_medium=referral&utm_campaign=listing&ref=directory.example";

const html = (link: string, isFeatured: boolean) =>
  renderToString(
    <ConfigProvider value={{ name: "Directory", origin: "https://directory.example", supportEmail: "a@b.example" }}>
      <OutboundLink link={link} campaign="listing" isFeatured={isFeatured}>
        Visit
      </OutboundLink>
    </ConfigProvider>,
  );

test("an outbound link has tracking parameters", () => {
  expect(outboundHref("https://slack.com", tracking)).toBe(`https://slack.com/?${ADDED}`);
});

test("an outbound link keeps its own query, as it was written, and its fragment", () => {
  expect(outboundHref("https://a.example/x?q=a%20b&c#part", tracking)).toBe(
    `https://a.example/x?q=a%20b&c&${ADDED}#part`,
  );
  expect(outboundHref("https://a.example/?", tracking)).toBe(`https://a.example/?${ADDED}`);
});

test("an outbound link does not overwrite what its owner set", () => {
  const href = outboundHref("https://a.example/?ref=mine&utm_source=x", tracking);
  expect(href).toBe("https://a.example/?ref=mine&utm_source=x&utm_medium=referral&utm_campaign=listing");
});

test.each(["", "slack", "http://", "https://exa mple", "javascript:alert(1)", "data:text/html,x", "//host"])(
  "%j is rendered without a link",
  (link) => {
    expect(outboundHref(link, tracking)).toBeUndefined();
    expect(html(link, false)).not.toContain("href");
  },
);

test("search engines are told which links are paid for", () => {
  expect(html("https://a.example", true)).toContain('rel="sponsored nofollow noopener"');
  expect(html("https://a.example", false)).toContain('rel="ugc nofollow noopener"');
  expect(html("https://a.example", false)).toContain('target="_blank"');
});
