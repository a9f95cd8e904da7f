ALTER TABLE `audit_log` ADD `person` text;--> statement-breakpoint
CREATE INDEX `audit_log_by_person` ON `audit_log` (`person`);--> statement-breakpoint
UPDATE `audit_log` SET `person` = coalesce(
  (SELECT `email` FROM `users` WHERE `model` = 'accounts.user' AND `users`.`id` = CAST(`record_id` AS INTEGER)),
  (SELECT `email` FROM `contact_messages` WHERE `model` = 'contact.message' AND `contact_messages`.`id` = CAST(`record_id` AS INTEGER)),
  (SELECT `email` FROM `users` JOIN `sites` ON `users`.`id` = `sites`.`owner_id`
    WHERE `model` = 'sites.site' AND `sites`.`id` = CAST(`record_id` AS INTEGER)),
  `before` ->> 'email', `before` ->> 'user', `before` ->> 'owner', `before` ->> 'recipient');
