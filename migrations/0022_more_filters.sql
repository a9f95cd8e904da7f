-- FILTERS: all platforms (`runs_on`), the type of the licence, the time to set up, the size of the team, and single sign-on.
DROP TRIGGER add_facets;--> statement-breakpoint
DROP VIEW site_filters;--> statement-breakpoint
DROP VIEW filter_facts;--> statement-breakpoint
CREATE VIEW filter_facts AS
SELECT column1 AS fact, column2 AS filter FROM (VALUES
  ('pricing', 'pricing'), ('free_plan', 'free_plan'), ('open_source', 'open_source'), ('licences', 'licence'),
  ('platforms', 'platform'), ('platforms', 'runs_on'), ('hosting', 'hosting'), ('country', 'country'),
  ('imports_from', 'imports_from'), ('encrypted', 'encrypted'), ('api', 'api'), ('setup', 'setup'),
  ('team_size', 'team_size'), ('sso', 'sso')
);--> statement-breakpoint
-- The beginnings of SPDX identifiers, as in schema/facts/licence-families.ts.
CREATE VIEW licence_families AS
SELECT column1 AS licence_type, family.value AS family FROM (VALUES
  ('permissive', '["MIT","Apache","BSD","0BSD","ISC","Zlib","Unlicense","CC0","WTFPL","BSL-1.0","PostgreSQL","Python","Artistic","MS-PL","ZPL","ECL","UPL"]'),
  ('copyleft', '["GPL","AGPL","LGPL","MPL","EUPL","EPL","OSL","CDDL","CPAL","CECILL-2","CC-BY-SA","GFDL"]'),
  ('proprietary', '["Proprietary","BUSL","Elastic","SSPL","SUL","FSL","CC-BY-NC","PolyForm"]')
) CROSS JOIN json_each(column2) AS family;--> statement-breakpoint
CREATE VIEW site_filters AS
SELECT sites.id AS site_id, filter_facts.filter, CAST(part.value AS TEXT) AS value
FROM sites CROSS JOIN filter_facts CROSS JOIN json_each(sites.facts, '$.' || filter_facts.fact) AS part
WHERE part.type <> 'false'
UNION ALL SELECT DISTINCT sites.id, 'licence_type', licence_type
FROM sites CROSS JOIN json_each(sites.facts, '$.licences') AS part CROSS JOIN licence_families ON part.value GLOB family || '*';--> statement-breakpoint
CREATE TRIGGER add_facets INSTEAD OF INSERT ON add_facets BEGIN
  INSERT INTO facet_counts (scope, filter, value, site_count)
    SELECT new.scope, filter, value, new.amount FROM (
      SELECT filter_facts.filter, CAST(part.value AS TEXT) AS value
      FROM filter_facts CROSS JOIN json_each(new.facts, '$.' || filter_facts.fact) AS part WHERE part.type <> 'false'
      UNION ALL SELECT DISTINCT 'licence_type', licence_type
      FROM json_each(new.facts, '$.licences') AS part CROSS JOIN licence_families ON part.value GLOB family || '*'
    )
    WHERE true ON CONFLICT (scope, filter, value) DO UPDATE SET site_count = site_count + new.amount;
END;--> statement-breakpoint
INSERT INTO facet_counts (scope, filter, value, site_count)
SELECT scope, filter, value, count(*) FROM site_scopes JOIN sites ON sites.id = site_id JOIN site_filters USING (site_id)
WHERE review = 'active' AND filter IN ('runs_on', 'licence_type', 'setup', 'team_size', 'sso') GROUP BY scope, filter, value;--> statement-breakpoint
-- In four parts, because D1 ends a statement after 30 seconds.
INSERT INTO reindex_site (id) SELECT id FROM sites WHERE facts <> '{}' AND id % 4 = 0;--> statement-breakpoint
INSERT INTO reindex_site (id) SELECT id FROM sites WHERE facts <> '{}' AND id % 4 = 1;--> statement-breakpoint
INSERT INTO reindex_site (id) SELECT id FROM sites WHERE facts <> '{}' AND id % 4 = 2;--> statement-breakpoint
INSERT INTO reindex_site (id) SELECT id FROM sites WHERE facts <> '{}' AND id % 4 = 3;
