/** One block of an Editor.js document. */
export type EditorBlock = { type: string; data: Record<string, unknown> };

/** A saved Editor.js document. */
export type EditorDocument = {
  time: number;
  version: string;
  blocks: { type: string; data: Record<string, unknown> }[];
};

/** The categories of the directory. */
type DemoCategory =
  | "developer_tools"
  | "ecommerce"
  | "education"
  | "productivity"
  | "web_app_development"
  | "communication"
  | "finance"
  | "security"
  | "travel_local"
  | "content_media"
  | "business_tools"
  | "design_creativity"
  | "lifestyle_health"
  | "entertainment"
  | "real_estate"
  | "ai_automation"
  | "search_discovery";

/** The popular software that a listed site replaces. */
export type DemoAlternative = { name: string; link: string; description?: string };

/** A site of the demo directory. */
export type DemoSite = {
  name: string;
  link: string;
  /** Plain text, at most 100 UTF-16 units. */
  description: string;
  category: DemoCategory;
  /** One to five. */
  alternatives: DemoAlternative[];
  listedDaysAgo: number;
  /** Still featured for that many days; a basic listing has none. */
  featuredDays?: number;
  content: EditorDocument;
};

/** A blog post of the demo directory. */
export type DemoPost = {
  slug: string;
  title: string;
  /** Plain text, at most 160 characters. */
  excerpt: string;
  featuredImage: string;
  publishedDaysAgo: number;
  content: EditorDocument;
};

/** An entry of a list: a text, or a text with a tick or entries below it. */
type ListEntry = string | { text: string; checked?: boolean; items?: ListEntry[] };

type ListItem = { content: string; meta: { checked?: boolean }; items: ListItem[] };

const MEDIA = "/media/demo";

/** A whole article. */
export const article = (...blocks: EditorBlock[]): EditorDocument => ({
  time: 1_735_689_600_000,
  version: "2.30.7",
  blocks,
});

/** Running text; may hold inline HTML (b, i, a, code, mark). */
export const paragraph = (text: string): EditorBlock => ({ type: "paragraph", data: { text } });

/** A heading; the article's own title is level 1, so these start at 2. */
export const header = (text: string, level: 2 | 3 | 4 = 2): EditorBlock => ({ type: "header", data: { text, level } });

/** A list of any style; entries may be nested. */
export const list = (style: "ordered" | "unordered" | "checklist", ...entries: ListEntry[]): EditorBlock => {
  const item = (entry: ListEntry): ListItem => {
    const { text, checked = false, items = [] } = typeof entry === "string" ? { text: entry } : entry;
    return { content: text, meta: style === "checklist" ? { checked } : {}, items: items.map(item) };
  };
  return { type: "list", data: { style, meta: {}, items: entries.map(item) } };
};

/** A list with bullets. */
export const bullets = (...entries: ListEntry[]): EditorBlock => list("unordered", ...entries);

/** A numbered list. */
export const steps = (...entries: ListEntry[]): EditorBlock => list("ordered", ...entries);

/** A quotation or a principle that stands out. */
export const quote = (text: string, caption = ""): EditorBlock => ({
  type: "quote",
  data: { text, caption, alignment: "left" },
});

/** Source code or a command, kept as it is. */
export const code = (...lines: string[]): EditorBlock => ({ type: "code", data: { code: lines.join("\n") } });

/** A table; with headings, the first row is the head. */
export const table = (withHeadings: boolean, ...content: string[][]): EditorBlock => ({
  type: "table",
  data: { withHeadings, stretched: false, content },
});

/** A checklist of the older, separate block; nothing is ticked. */
export const checklist = (...texts: string[]): EditorBlock => ({
  type: "checklist",
  data: { items: texts.map((text) => ({ text, checked: false })) },
});

/** A boxed warning. */
export const warning = (title: string, message: string): EditorBlock => ({ type: "warning", data: { title, message } });

/** A break between two parts. */
export const delimiter = (): EditorBlock => ({ type: "delimiter", data: {} });

/** A picture of ours, 1200 by 675. */
export const image = (file: string, caption: string): EditorBlock => ({
  type: "image",
  data: {
    file: { url: `${MEDIA}/${file}`, width: 1200, height: 675 },
    caption,
    withBorder: false,
    withBackground: false,
    stretched: false,
  },
});

/** A YouTube video. */
export const embed = (videoId: string, caption: string): EditorBlock => ({
  type: "embed",
  data: {
    service: "youtube",
    source: `https://www.youtube.com/watch?v=${videoId}`,
    embed: `https://www.youtube.com/embed/${videoId}`,
    width: 580,
    height: 320,
    caption,
  },
});

/** A card that leads to another page. */
export const linkTool = (link: string, title: string, description: string): EditorBlock => ({
  type: "linkTool",
  data: { link, meta: { title, site_name: new URL(link).hostname, description, image: { url: "" } } },
});

/** The card of a site that is listed here, as it is when somebody reads it. */
export const siteCard = (slug: string, title: string): EditorBlock => ({
  type: "linkTool",
  data: { link: `/${slug}`, meta: { title } },
});

/** A file of ours to download; `size` is in bytes. */
export const attaches = (name: string, size: number, title: string): EditorBlock => ({
  type: "attaches",
  data: { file: { url: `${MEDIA}/${name}`, size, name, extension: name.split(".").at(-1) ?? "" }, title },
});

/** Raw HTML, harmless by our own hand. */
export const raw = (html: string): EditorBlock => ({ type: "raw", data: { html } });
