import { article, bullets, delimiter, header, image, list, paragraph, table } from "./content.ts";
import type { DemoSite } from "./content.ts";
import { popular } from "./popular.ts";

/** Messengers, calls and mail. */
export const communicationSites: DemoSite[] = [
  {
    name: "Element",
    link: "https://element.io",
    description: "Encrypted chat and calls on Matrix, an open network that no single company owns",
    category: "communication",
    alternatives: [popular.slack, popular.discord, popular.whatsApp],
    listedDaysAgo: 211,
    content: article(
      paragraph(
        "Element is a messenger for Matrix, an open standard for chat. As with e-mail, you choose a server or run " +
          "one, and still reach people on every other server. Private rooms are end-to-end encrypted by default.",
      ),
      header("Where it differs"),
      paragraph(
        "Slack, Discord and WhatsApp each keep everybody in one house. With Matrix a university, a ministry and a " +
          "hobby group can each run a server and share a room. If Element ever displeases you, another Matrix app " +
          "opens the same rooms with the same account.",
      ),
      image(
        "federation.webp",
        "Federation: each group keeps its own server, and rooms and follows reach across all of them",
      ),
      header("Before you switch"),
      list(
        "checklist",
        { text: "Decide: an account on a public server, hosted by a provider, or a server of your own" },
        {
          text:
            "Write down the <b>recovery key</b>; without it and without a signed-in device, old encrypted " +
            "messages cannot be read",
        },
        { text: "Verify your second device while the first is still at hand" },
        { text: "Try it with the least technical person of the group first" },
      ),
      paragraph(
        "Joining very large rooms is slower than in closed services, and a self-run server needs disk space and " +
          "care. Bridges can connect rooms to other networks, but a bridge has to read the messages that it carries.",
      ),
      header("Licence and price"),
      paragraph(
        "The apps and the server that the same company maintains are open source (AGPL, or a commercial licence). " +
          "Accounts on public servers are free; Element sells hosting and server suites to organisations.",
      ),
    ),
  },
  {
    name: "Jitsi Meet",
    link: "https://jitsi.org/jitsi-meet/",
    description: "Open-source video meetings in the browser; guests join with a link, no account",
    category: "communication",
    alternatives: [popular.zoom, popular.googleMeet, popular.microsoftTeams],
    listedDaysAgo: 64,
    content: article(
      paragraph(
        "Jitsi Meet is open-source software for video meetings. A meeting is a web address: send the link, the " +
          "others click on it and join from the browser, without an account and without installing anything.",
      ),
      header("Good for"),
      bullets(
        "Meetings with people from outside: clients, parents, patients, applicants.",
        "Schools and associations that want their own server with their own rules.",
        "Developers who want to put a call into their own product, by way of the iframe API.",
      ),
      header("Your own server", 3),
      paragraph(
        "On Debian or Ubuntu the packages do nearly everything, certificates included. The ports below must be " +
          "reachable; the last one carries sound and picture.",
      ),
      table(false, ["80/tcp, 443/tcp", "web page and certificate"], ["10000/udp", "sound and video"]),
      header("Before you switch"),
      paragraph(
        "On the public server at meet.jit.si the person who opens a room has to sign in. Big meetings need a " +
          "strong server with a good uplink, and recording needs a further component (Jibri) on a machine of its " +
          "own. There are no large webinars with registration as in Zoom. End-to-end encryption can be turned on " +
          "for small meetings, in browsers that support it.",
      ),
      header("Licence and price"),
      paragraph(
        "Apache licence, free to use and to host. The company behind it, 8x8, sells a hosted version for " +
          "developers under the name Jitsi as a Service.",
      ),
    ),
  },
  {
    name: "Proton Mail",
    link: "https://proton.me/mail",
    description: "Encrypted mail from Switzerland with its own calendar, contacts and aliases",
    category: "communication",
    alternatives: [popular.gmail, popular.outlook],
    listedDaysAgo: 38,
    content: article(
      paragraph(
        "Proton Mail is a mail service from Switzerland that stores messages so that the provider cannot read " +
          "them. It is paid for by subscriptions instead of advertising, and it comes with a calendar, contacts and " +
          "mail aliases.",
      ),
      header("What is encrypted, and what is not"),
      table(
        true,
        ["Message", "Protection"],
        ["Between two Proton accounts", "End-to-end, without doing anything"],
        ["To somebody with a PGP key", "End-to-end, once the key is known"],
        [
          "To an ordinary address",
          "Encrypted on the way and in your mailbox, but the other provider can read its copy",
        ],
        ["Subject lines", "Not end-to-end encrypted, because the mail standard needs them"],
      ),
      header("Before you switch"),
      bullets(
        "Outlook, Apple Mail and Thunderbird connect only by way of <b>Proton Mail Bridge</b>, a program for " +
          "paying users.",
        "Full text search runs on your device, so the first index takes a while.",
        "An address of your own domain is worth having: it makes the <i>next</i> move easy.",
      ),
      paragraph(
        "The built-in import tool, Easy Switch, copies mail, contacts and calendars from Gmail and Outlook and " +
          "can forward new Gmail messages while you tell people about the new address.",
      ),
      delimiter(),
      paragraph(
        "The apps are open source, the service is not something you can host yourself. There is a free plan with " +
          "little storage; paid plans add space, own domains and the other Proton services.",
      ),
    ),
  },
];
