-- The search index stores the letters that people type, as `fold` in worker/names/keys.ts writes them: FTS5 takes the accents
-- of most Latin letters away, but leaves "ø", "ß", "й" and "ά". Emoji and the like are words. A name is stored in three ways:
-- "7-Zip File Manager", "7zip file manager" and "7zipfilemanager".
DROP TRIGGER reindex_site;--> statement-breakpoint
DROP VIEW site_stem_texts;--> statement-breakpoint
DROP VIEW site_search_texts;--> statement-breakpoint
DROP VIEW site_search_source;--> statement-breakpoint
DROP VIEW spaceless_letters;--> statement-breakpoint
DROP TABLE site_search;--> statement-breakpoint
DROP TABLE site_name_search;--> statement-breakpoint
DROP TABLE site_stem_search;--> statement-breakpoint
DROP TABLE featured_search;--> statement-breakpoint
CREATE VIRTUAL TABLE site_search USING fts5(
  name, alternatives, category, description, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So'", prefix = '1 2 3 4 5 6'
);--> statement-breakpoint
CREATE VIRTUAL TABLE site_name_search USING fts5(
  name, category, content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co So'", prefix = '1 2 3'
);--> statement-breakpoint
CREATE VIRTUAL TABLE site_stem_search USING fts5(
  name, alternatives, category, description, filters, content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co So'"
);--> statement-breakpoint
CREATE VIRTUAL TABLE featured_search USING fts5(
  name, alternatives, category, description, content = '', contentless_delete = 1,
  tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co So'"
);--> statement-breakpoint
-- The texts to index. An alternative has the name that the site gives it, and the product's name if that is different.
CREATE VIEW site_search_source AS
SELECT
  sites.id,
  sites.name || ' ' || sites.name_key || ' ' || replace(sites.name_key, ' ', '') AS name,
  (
    SELECT group_concat(alternatives.name || CASE WHEN products.name <> alternatives.name THEN ' ' || products.name ELSE '' END, ' ')
    FROM alternatives JOIN products ON products.id = alternatives.product_id
    WHERE alternatives.site_id = sites.id
  ) AS alternatives,
  replace(sites.category, '_', ' ') AS category,
  sites.description
