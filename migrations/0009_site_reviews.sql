ALTER TABLE `sites` ADD `review_note` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `refusal` text;--> statement-breakpoint
CREATE UNIQUE INDEX `sites_one_link_an_owner` ON `sites` (`owner_id`,`link_key`);