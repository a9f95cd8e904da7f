-- Hand-written: what drizzle-kit cannot describe (triggers).

-- A post that readers had seen keeps that when it is taken back or put off: once it is deleted, its address answers 410.
CREATE TRIGGER blog_posts_was_public AFTER UPDATE OF published_at ON blog_posts
WHEN new.published_at IS NOT old.published_at
  AND old.published_at <= CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) BEGIN
  UPDATE blog_posts SET was_public = true WHERE id = new.id;
END;

DROP TRIGGER deleted_post_slugs_insert;
CREATE TRIGGER deleted_post_slugs_insert AFTER DELETE ON blog_posts
WHEN old.was_public OR old.published_at <= CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) BEGIN
  INSERT OR IGNORE INTO deleted_post_slugs (slug, deleted_at)
    VALUES (old.slug, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;

INSERT INTO counters (name, value) SELECT 'rows.uploads', count(*) FROM uploads;
CREATE TRIGGER rows_uploads_insert AFTER INSERT ON uploads BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.uploads';
END;
CREATE TRIGGER rows_uploads_delete AFTER DELETE ON uploads BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.uploads';
END;
