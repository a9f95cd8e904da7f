import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { countFacts, type Facts, type FactSources } from "#schema/facts/facts.ts";
import { hostOf } from "#schema/values/links.ts";
import type { SiteFields } from "#schema/sites/site-form.ts";
import { sites } from "#schema/tables/sites.ts";
import { linkKey, nameKey, pageKey } from "../../../names/keys.ts";

type SiteColumns = Partial<typeof sites.$inferInsert>;
type Field<F extends keyof SiteFields> = { column: SQLiteColumn; fills(value: SiteFields[F]): SiteColumns };

/**
 * The fields that owners fill in, by their names in forms and responses. A field is read from `column`. `fills` returns
 * all columns that depend on its value.
 */
export const FIELDS = {
  name: { column: sites.name, fills: (name: string) => ({ name, nameKey: nameKey(name) }) },
  link: {
    column: sites.link,
    fills: (link: string) => ({ link, linkKey: linkKey(link), pageKey: pageKey(link), host: hostOf(link) }),
  },
  description: { column: sites.description, fills: (description: string) => ({ description }) },
  category: { column: sites.category, fills: (category: SiteFields["category"]) => ({ category }) },
  facts: { column: sites.facts, fills: (facts: Facts) => ({ facts, factCount: countFacts(facts) }) },
  fact_sources: { column: sites.factSources, fills: (factSources: FactSources) => ({ factSources }) },
  facts_checked_at: {
    column: sites.factsCheckedAt,
    fills: (factsCheckedAt: SiteFields["facts_checked_at"]) => ({ factsCheckedAt }),
  },
} satisfies { [F in keyof SiteFields]: Field<F> };

export type FieldName = keyof typeof FIELDS;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

export const fieldSelection = Object.fromEntries(FIELD_NAMES.map((name) => [name, FIELDS[name].column])) as {
  [F in FieldName]: (typeof FIELDS)[F]["column"];
};

/** Picks these fields from a row or a form. Missing fields stay missing. */
export const fieldsOf = <T extends { [F in FieldName]?: SiteFields[F] | undefined }>(whole: T) =>
  Object.fromEntries(FIELD_NAMES.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]]))) as {
    [F in FieldName as undefined extends T[F] ? never : F]: SiteFields[F];
  } & { [F in FieldName as undefined extends T[F] ? F : never]?: SiteFields[F] };

type Filling = ReturnType<(typeof FIELDS)[FieldName]["fills"]>;
type Intersection<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer All) => void ? All : never;
export type FilledColumns = Intersection<Filling>;

export const toColumns = <T extends Partial<SiteFields>>(fields: T) =>
  Object.assign({}, ...FIELD_NAMES.map((name) => filledBy(name, fields))) as T extends SiteFields
    ? FilledColumns
    : Partial<FilledColumns>;

const fills: { [F in FieldName]: Pick<Field<F>, "fills"> } = FIELDS;

function filledBy<F extends FieldName>(name: F, fields: Partial<SiteFields>): SiteColumns {
  const value = fields[name];
  return value === undefined ? {} : fills[name].fills(value);
}
