-- Hand-written: what drizzle-kit cannot describe (full-text tables, triggers). A CASE in a trigger stands in parentheses:
-- D1's API takes the first END outside of them for the trigger's own (tests/commands/migrations.test.ts).

-- Search index of active sites, rowid = sites.id. Contentless: it finds rows, `sites` holds the text. The prefix indexes
-- let "parts of words from the first letter on" stream from one list instead of merging many. Names and alternatives have
-- tables of their own, because FTS5 filters a column only after it has walked the whole list of a word.
CREATE VIRTUAL TABLE site_search USING fts5(
  name, alternatives, category, description,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3 4 5 6'
);
CREATE VIRTUAL TABLE site_name_search USING fts5(
  name, category,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);
CREATE VIRTUAL TABLE site_alternative_search USING fts5(
  alternatives, category,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- The same once more for the few sites that somebody pays for: a search that stops early among very many hits must not
-- lose these.
CREATE VIRTUAL TABLE featured_search USING fts5(
  name, alternatives, category, description,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- What goes into the index for each active site.
CREATE VIEW site_search_source AS
SELECT
  sites.id,
  sites.name,
  (
    SELECT group_concat(alternatives.name || CASE WHEN targets.name <> alternatives.name THEN ' ' || targets.name ELSE '' END, ' ')
    FROM alternatives JOIN targets ON targets.id = alternatives.target_id
    WHERE alternatives.site_id = sites.id
  ) AS alternatives,
  replace(sites.category, '_', ' ') AS category,
  sites.description,
  sites.featured_until
FROM sites WHERE sites.review = 'active';

-- A procedure: INSERT INTO reindex_site (id) VALUES (…) brings the index of that site up to date. All of it anew:
-- INSERT INTO reindex_site SELECT id FROM sites;
CREATE VIEW reindex_site AS SELECT NULL AS id WHERE false;

CREATE TRIGGER reindex_site INSTEAD OF INSERT ON reindex_site BEGIN
  DELETE FROM site_search WHERE rowid = new.id;
  DELETE FROM site_name_search WHERE rowid = new.id;
  DELETE FROM site_alternative_search WHERE rowid = new.id;
  DELETE FROM featured_search WHERE rowid = new.id;
  INSERT INTO site_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_search_source WHERE id = new.id;
  INSERT INTO site_name_search (rowid, name, category)
    SELECT id, name, category FROM site_search_source WHERE id = new.id;
  INSERT INTO site_alternative_search (rowid, alternatives, category)
    SELECT id, alternatives, category FROM site_search_source WHERE id = new.id AND alternatives IS NOT NULL;
  INSERT INTO featured_search (rowid, name, alternatives, category, description)
    SELECT id, name, alternatives, category, description FROM site_search_source
    WHERE id = new.id AND featured_until IS NOT NULL;
END;

CREATE TRIGGER search_site_insert AFTER INSERT ON sites BEGIN
  INSERT INTO reindex_site (id) VALUES (new.id);
END;

CREATE TRIGGER search_site_update AFTER UPDATE OF name, category, description, review, featured_until ON sites BEGIN
  INSERT INTO reindex_site (id) VALUES (new.id);
END;

CREATE TRIGGER search_site_delete AFTER DELETE ON sites BEGIN
  INSERT INTO reindex_site (id) VALUES (old.id);
END;

CREATE TRIGGER search_alternative_insert AFTER INSERT ON alternatives BEGIN
  INSERT INTO reindex_site (id) VALUES (new.site_id);
END;

CREATE TRIGGER search_alternative_update AFTER UPDATE OF name, target_id ON alternatives BEGIN
  INSERT INTO reindex_site (id) VALUES (new.site_id);
END;

CREATE TRIGGER search_alternative_delete AFTER DELETE ON alternatives BEGIN
  INSERT INTO reindex_site (id) VALUES (old.site_id);
END;

CREATE TRIGGER search_target_rename AFTER UPDATE OF name ON targets WHEN old.name <> new.name BEGIN
  INSERT INTO reindex_site (id) SELECT site_id FROM alternatives WHERE target_id = new.id;
END;

-- Suggestions of popular products: any part of a name or link from three letters on. rowid = targets.id.
CREATE VIRTUAL TABLE target_search USING fts5(
  name, link, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);

CREATE TRIGGER target_search_insert AFTER INSERT ON targets BEGIN
  INSERT INTO target_search (rowid, name, link) VALUES (new.id, new.name, new.link_key);
END;

CREATE TRIGGER target_search_update AFTER UPDATE OF name, link_key ON targets BEGIN
  DELETE FROM target_search WHERE rowid = old.id;
  INSERT INTO target_search (rowid, name, link) VALUES (new.id, new.name, new.link_key);
END;

CREATE TRIGGER target_search_delete AFTER DELETE ON targets BEGIN
  DELETE FROM target_search WHERE rowid = old.id;
END;

-- Known words by what is left of them when up to one letter is dropped ("symmetric delete"), so that a misspelt word
-- finds its neighbours by a few look-ups, however many sites there are; and how often each word was listed, because of two
-- neighbours the commoner one was meant. worker/features/search/spelling.ts fills both.
CREATE TABLE spellings (
  deletion TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (deletion, word)
) STRICT, WITHOUT ROWID;

CREATE TABLE known_words (
  word TEXT PRIMARY KEY,
  uses INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Counters.
CREATE TRIGGER counters_site_insert AFTER INSERT ON sites WHEN new.review = 'active' BEGIN
  INSERT INTO counters (name, value) VALUES ('sites.' || new.category, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER counters_site_update AFTER UPDATE OF category, review ON sites
WHEN old.category <> new.category OR old.review <> new.review BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'sites.' || old.category AND old.review = 'active';
  INSERT INTO counters (name, value) SELECT 'sites.' || new.category, 1 WHERE new.review = 'active'
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER counters_site_delete AFTER DELETE ON sites WHEN old.review = 'active' BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'sites.' || old.category;
END;

CREATE TRIGGER counters_target_insert AFTER INSERT ON targets WHEN new.site_count > 0 BEGIN
  INSERT INTO counters (name, value) VALUES ('targets', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER counters_target_update AFTER UPDATE OF site_count ON targets
WHEN (old.site_count > 0) <> (new.site_count > 0) BEGIN
  INSERT INTO counters (name, value) VALUES ('targets', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + (CASE WHEN new.site_count > 0 THEN 1 ELSE -1 END);
END;

CREATE TRIGGER counters_target_delete AFTER DELETE ON targets WHEN old.site_count > 0 BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'targets';
END;

CREATE TRIGGER target_site_count_insert AFTER INSERT ON alternatives BEGIN
  UPDATE targets SET site_count = site_count + 1
    WHERE id = new.target_id AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id AND review = 'active');
END;

CREATE TRIGGER target_site_count_update AFTER UPDATE OF target_id ON alternatives WHEN old.target_id <> new.target_id BEGIN
  UPDATE targets SET site_count = site_count - 1
    WHERE id = old.target_id AND EXISTS (SELECT 1 FROM sites WHERE id = old.site_id AND review = 'active');
  UPDATE targets SET site_count = site_count + 1
    WHERE id = new.target_id AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id AND review = 'active');
END;

CREATE TRIGGER target_site_count_delete AFTER DELETE ON alternatives BEGIN
  UPDATE targets SET site_count = site_count - 1
    WHERE id = old.target_id AND EXISTS (SELECT 1 FROM sites WHERE id = old.site_id AND review = 'active');
END;

CREATE TRIGGER target_site_count_review AFTER UPDATE OF review ON sites WHEN old.review <> new.review BEGIN
  UPDATE targets SET site_count = site_count + (CASE WHEN new.review = 'active' THEN 1 ELSE -1 END)
    WHERE id IN (SELECT target_id FROM alternatives WHERE site_id = new.id);
END;

-- Before, not by the foreign key: a cascade deletes the alternatives when the site's row is gone already, and the
-- trigger above could not tell whether they had been counted.
CREATE TRIGGER sites_delete_alternatives BEFORE DELETE ON sites BEGIN
  DELETE FROM alternatives WHERE site_id = old.id;
END;

CREATE TRIGGER sites_like_insert AFTER INSERT ON likes BEGIN
  UPDATE sites SET like_count = like_count + 1 WHERE id = new.site_id;
END;

CREATE TRIGGER sites_like_delete AFTER DELETE ON likes BEGIN
  UPDATE sites SET like_count = like_count - 1 WHERE id = old.site_id;
END;

-- A deleted site's address answers 410 and is never given to another site.
CREATE TRIGGER deleted_slugs_insert AFTER DELETE ON sites BEGIN
  INSERT OR IGNORE INTO deleted_slugs (slug, deleted_at)
    VALUES (old.slug, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
