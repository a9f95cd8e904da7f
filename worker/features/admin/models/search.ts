import { sql } from "drizzle-orm";
import { searchWatches } from "#schema/tables/search-watches.ts";
import { fold } from "../../../names/keys.ts";
import { date, type Model, text } from "../model.ts";

/** Nobody can edit it: only the person confirms the email address. Staff delete it if the person asks them to. */
const watch: Model = {
  app: "search",
  appName: "Search",
  name: "watch",
  verboseName: "Waiting search",
  verboseNamePlural: "Waiting searches",
  table: searchWatches,
  key: searchWatches.id,
  fields: {
    email: text("For", searchWatches.email, { sort: searchWatches.email }),
    q: text("Search", searchWatches.q),
    category: text("Category", sql`nullif(${searchWatches.category}, '')`),
    created_at: date("Asked", searchWatches.createdAt, { sort: "rowid" }),
    confirmed_at: date("Confirmed", searchWatches.confirmedAt),
    expires_at: date("Ends", searchWatches.expiresAt, { sort: searchWatches.expiresAt }),
  },
  search: { columns: [[searchWatches.email, fold]], hint: "Beginning of an email address" },
  deletableBy: "staff",
};

export const searchModels = [watch];
