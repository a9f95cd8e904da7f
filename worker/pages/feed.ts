import { sql } from "drizzle-orm";
import type { SiteConfig } from "#schema/pages.ts";
import { feedPath, homePath, sitePath } from "#schema/paths.ts";
import { type Category, CATEGORY_LABELS } from "#schema/sites.ts";
import { toIso } from "../features/sites/rows.ts";
import type { Db } from "../http/database.ts";
import { absolute, xml } from "./xml.ts";

const ENTRIES = 20;

type Entry = {
  slug: string;
  name: string;
  description: string;
  category: Category;
  created_at: number;
  updated_at: number;
};

/** The newest active sites. */
export const listEntries = (db: Db) =>
  db.all<Entry>(sql`
    SELECT slug, name, description, category, created_at, updated_at FROM sites
    WHERE review = 'active' ORDER BY id DESC LIMIT ${ENTRIES}`);

/** Atom (RFC 4287). A site's address never changes, so it is the entry's id as well. */
export function feed({ name, origin }: SiteConfig, entries: Entry[], now: number) {
  const home = absolute(origin, homePath);
  const updatedAt = entries.length > 0 ? Math.max(...entries.map((entry) => entry.updated_at)) : now;
  return xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${name}: new sites</title>
<id>${home}</id>
<link rel="self" type="application/atom+xml" href="${absolute(origin, feedPath)}"/>
<link rel="alternate" type="text/html" href="${home}"/>
<updated>${toIso(updatedAt)}</updated>
<author><name>${name}</name></author>
${entries.map((entry) => toEntry(entry, absolute(origin, sitePath(entry.slug))))}</feed>`;
}

const toEntry = (entry: Entry, address: string) => xml`<entry>
<title>${entry.name}</title>
<id>${address}</id>
<link rel="alternate" type="text/html" href="${address}"/>
<published>${toIso(entry.created_at)}</published>
<updated>${toIso(entry.updated_at)}</updated>
<category term="${entry.category}" label="${CATEGORY_LABELS[entry.category]}"/>
<summary>${entry.description || entry.name}</summary>
</entry>
`;
