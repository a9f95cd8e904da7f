-- The search no longer reads articles, so its index has no column for them, and their changes reindex nothing.
-- Nothing is deployed yet, so no version needs the column.
DROP TRIGGER search_article_insert;--> statement-breakpoint
DROP TRIGGER search_article_update;--> statement-breakpoint
DROP TRIGGER search_article_delete;--> statement-breakpoint
DROP VIEW site_stem_texts;--> statement-breakpoint
-- The texts to index. FTS5 would read "C++" and "C#" as "c", so they become words, as in worker/features/search/words.ts.
CREATE VIEW site_stem_texts AS
SELECT id,
  replace(replace(replace(replace(lower(' ' || name), ' c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS name,
  replace(replace(replace(replace(lower(' ' || alternatives), ' c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS alternatives,
  category,
  replace(replace(replace(replace(replace(lower(' ' || description), ' c++', ' cpp'), '/c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS description
FROM site_search_texts;--> statement-breakpoint
DROP TABLE site_stem_search;--> statement-breakpoint
CREATE VIRTUAL TABLE site_stem_search USING fts5(
  name, alternatives, category, description, filters,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);--> statement-breakpoint
DROP TRIGGER reindex_site;--> statement-breakpoint
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
  INSERT INTO site_stem_search (rowid, name, alternatives, category, description, filters)
    SELECT id, name, alternatives, category, description,
      -- With `new.id`, the view reads the words of one site, and not of all.
      (SELECT group_concat(word, ' ') FROM site_filter_words WHERE site_id = new.id)
    FROM site_stem_texts WHERE id = new.id;
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_stem_texts
    WHERE id = new.id AND EXISTS (SELECT 1 FROM sites WHERE id = new.id AND featured_until IS NOT NULL);
END;--> statement-breakpoint
INSERT INTO site_stem_search (rowid, name, alternatives, category, description, filters)
SELECT id, name, alternatives, category, description,
  (SELECT group_concat(word, ' ') FROM site_filter_words WHERE site_id = site_stem_texts.id)
FROM site_stem_texts;
