/** What a licence asks of people who change the software. `licence-families.ts` knows which is which. */
export const LICENCE_TYPES = {
  permissive: "Permissive, such as MIT",
  copyleft: "Copyleft, such as GPL",
  proprietary: "Proprietary",
} as const;
