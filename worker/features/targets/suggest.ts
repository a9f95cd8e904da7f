import { and, desc, gte, inArray, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { targetSearch } from "#schema/derived-tables.ts";
import { MAX_SUGGESTIONS, type TargetSuggestion } from "#schema/sites.ts";
import { targets } from "#schema/tables/sites.ts";
import { normalizeLine } from "#schema/text.ts";
import type { Db } from "../../db/connection.ts";
import { queryRows } from "../../db/raw.ts";
import { bareUrl } from "./keys.ts";
import { productLink } from "./links.ts";
import { toProductLinks } from "./queries.ts";

const MAX_CANDIDATES = 1000;
/** The full-text index cannot find shorter texts, because it stores groups of three letters. */
const MIN_INDEXED_LENGTH = 3;

export const suggestTargets = async (db: Db, text: string, now: number): Promise<TargetSuggestion[]> =>
  toProductLinks(await suggestedTargetsStatement(db, text, now)).map(({ id, name, link }) => ({ id, name, link }));

/**
 * Selects the targets of active sites with the text in their name or link. Names that begin with the text come first,
 * then links that begin with it, then the others. In each group, targets with the most sites come first.
 */
export function suggestedTargetsStatement(db: Db, text: string, now: number) {
  // `normalizeLine` removes NUL characters, which would end a quoted full-text query.
  const part = bareUrl(normalizeLine(text.slice(0, 100)));
  const key = part.replaceAll(" ", "");
  const found = matchingTargets(db, part, key);
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

const searchedColumns = {
  id: targets.id,
  name: targets.name,
  nameKey: targets.nameKey,
  linkKey: targets.linkKey,
  siteCount: targets.siteCount,
};

/**
 * Returns a subquery of the targets that contain the text. Names and links that begin with it are ranges of two indexes.
 * The full-text index finds other parts. For one or two letters, the targets with the most sites are searched.
 */
function matchingTargets(db: Db, part: string, key: string) {
  const limit = part === "" ? 0 : MAX_CANDIDATES;
  const all = () => db.select(searchedColumns).from(targets);
  const beginsWith = (column: SQLiteColumn, start: string, name: string) => {
    const range = and(gte(column, start), lt(column, `${start}\u{10ffff}`));
    return db.select().from(all().where(range).limit(limit).as(name));
  };
  const canUseIndex = [...part].length >= MIN_INDEXED_LENGTH;
  const matches = sql`(
    SELECT ${targetSearch.id} FROM ${targetSearch} WHERE ${targetSearch} MATCH ${`"${part.replaceAll('"', '""')}"`} LIMIT ${limit}
  )`;
  const listed = all().orderBy(desc(targets.siteCount), targets.id).limit(limit).as("listed");
  const containing = canUseIndex
    ? all().where(inArray(targets.id, matches))
    : db
        .select()
        .from(listed)
        .where(sql`instr(${listed.nameKey}, ${key}) OR instr(${listed.linkKey}, ${part})`);
  const byName = beginsWith(targets.nameKey, key, "by_name");
  return byName
    .union(beginsWith(targets.linkKey, part, "by_link"))
    .union(containing)
    .as("found");
}
