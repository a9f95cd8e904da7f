import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import type { Facts } from "#schema/facts/facts.ts";
import { itemList, softwareApplication } from "#web/features/sites/list/structured-data.ts";
import { breadcrumbList } from "#web/layout/breadcrumbs.tsx";
import { JsonLd } from "#web/layout/json-ld.tsx";
import { site, siteDetailPage } from "../support/pages.ts";

const ORIGIN = "https://directory.example";

test("no text can end the script with structured data", () => {
  const name = '</script><script>alert(1)</script><!-- & "quoted" \u2028';
  const html = renderToString(<JsonLd data={{ name }} />);
  const json = html.replace(/^<script type="application\/ld\+json">/, "").replace(/<\/script>$/, "");
  expect(json).not.toContain("<");
  expect(JSON.parse(json)).toEqual({ "@context": "https://schema.org", name });
});

test("positions in a list of sites continue from page to page", () => {
  const list = itemList({ name: "Sites", sites: [site({ slug: "a" }), site({ slug: "b" })], firstPosition: 7 }, ORIGIN);
  expect(list.itemListElement).toMatchObject([
    { position: 7, url: `${ORIGIN}/a` },
    { position: 8, url: `${ORIGIN}/b` },
  ]);
});

test("a site is described without invented ratings and offers", () => {
  const data = softwareApplication(siteDetailPage(), ORIGIN);
  expect(data).toMatchObject({ "@type": "SoftwareApplication", name: "Plausible", url: "https://plausible.io/" });
  expect(Object.keys(data).join(" ")).not.toMatch(/rating|review|offer/i);
});

test("a site is described with what it states: offers, licences, operating systems and strengths", () => {
  const facts: Facts = {
    pricing: "freemium",
    price_from: { amount: "12.00", currency: "EUR", per: "user_month" },
    licences: ["AGPL-3.0-only", "Proprietary"],
    platforms: ["web", "linux", "macos"],
    good_at: ["Reports in a minute"],
    source_code: "https://github.com/plausible/analytics",
  };
  const price = { price: "12.00", priceCurrency: "EUR" };
  expect(softwareApplication(siteDetailPage({ facts }), ORIGIN)).toMatchObject({
    offers: [
      { "@type": "Offer", price: "0" },
      {
        "@type": "Offer",
        ...price,
        priceSpecification: { "@type": "UnitPriceSpecification", ...price, unitText: "per user per month" },
      },
    ],
    license: ["https://spdx.org/licenses/AGPL-3.0-only.html"],
    operatingSystem: "Linux, macOS",
    featureList: ["Reports in a minute"],
    sameAs: "https://github.com/plausible/analytics",
  });
});

test("what a site does not state is not in its description", () => {
  const stated = (facts: Facts) => Object.keys(softwareApplication(siteDetailPage({ facts }), ORIGIN));
  expect(stated({ pricing: "paid", licences: ["Proprietary"], platforms: ["web"], free_plan: false })).toEqual(
    stated({}),
  );
});

test("a site is described with its logo and all its screenshots, if it has them", () => {
  const logo = "/media/users/1/logo-256x256.webp";
  const screenshots = ["a", "b"].map((name) => ({
    url: `/media/users/1/${name}-1600x1000.webp`,
    alt: "",
    decorative: true,
    caption: "",
  }));
  const urls = screenshots.map(({ url }) => ORIGIN + url);
  expect(softwareApplication(siteDetailPage({ logo, screenshots }), ORIGIN)).toMatchObject({
    image: ORIGIN + logo,
    screenshot: urls,
  });
  expect(softwareApplication(siteDetailPage({ screenshots }), ORIGIN)).toMatchObject({ image: urls[0] });
  const plain = softwareApplication(siteDetailPage(), ORIGIN);
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["image"]));
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["screenshot"]));
});

test("breadcrumbs lead from the home page to the page itself", () => {
  const list = breadcrumbList(
    [
      { name: "Home", path: "/" },
      { name: "Plausible", path: "/plausible" },
    ],
    ORIGIN,
  );
  expect(list.itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: `${ORIGIN}/` },
    { "@type": "ListItem", position: 2, name: "Plausible", item: `${ORIGIN}/plausible` },
  ]);
});
