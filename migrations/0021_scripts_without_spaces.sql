-- Hand-written: what drizzle-kit cannot describe (views, triggers).

-- Letters of scripts that put no space between words. worker/features/search/spaceless.ts names the same ones.
CREATE VIEW spaceless_letters AS
SELECT column1 AS first, column2 AS last FROM (VALUES
  (0x0e00, 0x0eff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3005, 0x3007), (0x3040, 0x30ff), (0x3400, 0x4dbf),
  (0x4e00, 0x9fff), (0xf900, 0xfaff), (0xff66, 0xff9f), (0x20000, 0x3ffff)
);
--> statement-breakpoint
-- The texts of the index as FTS5 shall read them: each of those letters is a word. A text without any is left as it is.
CREATE VIEW site_search_texts AS
SELECT
  id,
  (CASE WHEN name GLOB '*[^ -' || char(0x0dff) || ']*' THEN (
    WITH RECURSIVE letters (at, letter) AS (
      SELECT 1, substr(name, 1, 1) UNION ALL SELECT at + 1, substr(name, at + 1, 1) FROM letters WHERE at < length(name)
    )
    SELECT group_concat(
      CASE WHEN EXISTS (SELECT 1 FROM spaceless_letters WHERE unicode(letter) BETWEEN first AND last)
      THEN ' ' || letter || ' ' ELSE letter END, '' ORDER BY at
    ) FROM letters
  ) ELSE name END) AS name,
  (CASE WHEN alternatives GLOB '*[^ -' || char(0x0dff) || ']*' THEN (
    WITH RECURSIVE letters (at, letter) AS (
      SELECT 1, substr(alternatives, 1, 1) UNION ALL SELECT at + 1, substr(alternatives, at + 1, 1) FROM letters WHERE at < length(alternatives)
    )
    SELECT group_concat(
      CASE WHEN EXISTS (SELECT 1 FROM spaceless_letters WHERE unicode(letter) BETWEEN first AND last)
      THEN ' ' || letter || ' ' ELSE letter END, '' ORDER BY at
    ) FROM letters
  ) ELSE alternatives END) AS alternatives,
  category,
  (CASE WHEN description GLOB '*[^ -' || char(0x0dff) || ']*' THEN (
    WITH RECURSIVE letters (at, letter) AS (
      SELECT 1, substr(description, 1, 1) UNION ALL SELECT at + 1, substr(description, at + 1, 1) FROM letters WHERE at < length(description)
    )
    SELECT group_concat(
      CASE WHEN EXISTS (SELECT 1 FROM spaceless_letters WHERE unicode(letter) BETWEEN first AND last)
      THEN ' ' || letter || ' ' ELSE letter END, '' ORDER BY at
    ) FROM letters
  ) ELSE description END) AS description,
  featured_until
FROM site_search_source;
--> statement-breakpoint
DROP TRIGGER reindex_site;
--> statement-breakpoint
CREATE TRIGGER reindex_site INSTEAD OF INSERT ON reindex_site BEGIN
  DELETE FROM site_search WHERE rowid = new.id;
  DELETE FROM site_name_search WHERE rowid = new.id;
  DELETE FROM site_alternative_search WHERE rowid = new.id;
  DELETE FROM featured_search WHERE rowid = new.id;
  INSERT INTO site_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_search_texts WHERE id = new.id;
  INSERT INTO site_name_search (rowid, name, category)
    SELECT id, name, category FROM site_search_texts WHERE id = new.id;
  INSERT INTO site_alternative_search (rowid, alternatives, category)
    SELECT id, alternatives, category FROM site_search_texts WHERE id = new.id AND alternatives IS NOT NULL;
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_search_texts
    WHERE id = new.id AND featured_until IS NOT NULL;
END;
--> statement-breakpoint
-- Sites that were listed before, where anything is read otherwise now.
INSERT INTO reindex_site
SELECT id FROM site_search_source AS source
WHERE (name || coalesce(alternatives, '') || description) GLOB '*[^ -' || char(0x0dff) || ']*';
--> statement-breakpoint
-- Words of those scripts are no longer corrected.
DELETE FROM known_words WHERE EXISTS (
  SELECT 1 FROM spaceless_letters WHERE word GLOB '*[' || char(first) || '-' || char(last) || ']*'
);
--> statement-breakpoint
DELETE FROM spellings WHERE word NOT IN (SELECT word FROM known_words);
