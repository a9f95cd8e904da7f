/**
 * A wish beside the need: "open source", "for teams". It raises the listings that meet it and hides none.
 *
 * - `asked`: how people say it, as folded words. `platform` and `audience` wishes also need a word such as "for" before
 *   them, or stand at an end of the question, because "android" may also be the subject.
 * - `filter`: the filter of lists and its values that say that a listing meets it. What a listing states counts first.
 * - `texts`: parts of a listing's description or name, in lower case, that show that it meets the wish. A space stands
 *   for the beginning or the end of a word.
 * - `links`: parts of a listing's link that show it.
 * - `hints`: texts that make it likely. They count half.
 */
export type WishKind = {
  label: string;
  asked: readonly string[];
  kind?: "platform" | "audience";
  filter?: readonly [filter: string, ...values: string[]];
  texts: readonly string[];
  links?: readonly string[];
  hints?: readonly string[];
};

const OPEN = ["open source", "open-source", "opensource", " foss", " libre", "gpl"];
/** Hosts of source code. */
const CODE = [
  "//github.com/",
  "//gitlab.",
  "//codeberg.org/",
  "//git.",
  "//sourceforge.net/",
  ".sourceforge.",
  "//sr.ht/",
];

/** The EU, and the countries that people also mean by “European”. */
const EUROPE = "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(
  " ",
);

const country = (
  label: string,
  asked: readonly string[],
  texts: readonly string[],
  domain: string,
  code = domain.toUpperCase(),
): WishKind => ({
  label,
  asked: [...asked, ...texts.map((text) => text.trim()).filter((text) => !asked.includes(text))],
  texts,
  filter: ["country", code],
  links: [`.${domain}/`],
});

const platform = (
  label: string,
  asked: readonly string[],
  texts: readonly string[],
  filter: readonly string[],
  { links = [], hints = [] }: { links?: readonly string[]; hints?: readonly string[] } = {},
): WishKind => ({ label, asked, kind: "platform", filter: ["platform", ...filter], texts, links, hints });

const audience = (
  label: string,
  asked: readonly string[],
  texts: readonly string[],
  hints: readonly string[] = [],
): WishKind => ({ label, asked, kind: "audience", texts, hints });

