-- WORDS FOR SEARCHES: the index that ranks the results of a search. It stores the stems of words (Porter), so "managers"
-- finds "manager". site_search stays beside it: it has whole words, for the beginning of a word and for spelling.
-- rowid = sites.id. `article` has the beginning of the site's article.
CREATE VIRTUAL TABLE site_stem_search USING fts5(
  name, alternatives, category, description, article,
  content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
);
--> statement-breakpoint
-- The texts to index. FTS5 would read "C++" and "C#" as "c", so they become words, as in worker/features/search/words.ts.
-- The words of articles come without the tags of Editor.js's inline tools: each text is split at "<", and what stands
-- before the next ">" is left out.
CREATE VIEW site_stem_texts AS
SELECT site_search_texts.id,
  replace(replace(replace(replace(lower(' ' || name), ' c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS name,
  replace(replace(replace(replace(lower(' ' || alternatives), ' c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS alternatives,
  category,
  replace(replace(replace(replace(replace(lower(' ' || description), ' c++', ' cpp'), '/c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet') AS description,
  (
    SELECT substr(group_concat(substr(part.value, instr(part.value, '>') + 1), ' '), 1, 3000)
    FROM articles, json_each(articles.content, '$.blocks') AS block,
      json_each('[' || replace(json_quote(coalesce(block.value ->> '$.data.text', '')), '<', '","') || ']') AS part
    WHERE articles.site_id = site_search_texts.id AND json_valid(articles.content)
      AND block.value ->> '$.type' IN ('header', 'paragraph')
  ) AS article
FROM site_search_texts;
--> statement-breakpoint
DROP TABLE featured_search;
--> statement-breakpoint
-- Only sites that are or were featured. A search with very many hits stops early. With this small table, the featured
-- places still find all their sites.
CREATE VIRTUAL TABLE featured_search USING fts5(
  name, alternatives, category, description,
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
  INSERT INTO site_stem_search (rowid, name, alternatives, category, description, article)
    SELECT id, name, alternatives, category, description, article FROM site_stem_texts WHERE id = new.id;
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_stem_texts
    WHERE id = new.id AND EXISTS (SELECT 1 FROM sites WHERE id = new.id AND featured_until IS NOT NULL);
END;
--> statement-breakpoint
CREATE TRIGGER search_article_insert AFTER INSERT ON articles BEGIN
  INSERT INTO reindex_site (id) VALUES (new.site_id);
END;
--> statement-breakpoint
CREATE TRIGGER search_article_update AFTER UPDATE OF content ON articles WHEN old.content <> new.content BEGIN
  INSERT INTO reindex_site (id) VALUES (new.site_id);
END;
--> statement-breakpoint
CREATE TRIGGER search_article_delete AFTER DELETE ON articles BEGIN
  INSERT INTO reindex_site (id) VALUES (old.site_id);
END;
--> statement-breakpoint
INSERT INTO site_stem_search (rowid, name, alternatives, category, description, article)
SELECT id, name, alternatives, category, description, article FROM site_stem_texts;
--> statement-breakpoint
INSERT INTO featured_search (rowid, name, alternatives, category, description)
SELECT id, name, alternatives, category, description FROM site_stem_texts
WHERE id IN (SELECT id FROM sites WHERE featured_until IS NOT NULL);
--> statement-breakpoint
-- No query reads this table any more. The deployed version still names it, so a later migration drops it.
INSERT INTO site_alternative_search (site_alternative_search) VALUES ('delete-all');
