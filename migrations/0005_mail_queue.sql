CREATE TABLE `mail_days` (
	`day` text PRIMARY KEY NOT NULL,
	`accepted` integer DEFAULT 0 NOT NULL,
	`refused_at` integer
);
--> statement-breakpoint
ALTER TABLE `outbox` ADD `failure` text;--> statement-breakpoint
ALTER TABLE `outbox` ADD `gave_up_at` integer;--> statement-breakpoint
-- Before, a mail without attempts left was recognized by their number.
UPDATE outbox SET gave_up_at = due_at WHERE tries >= 8;
