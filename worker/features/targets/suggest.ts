import { and, desc, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { targetSearch } from "#schema/derived-tables.ts";
import { MAX_SUGGESTIONS, type TargetSuggestion } from "#schema/sites.ts";
import { targets } from "#schema/tables/sites.ts";
import { normalizeLine } from "#schema/text.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { bareAddress } from "./keys.ts";
import { productLink } from "./links.ts";

/**
 * At most this many targets are read for each way to find them. For texts of one or two letters, the most listed ones.
 */
const CANDIDATES_MAX = 1000;
/** The full-text index holds groups of three letters, so it cannot find shorter texts. */
const TRIGRAM = 3;

export const suggestTargets = async (db: Db, text: string, now: number): Promise<TargetSuggestion[]> =>
  (await suggestedTargets(db, text, now)).map(({ id, name, link }) => ({ id, name, link }));

/**
 * Selects at most MAX_SUGGESTIONS targets that active sites name and whose name or link contains the text. Names that
 * begin with it come first, then links that begin with it, then the others. In each group, the most listed come first.
 */
export function suggestedTargets(db: Db, text: string, now: number) {
  // `normalizeLine` removes NUL characters, which would end a quoted full-text query.
  const part = bareAddress(normalizeLine(text.slice(0, 100)));
  const key = part.replaceAll(" ", "");
  const found = foundTargets(db, part, key);
  const isStart = (column: SQL | SQL.Aliased | SQLiteColumn, start: string) =>
    sql`substr(${column}, 1, length(${start})) = ${start}`;
  const kind = sql`CASE
    WHEN ${isStart(found.nameKey, key)} OR ${isStart(sql`lower(${found.name})`, part)} THEN 0
    WHEN ${isStart(found.linkKey, part)} THEN 1 ELSE 2 END`;
  const selection = {
    id: targets.id,
    name: targets.name,
    slug: targets.slug,
    link: productLink(now),
    count: targets.siteCount,
  };
  return queryRows(
    db,
    selection,
    (columns) => sql`
    SELECT ${columns} FROM (
      SELECT ${found.id} AS found_id,
        row_number() OVER (ORDER BY ${kind}, ${found.siteCount} DESC, ${found.name}, ${found.id}) AS place
      FROM ${found} WHERE ${found.siteCount} > 0 ORDER BY place LIMIT ${MAX_SUGGESTIONS}
    ) CROSS JOIN ${targets} ON ${targets.id} = found_id ORDER BY place`,
  );
}

const looked = {
  id: targets.id,
  name: targets.name,
  nameKey: targets.nameKey,
  linkKey: targets.linkKey,
  siteCount: targets.siteCount,
};

/**
 * Selects the targets that contain the text. Names and links that begin with it are ranges of two indexes. Other parts
 * are found in the full-text index, or among the most listed targets if the text is shorter than three letters.
 */
function foundTargets(db: Db, part: string, key: string) {
  const most = part === "" ? 0 : CANDIDATES_MAX;
  const all = () => db.select(looked).from(targets);
  const beginsWith = (column: SQLiteColumn, start: string, name: string) => {
    const range = and(gte(column, start), lt(column, `${start}\u{10ffff}`));
    return db.select().from(all().where(range).limit(most).as(name));
  };
  const isPart = [...part].length >= TRIGRAM;
  const matches = sql`(
    SELECT ${targetSearch.id} FROM ${targetSearch} WHERE ${targetSearch} MATCH ${`"${part.replaceAll('"', '""')}"`} LIMIT ${most}
  )`;
  const listed = all().orderBy(desc(targets.siteCount), targets.id).limit(most).as("listed");
  const holds = isPart
    ? all().where(inArray(targets.id, matches))
    : db
        .select()
        .from(listed)
        .where(sql`instr(${listed.nameKey}, ${key}) OR instr(${listed.linkKey}, ${part})`);
  const byName = beginsWith(targets.nameKey, key, "by_name");
  return byName
    .union(beginsWith(targets.linkKey, part, "by_link"))
    .union(holds)
    .as("found");
}
