-- Search indexes, counters and other derived data. This file is written by hand, because drizzle-kit cannot generate
-- full-text tables, views with triggers and triggers.
--
-- In a trigger, put CASE … END in parentheses. D1 splits the file into statements and takes the first END outside
-- parentheses as the end of the trigger (tests/commands/migrations.test.ts). A trigger must not read SQLite's clock,
-- because tests and local runs change the time. The time comes from the row or from cron.

-- SEARCH INDEX of active sites. rowid = sites.id. The tables are contentless: a search returns only ids. With a prefix
-- index, a search for the first letters of a word reads one list instead of merging many. Names and alternatives also
-- have tables of their own, because FTS5 reads the whole list of a word before it filters by column.
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

-- Only sites that are or were featured. A search with very many hits stops early. With this small table, the featured
-- places still find all their sites.
CREATE VIRTUAL TABLE featured_search USING fts5(
  name, alternatives, category, description,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

-- The texts to index. An alternative has the name that the site gives it, and the product's name if that is different.
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

-- Ranges of letters of scripts without spaces between words. worker/features/search/spaceless.ts has the same ranges.
CREATE VIEW spaceless_letters AS
SELECT column1 AS first, column2 AS last FROM (VALUES
  (0x0e00, 0x0eff), (0x1000, 0x109f), (0x1780, 0x17ff), (0x3005, 0x3007), (0x3040, 0x30ff), (0x3400, 0x4dbf),
  (0x4e00, 0x9fff), (0xf900, 0xfaff), (0xff66, 0xff9f), (0x20000, 0x3ffff)
);

-- The same texts, with a space on each side of each such letter, so that FTS5 reads each letter as a word.
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

-- A view that is used as a procedure: INSERT INTO reindex_site (id) VALUES (…) updates the indexes of one site, and
-- INSERT INTO reindex_site SELECT id FROM sites updates all.
CREATE VIEW reindex_site AS SELECT NULL AS id WHERE false;

CREATE TRIGGER reindex_site INSTEAD OF INSERT ON reindex_site
WHEN NOT EXISTS (SELECT 1 FROM reindex_later WHERE site_id = 0) BEGIN
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

-- Sites to reindex at the end of a batch. Without it, a batch that changes several rows of a site would reindex it for
-- each row. The batch begins with INSERT INTO reindex_later VALUES (0) and ends with DELETE FROM reindex_later WHERE
-- site_id = 0 (worker/features/search/defer-reindex.ts). Between batches the table is empty.
CREATE TABLE reindex_later (site_id INTEGER PRIMARY KEY) STRICT;

CREATE TRIGGER reindex_site_later INSTEAD OF INSERT ON reindex_site
WHEN EXISTS (SELECT 1 FROM reindex_later WHERE site_id = 0) BEGIN
  INSERT INTO reindex_later (site_id) VALUES (new.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER reindex_later_end AFTER DELETE ON reindex_later WHEN old.site_id = 0 BEGIN
  INSERT INTO reindex_site (id) SELECT site_id FROM reindex_later;
  DELETE FROM reindex_later;
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

-- Products, for suggestions: finds three or more letters anywhere in a name or link. rowid = targets.id.
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

-- KNOWN WORDS: the words of listings, to correct misspelt searches ("symmetric delete"). `spellings` has each word and
-- all forms of it with one letter removed. A misspelt word and the right one share such a form, so a few lookups find
-- it, independent of the number of sites. worker/features/search/known-words.ts writes both tables.
CREATE TABLE known_words (word TEXT PRIMARY KEY NOT NULL) STRICT;

CREATE TABLE spellings (
  deletion TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (deletion, word)
) STRICT, WITHOUT ROWID;

-- COUNTERS. `sites.{category}` counts the active sites of a category, `targets` the products with active sites, and the
-- column `targets.site_count` the active sites that are alternatives to a product.
CREATE TRIGGER counters_site_insert AFTER INSERT ON sites WHEN new.review = 'active' BEGIN
  INSERT INTO counters (name, value) VALUES ('sites.' || new.category, 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

-- If a site is inserted as active and its owner is suspended, both this trigger and the one above run. The result is
-- right in either order.
CREATE TRIGGER counters_site_update AFTER UPDATE OF category, review ON sites
WHEN old.category <> new.category OR old.review <> new.review BEGIN
  INSERT INTO counters (name, value) SELECT 'sites.' || old.category, -1 WHERE old.review = 'active'
    ON CONFLICT (name) DO UPDATE SET value = value - 1;
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

CREATE TRIGGER target_site_count_review AFTER UPDATE OF review ON sites
WHEN (old.review = 'active') <> (new.review = 'active') BEGIN
  UPDATE targets SET site_count = site_count + (CASE WHEN new.review = 'active' THEN 1 ELSE -1 END)
    WHERE id IN (SELECT target_id FROM alternatives WHERE site_id = new.id);
END;

-- The foreign key would delete the alternatives after the site. Then the trigger `target_site_count_delete` could not
-- see whether the site was active.
CREATE TRIGGER sites_delete_alternatives BEFORE DELETE ON sites BEGIN
  DELETE FROM alternatives WHERE site_id = old.id;
END;

-- COUNTERS OF ROWS: `rows.{table}`, for each table that staff list. tests/commands/migrations.test.ts checks that each
-- counter has both triggers.
INSERT INTO counters (name, value) VALUES
  ('rows.alternatives', 0), ('rows.audit_log', 0), ('rows.blog_posts', 0), ('rows.contact_messages', 0), ('rows.likes', 0),
  ('rows.outbox', 0), ('rows.payments', 0), ('rows.remote_images', 0), ('rows.sessions', 0), ('rows.sites', 0),
  ('rows.stripe_events', 0), ('rows.subscriptions', 0), ('rows.targets', 0), ('rows.uploads', 0), ('rows.users', 0);

CREATE TRIGGER rows_alternatives_insert AFTER INSERT ON alternatives BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.alternatives'; END;
CREATE TRIGGER rows_alternatives_delete AFTER DELETE ON alternatives BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.alternatives'; END;
CREATE TRIGGER rows_audit_log_insert AFTER INSERT ON audit_log BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.audit_log'; END;
CREATE TRIGGER rows_audit_log_delete AFTER DELETE ON audit_log BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.audit_log'; END;
CREATE TRIGGER rows_blog_posts_insert AFTER INSERT ON blog_posts BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.blog_posts'; END;
CREATE TRIGGER rows_blog_posts_delete AFTER DELETE ON blog_posts BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.blog_posts'; END;
CREATE TRIGGER rows_contact_messages_insert AFTER INSERT ON contact_messages BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.contact_messages'; END;
CREATE TRIGGER rows_contact_messages_delete AFTER DELETE ON contact_messages BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.contact_messages'; END;
CREATE TRIGGER rows_likes_insert AFTER INSERT ON likes BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.likes'; END;
CREATE TRIGGER rows_likes_delete AFTER DELETE ON likes BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.likes'; END;
CREATE TRIGGER rows_outbox_insert AFTER INSERT ON outbox BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.outbox'; END;
CREATE TRIGGER rows_outbox_delete AFTER DELETE ON outbox BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.outbox'; END;
CREATE TRIGGER rows_payments_insert AFTER INSERT ON payments BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.payments'; END;
CREATE TRIGGER rows_payments_delete AFTER DELETE ON payments BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.payments'; END;
CREATE TRIGGER rows_remote_images_insert AFTER INSERT ON remote_images BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.remote_images'; END;
CREATE TRIGGER rows_remote_images_delete AFTER DELETE ON remote_images BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.remote_images'; END;
CREATE TRIGGER rows_sessions_insert AFTER INSERT ON sessions BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.sessions'; END;
CREATE TRIGGER rows_sessions_delete AFTER DELETE ON sessions BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.sessions'; END;
CREATE TRIGGER rows_sites_insert AFTER INSERT ON sites BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.sites'; END;
CREATE TRIGGER rows_sites_delete AFTER DELETE ON sites BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.sites'; END;
CREATE TRIGGER rows_stripe_events_insert AFTER INSERT ON stripe_events BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.stripe_events'; END;
CREATE TRIGGER rows_stripe_events_delete AFTER DELETE ON stripe_events BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.stripe_events'; END;
CREATE TRIGGER rows_subscriptions_insert AFTER INSERT ON subscriptions BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.subscriptions'; END;
CREATE TRIGGER rows_subscriptions_delete AFTER DELETE ON subscriptions BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.subscriptions'; END;
CREATE TRIGGER rows_targets_insert AFTER INSERT ON targets BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.targets'; END;
CREATE TRIGGER rows_targets_delete AFTER DELETE ON targets BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.targets'; END;
CREATE TRIGGER rows_uploads_insert AFTER INSERT ON uploads BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.uploads'; END;
CREATE TRIGGER rows_uploads_delete AFTER DELETE ON uploads BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.uploads'; END;
CREATE TRIGGER rows_users_insert AFTER INSERT ON users BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.users'; END;
CREATE TRIGGER rows_users_delete AFTER DELETE ON users BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.users'; END;

-- LIKES: `sites.like_count`.
CREATE TRIGGER sites_like_insert AFTER INSERT ON likes BEGIN
  UPDATE sites SET like_count = like_count + 1 WHERE id = new.site_id;
END;

CREATE TRIGGER sites_like_delete AFTER DELETE ON likes BEGIN
  UPDATE sites SET like_count = like_count - 1 WHERE id = old.site_id;
END;

-- SLUGS of deleted pages. The URL of a deleted site responds with 410, and no new site gets its slug.
CREATE TRIGGER deleted_slugs_insert AFTER DELETE ON sites BEGIN
  INSERT INTO deleted_slugs (slug) VALUES (old.slug) ON CONFLICT DO NOTHING;
END;

-- If a public post is unpublished and later deleted, its URL responds with 410. Every change of a post sets
-- `updated_at` to the current time.
CREATE TRIGGER blog_posts_was_public AFTER UPDATE OF published_at ON blog_posts
WHEN new.published_at IS NOT old.published_at AND old.published_at <= new.updated_at BEGIN
  UPDATE blog_posts SET was_public = true WHERE id = new.id;
END;

-- SUSPENDED OWNERS. No site of a suspended owner is `active`, and public pages show active sites only. Pending sites
-- stay pending, and become `suspended` if staff approve them.
CREATE VIEW suspended_users AS SELECT id FROM users WHERE suspended_at IS NOT NULL;

CREATE TRIGGER sites_of_suspended AFTER UPDATE OF suspended_at ON users
WHEN (old.suspended_at IS NULL) <> (new.suspended_at IS NULL) BEGIN
  UPDATE sites SET review = 'suspended' WHERE owner_id = new.id AND review = 'active' AND new.suspended_at IS NOT NULL;
  UPDATE sites SET review = 'active' WHERE owner_id = new.id AND review = 'suspended' AND new.suspended_at IS NULL;
END;

CREATE TRIGGER sites_suspended_insert AFTER INSERT ON sites
WHEN new.review = 'active' AND new.owner_id IN suspended_users BEGIN
  UPDATE sites SET review = 'suspended' WHERE id = new.id;
END;

CREATE TRIGGER sites_suspended_update AFTER UPDATE OF review ON sites
WHEN new.review = 'active' AND new.owner_id IN suspended_users BEGIN
  UPDATE sites SET review = 'suspended' WHERE id = new.id;
END;

-- FEATURED LISTINGS. `sites.featured_until` is the latest of the time that staff granted and the times that
-- subscriptions cover.
CREATE VIEW featured_ends AS
SELECT id AS site_id, granted_until AS until FROM sites WHERE granted_until IS NOT NULL
UNION ALL
SELECT site_id, covered_until FROM subscriptions WHERE site_id IS NOT NULL AND covered_until IS NOT NULL;

-- A view that is used as a procedure: INSERT INTO refresh_featured (site_id) VALUES (…) sets `featured_until`.
CREATE VIEW refresh_featured AS SELECT NULL AS site_id WHERE false;

-- It writes the row only if the value changes.
CREATE TRIGGER refresh_featured INSTEAD OF INSERT ON refresh_featured BEGIN
  UPDATE sites SET featured_until = (SELECT max(until) FROM featured_ends WHERE site_id = new.site_id)
    WHERE id = new.site_id
      AND featured_until IS NOT (SELECT max(until) FROM featured_ends WHERE site_id = new.site_id);
END;

CREATE TRIGGER featured_subscription_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;

CREATE TRIGGER featured_subscription_update AFTER UPDATE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;

CREATE TRIGGER featured_subscription_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (old.site_id);
END;

CREATE TRIGGER featured_granted AFTER UPDATE OF granted_until ON sites BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.id);
END;

-- IMAGES. `uploads.is_shown` tells whether an article or a blog post uses an upload. Cron sets `unused_since`, and
-- deletes uploads that were unused for a day.
CREATE TRIGGER image_uses_insert AFTER INSERT ON image_uses BEGIN
  UPDATE uploads SET is_shown = true, unused_since = NULL WHERE key = new.upload_key;
END;

CREATE TRIGGER image_uses_delete AFTER DELETE ON image_uses
WHEN NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = old.upload_key) BEGIN
  UPDATE uploads SET is_shown = false WHERE key = old.upload_key;
END;

-- MAILS. Nobody gets a mail about a deleted site, and a deleted user gets none.
CREATE TRIGGER outbox_of_site AFTER DELETE ON sites BEGIN
  DELETE FROM outbox WHERE key = 'sites.site:' || old.id;
END;

CREATE TRIGGER outbox_of_user AFTER DELETE ON users BEGIN
  DELETE FROM outbox WHERE recipient = old.email;
END;

-- PRODUCTS. The current names of products, and their aliases.
CREATE VIEW named_targets AS
SELECT name_key, id AS target_id FROM targets UNION ALL SELECT name_key, target_id FROM target_aliases;

-- THIS DIRECTORY: a random id. Several directories can share one Stripe account.
INSERT INTO directory (id) VALUES (lower(hex(randomblob(16))));
