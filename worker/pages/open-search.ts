import type { DirectoryConfig } from "#schema/pages/pages.ts";
import { searchPath } from "#schema/pages/paths.ts";
import { absolute, xml } from "./xml.ts";

const MOST_LETTERS = 16;

/**
 * Describes the search, so that browsers offer it in their address bar (OpenSearch 1.1,
 * https://github.com/dewitt/opensearch; https://developer.mozilla.org/docs/Web/XML/Guides/OpenSearch). A short name has at
 * most 16 letters. `absolute` would escape the braces of the templates.
 */
export const renderOpenSearch = ({ name, origin }: DirectoryConfig) => xml`
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${name.slice(0, MOST_LETTERS)}</ShortName>
  <Description>Alternatives to the software you use, from ${name}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="192" height="192" type="image/png">${absolute(origin, "/icon-192.png")}</Image>
  <Url type="text/html" template="${absolute(origin, searchPath)}?q={searchTerms}"/>
  <Url type="application/x-suggestions+json" template="${absolute(origin, "/api/suggestions/browser/")}?q={searchTerms}"/>
</OpenSearchDescription>`;
