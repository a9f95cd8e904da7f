import { article, bullets, code, delimiter, header, image, list, paragraph, quote, steps, table } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Notes and wikis. */
export const noteSites: DemoSite[] = [
  {
    name: "Obsidian",
    link: "https://obsidian.md",
    description: "Linked notes as plain Markdown files in a folder on your own device",
    category: "productivity",
    alternatives: [popular.notion, popular.evernote, popular.oneNote],
    listedDaysAgo: 132,
    content: article(
      paragraph(
        "Obsidian is a note app that works on a folder of plain Markdown files on your own device. There is no " +
          "server in between: it opens at once, works without a network, and every other text editor can read your " +
          "notes as well.",
      ),
      quote("Sharpen your thinking.", "Obsidian, on its own home page"),
      header("The idea: a folder, not an account"),
      image("notes-folder.webp", "The notes are files. The app is one of several programs that can open them"),
      paragraph(
        "Write <code>[[Name of a note]]</code> and you have a link; the other note shows that it was linked to. " +
          "Over time the links say more than folders do. A note looks like this on disk:",
      ),
      code(
        "---",
        "tags: [garden, plan]",
        "---",
        "# Raised beds",
        "",
        "Wood from [[Neighbour's shed]], see [[Budget 2025]].",
        "- [ ] measure the corner",
        "- [x] ask about soil",
      ),
      header("Compared with Notion"),
      table(
        true,
        ["Question", "Notion", "Obsidian"],
        ["Where are the notes?", "With Notion", "In a folder of yours"],
        ["Without a network?", "Partly", "Always"],
        ["Writing together at the same time?", "A strength", "Not what it is for"],
        ["Tables with properties?", "A strength", "Bases, simpler"],
        ["Leaving again?", "Export", "Copy the folder"],
      ),
      header("Who should look elsewhere"),
      paragraph(
        "A team that writes in the same page at the same minute is better served by a wiki such as Outline. And " +
          "those who like to tinker should beware: there are very many plugins, and arranging them is a pleasant " +
          "way to write nothing. <mark>Start with none.</mark>",
      ),
      header("Moving in"),
      steps(
        "In Notion, export everything as HTML, with subpages; in Evernote, export each notebook as ENEX.",
        "Install the official <b>Importer</b> plugin and point it at the export.",
        "Open ten notes at random: pictures, tables and ticked boxes are where imports go wrong.",
      ),
      delimiter(),
      header("Licence and price", 3),
      paragraph(
        "Obsidian is <i>not</i> open source. It is free to use, at work too, with an optional licence for " +
          "companies that want to support it. Sync (end-to-end encrypted) and Publish are paid services; you may " +
          "also sync the folder by other means. Because the files are ordinary, the closed source weighs less here " +
          "than elsewhere.",
      ),
    ),
  },
  {
    name: "Joplin",
    link: "https://joplinapp.org",
    description: "Open-source notes and to-dos with encrypted sync through the storage you already have",
    category: "productivity",
    alternatives: [popular.evernote, popular.notion, popular.oneNote],
    listedDaysAgo: 255,
    content: article(
      paragraph(
        "Joplin is an open-source app for notes and to-dos on desktops and phones. It syncs through storage that " +
          "you already have, such as Nextcloud, Dropbox, OneDrive or any WebDAV server, and can encrypt everything " +
          "before it leaves the device.",
      ),
      header("Coming from Evernote"),
      paragraph(
        "Joplin reads Evernote's ENEX files, with pictures, attachments and tags. Export <b>one notebook at a " +
          "time</b>: the notebook's name is not in the file, and Joplin uses the file's name instead. The web " +
          "clipper for Firefox and Chrome saves pages much as Evernote's does.",
      ),
      list(
        "checklist",
        { text: "Export each notebook as its own ENEX file" },
        { text: "Import on the desktop, not on the phone" },
        { text: "Let the first sync finish before you turn encryption on" },
        { text: "Keep the encryption password in your password manager" },
      ),
      header("Before you switch"),
      bullets(
        "Notes live in a database, not in single files; there is an export to Markdown with front matter.",
        "The look is practical. Handwriting and text search inside pictures are weaker than in Evernote or OneNote.",
        "Sharing a notebook with others works with Joplin Cloud or Joplin Server only.",
      ),
      paragraph(
        "The apps are free software under the AGPL. Joplin Cloud is a paid sync service that also pays for the " +
          "development; you do not need it.",
      ),
    ),
  },
  {
    name: "Outline",
    link: "https://www.getoutline.com",
    description: "A fast team wiki with live editing, nested collections and good search",
    category: "productivity",
    alternatives: [popular.notion, popular.confluence],
    listedDaysAgo: 83,
    content: article(
      paragraph(
        "Outline is a wiki for teams: documents in nested collections, edited by several people at once, found " +
          "again in a moment. It leaves out the databases and dashboards of Notion and is quicker and calmer for it.",
      ),
      header("Where it fits"),
      bullets(
        "Handbooks, runbooks, meeting notes, decisions.",
        "Teams that write Markdown by habit: typing <code>##</code> makes a heading.",
        "Public documentation for a small product, by sharing a collection.",
      ),
      header("Before you switch"),
      paragraph(
        "Outline imports from Notion, Confluence and Markdown. Notion databases become plain documents or tables " +
          "and lose their views. If you host it yourself you need PostgreSQL, Redis, some file storage and a way to " +
          "sign in, such as an identity provider.",
      ),
      header("Licence and price"),
      paragraph(
        "The source is public under the Business Source License, which lets you run it for your own organisation " +
          "but not sell it as a service; each release becomes Apache-licensed after some years. The hosted service " +
          "is paid by team size.",
      ),
    ),
  },
];
