import { LICENCE_TYPES } from "./licence-types.ts";

export type LicenceType = keyof typeof LICENCE_TYPES;

const words = (text: string): readonly string[] => text.split(" ");

/** The beginnings of SPDX identifiers, as in `licence_families` in the migrations. Rare licences have no type. */
export const LICENCE_FAMILIES: Record<LicenceType, readonly string[]> = {
  permissive: words(
    "MIT Apache BSD 0BSD ISC Zlib Unlicense CC0 WTFPL BSL-1.0 PostgreSQL Python Artistic MS-PL ZPL ECL UPL",
  ),
  copyleft: words("GPL AGPL LGPL MPL EUPL EPL OSL CDDL CPAL CECILL-2 CC-BY-SA GFDL"),
  proprietary: words("Proprietary BUSL Elastic SSPL SUL FSL CC-BY-NC PolyForm"),
};

/** The types of the licences of one site. */
export const licenceTypesOf = (licences: readonly string[]): LicenceType[] =>
  (Object.keys(LICENCE_TYPES) as LicenceType[]).filter((type) =>
    licences.some((licence) => LICENCE_FAMILIES[type].some((family) => licence.startsWith(family))),
  );
