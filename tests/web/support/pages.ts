import type { BlogPage, BlogSummary } from "#schema/articles/blogs.ts";
import type { Block } from "#schema/articles/document.ts";
import type { HomePage, ProductPage, SiteDetailPage } from "#schema/pages/pages.ts";
import { NOBODY_MOVED } from "#schema/sites/switches.ts";
import { UNCHECKED } from "#schema/sites/life.ts";
import { BLANK_FIELDS } from "#schema/sites/site-form.ts";
import type { SitePage, SiteSummary } from "#schema/sites/sites.ts";

export const site = (changes: Partial<SiteSummary> = {}): SiteSummary => ({
  id: 1,
  slug: "plausible",
  name: "Plausible",
  link: "https://plausible.io/",
  ...BLANK_FIELDS,
  description: "Light web statistics",
  category: "business_tools",
  status: "basic",
  logo: null,
  screenshot: null,
  like_count: 3,
  alternatives: [{ id: 1, name: "Google Analytics" }],
  created_at: "2026-09-28T23:30:00.000Z",
  updated_at: "2026-09-28T23:30:00.000Z",
  alive: UNCHECKED,
  standing: "open",
  verified: null,
  ...changes,
});

export const sitePage = (changes: Partial<SitePage> = {}): SitePage => ({
  featured: [],
  results: [site()],
  count: 1,
  page: 1,
  pages: 1,
  ...changes,
});

export function siteDetailPage(changes: Partial<SiteDetailPage["site"]> = {}): SiteDetailPage {
  const { alternatives, ...summary } = site();
  return {
    site: {
      ...summary,
      title: summary.name,
      alternatives: alternatives.map((alternative) => ({
        ...alternative,
        slug: "google-analytics",
        link: "https://analytics.google.com/",
        description: "",
      })),
      screenshots: [],
      interactions: { likes: 3, comments: 0 },
      ...changes,
    },
    article: { blocks: [] },
    description: "Statistics without cookies",
    share_image: "/share/site/plausible/0123456789abcdef.png",
    sponsors: [],
    discover: {
      query: { q: "", category: null, sort: null, filters: {}, page: 1 },
      sites: { featured: [], results: [], count: 0, page: 1, pages: 0 },
    },
    products: {},
    disagreements: [],
    changes: [],
    similar: [],
    moved: NOBODY_MOVED,
  };
}

export const homePage = (changes: Partial<HomePage> = {}): HomePage => ({
  query: { q: "", category: null, sort: null, filters: {}, page: 1 },
  sites: sitePage(),
  categories: [{ category: "business_tools", count: 1 }],
  mostReplaced: [],
  week: null,
  popular: { results: [], count: 0, page: 1, pages: 0 },
  posts: [],
  ...changes,
});

export const productPage = ({
  guide,
  ...changes
}: Partial<Omit<ProductPage, "guide">> & { guide?: Partial<ProductPage["guide"]> } = {}): ProductPage => ({
  product: { name: "Slack", slug: "slack", link: "https://slack.com/", count: 2 },
  guide: {
    about: "",
    listing: null,
    reasons: [],
    adds: [],
    moving_out: null,
    counts: { open_source: 0, self_hosted: 0, free: 0, imports: 0 },
    choices: null,
    ...guide,
  },
  moved: NOBODY_MOVED,
  share_image: "/share/product/slack/0123456789abcdef.png",
  query: { q: "", category: null, sort: null, filters: {}, page: 1 },
  sites: sitePage(),
  related: [],
  ...changes,
});

export const blogSummary = (changes: Partial<BlogSummary> = {}): BlogSummary => ({
  title: "A post",
  slug: "a-post",
  excerpt: "",
  featured_image: "",
  featured_image_small: "",
  featured_image_alt: "A desk",
  created_at: "2026-09-28T23:30:00.000Z",
  updated_at: "2026-09-28T23:30:00.000Z",
  ...changes,
});

const NO_POSTS = { featured: [], results: [], count: 0, page: 1, pages: 0 };

export const postPage = (featured_image = "", blocks: Block[] = []): BlogPage => ({
  post: blogSummary({ featured_image }),
  article: { blocks },
  sponsors: [],
  featured: NO_POSTS,
  related: NO_POSTS,
  share_image: "/share/blog/a-post/0123456789abcdef.png",
});
