import { article, attaches, bullets, code, header, linkTool, paragraph, steps, table, warning } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Team chat. */
export const chatSites: DemoSite[] = [
  {
    name: "Mattermost",
    link: "https://mattermost.com",
    description: "Team chat on your own server, with channels, threads, calls and playbooks",
    category: "communication",
    alternatives: [popular.slack, popular.microsoftTeams],
    listedDaysAgo: 148,
    content: article(
      paragraph(
        "Mattermost is team chat that you can run on your own server. It has the channels, threads, mentions and " +
          "integrations that people know from Slack, and it is built for organisations that must know where their " +
          "messages are kept.",
      ),
      header("Who it suits"),
      bullets(
        "Teams that may not keep internal talk with an outside provider: public bodies, hospitals, defence, banks.",
        "Engineering and operations teams: code blocks, slash commands and webhooks are first-class, and " +
          "<b>Playbooks</b> turn an incident into a checklist with an owner for each step.",
        "Networks without internet access. The server needs no connection to its maker to work.",
      ),
      paragraph(
        "It suits you less if nobody in the house wants to look after a server and a PostgreSQL database. Updates " +
          "come every month, and a chat system that is down is noticed within a minute.",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Slack", "Mattermost"],
        ["Where messages live", "With the provider", "On your server, or with a host you choose"],
        [
          "Apps to connect",
          "A very large catalogue",
          "A smaller one, plus webhooks that accept Slack's message format",
        ],
        ["Calls", "Huddles", "Calls, with screen sharing"],
        ["Guests from other companies", "Shared channels are routine", "Possible, needs more set-up"],
        ["Source code", "Closed", "Published"],
      ),
      header("Moving from Slack"),
      paragraph(
        "Slack's own export is the start. It holds public channels; private channels and direct messages need a " +
          "higher plan or the consent that Slack's rules ask for. Two command line tools then do the work: " +
          "<code>mmetl</code> changes the archive into Mattermost's import format, and <code>mmctl</code> loads it.",
      ),
      code(
        "./mmetl check slack --file slack-export.zip",
        "./mmetl transform slack --team our-team --file slack-export.zip --output mattermost_import.jsonl",
        "zip -r import.zip data mattermost_import.jsonl",
        "mmctl import upload import.zip",
        "mmctl import list available",
        "mmctl import process NAME_FROM_THE_LIST",
      ),
      steps(
        "Rehearse the import on a test server and read a few old threads in it.",
        {
          text: "Rebuild the integrations that people really use:",
          items: ["alerts from monitoring", "build results", "calendar reminders"],
        },
        "Pick a day, announce it twice, and set Slack to read-only afterwards.",
        "Keep the export archive, even when everything looks right.",
      ),
      attaches("chat-move-checklist.txt", 902, "Checklist for moving a team chat (text file)"),
      header("Before you switch"),
      warning(
        "Read the edition table first",
        "The free editions have limits, and these have changed between releases, up to how much message history " +
          "stays visible. Check the current comparison for your number of people before you promise anything.",
      ),
      bullets(
        "Single sign-on with your directory, compliance exports and high availability belong to the paid plans.",
        "Mobile push messages pass through a relay: the maker's, or one that you build and run with your own app.",
        "Search is good for recent talk; very large archives want a separate search server.",
      ),
      header("Licence and price", 3),
      paragraph(
        "An <i>open-core</i> product: the source is public, mostly under the AGPL, ready-made builds of the free " +
          "edition come under the MIT licence, and enterprise features need a paid subscription for each user.",
      ),
      linkTool(
        "https://docs.mattermost.com",
        "Mattermost documentation",
        "Installation, administration and the guide to migrating from Slack",
      ),
    ),
  },
  {
    name: "Zulip",
    link: "https://zulip.com",
    description: "Open-source team chat where every message has a topic, so threads stay readable",
    category: "communication",
    alternatives: [popular.slack, popular.microsoftTeams, popular.discord],
    listedDaysAgo: 97,
    content: article(
      paragraph(
        "Zulip is an open-source team chat in which every conversation in a channel has a topic, a bit like the " +
          "subject line of a mail. You can come back after two days, read the three topics that concern you and " +
          "skip the rest.",
      ),
      header("Why topics change the day"),
      paragraph(
        "In most chats a channel is one stream and threads are an afterthought. In Zulip the topic comes first. " +
          "People in other time zones can answer yesterday's question without breaking into today's, and a " +
          "moderator can <b>move messages</b> to another topic when a talk drifts.",
      ),
      bullets(
        "Good for remote teams, research groups and open-source projects with many parallel talks.",
        "Mathematics in messages with LaTeX, code with highlighting.",
        "Public channels can be readable on the web without an account.",
      ),
      header("Before you switch"),
      paragraph(
        "Newcomers need a week to stop asking <i>“which topic?”</i>. The look is plain rather than playful, and " +
          "calls are handed to a service such as Jitsi Meet or Zoom. If you host it yourself, push notifications to " +
          "phones go through the project's own service, which is free only for small organisations.",
      ),
      header("Licence and price"),
      paragraph(
        "All of the server is free software under the Apache licence; there is no paid edition with more " +
          "features. The company earns with hosting and support, and hosts many open-source and academic " +
          "communities free of charge. Import tools exist for Slack, Microsoft Teams, Mattermost and Rocket.Chat.",
      ),
    ),
  },
];
