import {
  article,
  attaches,
  bullets,
  checklist,
  code,
  delimiter,
  header,
  list,
  paragraph,
  quote,
  siteCard,
  steps,
  table,
  warning,
} from "./content.ts";
import type { DemoPost } from "./content.ts";

/** The blog posts of the demo directory. */
export const demoPosts: DemoPost[] = [
  {
    slug: "how-to-choose-a-software-alternative",
    title: "How to choose a software alternative without regretting it",
    excerpt:
      "Five questions, one small trial and an honest look at the way out: a method for choosing new software that " +
      "takes two weeks and no consultant.",
    featuredImage: "/media/demo/choose-an-alternative.webp",
    publishedDaysAgo: 6,
    content: article(
      paragraph(
        "People rarely look for an alternative because the old program is bad. They look because the price went " +
          "up, a feature went away, or somebody asked where the data are. Start from that reason, because it tells " +
          "you what the new program must do better, and what may well be worse.",
      ),
      header("First: what is the real reason?"),
      table(
        true,
        ["If the reason is", "Look for", "And accept"],
        [
          "The price",
          "A price model that fits you: by person, by use, or fixed",
          "Fewer extras, more of your own work",
        ],
        ["Privacy or a rule", "Hosting of your choice, published source", "Somebody has to run it"],
        ["A missing feature", "That feature, tested with your own data", "Other gaps in other places"],
        ["Fear of being locked in", "Open formats and a complete export", "A plainer look, now and then"],
      ),
      header("Five questions for every candidate"),
      steps(
        "<b>Can I get out again?</b> Look for the export before you look for the import. Try it on the first day, " +
          "while there is little to lose.",
        "<b>Who pays for it, and will they still do so in three years?</b> Subscriptions, support contracts, " +
          "donations and foundations can all work. “It is free and nobody knows why” does not.",
        {
          text: "<b>What does the licence allow?</b>",
          items: [
            "Open source: use, change, pass on",
            "Source available: use within limits, often not as a service for others",
            "Closed: what the contract says",
          ],
        },
        "<b>Who will look after it?</b> With your own server this is a person with a name, and a second one for " +
          "the holidays.",
        "<b>What will people miss?</b> Ask those who use the old program most. Their list is the best test plan.",
      ),
      quote("Choose by the work of an ordinary Tuesday, not by the longest list of features."),
      header("A trial that tells you something"),
      paragraph(
        "Two candidates, three people, two weeks, <i>real</i> work. A trial with invented examples only shows " +
          "whether you like the colours. Agree beforehand on what would make you say no.",
      ),
      checklist(
        "One real project moved over, with its oldest and its largest file",
        "One task from a phone, on a bad connection",
        "One person invited from outside",
        "One mistake made on purpose, and undone",
        "One complete export, opened in another program",
      ),
      header("Add up the whole price", 3),
      paragraph(
        "Licence or server, plus the hours for set-up, plus the hours for every month, plus the week in which " +
          "everybody is slower. A short formula in a spreadsheet is enough:",
      ),
      code(
        "yearly cost = 12 * (price per person * people + hours per month * hourly rate)",
        "            + set-up hours * hourly rate",
      ),
      warning(
        "Don't change two things at once",
        "A new program and a new way of working in the same week will make people blame the wrong one. Move first " +
          "with the old habits, improve afterwards.",
      ),
      paragraph(
        "And when the trial says that the old program is still the best one for you: stay, with a clear " +
          "conscience. You now know why, and you have an export that works.",
      ),
    ),
  },
  {
    slug: "how-to-move-your-data-out-of-a-service",
    title: "How to move your data out of a service, step by step",
    excerpt:
      "Export, check, import, run both, close: an order that works for notes, mail, files, shops and chats, with " +
      "a checklist to download.",
    featuredImage: "/media/demo/moving-your-data.webp",
    publishedDaysAgo: 27,
    content: article(
      paragraph(
        "Moving from one service to another goes wrong in the same places again and again: the export was not " +
          "complete, nobody checked it, and the old account was closed too early. This order avoids all three.",
      ),
      header("1. Take stock"),
      paragraph(
        "Write down what is in the service before you export anything. The number of items and their total size " +
          "will be your measure later on.",
      ),
      list(
        "unordered",
        "What people made: documents, notes, pictures, messages.",
        {
          text: "What holds it together:",
          items: ["folders, tags, links between items", "dates, authors, comments", "rights: who may see what"],
        },
        "What depends on it: automations, embedded forms, links in mails and on sites.",
      ),
      header("2. Export, more than once"),
      paragraph(
        "In the European Union you have a right to a copy of your personal data in a common, machine-readable " +
          'format (<a href="https://eur-lex.europa.eu/eli/reg/2016/679/oj">GDPR</a>, articles 15 and 20). Most ' +
          "services have a page for it in the settings. Ask for the export early, as big ones take days, and ask " +
          "for the most <b>structured</b> format on offer:",
      ),
      table(
        true,
        ["Kind", "Ask for", "Better than"],
        ["Notes and pages", "Markdown or HTML with attachments", "PDF"],
        ["Mail", "mbox, or a copy by IMAP", "Forwarding"],
        ["Calendar and contacts", ".ics and .vcf", "CSV"],
        ["Tables, orders, subscribers", "CSV in UTF-8, or JSON", "Excel files"],
        ["Passwords", "The manager's own encrypted format and a CSV for the move", "Screenshots"],
      ),
      header("3. Check the export before you trust it"),
      paragraph(
        "Unpack it and count. Open the oldest item, the largest and one with special characters in its name. On a " +
          "command line this takes a minute:",
      ),
      code(
        "unzip -q export.zip -d export",
        "find export -type f | wc -l",
        "find export -type f -size 0",
        "du -sh export",
        "sha256sum export.zip > export.zip.sha256",
      ),
      warning(
        "An export is as sensitive as the account",
        "It holds everything in one file, often unencrypted. Keep it on an encrypted disk, send it to nobody, and " +
          "delete the copies that you no longer need.",
      ),
      header("4. Import a small part, then all of it"),
      steps(
        "Import one folder, one notebook, one channel.",
        "Compare it with the original side by side: links, pictures, umlauts, dates, order.",
        "Mend what can be mended in the export file, not by hand after the import.",
        "Empty the target, and import everything in one go.",
      ),
      header("5. Run both, with a date on the calendar"),
      paragraph(
        "For two to four weeks the old service stays, <mark>read-only if that is possible</mark>. New things are " +
          "written only in the new one. Put the end date in the calendar on the first day, or you will pay for both " +
          "next year.",
      ),
      header("6. Close the old account"),
      list(
        "checklist",
        { text: "Nothing new in the old service for two weeks" },
        { text: "The export and its checksum are in two places" },
        { text: "Automations, logins and payments that used it are changed" },
        { text: "Old links lead somewhere, or a note says where things are now" },
        { text: "Subscription cancelled, then the data deleted, then the account" },
      ),
      attaches("data-move-checklist.csv", 934, "The whole checklist (CSV, opens in any spreadsheet)"),
    ),
  },
  {
    slug: "what-featured-means-in-this-directory",
    title: "What “featured” means in this directory",
    excerpt:
      "A featured listing is a paid place: 10 euro for 30 days, always labelled. What it changes, what it never " +
      "changes, and how to read a listing.",
    featuredImage: "/media/demo/what-featured-means.webp",
    publishedDaysAgo: 49,
    content: article(
      paragraph(
        "Some listings in this directory carry a FEATURED badge. It means that the owner pays for places in which " +
          "the listing is shown. It is not an award, not a test result and not our recommendation, and we think you " +
          "should know exactly what the money buys.",
      ),
      header("What is paid for"),
      table(
        false,
        ["Price", "10 euro for 30 days"],
        ["Renewal", "Every 30 days at the same price, until the owner cancels"],
        ["Place", "Turns in a row of three above the first page of a list, and in two places inside an article"],
        ["Share", "The same time for every featured listing that fits"],
        ["Label", "A FEATURED badge wherever the listing shows"],
        ["Links", "Marked as sponsored for search engines"],
        ["After that", "The listing becomes basic again; nothing of it is deleted"],
      ),
      header("What money does not change"),
      bullets(
        "<b>The order of lists and searches.</b> In them a featured listing stands where it would stand without paying.",
        "<b>Likes.</b> They come from signed-in people, one each, and cannot be bought.",
        "<b>The popular alternatives.</b> They are counted by how many sites name a product.",
        "<b>What others write.</b> A featured site has no say in anybody else's article.",
      ),
      quote("Whoever pays may stand in front. Whoever pays may not stand there in disguise."),
      header("How to read a listing"),
      list(
        "ordered",
        "The badge tells you whether the place was paid for.",
        "The description, at most a hundred characters, is the owner's own.",
        "The alternatives say which popular products the site wants to replace. One to five; <i>want</i> is the " +
          "important word.",
        {
          text: "The article is the owner's view. Good ones also say:",
          items: [
            "whom the product does not suit",
            "what is missing next to the product it replaces",
            "licence and price model",
          ],
        },
        "Likes say how many signed-in readers care for it. They are a hint and not a measure.",
      ),
      paragraph("For example this one, which nobody pays for:"),
      siteCard("mattermost", "Mattermost"),
      header("For owners of a site"),
      paragraph(
        "A basic listing is free and stays free: the same page, the same article, the same alternatives. Featured " +
          "makes sense when you have something new to show. If you cancel, the place that was paid for stays until " +
          'its last day. Details are on the <a href="/price">pricing page</a>.',
      ),
      header("Before you pay", 3),
      checklist(
        "The first paragraph says what it is and for whom",
        "The drawbacks are named; readers find them anyway",
        "The alternatives are the ones that people really come from",
        "The link leads to the product and not to a campaign page",
      ),
      warning(
        "Nobody can sell you a first place",
        "If somebody offers you reviews, likes or a place in our search results, it is not us. Please tell us " +
          "through the contact page.",
      ),
      delimiter(),
      paragraph(
        "Why take money at all? Because a directory has to live on something, and a labelled place at a fixed, " +
          "public price is the way that bends the content least. If you see a paid place without its label, it is a " +
          'mistake: <a href="/contact">tell us</a>, and we will mend it.',
      ),
    ),
  },
];
