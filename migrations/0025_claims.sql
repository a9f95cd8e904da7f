CREATE TABLE `claims` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`method` text NOT NULL,
	`answer_due_at` integer NOT NULL,
	`objection` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `claims_by_user` ON `claims` (`user_id`);--> statement-breakpoint
CREATE INDEX `claims_due` ON `claims` (`answer_due_at`) WHERE "claims"."objection" IS NULL;--> statement-breakpoint
-- COUNTERS: rows that staff list.
INSERT INTO counters (name, value) VALUES ('rows.claims', 0);--> statement-breakpoint
CREATE TRIGGER rows_claims_insert AFTER INSERT ON claims BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.claims'; END;--> statement-breakpoint
CREATE TRIGGER rows_claims_delete AFTER DELETE ON claims BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.claims'; END;--> statement-breakpoint
-- A claim is about the owner before.
CREATE TRIGGER owner_of_site AFTER UPDATE OF owner_id ON sites WHEN old.owner_id IS NOT new.owner_id BEGIN
  DELETE FROM claims WHERE site_id = new.id;
END;
