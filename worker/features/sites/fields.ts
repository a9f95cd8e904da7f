import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { hostOf } from "#schema/links.ts";
import type { SiteFields } from "#schema/site-form.ts";
import { sites } from "#schema/tables/sites.ts";
import { linkKey, nameKey, pageKey } from "../../names/keys.ts";

type SiteColumns = Partial<typeof sites.$inferInsert>;
type Field<F extends keyof SiteFields> = { column: SQLiteColumn; fills(value: SiteFields[F]): SiteColumns };

/** What people write about a site itself, by the names of forms and answers: the column it is read from, and all that it fills. */
export const FIELDS = {
  name: { column: sites.name, fills: (name: string) => ({ name, nameKey: nameKey(name) }) },
  link: {
    column: sites.link,
    fills: (link: string) => ({ link, linkKey: linkKey(link), pageKey: pageKey(link), host: hostOf(link) }),
  },
  description: { column: sites.description, fills: (description: string) => ({ description }) },
  category: { column: sites.category, fills: (category: SiteFields["category"]) => ({ category }) },
} satisfies { [F in keyof SiteFields]: Field<F> };

export type FieldName = keyof typeof FIELDS;

export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[];

/** What a query reads of them. */
export const fieldSelection = Object.fromEntries(FIELD_NAMES.map((name) => [name, FIELDS[name].column])) as {
  [F in FieldName]: (typeof FIELDS)[F]["column"];
};

/** The fields in a row or a form that holds more than them; those that it lacks are left out. */
export const fieldsOf = <T extends Partial<SiteFields>>(whole: T) =>
  Object.fromEntries(FIELD_NAMES.flatMap((name) => (whole[name] === undefined ? [] : [[name, whole[name]]]))) as Pick<
    T,
    FieldName
  >;

type Filling = ReturnType<(typeof FIELDS)[FieldName]["fills"]>;
type Together<U> = (U extends unknown ? (part: U) => void : never) extends (all: infer All) => void ? All : never;
export type FilledColumns = Together<Filling>;

/** The columns that these fields fill. */
export const toColumns = <T extends Partial<SiteFields>>(fields: T) =>
  Object.assign({}, ...FIELD_NAMES.map((name) => filledBy(name, fields))) as T extends SiteFields
    ? FilledColumns
    : Partial<FilledColumns>;

const fills: { [F in FieldName]: Pick<Field<F>, "fills"> } = FIELDS;

function filledBy<F extends FieldName>(name: F, fields: Partial<SiteFields>): SiteColumns {
  const value = fields[name];
  return value === undefined ? {} : fills[name].fills(value);
}
