CREATE TABLE `facet_counts` (
	`scope` text NOT NULL,
	`filter` text NOT NULL,
	`value` text NOT NULL,
	`site_count` integer NOT NULL,
	PRIMARY KEY(`scope`, `filter`, `value`)
);
--> statement-breakpoint
CREATE INDEX `facet_counts_by_count` ON `facet_counts` (`scope`,`filter`,`site_count`);--> statement-breakpoint
CREATE TABLE `fact_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`fact` text NOT NULL,
	`before` text,
	`after` text,
	`day` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `fact_changes_once_a_day` ON `fact_changes` (`site_id`,`day`,`fact`);--> statement-breakpoint
ALTER TABLE `alternatives` ADD `pair` text;--> statement-breakpoint
ALTER TABLE `alternatives` ADD `pair_changed_at` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `facts` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `fact_sources` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `facts_checked_at` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `fact_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `about` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `why_leave` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `export_formats` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `export_steps` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `export_link` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `export_changed_at` integer;--> statement-breakpoint
ALTER TABLE `targets` ADD `choices` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `choices_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `choices_changed_at` integer;--> statement-breakpoint
-- FILTERS. The facts that lists filter by, with their query parameters, as in schema/facts/facts.ts. A new filter is one line
-- here, in a later migration that creates this view again, fills `facet_counts` with its values, and reindexes the sites.
CREATE VIEW filter_facts AS
SELECT column1 AS fact, column2 AS filter FROM (VALUES
  ('pricing', 'pricing'), ('free_plan', 'free_plan'), ('open_source', 'open_source'), ('licences', 'licence'),
  ('platforms', 'platform'), ('hosting', 'hosting'), ('country', 'country'), ('imports_from', 'imports_from'),
  ('encrypted', 'encrypted'), ('api', 'api')
);
--> statement-breakpoint
-- The values of a site, one row for each. "Yes" is 1, and "no" has no row.
CREATE VIEW site_filters AS
SELECT sites.id AS site_id, filter_facts.filter, CAST(part.value AS TEXT) AS value
FROM sites CROSS JOIN filter_facts CROSS JOIN json_each(sites.facts, '$.' || filter_facts.fact) AS part
WHERE part.type <> 'false';
--> statement-breakpoint
-- The words of the search index that lists filter by: filters, and the products that a site replaces. They are
-- hexadecimal, so that no value is cut into words, and end in a digit, so that no stem is made of them. See
-- worker/features/sites/list/filters.ts.
CREATE VIEW site_filter_words AS
SELECT site_id, 'f' || lower(hex(filter || '=' || value)) || '0' AS word FROM site_filters
UNION ALL SELECT site_id, 'f' || lower(hex('replaces=' || target_id)) || '0' FROM alternatives;
--> statement-breakpoint
DROP TABLE site_stem_search;
--> statement-breakpoint
CREATE VIRTUAL TABLE site_stem_search USING fts5(
  name, alternatives, category, description, article, filters,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
DROP TRIGGER reindex_site;
--> statement-breakpoint
CREATE TRIGGER reindex_site INSTEAD OF INSERT ON reindex_site
WHEN NOT EXISTS (SELECT 1 FROM reindex_later WHERE site_id = 0) BEGIN
  DELETE FROM site_search WHERE rowid = new.id;
  DELETE FROM site_name_search WHERE rowid = new.id;
  DELETE FROM site_stem_search WHERE rowid = new.id;
  DELETE FROM featured_search WHERE rowid = new.id;
  INSERT INTO site_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_search_texts WHERE id = new.id;
  INSERT INTO site_name_search (rowid, name, category)
    SELECT id, name, category FROM site_search_texts WHERE id = new.id;
  INSERT INTO site_stem_search (rowid, name, alternatives, category, description, article, filters)
    SELECT id, name, alternatives, category, description, article,
      (SELECT group_concat(word, ' ') FROM site_filter_words WHERE site_id = new.id)
    FROM site_stem_texts WHERE id = new.id;
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_stem_texts
    WHERE id = new.id AND EXISTS (SELECT 1 FROM sites WHERE id = new.id AND featured_until IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER search_facts_update AFTER UPDATE OF facts ON sites WHEN old.facts <> new.facts BEGIN
  INSERT INTO reindex_site (id) VALUES (new.id);
END;
--> statement-breakpoint
INSERT INTO site_stem_search (rowid, name, alternatives, category, description, article, filters)
SELECT id, name, alternatives, category, description, article,
  (SELECT group_concat(word, ' ') FROM site_filter_words WHERE site_id = site_stem_texts.id)
FROM site_stem_texts;
--> statement-breakpoint
-- NUMBERS BESIDE FILTERS of whole lists. The lists of a site: all sites, those of its category, and those that replace
-- the same product.
CREATE VIEW site_scopes AS
SELECT id AS site_id, '' AS scope FROM sites
UNION ALL SELECT id, category FROM sites
UNION ALL SELECT site_id, 'r' || target_id FROM alternatives;
--> statement-breakpoint
-- A view that is used as a procedure: adds `amount` to the numbers of a list for each value in `facts`. It takes the facts
-- of a row's version and does not read the row, because another trigger of the same change may have written a newer version.
CREATE VIEW add_facets AS SELECT NULL AS scope, NULL AS facts, NULL AS amount WHERE false;
--> statement-breakpoint
CREATE TRIGGER add_facets INSTEAD OF INSERT ON add_facets BEGIN
  INSERT INTO facet_counts (scope, filter, value, site_count)
    SELECT new.scope, filter_facts.filter, CAST(part.value AS TEXT), new.amount
    FROM filter_facts CROSS JOIN json_each(new.facts, '$.' || filter_facts.fact) AS part
    WHERE part.type <> 'false'
    ON CONFLICT (scope, filter, value) DO UPDATE SET site_count = site_count + new.amount;
END;
--> statement-breakpoint
CREATE TRIGGER facets_site_insert AFTER INSERT ON sites WHEN new.review = 'active' AND new.facts <> '{}' BEGIN
  INSERT INTO add_facets (scope, facts, amount) SELECT scope, new.facts, 1 FROM site_scopes WHERE site_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER facets_site_update_before BEFORE UPDATE OF facts, category, review ON sites
WHEN old.review = 'active' AND (old.facts, old.category, old.review) <> (new.facts, new.category, new.review) BEGIN
  INSERT INTO add_facets (scope, facts, amount) SELECT scope, old.facts, -1 FROM site_scopes WHERE site_id = old.id;
END;
--> statement-breakpoint
CREATE TRIGGER facets_site_update_after AFTER UPDATE OF facts, category, review ON sites
WHEN new.review = 'active' AND (old.facts, old.category, old.review) <> (new.facts, new.category, new.review) BEGIN
  INSERT INTO add_facets (scope, facts, amount) SELECT scope, new.facts, 1 FROM site_scopes WHERE site_id = new.id;
END;
--> statement-breakpoint
-- The alternatives of the site are deleted by another trigger, and subtract their own numbers.
CREATE TRIGGER facets_site_delete BEFORE DELETE ON sites WHEN old.review = 'active' BEGIN
  INSERT INTO add_facets (scope, facts, amount) VALUES ('', old.facts, -1), (old.category, old.facts, -1);
END;
--> statement-breakpoint
CREATE TRIGGER facets_alternative_insert AFTER INSERT ON alternatives BEGIN
  INSERT INTO add_facets (scope, facts, amount)
    SELECT 'r' || new.target_id, facts, 1 FROM sites WHERE id = new.site_id AND review = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER facets_alternative_update AFTER UPDATE OF target_id ON alternatives WHEN old.target_id <> new.target_id BEGIN
  INSERT INTO add_facets (scope, facts, amount)
    SELECT 'r' || old.target_id, facts, -1 FROM sites WHERE id = old.site_id AND review = 'active';
  INSERT INTO add_facets (scope, facts, amount)
    SELECT 'r' || new.target_id, facts, 1 FROM sites WHERE id = new.site_id AND review = 'active';
END;
--> statement-breakpoint
CREATE TRIGGER facets_alternative_delete AFTER DELETE ON alternatives BEGIN
  INSERT INTO add_facets (scope, facts, amount)
    SELECT 'r' || old.target_id, facts, -1 FROM sites WHERE id = old.site_id AND review = 'active';
END;
--> statement-breakpoint
-- FORMER SLUGS OF PRODUCTS in `imports_from`. A view that is used as a procedure: gives a site the current ones.
CREATE VIEW follow_moves AS SELECT NULL AS id WHERE false;
--> statement-breakpoint
CREATE TRIGGER follow_moves INSTEAD OF INSERT ON follow_moves BEGIN
  UPDATE sites SET facts = json_set(facts, '$.imports_from', json((
    SELECT json_group_array(slug) FROM (
      SELECT DISTINCT coalesce(targets.slug, part.value) AS slug
      FROM json_each(sites.facts, '$.imports_from') AS part
      LEFT JOIN target_moves ON target_moves.slug = part.value
      LEFT JOIN targets ON targets.id = target_moves.target_id
    )
  )))
  WHERE id = new.id AND EXISTS (
    SELECT 1 FROM json_each(sites.facts, '$.imports_from') AS part
    JOIN target_moves ON target_moves.slug = part.value
    JOIN targets ON targets.id = target_moves.target_id AND targets.slug <> part.value
  );
END;
--> statement-breakpoint
CREATE TRIGGER follow_moves_insert AFTER INSERT ON sites WHEN json_type(new.facts, '$.imports_from') IS NOT NULL BEGIN
  INSERT INTO follow_moves (id) VALUES (new.id);
END;
--> statement-breakpoint
-- Sites that are not active are not in the search index, so they follow when they become active.
CREATE TRIGGER follow_moves_update AFTER UPDATE OF facts, review ON sites
WHEN json_type(new.facts, '$.imports_from') IS NOT NULL BEGIN
  INSERT INTO follow_moves (id) VALUES (new.id);
END;
--> statement-breakpoint
CREATE TRIGGER follow_moves_target AFTER INSERT ON target_moves BEGIN
  INSERT INTO follow_moves (id) SELECT rowid FROM site_stem_search
    WHERE site_stem_search MATCH 'filters : f' || lower(hex('imports_from=' || new.slug)) || '0';
END;
--> statement-breakpoint
-- CHANGES OF FACTS that visitors could see. What only follows a repository, or the slug of a product, is left out: the
-- latter is no new version of the site.
CREATE TRIGGER fact_changes_update AFTER UPDATE OF facts ON sites
WHEN old.facts <> new.facts AND old.review = 'active' AND new.review = 'active' AND old.updated_at <> new.updated_at BEGIN
  INSERT INTO fact_changes (site_id, fact, before, after, day)
    SELECT new.id, key, old.facts -> key, new.facts -> key, new.updated_at / 86400000
    FROM (SELECT key FROM json_each(old.facts) UNION SELECT key FROM json_each(new.facts))
    WHERE key NOT IN ('stars', 'last_commit') AND old.facts -> key IS NOT new.facts -> key
    ON CONFLICT (site_id, day, fact) DO UPDATE SET after = excluded.after;
  DELETE FROM fact_changes WHERE site_id = new.id AND day = new.updated_at / 86400000 AND before IS after;
END;
