ALTER TABLE `subscriptions` ADD `price_cents` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `currency` text DEFAULT '' NOT NULL;