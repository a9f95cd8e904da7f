ALTER TABLE `sites` ADD `live_since` integer;--> statement-breakpoint
-- No owner of an older site gets the mail that it is live. Whether a site in review was live before is not known.
UPDATE `sites` SET `live_since` = `created_at` WHERE `review` <> 'pending';
