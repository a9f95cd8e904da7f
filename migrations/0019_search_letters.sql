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
-- Letters that FTS5 leaves as they are and `fold` does not, and two places for what `fold` makes of each.
CREATE VIEW plain_letters AS
SELECT
  'ªºÆÐØÞßæðøþĐđĦħıĲĳĸŁłŉŊŋŒœŦŧƁƊƏƑƒƘƙǄǅǆǇǈǉǊǋǌǠǡǢǣǮǯǱǲǳǼǽǾǿɓɗəʹͿΆΈΉΊΌΎΏΐΪΫάέήίΰϊϋόύώϒϓϔϲϹЀЁЃЇЌЍЎЙйѐёѓї' ||
  'ќѝўѶѷӁӂӐӑӒӓӖӗӚӛӜӝӞӟӢӣӤӥӦӧӪӫӬӭӮӯӰӱӲӳӴӵӸӹẚẞ０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗ' ||
  'ｘｙｚ' AS letters,
  'a o aed o thssaed o thd d h h i ijijk l l ʼnn n oeoet t b d e f f k k dzdzdzljljljnjnjnja a aeaeʒ ʒ ' ||
  'dzdzdzaeaeo o b d e ʹ ϳ α ε η ι ο υ ω ι ι υ α ε η ι υ ι υ ο υ ω υ υ υ ς σ е е г і к и у и и е е г і ' ||
  'к и у ѵ ѵ ж ж а а а а е е ә ә ж ж з з и и и и о о ө ө э э у у у у у у ч ч ы ы aʾss0 1 2 3 4 5 6 7 8 ' ||
  '9 a b c d e f g h i j k l m n o p q r s t u v w x y z a b c d e f g h i j k l m n o p q r s t u v w ' ||
  'x y z ' AS plain;--> statement-breakpoint
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
        WHEN instr(letters, letter) > 0 THEN rtrim(substr(plain, 2 * instr(letters, letter) - 1, 2))
        WHEN EXISTS (SELECT 1 FROM spaceless_letters WHERE unicode(letter) BETWEEN first AND last) THEN ' ' || letter || ' '
        ELSE letter END, '' ORDER BY at)
      FROM read CROSS JOIN plain_letters
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
