import { article, bullets, code, header, linkTool, paragraph, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Web statistics. */
export const analyticsSites: DemoSite[] = [
  {
    name: "Plausible",
    link: "https://plausible.io",
    description: "Light, cookie-free web statistics on one page that anybody in the house can read",
    category: "business_tools",
    alternatives: [popular.googleAnalytics],
    listedDaysAgo: 71,
    featuredDays: 7,
    content: article(
      paragraph(
        "Plausible shows the visits of your site on a single page: how many people, from where, to which pages, " +
          "with what result. It sets no cookies, keeps no personal profiles, and its script is so small that it " +
          "does not slow the page down.",
      ),
      header("Who it suits"),
      bullets(
        "Owners of blogs, shops, product sites and documentation who want answers and not a reporting course.",
        "Agencies that show their clients a page which needs no explanation.",
        "Sites in the European Union that would like to do without a consent banner for statistics.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["Question", "Google Analytics", "Plausible"],
        ["Cookies", "Yes", "None"],
        ["How long to learn", "Days", "Minutes"],
        ["Follow one visitor over weeks", "Yes", "No, on purpose"],
        ["Link to Google Ads", "Deep", "Only by campaign tags"],
        ["Price", "Paid with data", "Paid with money"],
      ),
      paragraph(
        "The honest summary: <b>you will know less about each visitor, and more people on your team will know " +
          "what is there.</b> Returning visitors across days are not recognised, so monthly unique numbers are " +
          "counted in another way than you are used to. Do not compare them one to one.",
      ),
      header("Putting it in"),
      paragraph(
        "Copy the script line from the site's settings into the head of each page. A button, a sign-up or a " +
          "download is then counted with one call:",
      ),
      code("<button onclick=\"plausible('Signup', { props: { plan: 'Free' } })\">Sign up</button>"),
      header("A switch in four weeks", 3),
      steps(
        "Week one: run both side by side and write down the differences.",
        "Week two: import the old numbers from Google Analytics, so that the graph does not begin at zero.",
        "Week three: define goals and agree on names for campaign tags.",
        "Week four: take the old script out, and the consent banner if nothing else needs it.",
      ),
      warning(
        "Ask about the law, not the marketing",
        "Doing without cookies removes one reason for a consent banner. Whether your site needs one also depends " +
          "on maps, videos, fonts and advertising. Have it checked for your country.",
      ),
      header("Before you switch"),
      bullets(
        "No heatmaps and no recordings of sessions.",
        "Visitors with strict blockers are not counted, unless you pass the script through your own address.",
        "The self-hosted Community Edition lacks some features of the service and gets releases less often. It " +
          "runs with PostgreSQL and ClickHouse.",
      ),
      header("Licence and price", 3),
      paragraph(
        "The code is under the AGPL. The hosted service runs in the European Union and costs by page views, with " +
          "a trial; the Community Edition is free.",
      ),
      linkTool("https://plausible.io/docs", "Plausible documentation", "Set-up, goals, import and self-hosting"),
    ),
  },
  {
    name: "Matomo",
    link: "https://matomo.org",
    description: "Complete web analytics with your data on your server, from reports to heatmaps",
    category: "business_tools",
    alternatives: [popular.googleAnalytics, popular.hotjar],
    listedDaysAgo: 190,
    content: article(
      paragraph(
        "Matomo is the most complete of the open-source programs for web statistics. It knows campaigns, " +
          "e-commerce, goals, segments and custom reports, and it stores everything in a database that belongs to " +
          "you.",
      ),
      header("Where it stands"),
      paragraph(
        "Between Plausible's single page and the maze of Google Analytics, Matomo is clearly nearer to the " +
          "second. Marketing departments find their reports again; people who just want to know how the blog does " +
          "will find it heavy.",
      ),
      table(
        false,
        ["Runs on", "PHP and MySQL or MariaDB, hence on nearly any web host"],
        ["Old data", "Importer for Google Analytics"],
        ["Without cookies", "Possible, with less exact numbers"],
        ["Heatmaps, recordings, A/B tests", "Paid plugins, or part of the hosted plans"],
      ),
      header("Before you switch"),
      bullets(
        "Busy sites need a cron job that prepares the reports; without it the first person who opens one has to wait.",
        "The database grows. Decide early how long raw data is kept.",
        "Privacy settings are good but many: read them, don't just trust the default.",
      ),
      code("5 * * * * www-data /usr/bin/php /var/www/matomo/console core:archive --url=https://stats.example.org/"),
      paragraph(
        "The program is under the GPL and free on your own server. The company sells a cloud version and extra " +
          "plugins.",
      ),
    ),
  },
  {
    name: "Umami",
    link: "https://umami.is",
    description: "Small, MIT-licensed web statistics without cookies, easy to host yourself",
    category: "web_app_development",
    alternatives: [popular.googleAnalytics],
    listedDaysAgo: 12,
    content: article(
      paragraph(
        "Umami is a small program for web statistics without cookies. One Node.js process and one PostgreSQL " +
          "database are all it needs, which makes it a favourite of developers who host several small sites.",
      ),
      header("Putting it in"),
      code('<script defer src="https://stats.example.org/script.js" data-website-id="your-website-id"></script>'),
      paragraph(
        "Events need no script of their own: an attribute on the button is enough, for instance " +
          '<code>data-umami-event="signup"</code>.',
      ),
      header("Umami or Plausible?"),
      table(
        true,
        ["", "Umami", "Plausible"],
        ["Licence", "MIT", "AGPL"],
        ["Self-hosting", "Lighter", "Wants ClickHouse too"],
        ["Very busy sites", "Needs care with the database", "Built for it"],
        ["Made with", "TypeScript, Next.js", "Elixir"],
      ),
      header("Before you switch"),
      paragraph(
        "Put the address of the script on the same domain as the site if you can, because blockers know the " +
          "common ones. And plan for the table of events to grow: delete or move old data on a schedule.",
      ),
      paragraph("Free to host. A hosted service with a free entry plan and paid plans by events exists as well."),
    ),
  },
];
