CREATE TABLE `searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`week` text NOT NULL,
	`words` text NOT NULL,
	`q` text NOT NULL,
	`asked` integer NOT NULL,
	`empty` integer NOT NULL,
	`opened` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `searches_once` ON `searches` (`week`,`words`);--> statement-breakpoint
CREATE INDEX `searches_by_use` ON `searches` (`week`,`asked`);--> statement-breakpoint
CREATE INDEX `searches_by_words` ON `searches` (`words`);--> statement-breakpoint
CREATE TABLE `synonyms` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`term` text NOT NULL,
	`words` text NOT NULL,
	`means` text NOT NULL,
	`is_mutual` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `synonyms_words_unique` ON `synonyms` (`words`);--> statement-breakpoint
-- COUNTERS: rows that staff list.
INSERT INTO counters (name, value) VALUES ('rows.searches', 0), ('rows.synonyms', 0);

CREATE TRIGGER rows_searches_insert AFTER INSERT ON searches BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.searches'; END;
CREATE TRIGGER rows_searches_delete AFTER DELETE ON searches BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.searches'; END;
CREATE TRIGGER rows_synonyms_insert AFTER INSERT ON synonyms BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.synonyms'; END;
CREATE TRIGGER rows_synonyms_delete AFTER DELETE ON synonyms BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.synonyms'; END;
