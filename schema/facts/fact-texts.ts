import { countryName } from "../values/countries.ts";
import { formatDate } from "../values/dates.ts";
import { type FactName, type Facts, factOf, PERIODS, type Price, YOU_DECIDE } from "./facts.ts";
import { lazily } from "../values/lazily.ts";
import { ownValue } from "../values/records.ts";

/** Names of products by slug. */
export type ProductNames = Readonly<Record<string, string>>;

export const NOT_STATED = "Not stated";

/** Names of the languages that listings state most. Others are shown as codes. */
export const LANGUAGES: Readonly<Record<string, string>> = {
  ar: "Arabic",
  bg: "Bulgarian",
  ca: "Catalan",
  cs: "Czech",
  da: "Danish",
  de: "German",
  el: "Greek",
  en: "English",
  es: "Spanish",
  et: "Estonian",
  eu: "Basque",
  fa: "Persian",
  fi: "Finnish",
  fr: "French",
  gl: "Galician",
  he: "Hebrew",
  hi: "Hindi",
  hr: "Croatian",
  hu: "Hungarian",
  id: "Indonesian",
  it: "Italian",
  ja: "Japanese",
  ko: "Korean",
  lt: "Lithuanian",
  lv: "Latvian",
  nb: "Norwegian",
  nl: "Dutch",
  no: "Norwegian",
  pl: "Polish",
  pt: "Portuguese",
  "pt-BR": "Portuguese (Brazil)",
  ro: "Romanian",
  ru: "Russian",
  sk: "Slovak",
  sl: "Slovenian",
  sr: "Serbian",
  sv: "Swedish",
  th: "Thai",
  tr: "Turkish",
  uk: "Ukrainian",
  vi: "Vietnamese",
  zh: "Chinese",
  "zh-CN": "Chinese (simplified)",
  "zh-Hans": "Chinese (simplified)",
  "zh-Hant": "Chinese (traditional)",
  "zh-TW": "Chinese (traditional)",
};

const languageName = (tag: string): string => ownValue(LANGUAGES, tag) ?? tag;

const number = lazily(() => new Intl.NumberFormat("en"));

/** "12 EUR per month": the amount without cents if there are none. */
export const priceText = ({ amount, currency, per }: Price): string =>
  `${amount.replace(/\.00$/, "")} ${currency} ${PERIODS[per]}`;

/** The parts of a value in words, each of which may stand on its own, such as the platforms. */
export function factParts<F extends FactName>(
  name: F,
  value: NonNullable<Facts[F]>,
  products: ProductNames = {},
): string[] {
  const fact = factOf(name);
  const one = (part: unknown): string => {
    if (part === YOU_DECIDE) return "You decide";
    if ("options" in fact) return ownValue(fact.options, String(part)) ?? String(part);
    switch (fact.kind) {
      case "yes_no":
        return part ? "Yes" : "No";
      case "price":
        return priceText(part as Price);
      case "number":
        if (!fact.unit) return String(part);
        return `${number().format(part as number)} ${fact.unit[part === 1 ? 0 : 1]}`;
      case "date":
        return formatDate(String(part));
      case "country":
      case "places":
        return countryName(String(part));
      case "languages":
        return languageName(String(part));
      case "products":
        return ownValue(products, String(part)) ?? String(part);
      default:
        return String(part);
    }
  };
  return [value].flat().map(one);
}

/** What a list states to be free and self-hosted costs nothing there. A cloud that its maker runs may cost. */
export const pricingText = (pricing: NonNullable<Facts["pricing"]>, hosting: Facts["hosting"]): string =>
  pricing === "free" && hosting?.join() === "self_hosted" ? "Free to self-host" : factText("pricing", pricing);

export const factText = <F extends FactName>(name: F, value: NonNullable<Facts[F]>, products?: ProductNames): string =>
  factParts(name, value, products).join(", ");
