ALTER TABLE `alternatives` ADD `host` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `alternatives` ADD `is_waiting` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- As hostOf() makes it: of "https://www.slack.com:443/a" it is "slack.com".
WITH addresses AS (
  SELECT id, replace(replace(lower(substr(link, instr(link, '://') + 3)), '?', '/'), '#', '/') || '/' AS address FROM alternatives
), names AS (
  SELECT id, substr(address, 1, instr(address, '/') - 1) || ':' AS name FROM addresses
), hosts AS (
  SELECT id, rtrim(substr(name, 1, instr(name, ':') - 1), '.') AS host FROM names
)
UPDATE alternatives SET host = (SELECT iif(host GLOB 'www.*', substr(host, 5), host) FROM hosts WHERE hosts.id = alternatives.id);--> statement-breakpoint
CREATE INDEX `alternatives_by_host` ON `alternatives` (`target_id`,`host`) WHERE NOT "alternatives"."is_waiting";--> statement-breakpoint
CREATE INDEX `alternatives_waiting` ON `alternatives` (`target_id`) WHERE "alternatives"."is_waiting";--> statement-breakpoint
CREATE TABLE `remote_images` (
	`key` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer NOT NULL,
	`used_at` integer,
	`removed_at` integer
);
--> statement-breakpoint
CREATE INDEX `remote_images_by_address` ON `remote_images` (`address`);--> statement-breakpoint
CREATE INDEX `remote_images_by_use` ON `remote_images` (`used_at`) WHERE "remote_images"."used_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `remote_images_removed` ON `remote_images` (`removed_at`) WHERE "remote_images"."removed_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('rows.remote_images', 0);--> statement-breakpoint
CREATE TRIGGER rows_remote_images_insert AFTER INSERT ON remote_images BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.remote_images';
END;
--> statement-breakpoint
CREATE TRIGGER rows_remote_images_delete AFTER DELETE ON remote_images BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.remote_images';
END;
