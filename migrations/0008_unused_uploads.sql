-- Hand-written: since when no article shows an upload, whoever deletes the use (a save, a deleted site or post, a deleted
-- account). The cron removes what was unused for a day.
CREATE TRIGGER image_uses_insert AFTER INSERT ON image_uses BEGIN
  UPDATE uploads SET unused_since = NULL WHERE key = new.upload_key;
END;
CREATE TRIGGER image_uses_delete AFTER DELETE ON image_uses
WHEN NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = old.upload_key) BEGIN
  UPDATE uploads SET unused_since = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER) WHERE key = old.upload_key;
END;
