CREATE TABLE `reports` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer,
	`product_id` integer,
	`about` text NOT NULL,
	`page` text NOT NULL,
	`reason` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`changes` text,
	`source` text DEFAULT '' NOT NULL,
	`email` text DEFAULT '' NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`key` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`owner_until` integer,
	`answer` text DEFAULT '' NOT NULL,
	`decided_by` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reports_once` ON `reports` (`key`) WHERE "reports"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX `reports_by_site` ON `reports` (`site_id`);--> statement-breakpoint
CREATE INDEX `reports_by_product` ON `reports` (`product_id`);--> statement-breakpoint
CREATE INDEX `reports_by_email` ON `reports` (`email`);--> statement-breakpoint
CREATE INDEX `reports_of_staff` ON `reports` (`id`) WHERE "reports"."state" = 'waiting' AND "reports"."owner_until" IS NULL;--> statement-breakpoint
CREATE INDEX `reports_of_owners` ON `reports` (`owner_until`) WHERE "reports"."state" = 'waiting' AND "reports"."owner_until" IS NOT NULL;--> statement-breakpoint
-- COUNTERS: rows that staff list.
INSERT INTO counters (name, value) VALUES ('rows.reports', 0);--> statement-breakpoint
CREATE TRIGGER rows_reports_insert AFTER INSERT ON reports BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.reports'; END;--> statement-breakpoint
CREATE TRIGGER rows_reports_delete AFTER DELETE ON reports BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.reports'; END;
