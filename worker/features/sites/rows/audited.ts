import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { mediaPath } from "#schema/pages/paths.ts";
import { siteImages } from "#schema/tables/media.ts";
import { users } from "#schema/tables/accounts.ts";
import { alternatives, articles, sites } from "#schema/tables/sites.ts";
import { scalarSubquery } from "../../../db/scalar-subquery.ts";
import { article, type Audited, type AuditedField } from "../../audit/audited.ts";
import { listImages } from "./images.ts";
import { FIELD_NAMES, type FieldName, FIELDS } from "./fields.ts";

const written = Object.fromEntries(
  FIELD_NAMES.map((name): [string, AuditedField] => [name, { value: FIELDS[name].column }]),
) as Record<FieldName, AuditedField>;

/** SQL: the email address of a site's owner. */
export const ownerOf = (siteId: SQLiteColumn): SQL =>
  sql`(SELECT ${users.email} FROM ${sites} JOIN ${users} ON ${users.id} = ${sites.ownerId} WHERE ${sites.id} = ${siteId})`;

/** What the audit log keeps of a site that staff change or delete through the owner's endpoints. */
export const auditedSite = {
  app: "sites",
  name: "site",
  table: sites,
  key: sites.id,
  person: "owner",
  fields: {
    ...written,
    review: { value: sites.review },
    review_note: { value: sites.reviewNote },
    refusal: { value: sites.refusal },
    granted_until: { value: sites.grantedUntil, kind: "date" },
    slug: { value: sites.slug },
    owner: { value: scalarSubquery(users.email, users.id, sites.ownerId) },
    featured_until: { value: sites.featuredUntil, kind: "date" },
    like_count: { value: sites.likeCount },
    created_at: { value: sites.createdAt, kind: "date" },
    updated_at: { value: sites.updatedAt, kind: "date" },
    alternatives: {
      value: sql`(SELECT group_concat(${alternatives.name}, ', ') FROM ${alternatives}
        WHERE ${alternatives.siteId} = ${sites.id})`,
    },
    logo: { value: listImages.logo.sql },
    screenshots: {
      value: sql`(SELECT group_concat(${mediaPath("")} || ${siteImages.uploadKey} || ' | ' || ${siteImages.alt} || ' | ' || ${siteImages.caption}, char(10)
        ORDER BY ${siteImages.position}) FROM ${siteImages} WHERE ${siteImages.siteId} = ${sites.id} AND ${siteImages.kind} = 'screenshot')`,
    },
    article: article(scalarSubquery(articles.content, articles.siteId, sites.id)),
  },
} satisfies Audited;
