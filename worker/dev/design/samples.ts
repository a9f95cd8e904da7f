import type { Screenshot } from "#schema/site-images.ts";
import { CATEGORIES, type OwnerSiteSummary, type SitePage, type SiteSummary } from "#schema/sites.ts";

import { sampleLogo, sampleScreenshot } from "./sample-images.ts";

export const sampleToday = Date.UTC(2026, 10, 20, 12);

const daysAgo = (days: number) => new Date(sampleToday - days * 86_400_000).toISOString();

let id = 0;
const site = (name: string, description: string, changes: Partial<SiteSummary> = {}): SiteSummary => ({
  id: ++id,
  slug: `sample-${id}`,
  name,
  // No URL, so that the page asks for no icon.
  link: "",
  description,
  category: CATEGORIES[id % CATEGORIES.length]!,
  status: "basic",
  logo: null,
  screenshot: null,
  like_count: id * 7,
  alternatives: [
    { id: 1, name: "Slack" },
    { id: 2, name: "Microsoft Teams" },
  ],
  created_at: daysAgo(id * 11),
  facts: {},
  fact_sources: {},
  facts_checked_at: null,
  updated_at: daysAgo(id),
  ...changes,
});

const LONG = "An extraordinarily long name of a product that nobody shortened before it was listed in this directory";

const WIDE = sampleScreenshot("wide", "1600x1000");
const TALL = sampleScreenshot("tall", "900x1900");

const screenshot = (url: string, alt: string, caption = ""): Screenshot => ({
  url,
  alt,
  decorative: alt === "",
  caption,
});

export const sampleScreenshots: Screenshot[] = [
  screenshot(WIDE, "Topics of a team", "All topics of a team in one list"),
  screenshot(TALL, "A list on a phone", "The same list on a phone, where each topic has two lines"),
  screenshot(sampleScreenshot("small", "700x520"), ""),
  screenshot(sampleScreenshot("long", "1600x540"), "Settings", "Settings"),
  screenshot(sampleScreenshot("tall-2", "900x1900"), ""),
];

export const samples: SiteSummary[] = [
  site("Zulip", "Team chat where every message belongs to a topic", {
    status: "featured",
    logo: sampleLogo,
    screenshot: { url: WIDE, alt: "Topics of a team", list_width: 800 },
    facts: {
      pricing: "freemium",
      price_from: { amount: "6.67", currency: "USD", per: "user_month" },
      open_source: true,
      licences: ["Apache-2.0"],
      platforms: ["web", "windows", "macos", "linux", "ios", "android"],
      hosting: ["cloud", "self_hosted"],
      country: "US",
    },
  }),
  site("Penpot", "Design and prototyping in the browser or on your own server", {
    screenshot: { url: TALL, alt: "A list on a phone", list_width: 800 },
  }),
  site("دردشة", "تطبيق دردشة مفتوح المصدر للفرق"),
  site(LONG.slice(0, 100), "x".repeat(100), {
    alternatives: ["Google Analytics", "Notion", "Adobe Photoshop", "1Password", "Wo".repeat(30)].map((name, at) => ({
      id: at + 1,
      name,
    })),
  }),
  site("思源笔记", "隐私优先的个人知识管理系统"),
  site("🙂", "", { alternatives: [] }),
];

export const samplePage: SitePage = {
  results: samples,
  featured: samples.slice(0, 2),
  count: 5077,
  page: 3,
  pages: 847,
};

export const sampleProducts = ["Slack", "Google Drive", "1Password", "Notion"].map((name, at) => ({
  name,
  slug: name.toLowerCase().replace(" ", "-"),
  link: "",
  count: 31 - at * 7,
  sites: samples.slice(0, 3).map((listed) => ({ name: listed.name, blog_slug: listed.slug })),
}));

export const ownerSite = (changes: Partial<OwnerSiteSummary>): OwnerSiteSummary => ({
  ...samples[1]!,
  alternatives: samples[1]!.alternatives.map((product) => ({
    ...product,
    link: "https://slack.com/",
    description: "",
  })),
  screenshots: [],
  interactions: { likes: 12, comments: 0 },
  is_liked_by_user: false,
  review: "active",
  refusal: null,
  featured_until: null,
  ...changes,
});
