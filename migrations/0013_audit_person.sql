ALTER TABLE `audit_log` ADD `person` text;--> statement-breakpoint
CREATE INDEX `audit_log_by_person` ON `audit_log` (`person`);--> statement-breakpoint
UPDATE `audit_log` SET `person` = coalesce(
  (SELECT `email` FROM `users` WHERE `model` = 'accounts.user' AND `users`.`id` = CAST(`record_id` AS INTEGER)),
  (SELECT `email` FROM `contact_messages` WHERE `model` = 'contact.message' AND `contact_messages`.`id` = CAST(`record_id` AS INTEGER)),
  (SELECT `email` FROM `users` JOIN `sites` ON `users`.`id` = `sites`.`owner_id` WHERE `sites`.`id` = CASE `model`
    WHEN 'sites.site' THEN CAST(`record_id` AS INTEGER)
    WHEN 'sites.alternative' THEN (SELECT `site_id` FROM `alternatives` WHERE `alternatives`.`id` = CAST(`record_id` AS INTEGER))
    WHEN 'media.site_image' THEN (SELECT `site_id` FROM `site_images` WHERE `site_images`.`id` = CAST(`record_id` AS INTEGER)) END),
  `before` ->> 'email', `before` ->> 'user', `before` ->> 'owner', `before` ->> 'author', `before` ->> 'recipient');--> statement-breakpoint
-- People and messages that are gone.
UPDATE `audit_log` SET `person` = NULL, `before` = '{}', `after` = '{}' WHERE `person` NOT IN (SELECT `email` FROM `users` UNION SELECT `email` FROM `contact_messages`)
  OR `person` IS NULL AND `model` IN ('accounts.user', 'contact.message');--> statement-breakpoint
-- That something was changed, when and by whom stays.
CREATE TRIGGER audit_of_user AFTER DELETE ON users BEGIN
  UPDATE audit_log SET person = NULL, before = '{}', after = '{}' WHERE person = old.email;
END;
