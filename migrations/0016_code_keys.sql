-- The codes that are under way become invalid. Nothing is deployed yet, and a code is valid for ten minutes.
DELETE FROM `codes`;--> statement-breakpoint
DROP INDEX `codes_recent`;--> statement-breakpoint
ALTER TABLE `codes` ADD `kv_key` text NOT NULL;--> statement-breakpoint
ALTER TABLE `codes` DROP COLUMN `recent`;