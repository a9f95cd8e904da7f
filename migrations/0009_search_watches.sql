CREATE TABLE `search_watches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`q` text NOT NULL,
	`words` text NOT NULL,
	`category` text DEFAULT '' NOT NULL,
	`stop_hash` text NOT NULL,
	`seen` integer NOT NULL,
	`mailed_at` integer NOT NULL,
	`confirmed_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `search_watches_once` ON `search_watches` (`email`,`words`,`category`);--> statement-breakpoint
CREATE INDEX `search_watches_by_stop` ON `search_watches` (`stop_hash`);--> statement-breakpoint
CREATE INDEX `search_watches_by_expiry` ON `search_watches` (`expires_at`);--> statement-breakpoint
CREATE INDEX `search_watches_to_check` ON `search_watches` (`seen`,`id`) WHERE "search_watches"."confirmed_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `outbox` ADD `headers` text;--> statement-breakpoint
-- COUNTERS: rows that staff list, and how often a site became active. Cron compares the second one with
-- `search_watches.seen`, so it searches only after a site was listed.
INSERT INTO counters (name, value) VALUES ('rows.search_watches', 0), ('published', 0);

CREATE TRIGGER rows_search_watches_insert AFTER INSERT ON search_watches BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.search_watches'; END;
CREATE TRIGGER rows_search_watches_delete AFTER DELETE ON search_watches BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.search_watches'; END;

CREATE TRIGGER published_insert AFTER INSERT ON sites WHEN new.review = 'active' BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'published';
END;

CREATE TRIGGER published_review AFTER UPDATE OF review ON sites
WHEN new.review = 'active' AND old.review <> 'active' BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'published';
END;
