import { readFile } from "node:fs/promises";
import path from "node:path";
import { CATEGORIES, type Category } from "#schema/sites.ts";
import { ROOT } from "../bindings.ts";

/** Names of Lucide's icons: https://lucide.dev/icons */
const ICONS: Record<Category, string> = {
  developer_tools: "code-xml",
  ecommerce: "shopping-cart",
  education: "graduation-cap",
  productivity: "list-checks",
  web_app_development: "panels-top-left",
  communication: "messages-square",
  finance: "wallet",
  security: "shield-check",
  travel_local: "map-pin",
  content_media: "newspaper",
  business_tools: "briefcase",
  design_creativity: "palette",
  lifestyle_health: "heart-pulse",
  entertainment: "clapperboard",
  real_estate: "house",
  ai_automation: "bot",
  search_discovery: "compass",
};

/** One file with a symbol for each category. The ground around a symbol belongs to it. */
export async function categoryIcons(): Promise<Record<string, string>> {
  const symbols = CATEGORIES.map(async (category) => {
    const svg = await readFile(path.join(ROOT, `node_modules/lucide-static/icons/${ICONS[category]}.svg`), "utf8");
    const shapes = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.indexOf("</svg>"));
    return `  <symbol id="${category}" viewBox="-4 -4 32 32">${shapes.replaceAll(/\s*\n\s*/g, "").replaceAll(" />", "/>")}</symbol>\n`;
  });
  return {
    "public/category-icons.svg": `<svg xmlns="http://www.w3.org/2000/svg">\n  <!-- Lucide, ISC. npm run assets writes this file. -->\n${(await Promise.all(symbols)).join("")}</svg>\n`,
  };
}
