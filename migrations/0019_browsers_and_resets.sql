ALTER TABLE `users` ADD `reset_at` integer;--> statement-breakpoint
ALTER TABLE `challenges` ADD `browser_hash` text;--> statement-breakpoint
ALTER TABLE `challenges` ADD `google_sub` text;--> statement-breakpoint
ALTER TABLE `challenges` ADD `first_name` text;--> statement-breakpoint
ALTER TABLE `challenges` ADD `last_name` text;
