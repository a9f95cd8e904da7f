import { article, bullets, code, delimiter, header, list, paragraph, raw, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Databases and search. */
export const backendSites: DemoSite[] = [
  {
    name: "Supabase",
    link: "https://supabase.com",
    description: "A backend on PostgreSQL: database, sign-in, file storage and live updates",
    category: "web_app_development",
    alternatives: [popular.firebase],
    listedDaysAgo: 104,
    content: article(
      paragraph(
        "Supabase gives an app a backend without much server code: a PostgreSQL database with an API, sign-in, " +
          "file storage, functions and live updates. It is the usual answer to those who like the comfort of " +
          "Firebase and miss SQL.",
      ),
      header("The difference that matters"),
      paragraph(
        "Firebase keeps documents, Supabase keeps <b>tables</b>. You get joins, constraints and transactions, and " +
          "in the worst case a plain database dump to take somewhere else. In exchange you have to think about a " +
          "schema, and about rules for each row:",
      ),
      code(
        "alter table notes enable row level security;",
        "",
        'create policy "People read their own notes"',
        "  on notes for select",
        "  using ((select auth.uid()) = owner_id);",
      ),
      warning(
        "Turn on row level security for every table",
        "The API is open to anybody who has your public key, and that key is in your app. Without rules in the " +
          "database, all rows are readable.",
      ),
      header("Before you switch"),
      bullets(
        "Offline work on phones is built into Firebase; with Supabase you add it yourself.",
        "Self-hosting with Docker is possible, but a dozen services have to be watched and updated.",
        "Free projects that nobody uses are paused after a while.",
      ),
      paragraph("Most of it is under the Apache licence. Hosting has a free plan for trying and paid plans by usage."),
    ),
  },
  {
    name: "Meilisearch",
    link: "https://www.meilisearch.com",
    description: "Search engine for your own site or app: quick, forgiving of typos, simple to run",
    category: "search_discovery",
    alternatives: [popular.algolia],
    listedDaysAgo: 141,
    content: article(
      paragraph(
        "Meilisearch is a search engine for your own site or app. It answers while people type, forgives typos, " +
          "filters by facets, and starts as a single program without configuration.",
      ),
      header("From nothing to a search box"),
      code(
        "curl -X POST 'http://localhost:7700/indexes/movies/documents?primaryKey=id' \\",
        "  -H 'Content-Type: application/json' \\",
        "  --data-binary @movies.json",
        "",
        "curl 'http://localhost:7700/indexes/movies/search?q=godfahter'",
      ),
      header("Compared with Algolia"),
      bullets(
        "The way of thinking is the same: documents, indexes, ranking rules, and the front-end library " +
          "InstantSearch works with both.",
        "Algolia brings analytics, merchandising tools and servers around the world; with Meilisearch you build " +
          "or buy these.",
        "One machine holds the index. Plan memory and disk for it, and a plan for the day it is down.",
      ),
      list(
        "checklist",
        { text: "Set a master key before the port is open to anybody" },
        { text: "Give the browser a search-only key" },
        { text: "Send documents in batches, and look at the tasks for errors" },
      ),
      delimiter(),
      paragraph(
        "The core is under the MIT licence, some features for enterprises are not. A hosted cloud is paid by size " +
          "or by use.",
      ),
    ),
  },
  {
    name: "SearXNG",
    link: "https://docs.searxng.org",
    description: "Metasearch engine that asks many others for you, without profile or advertising",
    category: "search_discovery",
    alternatives: [popular.googleSearch, popular.microsoftBing],
    listedDaysAgo: 169,
    content: article(
      paragraph(
        "SearXNG is a metasearch engine: it passes your question to many search engines, merges the answers and " +
          "shows them without advertising. The engines see the server and not you, and the server needs to keep " +
          "nothing.",
      ),
      header("Public or your own?"),
      paragraph(
        "There are public instances to try. They are often slow or blocked, since Google and others slow down " +
          "addresses that ask a lot. An instance for a household or an office works better, because it asks little.",
      ),
      code(
        "docker run -d --name searxng -p 8888:8080 \\",
        '  -v "./config:/etc/searxng" \\',
        "  docker.io/searxng/searxng",
      ),
      header("Before you switch"),
      bullets(
        "You see what others have indexed; SearXNG has no index of its own.",
        "Engines break now and then when they change their pages. Update regularly.",
        "If you are the only user, the engines can still tie the questions together by the server's address.",
        "No maps with opening hours and no answers from your own mail, and for some this is the point.",
      ),
      raw(
        "<details><summary>A tip for the address bar</summary><p>Add your instance as a search engine in the " +
          "browser and give it a short keyword. A question that starts with !wp asks Wikipedia only.</p></details>",
      ),
      paragraph(
        "Free software under the AGPL, made by volunteers. The code is free of charge, and so are most public " +
          "instances.",
      ),
    ),
  },
];
