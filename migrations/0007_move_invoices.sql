ALTER TABLE `balance_moves` ADD `invoice_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `balance_moves_by_invoice` ON `balance_moves` (`invoice_id`);