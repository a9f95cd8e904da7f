import { article, bullets, code, header, linkTool, paragraph, quote, raw, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Git hosting. */
export const codeHostingSites: DemoSite[] = [
  {
    name: "Gitea",
    link: "https://about.gitea.com",
    description: "Light Git hosting in one program: issues, reviews, packages and CI on your own server",
    category: "developer_tools",
    alternatives: [popular.gitHub, popular.gitLab, popular.bitbucket],
    listedDaysAgo: 163,
    content: article(
      paragraph(
        "Gitea is Git hosting in a single program: repositories, pull requests, issues, wikis, releases, a " +
          "package registry and CI. It is so light that it runs next to other things on a small server, and anybody " +
          "who knows GitHub finds the way at once.",
      ),
      header("Who it suits"),
      bullets(
        "Small companies and agencies that want their code in their own house.",
        "Schools and labs: many users, few resources.",
        "Home servers. SQLite is enough to begin with; PostgreSQL and MySQL are there for more.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "GitHub", "GitLab, self-hosted", "Gitea"],
        ["Your own server", "Enterprise only", "Yes", "Yes"],
        ["Memory it wants", "not your concern", "A lot", "Little"],
        ["CI", "Actions", "GitLab CI", "Gitea Actions, close to GitHub's syntax"],
        ["Strangers who send patches", "Very many", "Some", "Few, they need an account with you"],
      ),
      header("Trying it in five minutes"),
      code(
        "docker run -d --name gitea \\",
        "  -p 3000:3000 -p 2222:22 \\",
        "  -v gitea:/data \\",
        "  gitea/gitea:latest",
      ),
      paragraph(
        "Open port 3000, choose SQLite, create the first account: it is the administrator. For real use, fix the " +
          "image to a release instead of <code>latest</code> and put a reverse proxy with a certificate in front.",
      ),
      header("Moving repositories"),
      steps(
        "Choose <i>New Migration</i> and the service that you come from.",
        {
          text: "Give it an access token, and tick what should come along:",
          items: ["issues and pull requests with comments", "labels and milestones", "releases, the wiki, LFS files"],
        },
        "Or set up a <b>mirror</b> first, and make it the main place on an agreed day.",
        "Run each CI workflow once. Most of GitHub's actions work, some expect things that only GitHub has.",
        "Leave a pointer in the old repository, and archive it.",
      ),
      raw(
        "<details><summary>How do I back it up?</summary><p>The command <code>gitea dump</code> writes " +
          "repositories, database and settings into one archive. Copy it to another machine, and try a restore " +
          "before you need one.</p></details>",
      ),
      header("Before you switch"),
      warning(
        "Runners run other people's code",
        "A CI runner executes whatever a workflow says. Keep it on a machine, or at least in containers, apart " +
          "from the server that holds your code.",
      ),
      bullets(
        "There is no equal to GitHub's security advisories and its dependency alerts built in; use a separate tool.",
        "Search over code is there, yet simpler.",
        "Public projects lose visitors when they leave GitHub. Many keep a read-only mirror there.",
      ),
      header("Licence and price", 3),
      paragraph(
        "MIT licence, free. A company founded by maintainers offers hosting and an enterprise edition; that " +
          "decision led to the fork Forgejo, which is listed here too.",
      ),
      linkTool("https://docs.gitea.com", "Gitea documentation", "Installation, Actions, packages and administration"),
    ),
  },
  {
    name: "Forgejo",
    link: "https://forgejo.org",
    description: "Community-run Git hosting for your own server, under the wing of a non-profit",
    category: "developer_tools",
    alternatives: [popular.gitHub, popular.gitLab],
    listedDaysAgo: 58,
    content: article(
      paragraph(
        "Forgejo is Git hosting for your own server, made by a community under the umbrella of the non-profit " +
          "Codeberg e.V. It began as a fork of Gitea and now goes its own way; Codeberg, a large public host for " +
          "free software, runs on it.",
      ),
      quote("Beyond coding. We forge.", "Forgejo, on its own home page"),
      header("Why choose it"),
      bullets(
        "Who decides is written down, and no company owns the name.",
        "It is as light as Gitea, with a CI of its own named Forgejo Actions.",
        "You can look at it without installing anything: open an account on Codeberg, if your project is free " +
          "software.",
      ),
      header("Before you switch"),
      paragraph(
        "A move from a recent Gitea is no longer a matter of exchanging the program, because the two have drifted " +
          "apart; migrate repository by repository instead. Ready-made integrations in other tools tend to name " +
          "GitHub, GitLab and Gitea; the API is close to Gitea's, so that entry often works.",
      ),
      paragraph("Free software under the GPL, no paid edition. It lives on donations and volunteer work."),
    ),
  },
];
