import { users } from "#schema/tables/accounts.ts";
import { likes, sites } from "#schema/tables/sites.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { fold, nameKey } from "../../../names/keys.ts";
import { date, type Model, text } from "../model.ts";

const email = { column: users.email, foreignKey: likes.userId, id: users.id };

/** A trigger updates the site's like count. */
export const like: Model = {
  app: "sites",
  appName: "Sites",
  name: "like",
  verboseName: "Like",
  verboseNamePlural: "Likes",
  table: likes,
  key: [likes.userId, likes.siteId],
  person: "user",
  fields: {
    user: text("User", scalarSubquery(users.email, users.id, likes.userId), { sort: email }),
    site: text("Site", scalarSubquery(sites.slug, sites.id, likes.siteId), {
      sort: { column: sites.slug, foreignKey: likes.siteId, id: sites.id },
    }),
    created_at: date("Liked", likes.createdAt, { sort: "rowid" }),
  },
  search: {
    columns: [
      [email, fold],
      [{ column: sites.nameKey, foreignKey: likes.siteId, id: sites.id }, nameKey],
    ],
    hint: "Beginning of an email address or a site's name",
  },
  deletableBy: "staff",
  shownAs: ({ site: slug }) => [`site:${String(slug)}`],
};