export const WISHES: readonly WishKind[] = [
  {
    label: "open source",
    filter: ["open_source", "1"],
    asked: [
      "free and open source",
      "open source",
      "opensource",
      "oss",
      "foss",
      "floss",
      "libre",
      "free software",
      "quelloffen",
    ],
    texts: OPEN,
    links: CODE,
  },
  {
    label: "self-hosted",
    filter: ["hosting", "self_hosted"],
    asked: [
      "self hosted",
      "selfhosted",
      "self host",
      "selfhost",
      "self hosting",
      "self hostable",
      "on premise",
      "on premises",
      "on prem",
      "on my own server",
      "own server",
    ],
    texts: ["self-host", "self host", "selfhost", "on-prem", "on premise", "own server", "your server", " docker "],
  },
  {
    label: "free",
    filter: ["pricing", "free"],
    asked: ["free of charge", "for free", "free", "gratis", "no cost", "kostenlos", "gratuit", "gratuito"],
    texts: [" free ", " free,", " free.", " gratis", "freeware", "no cost"],
    hints: OPEN,
    links: CODE,
  },
  {
    label: "encrypted",
    filter: ["encrypted", "1"],
    asked: [
      "end to end encrypted",
      "end to end encryption",
      "e2e encrypted",
      "e2ee",
      "encrypted",
      "with encryption",
      "zero knowledge",
    ],
    texts: ["encrypt", "e2e", "zero-knowledge", "zero knowledge"],
  },
  {
    label: "privacy",
    asked: [
      "privacy friendly",
      "privacy focused",
      "privacy respecting",
      "privacy first",
      "private",
      "privacy",
      "without tracking",
      "no tracking",
      "anonymous",
    ],
    texts: ["privacy", "private", "tracking", "anonym", "without collecting"],
  },
  {
    label: "without cookies",
    asked: ["without cookies", "no cookies", "cookie free", "cookieless", "without cookie banner"],
    texts: ["cookie"],
    hints: ["privacy", "gdpr"],
  },
  {
    label: "GDPR",
    asked: ["gdpr compliant", "gdpr"],
    texts: ["gdpr"],
    hints: ["privacy", "europe", " eu "],
  },
  {
    label: "offline",
    asked: ["works offline", "offline first", "offline", "without internet", "local first"],
    texts: ["offline", "local-first", "locally", "without internet"],
  },
  {
    label: "decentralized",
    asked: ["decentralized", "decentralised", "federated", "peer to peer", "p2p", "distributed"],
    texts: ["decentrali", "federat", "peer-to-peer", "peer to peer", "p2p", "distributed", "activitypub"],
  },
  {
    label: "without ads",
    asked: ["without ads", "no ads", "ad free", "adfree"],
    texts: ["ad-free", "ad free", "no ads", "without ads"],
  },
  {
    label: "without an account",
    asked: [
      "without an account",
      "without account",
      "no account",
      "without registration",
      "no registration",
      "no sign up",
      "no signup",
      "without signing up",
      "without login",
    ],
    texts: [
      "no account",
      "without account",
      "no registration",
      "without registration",
      "no sign",
      "without sign",
      "no login",
    ],
  },
  {
    label: "pay once",
    filter: ["pricing", "one_time"],
    asked: [
      "without subscription",
      "no subscription",
      "one time payment",
      "one time purchase",
      "lifetime license",
      "lifetime",
      "pay once",
    ],
    texts: ["one-time", "one time", "lifetime", "no subscription", "pay once"],
  },
  {
    label: "European",
    filter: ["country", ...EUROPE],
    asked: [
      "made in europe",
      "based in europe",
      "hosted in europe",
      "hosted in the eu",
      "european",
      "europe",
      "eu based",
      "eu",
      "eu hosted",
    ],
    texts: ["europe", " eu "],
    links: [".eu/"],
    hints: ["gdpr"],
  },
  country("German", ["german", "germany", "deutsch"], ["german"], "de"),
  country("French", ["french", "france"], ["french", "france"], "fr"),
  country("Swiss", ["swiss", "switzerland"], ["swiss", "switzerland"], "ch"),
  country("Dutch", ["dutch", "netherlands"], ["dutch", "netherlands"], "nl"),
  country("British", ["british", "uk", "uk based"], ["british", " uk "], "uk", "GB"),
  country("Swedish", ["swedish", "sweden"], ["swedish", "sweden"], "se"),
  country("Norwegian", ["norwegian", "norway"], ["norwegian", "norway"], "no"),
  country("Danish", ["danish", "denmark"], ["danish", "denmark"], "dk"),
  country("Finnish", ["finnish", "finland"], ["finnish", "finland"], "fi"),
  country("Austrian", ["austrian", "austria"], ["austria"], "at"),
  country("Belgian", ["belgian", "belgium"], ["belgi"], "be"),
  country("Italian", ["italian", "italy"], ["italian", "italy"], "it"),
  country("Spanish", ["spanish", "spain"], ["spanish", "spain"], "es"),
  country("Portuguese", ["portuguese", "portugal"], ["portug"], "pt"),
  country("Polish", ["polish", "poland"], ["polish", "poland"], "pl"),
  country("Czech", ["czech", "czechia"], ["czech"], "cz"),
  country("Canadian", ["canadian", "canada"], ["canad"], "ca"),
  country("Indian", ["indian", "india"], ["india"], "in"),
  country("Japanese", ["japanese", "japan"], ["japan"], "jp"),
  platform("Linux", ["linux", "ubuntu", "debian", "fedora", "gnome", "kde"], ["linux", "gnome", " kde"], ["linux"], {
    hints: ["cross-platform", "cross platform", "multiplatform", "multi-platform"],
  }),
  platform(
    "macOS",
    ["macos", "mac os", "mac os x", "osx", "os x", "mac", "macbook"],
    ["macos", " mac ", " mac,", " mac.", "mac os", "os x"],
    ["macos"],
    { links: ["platform=mac"], hints: ["cross-platform", "cross platform"] },
  ),
  platform("Windows", ["windows", "windows 10", "windows 11", "pc"], ["windows"], ["windows"], {
    hints: ["cross-platform", "cross platform"],
  }),
  platform("Android", ["android", "f droid", "fdroid"], ["android"], ["android"], {
    links: ["play.google.com", "f-droid.org"],
    hints: ["mobile"],
  }),
  platform("iPhone and iPad", ["ios", "iphone", "ipad"], [" ios", "iphone", "ipad"], ["ios"], {
    links: ["apps.apple.com"],
    hints: ["mobile"],
  }),
  platform(
    "mobile",
    ["mobile", "phone", "phones", "smartphone"],
    ["mobile", "android", " ios", "iphone", "phone"],
    ["android", "ios"],
  ),
  platform("desktop", ["desktop"], ["desktop", "macos", "windows", "linux"], ["linux", "macos", "windows"]),
  platform(
    "browser extension",
    [
      "browser extension",
      "chrome extension",
      "firefox extension",
      "firefox addon",
      "browser addon",
      "chrome",
      "firefox",
    ],
    ["browser extension", "extension", "add-on", "addon", "firefox", "chrome"],
    ["browser_extension"],
    { links: ["chromewebstore", "chrome.google.com", "addons.mozilla.org"] },
  ),
  platform(
    "command line",
    ["command line", "commandline", "cli", "terminal"],
    ["command line", "command-line", " cli", "terminal", "console"],
    ["cli"],
  ),
  audience(
    "for teams",
    ["teams", "team", "groups", "companies", "company", "organizations"],
    ["team", "compan", "collaborat", "organi"],
  ),
  audience(
    "for businesses",
    [
      "small business",
      "small businesses",
      "business",
      "businesses",
      "enterprise",
      "smb",
      "startups",
      "startup",
      "freelancers",
      "agencies",
    ],
    ["business", "enterprise", "compan", "startup", "freelanc", "agenc", " sme", "smb"],
  ),
  audience(
    "for families",
    ["families", "family", "home use"],
    ["famil"],
    ["shar", "team", "group", "individual", "personal", " home "],
  ),
  audience("for personal use", ["personal use", "individuals"], ["personal", "individual"], ["home", "your own"]),
  audience("for children", ["kids", "children", "child"], ["kid", "child"], ["school", "famil", "learn"]),
  audience(
    "for education",
    ["students", "student", "schools", "school", "teachers", "education", "classroom"],
    ["student", "school", "teacher", "educat", "class", "learn"],
  ),
  audience("for beginners", ["beginners"], ["beginner"], ["simple", "easy", "learn"]),
  audience(
    "for developers",
    ["developers", "programmers", "coders", "devs"],
    ["developer", "programmer", " dev", " api", " code"],
  ),
  audience("for designers", ["designers", "artists", "photographers"], ["design", "artist", "photograph"]),
];
