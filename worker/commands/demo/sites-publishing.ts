import { article, attaches, bullets, code, header, list, paragraph, quote, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Newsletters and video. */
export const publishingSites: DemoSite[] = [
  {
    name: "Ghost",
    link: "https://ghost.org",
    description: "Publishing with newsletters and paid memberships, on a site that belongs to you",
    category: "content_media",
    alternatives: [popular.substack, popular.medium, popular.wordPressCom, popular.mailchimp],
    listedDaysAgo: 110,
    content: article(
      paragraph(
        "Ghost is an open-source program for people who publish: a website, a newsletter and paid memberships in " +
          "one. Readers and their addresses are yours, and Ghost takes no share of what they pay.",
      ),
      header("Who it suits"),
      bullets(
        "Writers and small newsrooms whose newsletter has become a business.",
        "Companies and associations that want a quick magazine site with members' pages.",
        "Those who left WordPress because keeping plugins in order had become the main work.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Substack", "Ghost"],
        ["Cost", "A share of paid subscriptions", "A fixed fee for hosting, or your own server"],
        ["Being discovered", "Its network brings readers", "You bring your own readers"],
        ["Look", "Nearly the same for all", "Themes, and your own code"],
        ["Payment", "Stripe, by way of Substack", "Your own Stripe account"],
        ["Leaving", "Export of posts and list", "Export of everything, and the program too"],
      ),
      paragraph(
        "The row about discovery weighs most. <b>If nearly all new readers come from Substack's recommendations, " +
          "a move will slow growth.</b> If they come from search, from links or from your own talks, it will not.",
      ),
      header("Moving from Substack"),
      steps(
        "Export posts and subscribers from Substack's settings.",
        "Import both in Ghost; there is an importer for Substack, Medium, WordPress and others.",
        {
          text: "Connect Stripe. Paid subscriptions can move with it if the account is your own.",
          items: [
            "Test with one cheap subscription",
            "Tell paying readers beforehand what will change on their statement",
          ],
        },
        "Point your domain at Ghost and send redirects for the addresses of old posts.",
        "Send the first mail to a small part of the list and look at the spam folder.",
      ),
      attaches("newsletter-move.csv", 832, "Plan for moving a newsletter (CSV, opens in any spreadsheet)"),
      header("Your own server", 3),
      code("sudo npm install -g ghost-cli@latest", "cd /var/www/my-site", "ghost install", "ghost backup"),
      warning(
        "Mail is the hard part",
        "A Ghost that you host yourself needs a bulk mail provider for newsletters; Mailgun is the one it " +
          "supports. Count its price before you compare costs, and set SPF, DKIM and DMARC for your domain.",
      ),
      header("Before you switch"),
      bullets(
        "Ghost is for publishing. For a shop, a forum or odd page types you need other tools beside it.",
        "Comments are there, yet plain; roles for staff are few and clear.",
        "Native statistics and the connection to the social web (ActivityPub) are young features.",
      ),
      header("Licence and price", 3),
      paragraph(
        "MIT licence, owned by a non-profit foundation. The official hosting, Ghost(Pro), costs by number of " +
          "members and pays for the development; other hosts exist.",
      ),
    ),
  },
  {
    name: "PeerTube",
    link: "https://joinpeertube.org",
    description: "Video hosting on your own server, linked with other servers through ActivityPub",
    category: "content_media",
    alternatives: [popular.youTube, popular.vimeo, popular.twitch],
    listedDaysAgo: 187,
    content: article(
      paragraph(
        "PeerTube is free software for video sites. Each site has its own rules and its own server, and the sites " +
          "are linked: viewers can find, follow and comment across them. Viewers also pass parts of a video to each " +
          "other, which spares the server.",
      ),
      header("Who it suits"),
      bullets(
        "Universities, museums, associations and media projects with a catalogue of their own.",
        "Makers who want a home for their films beside YouTube, without advertising and tracking.",
        "Live streams for a known audience, with chat by way of a plugin.",
      ),
      header("What it is not"),
      paragraph(
        "There is no audience waiting and no money from advertising. Storage is the big cost: each video is kept " +
          "in several sizes, and computing them takes the processor a long time. <i>Remote runners</i> can do that " +
          "work on another machine.",
      ),
      quote("Publish where it is yours, and announce it where the people are."),
      header("Before you switch"),
      list(
        "checklist",
        { text: "Join an existing site whose rules you like before you build one" },
        { text: "Add up the gigabytes, times three" },
        { text: "Write down who looks at reports from other sites" },
        { text: "Use channel synchronisation to bring over a YouTube channel of your own" },
      ),
      paragraph(
        "Free software under the AGPL, developed by the French non-profit Framasoft and paid for by donations.",
      ),
    ),
  },
];
