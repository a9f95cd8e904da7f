import {
  article,
  bullets,
  code,
  header,
  image,
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

/** Passwords and how to keep them. */
export const securitySites: DemoSite[] = [
  {
    name: "Bitwarden",
    link: "https://bitwarden.com",
    description: "Open-source password manager for every device, hosted by them or by you",
    category: "security",
    alternatives: [popular.lastPass, popular.onePassword, popular.dashlane],
    listedDaysAgo: 119,
    featuredDays: 12,
    content: article(
      paragraph(
        "Bitwarden is an open-source password manager with apps for every common system and browser. Your vault " +
          "is encrypted on your device before it is stored, so the server, theirs or your own, holds only data that " +
          "it cannot read.",
      ),
      header("Who it suits"),
      paragraph(
        "Nearly everybody. The free plan already syncs as many passwords as you like over as many devices as you " +
          "like, which makes it the usual advice for people who come from a browser's built-in list or from " +
          "LastPass. Families and companies share through <b>collections</b> with rights for each person.",
      ),
      image(
        "sealed-vault.webp",
        "The vault is sealed on the device; what travels and what is stored is the sealed form",
      ),
      header("What it replaces and where it differs"),
      table(
        true,
        ["", "Bitwarden", "Typical closed manager"],
        ["Source code", "Public, for apps and server", "Closed"],
        ["Own server", "Yes", "No"],
        ["Look and polish", "Plain", "Often smoother"],
        ["Filling in odd login forms", "Good, now and then by hand", "Slightly better"],
        ["Command line and scripts", "Complete", "Varies"],
      ),
      header("Switching from LastPass, step by step"),
      steps(
        "Choose a long master password, four or five random words, and write it on paper for now.",
        "In the old manager, export the vault to a CSV file.",
        "In Bitwarden's web vault choose <i>Tools</i>, <i>Import data</i>, and the format of the old manager.",
        {
          text: "Check what does not travel:",
          items: ["attachments", "shared folders of other people", "passkeys, which you register anew"],
        },
        "Delete the CSV file and empty the bin: <mark>it holds every password in plain text.</mark>",
        "Change the passwords of mail and bank first, then close the old account.",
      ),
      paragraph("The same on the command line, for those who prefer it:"),
      code("bw login", "bw import lastpasscsv ./lastpass.csv", "bw sync", "bw list items --search bank"),
      warning(
        "Nobody can reset the master password",
        "That is the point of the design, and the risk of it. Print the recovery code for two-step login, and set " +
          "up emergency access for a person you trust if your plan has it.",
      ),
      header("Before you switch"),
      bullets(
        "Built-in one-time codes, vault health reports and file attachments are part of the paid plans.",
        "The official server for self-hosting is meant for containers and wants more memory than one would guess. " +
          "<b>Vaultwarden</b> is a light server by other authors that the same apps can use; it has not the same " +
          "audits and support.",
        "If you host it yourself, you also have to back it up yourself.",
      ),
      header("Licence and price", 3),
      paragraph(
        "Apps under the GPL, server under the AGPL, with some parts for companies under a licence of their own. A " +
          "good free plan, an inexpensive paid plan for one person, family and company plans above.",
      ),
      linkTool(
        "https://bitwarden.com/help/",
        "Bitwarden Help Center",
        "Guides for import, two-step login and self-hosting",
      ),
    ),
  },
  {
    name: "KeePassXC",
    link: "https://keepassxc.org",
    description: "Offline password manager: one encrypted file that you keep wherever you like",
    category: "security",
    alternatives: [popular.lastPass, popular.onePassword],
    listedDaysAgo: 226,
    content: article(
      paragraph(
        "KeePassXC is a password manager that keeps everything in one encrypted file on your own disk. There is " +
          "no account and no server, hence nothing that could be broken into from far away.",
      ),
      quote("A secret that never leaves the house needs no one else's promise."),
      header("Who it suits"),
      paragraph(
        "People with one or two computers, those who distrust any cloud, and administrators who need a vault that " +
          "opens when the network is down. It stores one-time codes, SSH keys and attachments, and fills in logins " +
          "through the <code>KeePassXC-Browser</code> extension.",
      ),
      header("Before you switch"),
      list(
        "unordered",
        "Sync is your own affair: put the file in a folder that Nextcloud or Syncthing carries.",
        {
          text: "There is no KeePassXC for phones; other apps open the same file:",
          items: ["KeePassDX on Android", "KeePassium or Strongbox on iOS"],
        },
        "Sharing with a team is possible but clumsy. Choose Bitwarden for that.",
      ),
      paragraph(
        "It imports CSV files and the formats of 1Password and Bitwarden among others. The command line tool is " +
          "handy for a quick look:",
      ),
      code(
        "keepassxc-cli ls passwords.kdbx",
        "keepassxc-cli show --attributes username passwords.kdbx Mail",
        "keepassxc-cli diceware --words 6",
      ),
      paragraph(
        "Free software under the GPL, made by volunteers and paid for by donations. The file format is open and " +
          "many programs read it, so you are not tied to this one.",
      ),
    ),
  },
];
