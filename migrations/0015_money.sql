-- The tables of money, written anew: nothing is deployed yet. `npm run stripe:reconcile` fills them from Stripe.
DROP VIEW featured_ends;--> statement-breakpoint
DROP TABLE `balance_moves`;--> statement-breakpoint
DROP TABLE `directory`;--> statement-breakpoint
DROP TABLE `payment_claims`;--> statement-breakpoint
DROP TABLE `payments`;--> statement-breakpoint
DROP TABLE `stripe_events`;--> statement-breakpoint
DROP TABLE `subscriptions`;--> statement-breakpoint
CREATE TABLE `payment_locks` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `payment_locks_by_user` ON `payment_locks` (`user_id`);--> statement-breakpoint
CREATE TABLE `payment_mails` (
	`key` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_id` text NOT NULL,
	`kind` text NOT NULL,
	`invoice_id` text NOT NULL,
	`user_id` integer,
	`site_id` integer,
	`site_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`period_start` integer,
	`period_end` integer,
	`detail` text NOT NULL,
	`reading` integer NOT NULL,
	`happened_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_id_unique` ON `payments` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_site` ON `payments` (`site_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` ("happened_at" desc);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`site_id` integer,
	`site_name` text NOT NULL,
	`customer_id` text NOT NULL,
	`status` text NOT NULL,
	`period_end` integer NOT NULL,
	`renews` integer NOT NULL,
	`price_cents` integer,
	`currency` text NOT NULL,
	`featured_until` integer,
	`unpaid_cents` integer,
	`trouble` text,
	`next_try_at` integer,
	`card_brand` text NOT NULL,
	`card_last4` text NOT NULL,
	`reading` integer NOT NULL,
	`created_at` integer NOT NULL,
	`read_again_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_site` ON `subscriptions` (`site_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_customer` ON `subscriptions` (`customer_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_time` ON `subscriptions` ("created_at" desc);--> statement-breakpoint
CREATE INDEX `subscriptions_to_read` ON `subscriptions` (`read_again_at`);--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid` ON `subscriptions` (`created_at`) WHERE "subscriptions"."unpaid_cents" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_running_a_site` ON `subscriptions` (`site_id`) WHERE "subscriptions"."status" NOT IN ('canceled', 'incomplete_expired');--> statement-breakpoint
-- The same triggers as in 0001_derived.sql, which went with the tables.
CREATE TRIGGER rows_payments_insert AFTER INSERT ON payments BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.payments'; END;--> statement-breakpoint
CREATE TRIGGER rows_payments_delete AFTER DELETE ON payments BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.payments'; END;--> statement-breakpoint
CREATE TRIGGER rows_stripe_events_insert AFTER INSERT ON stripe_events BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.stripe_events'; END;--> statement-breakpoint
CREATE TRIGGER rows_stripe_events_delete AFTER DELETE ON stripe_events BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.stripe_events'; END;--> statement-breakpoint
CREATE TRIGGER rows_subscriptions_insert AFTER INSERT ON subscriptions BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.subscriptions'; END;--> statement-breakpoint
CREATE TRIGGER rows_subscriptions_delete AFTER DELETE ON subscriptions BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.subscriptions'; END;--> statement-breakpoint
UPDATE counters SET value = 0 WHERE name IN ('rows.payments', 'rows.stripe_events', 'rows.subscriptions', 'stripe.readings');--> statement-breakpoint
CREATE VIEW featured_ends AS
SELECT id AS site_id, granted_until AS until FROM sites WHERE granted_until IS NOT NULL
UNION ALL
SELECT site_id, featured_until FROM subscriptions WHERE site_id IS NOT NULL AND featured_until IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER featured_subscription_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;--> statement-breakpoint
CREATE TRIGGER featured_subscription_update AFTER UPDATE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;--> statement-breakpoint
CREATE TRIGGER featured_subscription_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (old.site_id);
END;--> statement-breakpoint
UPDATE sites SET featured_until = granted_until WHERE featured_until IS NOT granted_until;
