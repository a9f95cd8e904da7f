CREATE TABLE `image_fetches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`address` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`caption` text DEFAULT '' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`failure` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `image_fetches_by_site` ON `image_fetches` (`site_id`);--> statement-breakpoint
CREATE INDEX `image_fetches_due` ON `image_fetches` (`due_at`) WHERE "image_fetches"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `image_fetches_failed` ON `image_fetches` (`id`) WHERE "image_fetches"."due_at" IS NULL;--> statement-breakpoint
CREATE TABLE `site_images` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`kind` text NOT NULL,
	`position` integer NOT NULL,
	`upload_key` text NOT NULL,
	`alt` text DEFAULT '' NOT NULL,
	`caption` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`upload_key`) REFERENCES `uploads`(`key`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `site_images_by_site` ON `site_images` (`site_id`,`kind`,`upload_key`);--> statement-breakpoint
CREATE INDEX `site_images_in_order` ON `site_images` (`site_id`,`kind`,`position`);--> statement-breakpoint
CREATE INDEX `site_images_by_upload` ON `site_images` (`upload_key`);--> statement-breakpoint
ALTER TABLE `uploads` ADD `kind` text DEFAULT 'article' NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `list_width` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- COUNTERS OF ROWS.
INSERT INTO counters (name, value) VALUES ('rows.image_fetches', 0), ('rows.site_images', 0);--> statement-breakpoint
CREATE TRIGGER rows_image_fetches_insert AFTER INSERT ON image_fetches BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.image_fetches'; END;--> statement-breakpoint
CREATE TRIGGER rows_image_fetches_delete AFTER DELETE ON image_fetches BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.image_fetches'; END;--> statement-breakpoint
CREATE TRIGGER rows_site_images_insert AFTER INSERT ON site_images BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.site_images'; END;--> statement-breakpoint
CREATE TRIGGER rows_site_images_delete AFTER DELETE ON site_images BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.site_images'; END;--> statement-breakpoint
-- IMAGES. `uploads.is_shown` tells whether a site, an article or a blog post uses an upload.
CREATE TRIGGER site_images_insert AFTER INSERT ON site_images BEGIN
  UPDATE uploads SET is_shown = true, unused_since = NULL WHERE key = new.upload_key;
END;--> statement-breakpoint
CREATE TRIGGER site_images_delete AFTER DELETE ON site_images
WHEN NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = old.upload_key)
  AND NOT EXISTS (SELECT 1 FROM site_images WHERE upload_key = old.upload_key) BEGIN
  UPDATE uploads SET is_shown = false WHERE key = old.upload_key;
END;--> statement-breakpoint
DROP TRIGGER image_uses_delete;--> statement-breakpoint
CREATE TRIGGER image_uses_delete AFTER DELETE ON image_uses
WHEN NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = old.upload_key)
  AND NOT EXISTS (SELECT 1 FROM site_images WHERE upload_key = old.upload_key) BEGIN
  UPDATE uploads SET is_shown = false WHERE key = old.upload_key;
END;
