import { categoryIcons } from "./category-icons.ts";
import { fontFiles } from "./font.ts";
import { licences } from "./licences.ts";
import { pictureFiles } from "./pictures.ts";

/** The drawn files of `web/` that `npm run assets` makes. */
export const assets = async (): Promise<Record<string, string | Buffer>> => ({
  ...(await fontFiles()),
  ...(await categoryIcons()),
  ...(await pictureFiles()),
  ...(await licences()),
});
