CREATE TABLE `balance_moves` (
	`id` text PRIMARY KEY NOT NULL,
	`ledger_id` text NOT NULL,
	`kind` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`fee_cents` integer NOT NULL,
	`net_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`happened_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `balance_moves_by_time` ON `balance_moves` (`happened_at`);--> statement-breakpoint
CREATE INDEX `balance_moves_by_ledger` ON `balance_moves` (`ledger_id`);--> statement-breakpoint
ALTER TABLE `payments` ADD `invoice_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `invoice_pdf` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `receipt_url` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `payments` ADD `tax_cents` integer;--> statement-breakpoint
ALTER TABLE `payments` ADD `country` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `plan` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `unpaid_cents` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `trouble` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `next_try_at` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mailed_try` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mailed_stop` text;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `mailed_renewal` integer;