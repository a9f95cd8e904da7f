import { article, bullets, checklist, code, header, image, paragraph, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Files, calendars and appointments. */
export const fileSites: DemoSite[] = [
  {
    name: "Nextcloud",
    link: "https://nextcloud.com",
    description: "Files, calendar, contacts, calls and office documents on a server of your choice",
    category: "productivity",
    alternatives: [popular.googleDrive, popular.dropbox, popular.oneDrive],
    listedDaysAgo: 176,
    featuredDays: 19,
    content: article(
      paragraph(
        "Nextcloud is free software that turns a server into a place for files, calendars, contacts, calls and " +
          "shared documents. You can run it at home, in your company or with one of many hosting companies, and " +
          "change between them without changing the software.",
      ),
      header("Who it suits"),
      bullets(
        "Families and small offices that want one shared place without handing it to an advertising or platform " +
          "company.",
        "Schools and public bodies that must be able to say <b>in which building</b> a document lies.",
        "Anybody who already has a server or a NAS and an hour a month to look after it.",
      ),
      image(
        "where-data-lives.webp",
        "Hosted by the provider, hosted by a company that you chose, or on your own machine",
      ),
      header("What it replaces"),
      table(
        true,
        ["If you use", "Nextcloud has", "The difference that you will notice"],
        [
          "Google Drive, Dropbox, OneDrive",
          "Files and sync clients",
          "Sync is reliable but less instant; <i>virtual files</i> depend on the system",
        ],
        [
          "Google Calendar and Contacts",
          "Calendar, Contacts",
          "Open standards (CalDAV, CardDAV), so phones can sync with them",
        ],
        ["Google Docs", "Nextcloud Office (Collabora) or ONLYOFFICE", "Runs as a separate service, wants memory"],
        ["Google Meet", "Talk", "Fine for a handful of people; larger calls need an extra server part"],
      ),
      header("Moving in"),
      paragraph(
        "The calm way is to copy first and switch later. <code>rclone</code> speaks to most storage services and " +
          "to Nextcloud by way of WebDAV; a dry run shows what would be copied.",
      ),
      code(
        "rclone config            # add one remote for the old service, one for Nextcloud (WebDAV)",
        "rclone copy old: nextcloud:imported --dry-run",
        "rclone copy old: nextcloud:imported --progress",
        "rclone check old: nextcloud:imported --one-way",
      ),
      steps(
        "Copy everything, and check the count and the total size on both sides.",
        "Documents in the provider's own format (Google Docs, for one) have no file of their own: export them to " +
          "an office format.",
        "Let two people work in it for two weeks before everybody moves.",
        "Export calendars as .ics and contacts as .vcf and import them.",
      ),
      header("What to know before switching"),
      warning(
        "A synced folder is not a backup",
        "What is deleted on one device is deleted everywhere. Back up the data folder <b>and</b> the database, " +
          "and restore it once on another machine to see that it works.",
      ),
      bullets(
        {
          text: "Updates must be done in order, one major release after the other.",
          items: ["Apps from the catalogue may lag behind a new release", "Few apps mean quiet updates"],
        },
        "A very small computer serves a family, not an office. Memory and a fast disk matter more than the processor.",
        "Encryption on the server protects a stolen disk. Against the administrator only the end-to-end encrypted " +
          "folders help, and those cannot be opened in the web view like the others.",
      ),
      header("Licence and price", 3),
      paragraph(
        "All of it is under the AGPL, without a reduced community edition. The company sells support contracts to " +
          "larger organisations; hosting companies charge by storage and people, as others do.",
      ),
    ),
  },
  {
    name: "Syncthing",
    link: "https://syncthing.net",
    description: "Keeps folders the same on all your devices, directly and encrypted, without a cloud",
    category: "productivity",
    alternatives: [popular.dropbox, popular.googleDrive, popular.oneDrive],
    listedDaysAgo: 299,
    content: article(
      paragraph(
        "Syncthing keeps folders the same on two or more of your devices. The devices talk to each other directly " +
          "and encrypted; there is no account, no storage plan and no company that holds a copy.",
      ),
      header("How it feels"),
      paragraph(
        "Each device has a long ID. You enter the ID of one device on the other, agree on a folder, and from then " +
          "on changes travel whenever both are switched on. That last part is the catch: <b>if the laptop sleeps " +
          "before the desktop wakes, nothing moves.</b> Many people let a small always-on computer be the third " +
          "device.",
      ),
      header("Before you switch"),
      bullets(
        "No web view and no share links for other people; it is sync and nothing else.",
        "Edit a file on two devices at once and you get a <code>.sync-conflict</code> copy to sort out.",
        "Phones: on Android there are community-maintained apps, on iOS only third-party ones with limits of the " +
          "system.",
        "Turn on file versioning for folders that matter, and keep a real backup besides.",
      ),
      paragraph(
        "It is free software under the Mozilla Public License, looked after by a foundation and paid for by donations.",
      ),
    ),
  },
  {
    name: "Cal.com",
    link: "https://cal.com",
    description: "Booking pages with round robin, team calendars, payments and a thorough API",
    category: "productivity",
    alternatives: [popular.calendly],
    listedDaysAgo: 29,
    content: article(
      paragraph(
        "Cal.com is a scheduling service: you say when you are free, others choose a time on your page, and the " +
          "appointment lands in everybody's calendar. It covers what Calendly does and is known for its API and its " +
          "tools for teams.",
      ),
      header("Good to have"),
      bullets(
        "One page for several people: the first who is free, all together, or in turn.",
        "Workflows that remind by mail, questions before booking, payments when booking.",
        "A booking form that can be embedded in your own site.",
      ),
      warning(
        "Check the licence if that is your reason",
        "Cal.com grew up as open source under the AGPL. In 2026 the company announced that the code of its " +
          "commercial product would be closed. If you want to host booking pages yourself, read first what the " +
          "public repository contains today and under which terms.",
      ),
      header("Switching from Calendly"),
      checklist(
        "Rebuild the event types by hand, with buffers and minimum notice",
        "Connect every calendar that may block a time, not just the main one",
        "Book yourself once from another mail address",
        "Change the link in signatures, site and profiles, and leave the old page up with a pointer",
      ),
      paragraph("There is a free plan for one person; teams and organisations pay for each member."),
    ),
  },
];
