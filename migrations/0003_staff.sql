CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`user_email` text NOT NULL,
	`action` text NOT NULL,
	`model` text NOT NULL,
	`record_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_record` ON `audit_log` (`model`,`record_id`,"id" desc);--> statement-breakpoint
CREATE TABLE `daily_totals` (
	`day` text PRIMARY KEY NOT NULL,
	`users` integer NOT NULL,
	`featured_sites` integer NOT NULL,
	`basic_sites` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `target_aliases` (
	`name_key` text PRIMARY KEY NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `target_aliases_by_target` ON `target_aliases` (`target_id`);--> statement-breakpoint
CREATE TABLE `target_moves` (
	`slug` text PRIMARY KEY NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `target_moves_by_target` ON `target_moves` (`target_id`);--> statement-breakpoint
ALTER TABLE `contact_messages` ADD `answer` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `contact_messages_by_email` ON `contact_messages` (`email`);--> statement-breakpoint
CREATE INDEX `contact_messages_unanswered` ON `contact_messages` (`id`) WHERE "contact_messages"."answered_at" IS NULL;--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`id`) WHERE "users"."is_staff" OR "users"."is_superuser";--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`id`) WHERE "users"."suspended_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sites_pending` ON `sites` (`id`) WHERE "sites"."review" = 'pending';