FROM sites WHERE sites.review = 'active';--> statement-breakpoint
-- Ranges of letters and signs that are words. worker/features/search/spaceless.ts has the same ranges.
CREATE VIEW spaceless_letters AS
SELECT column1 AS first, column2 AS last FROM (VALUES
  (0x0e00, 0x0eff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3005, 0x3007), (0x3040, 0x30ff), (0x3400, 0x4dbf),
  (0x4e00, 0x9fff), (0xf900, 0xfaff), (0xff66, 0xff9f), (0x20000, 0x3ffff), (0x00a9, 0x00a9), (0x00ae, 0x00ae),
  (0x00b0, 0x00b0), (0x2100, 0x214f), (0x2190, 0x245f), (0x2500, 0x2bff), (0x1f000, 0x1f3fa), (0x1f400, 0x1faff)
);--> statement-breakpoint
-- Letters that FTS5 leaves as they are, and what `fold` makes of each.
CREATE VIEW plain_letters AS
SELECT column1 AS letter, column2 AS plain FROM (VALUES
  ('ª', 'a'), ('º', 'o'), ('Æ', 'ae'), ('Ð', 'd'), ('Ø', 'o'), ('Þ', 'th'), ('ß', 'ss'), ('æ', 'ae'), ('ð', 'd'), ('ø', 'o'),
  ('þ', 'th'), ('Đ', 'd'), ('đ', 'd'), ('Ħ', 'h'), ('ħ', 'h'), ('ı', 'i'), ('Ĳ', 'ij'), ('ĳ', 'ij'), ('ĸ', 'k'), ('Ł', 'l'),
  ('ł', 'l'), ('ŉ', 'ʼn'), ('Ŋ', 'n'), ('ŋ', 'n'), ('Œ', 'oe'), ('œ', 'oe'), ('Ŧ', 't'), ('ŧ', 't'), ('Ɓ', 'b'), ('Ɗ', 'd'),
  ('Ə', 'e'), ('Ƒ', 'f'), ('ƒ', 'f'), ('Ƙ', 'k'), ('ƙ', 'k'), ('Ǆ', 'dz'), ('ǅ', 'dz'), ('ǆ', 'dz'), ('Ǉ', 'lj'), ('ǈ', 'lj'),
  ('ǉ', 'lj'), ('Ǌ', 'nj'), ('ǋ', 'nj'), ('ǌ', 'nj'), ('Ǡ', 'a'), ('ǡ', 'a'), ('Ǣ', 'ae'), ('ǣ', 'ae'), ('Ǯ', 'ʒ'), ('ǯ', 'ʒ'),
  ('Ǳ', 'dz'), ('ǲ', 'dz'), ('ǳ', 'dz'), ('Ǽ', 'ae'), ('ǽ', 'ae'), ('Ǿ', 'o'), ('ǿ', 'o'), ('ɓ', 'b'), ('ɗ', 'd'), ('ə', 'e'),
  ('ʹ', 'ʹ'), ('Ϳ', 'ϳ'), ('Ά', 'α'), ('Έ', 'ε'), ('Ή', 'η'), ('Ί', 'ι'), ('Ό', 'ο'), ('Ύ', 'υ'), ('Ώ', 'ω'), ('ΐ', 'ι'),
  ('Ϊ', 'ι'), ('Ϋ', 'υ'), ('ά', 'α'), ('έ', 'ε'), ('ή', 'η'), ('ί', 'ι'), ('ΰ', 'υ'), ('ϊ', 'ι'), ('ϋ', 'υ'), ('ό', 'ο'),
  ('ύ', 'υ'), ('ώ', 'ω'), ('ϒ', 'υ'), ('ϓ', 'υ'), ('ϔ', 'υ'), ('ϲ', 'ς'), ('Ϲ', 'σ'), ('Ѐ', 'е'), ('Ё', 'е'), ('Ѓ', 'г'),
  ('Ї', 'і'), ('Ќ', 'к'), ('Ѝ', 'и'), ('Ў', 'у'), ('Й', 'и'), ('й', 'и'), ('ѐ', 'е'), ('ё', 'е'), ('ѓ', 'г'), ('ї', 'і'),
  ('ќ', 'к'), ('ѝ', 'и'), ('ў', 'у'), ('Ѷ', 'ѵ'), ('ѷ', 'ѵ'), ('Ӂ', 'ж'), ('ӂ', 'ж'), ('Ӑ', 'а'), ('ӑ', 'а'), ('Ӓ', 'а'),
  ('ӓ', 'а'), ('Ӗ', 'е'), ('ӗ', 'е'), ('Ӛ', 'ә'), ('ӛ', 'ә'), ('Ӝ', 'ж'), ('ӝ', 'ж'), ('Ӟ', 'з'), ('ӟ', 'з'), ('Ӣ', 'и'),
  ('ӣ', 'и'), ('Ӥ', 'и'), ('ӥ', 'и'), ('Ӧ', 'о'), ('ӧ', 'о'), ('Ӫ', 'ө'), ('ӫ', 'ө'), ('Ӭ', 'э'), ('ӭ', 'э'), ('Ӯ', 'у'),
  ('ӯ', 'у'), ('Ӱ', 'у'), ('ӱ', 'у'), ('Ӳ', 'у'), ('ӳ', 'у'), ('Ӵ', 'ч'), ('ӵ', 'ч'), ('Ӹ', 'ы'), ('ӹ', 'ы'), ('ẚ', 'aʾ'),
  ('ẞ', 'ss')
);--> statement-breakpoint
-- The texts as a JSON array: name, alternatives, description. Of those with letters beyond ASCII, each letter is read. FTS5
-- would read "C++" and "C#" as "c", so they become words, as in worker/features/search/words.ts.
CREATE VIEW site_search_texts AS
SELECT id, category, (
  SELECT json_group_array(
    replace(replace(replace(replace(replace(lower(' ' || (CASE WHEN value GLOB '*[^ -~]*' THEN (
      WITH RECURSIVE read (at, letter) AS (
        SELECT 1, substr(value, 1, 1) UNION ALL SELECT at + 1, substr(value, at + 1, 1) FROM read WHERE at < length(value)
      )
      SELECT group_concat(CASE
        WHEN letter <= '~' THEN letter
        WHEN EXISTS (SELECT 1 FROM spaceless_letters WHERE unicode(letter) BETWEEN first AND last) THEN ' ' || letter || ' '
        -- Full-width forms.
        WHEN letter BETWEEN '０' AND 'ｚ' THEN char(unicode(letter) - 0xfee0)
        ELSE coalesce((SELECT plain FROM plain_letters WHERE plain_letters.letter = read.letter), letter) END, '' ORDER BY at)
      FROM read
    ) ELSE value END)), ' c++', ' cpp'), '/c++', ' cpp'), ' c#', ' csharp'), ' f#', ' fsharp'), ' .net', ' dotnet')
    ORDER BY key
  ) FROM json_each(json_array(name, alternatives, description))
) AS texts
FROM site_search_source;--> statement-breakpoint
-- A view that is used as a procedure: writes the texts of a site, which are read once, into the indexes.
CREATE VIEW index_site AS SELECT NULL AS id, NULL AS texts, NULL AS category WHERE false;--> statement-breakpoint
CREATE TRIGGER index_site INSTEAD OF INSERT ON index_site BEGIN
  INSERT INTO site_search (rowid, name, alternatives, category, description)
    VALUES (new.id, new.texts ->> 0, new.texts ->> 1, new.category, new.texts ->> 2);
  INSERT INTO site_name_search (rowid, name, category) VALUES (new.id, new.texts ->> 0, new.category);
  INSERT INTO site_stem_search (rowid, name, alternatives, category, description, filters)
    -- With `new.id`, the view reads the words of one site, and not of all.
    VALUES (new.id, new.texts ->> 0, new.texts ->> 1, new.category, new.texts ->> 2,
      (SELECT group_concat(word, ' ') FROM site_filter_words WHERE site_id = new.id));
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT new.id, new.texts ->> 0, new.texts ->> 1, new.category, new.texts ->> 2
    WHERE EXISTS (SELECT 1 FROM sites WHERE id = new.id AND featured_until IS NOT NULL);
END;--> statement-breakpoint
CREATE TRIGGER reindex_site INSTEAD OF INSERT ON reindex_site
WHEN NOT EXISTS (SELECT 1 FROM reindex_later WHERE site_id = 0) BEGIN
  DELETE FROM site_search WHERE rowid = new.id;
  DELETE FROM site_name_search WHERE rowid = new.id;
  DELETE FROM site_stem_search WHERE rowid = new.id;
  DELETE FROM featured_search WHERE rowid = new.id;
  INSERT INTO index_site (id, texts, category) SELECT id, texts, category FROM site_search_texts WHERE id = new.id;
END;--> statement-breakpoint
INSERT INTO reindex_site (id) SELECT id FROM sites;
