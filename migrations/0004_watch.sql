CREATE TABLE `alerts` (
	`kind` text PRIMARY KEY NOT NULL,
	`sent_at` integer NOT NULL,
	`held` integer DEFAULT 0 NOT NULL,
	`reported` integer DEFAULT 1 NOT NULL,
	`happened_at` integer NOT NULL,
	`detail` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cron_runs` (
	`id` integer PRIMARY KEY NOT NULL,
	`started_at` integer NOT NULL,
	`ended_at` integer,
	`failed` text DEFAULT '[]' NOT NULL,
	`queued` text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cron_runs_by_time` ON `cron_runs` (`started_at`);--> statement-breakpoint
CREATE TABLE `response_counts` (
	`slot` integer PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`failures` integer NOT NULL,
	`rows_read` integer NOT NULL,
	`rows_written` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `stripe_events` ADD `created_at` integer;--> statement-breakpoint
CREATE INDEX `stripe_events_by_time` ON `stripe_events` (`received_at`);