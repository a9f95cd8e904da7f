import {
  article,
  bullets,
  checklist,
  code,
  delimiter,
  header,
  linkTool,
  list,
  paragraph,
  quote,
  steps,
  table,
  warning,
} from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Watching and playing. */
export const entertainmentSites: DemoSite[] = [
  {
    name: "Jellyfin",
    link: "https://jellyfin.org",
    description: "Free media server: your films, series and music on every screen, with no account",
    category: "entertainment",
    alternatives: [popular.plex, popular.emby],
    listedDaysAgo: 76,
    content: article(
      paragraph(
        "Jellyfin is a free media server. It sorts the films, series, music and books on your disk, adds posters " +
          "and descriptions, and plays them on televisions, phones and browsers in the house, or on the road if you " +
          "set that up.",
      ),
      quote("The Free Software Media System", "Jellyfin, on its own home page"),
      header("Who it suits"),
      paragraph(
        "People with a collection of their own and a small computer or NAS that may stay on. There is no account " +
          "with a company, no advertising and no paid tier. Everything, hardware-assisted conversion included, is " +
          "in the free program, because there is no other.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Plex", "Jellyfin"],
        ["Account with the maker", "Needed", "None"],
        ["Watching from outside", "Arranged for you", "You arrange it: VPN or reverse proxy"],
        ["Streams of the maker's own", "Yes, with advertising", "None"],
        ["Apps for televisions", "On nearly all", "On most; a few must be installed by hand"],
        ["Conversion with the graphics chip", "Paid", "Free"],
      ),
      header("Setting it up"),
      code(
        "services:",
        "  jellyfin:",
        "    image: jellyfin/jellyfin",
        '    ports: ["8096:8096"]',
        "    volumes:",
        "      - ./config:/config",
        "      - ./cache:/cache",
        "      - /srv/media:/media:ro",
        "    restart: unless-stopped",
      ),
      header("Names decide everything", 3),
      paragraph(
        "Most complaints about wrong posters are complaints about file names. Give each film a folder with its " +
          "year, and each series a folder with seasons:",
      ),
      list(
        "unordered",
        { text: "<code>Films</code>", items: ["<code>Nosferatu (1922)</code>", "<code>Metropolis (1927)</code>"] },
        {
          text: "<code>Series</code>",
          items: [{ text: "<code>Name of the series (2015)</code>", items: ["<code>Season 01</code>"] }],
        },
      ),
      header("Coming from Plex", 3),
      steps(
        "Leave Plex running and let Jellyfin read the same folders, read-only.",
        "Choose the devices that matter and try each one with a large file and with subtitles.",
        "Carry over what has been watched; community tools can copy it.",
        "Give every person in the house a user and a limit for children.",
      ),
      warning(
        "Don't open port 8096 to the internet",
        "Use a VPN such as WireGuard, or a reverse proxy with a certificate, good passwords and prompt updates.",
      ),
      header("Before you switch"),
      bullets(
        "Live television works with a tuner, but the guide data must come from somewhere.",
        "Quality varies between the apps, as many are written by volunteers in their spare time.",
        "Collect only what you may: your own recordings, your own discs where the law allows the copy, free works.",
      ),
      paragraph("GPL, no paid version, donations welcome. The project began as a fork when Emby closed its source."),
      linkTool(
        "https://jellyfin.org/docs/",
        "Jellyfin documentation",
        "Installation, naming of files, hardware acceleration",
      ),
    ),
  },
  {
    name: "Lichess",
    link: "https://lichess.org",
    description: "Free chess for everybody: games, puzzles, analysis and studies without ads",
    category: "entertainment",
    alternatives: [popular.chessCom],
    listedDaysAgo: 5,
    content: article(
      paragraph(
        "Lichess is a free chess server run by a French non-profit. Games at any speed, puzzles, tournaments, " +
          "lessons and computer analysis are open to everybody, without advertising and without a paid tier.",
      ),
      header("Compared with Chess.com"),
      bullets(
        "All analysis is free. Supporters get a small wing beside their name and nothing else.",
        "Chess.com has more players, more video lessons and more polish for beginners.",
        "<b>Studies</b> are the hidden jewel: shared boards with chapters and comments, good for clubs and trainers.",
      ),
      header("Moving over"),
      paragraph(
        "Ratings cannot be carried over and the two scales differ: expect a higher number on Lichess for the same " +
          "strength. Your old games can be downloaded as PGN and imported into a study for analysis.",
      ),
      delimiter(),
      header("Also for developers", 3),
      paragraph(
        "The whole site is free software (AGPL), the games are published every month as an open database, and the " +
          "API is simple:",
      ),
      code("curl https://lichess.org/api/puzzle/daily"),
      checklist(
        "Choose a name without your birth year",
        "Turn on zen mode against distraction",
        "Set chat and messages to friends only for children",
      ),
    ),
  },
];
