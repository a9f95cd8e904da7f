-- Hand-written: what drizzle-kit cannot describe (triggers).

-- A deleted post's address answers 410 and is never given to another one. Nobody has seen that of a draft.
CREATE TRIGGER deleted_post_slugs_insert AFTER DELETE ON blog_posts
WHEN old.published_at <= CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) BEGIN
  INSERT OR IGNORE INTO deleted_post_slugs (slug, deleted_at)
    VALUES (old.slug, CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER));
END;
