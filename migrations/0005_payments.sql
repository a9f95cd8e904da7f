CREATE TABLE `payment_claims` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_claims_key_unique` ON `payment_claims` (`key`);--> statement-breakpoint
CREATE INDEX `payment_claims_by_user` ON `payment_claims` (`user_id`);--> statement-breakpoint
CREATE INDEX `payment_claims_by_time` ON `payment_claims` (`created_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_id` text NOT NULL,
	`kind` text NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` integer,
	`site_id` integer,
	`site_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`period_start` integer,
	`period_end` integer,
	`invoice_url` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`happened_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_id_unique` ON `payments` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_site` ON `payments` (`site_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` ("happened_at" desc);--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `site_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `paid_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unpaid_invoice` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_brand` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `card_last4` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `reading` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mailed_invoice` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mailed_end` integer;--> statement-breakpoint
CREATE INDEX `subscriptions_by_time` ON `subscriptions` ("created_at" desc);--> statement-breakpoint
CREATE INDEX `subscriptions_live` ON `subscriptions` (`paid_until`) WHERE "subscriptions"."status" NOT IN ('canceled', 'incomplete_expired');--> statement-breakpoint
ALTER TABLE `sites` ADD `granted_until` integer;