import { article, bullets, code, header, linkTool, list, paragraph, quote, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Interfaces and vector drawing. */
export const designSites: DemoSite[] = [
  {
    name: "Penpot",
    link: "https://penpot.app",
    description: "Open-source interface design in the browser, built on web standards, for whole teams",
    category: "design_creativity",
    alternatives: [popular.figma, popular.sketch],
    listedDaysAgo: 54,
    featuredDays: 26,
    content: article(
      paragraph(
        "Penpot is an open-source tool for interface design and prototypes that runs in the browser. Several " +
          "people can work in one file at the same time, and what they draw is described with the same standards as " +
          "the web itself: SVG, CSS and HTML.",
      ),
      header("Who it suits"),
      bullets(
        "Product teams in which designers and developers read the same file.",
        "Organisations that must keep designs on their own servers.",
        "Open-source projects and schools: everybody can join, no seat has to be bought for a look.",
      ),
      header("What is different from Figma"),
      paragraph(
        "The best part is layout. <b>Flex and grid layout in Penpot are the CSS ones</b>, with the same names and " +
          "the same behaviour, so the inspect panel shows code that a developer would also have written:",
      ),
      code(".card-list {", "  display: grid;", "  grid-template-columns: repeat(3, 1fr);", "  gap: 24px;", "}"),
      table(
        true,
        ["", "Figma", "Penpot"],
        ["Where files live", "With Figma", "With Penpot, or on your server"],
        ["File format", "Its own", "Open"],
        ["Libraries and design tokens", "Yes", "Yes, tokens follow the proposed standard"],
        ["Plugins and ready-made kits", "A huge market", "A growing, much smaller one"],
        ["Very large files", "Smooth", "Can become slow"],
      ),
      header("Trying a move without risk"),
      steps(
        "Take <i>one</i> small, living project. Not the design system, not an old archive.",
        "Bring it over with the exporter plugin that Penpot offers for Figma, and look at text, masks and " +
          "components with care.",
        "Rebuild the main components by hand with flex layout. This is where the time goes, and where the gain is.",
        {
          text: "Ask the developers after two weeks:",
          items: [
            "Do they find sizes and colours by themselves?",
            "Is the exported SVG clean?",
            "What did they still have to ask?",
          ],
        },
        "Only then decide about the rest.",
      ),
      quote("A design file is finished when somebody else can build from it."),
      header("Before you switch"),
      list(
        "unordered",
        "Work needs a connection; there is no full offline mode.",
        "Advanced prototyping (variables, conditions) goes less far than in Figma.",
        "Fonts must be uploaded once for the team, local fonts are not picked up.",
        "If you host it yourself: Docker or Kubernetes, with PostgreSQL and a Redis-compatible store behind it. " +
          "Update regularly, releases are frequent.",
      ),
      warning(
        "Keep the old seats for a month",
        "Links in tickets and documents lead to the old files. Export those files to PDF or SVG before the last " +
          "seat is cancelled.",
      ),
      header("Licence and price", 3),
      paragraph(
        "Mozilla Public License. The hosted service has a free plan and paid plans for larger teams; your own " +
          "server has no limit on people.",
      ),
      linkTool("https://help.penpot.app", "Penpot Help Center", "User guide, technical guide and self-hosting"),
    ),
  },
  {
    name: "Inkscape",
    link: "https://inkscape.org",
    description: "Free vector drawing with SVG as its native format, for logos, icons and plotters",
    category: "design_creativity",
    alternatives: [popular.illustrator, popular.corelDraw],
    listedDaysAgo: 238,
    content: article(
      paragraph(
        "Inkscape is a free program for vector drawing: logos, icons, diagrams, posters and files for laser " +
          "cutters. Its native format is SVG, the vector format of the web, so that what you save can be used on a " +
          "page as it is.",
      ),
      header("Good for"),
      bullets(
        "Icons and logos for the web.",
        "Laser cutting and plotting, with extensions from a lively community.",
        "Repairing SVG and PDF files that came from elsewhere.",
      ),
      header("On the command line"),
      paragraph("It also works without a window, which is handy in a build:"),
      code("inkscape logo.svg --export-type=png --export-width=512 --export-filename=logo-512.png"),
      header("Before you switch"),
      paragraph(
        "Illustrator's AI files open only if they hold a PDF copy, and effects are flattened. CMYK print needs a " +
          "detour, for instance through Scribus. Drawings with thousands of objects become slow. On the Mac the " +
          "program feels a little foreign.",
      ),
      paragraph("Free software under the GPL, made by volunteers, without a paid version."),
    ),
  },
];
