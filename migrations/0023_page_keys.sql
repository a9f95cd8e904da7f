ALTER TABLE `sites` ADD `page_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
-- Nearly as pageKey() makes it: without what follows `?` or `#`.
UPDATE `sites` SET `page_key` = lower(substr(`link_key`, 1, min(instr(`link_key` || '?', '?'), instr(`link_key` || '#', '#')) - 1));--> statement-breakpoint
CREATE INDEX `sites_active_by_page` ON `sites` (`page_key`) WHERE "sites"."review" = 'active';
