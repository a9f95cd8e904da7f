CREATE TABLE `moves` (
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`site_id` integer,
	`done` text NOT NULL,
	`created_at` integer NOT NULL,
	`ask_at` integer,
	PRIMARY KEY(`user_id`, `product_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `moves_by_product` ON `moves` (`product_id`);--> statement-breakpoint
CREATE INDEX `moves_by_site` ON `moves` (`site_id`);--> statement-breakpoint
CREATE INDEX `moves_to_ask` ON `moves` (`ask_at`) WHERE "moves"."ask_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `switch_counts` (
	`product_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`team_size` text NOT NULL,
	`count` integer NOT NULL,
	`yes` integer NOT NULL,
	`partly` integer NOT NULL,
	`no` integer NOT NULL,
	`hours` integer NOT NULL,
	`days` integer NOT NULL,
	`weeks` integer NOT NULL,
	`months` integer NOT NULL,
	PRIMARY KEY(`product_id`, `site_id`, `team_size`),
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `switch_counts_of_product` ON `switch_counts` (`product_id`,`team_size`,"count" desc);--> statement-breakpoint
CREATE INDEX `switch_counts_of_site` ON `switch_counts` (`site_id`,`team_size`,"count" desc);--> statement-breakpoint
CREATE TABLE `switches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`fields` text NOT NULL,
	`state` text NOT NULL,
	`held_because` text,
	`answer` text,
	`answered_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `switches_once` ON `switches` (`user_id`,`product_id`,`site_id`);--> statement-breakpoint
CREATE INDEX `switches_of_pair` ON `switches` (`product_id`,`site_id`,`id`);--> statement-breakpoint
CREATE INDEX `switches_of_product` ON `switches` (`product_id`,`id`) WHERE "switches"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `switches_of_site` ON `switches` (`site_id`,`id`) WHERE "switches"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `switches_held` ON `switches` (`id`) WHERE "switches"."state" = 'held';--> statement-breakpoint
ALTER TABLE `users` ADD `mailbox` text GENERATED ALWAYS AS (iif(substr(email, instr(email, '@') + 1) IN ('gmail.com', 'googlemail.com'), replace(substr(email, 1, min(instr(email || '+', '+'), instr(email, '@')) - 1), '.', '') || '@gmail.com', substr(email, 1, min(instr(email || '+', '+'), instr(email, '@')) - 1) || '@' || substr(email, instr(email, '@') + 1))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `users_by_mailbox` ON `users` (`mailbox`);--> statement-breakpoint
-- COUNTS of the answers that visitors see, of each pair and team size. A deletion only updates: the row may be deleted already.
CREATE TRIGGER switches_insert AFTER INSERT ON switches WHEN new.state = 'shown' BEGIN
  INSERT INTO switch_counts (product_id, site_id, team_size, count, yes, partly, no, hours, days, weeks, months)
  SELECT new.product_id, new.site_id, size.value, 1,
    new.fields ->> 'still_using' = 'yes', new.fields ->> 'still_using' = 'partly',
    new.fields ->> 'still_using' = 'no', new.fields ->> 'time_taken' = 'hours', new.fields ->> 'time_taken' = 'days',
    new.fields ->> 'time_taken' = 'weeks', new.fields ->> 'time_taken' = 'months'
  FROM json_each(json_array('', new.fields ->> 'team_size')) AS size WHERE true
  ON CONFLICT (product_id, site_id, team_size) DO UPDATE SET
    count = count + 1, yes = yes + excluded.yes, partly = partly + excluded.partly, no = no + excluded.no,
    hours = hours + excluded.hours, days = days + excluded.days, weeks = weeks + excluded.weeks,
    months = months + excluded.months;
END;--> statement-breakpoint
CREATE TRIGGER switches_delete AFTER DELETE ON switches WHEN old.state = 'shown' BEGIN
  UPDATE switch_counts SET
    count = count - 1, yes = yes - (old.fields ->> 'still_using' = 'yes'),
    partly = partly - (old.fields ->> 'still_using' = 'partly'), no = no - (old.fields ->> 'still_using' = 'no'),
    hours = hours - (old.fields ->> 'time_taken' = 'hours'), days = days - (old.fields ->> 'time_taken' = 'days'),
    weeks = weeks - (old.fields ->> 'time_taken' = 'weeks'),
    months = months - (old.fields ->> 'time_taken' = 'months')
  WHERE product_id = old.product_id AND site_id = old.site_id AND team_size IN ('', old.fields ->> 'team_size');
END;--> statement-breakpoint
CREATE TRIGGER switches_update AFTER UPDATE OF product_id, fields, state ON switches BEGIN
  UPDATE switch_counts SET
    count = count - 1, yes = yes - (old.fields ->> 'still_using' = 'yes'),
    partly = partly - (old.fields ->> 'still_using' = 'partly'), no = no - (old.fields ->> 'still_using' = 'no'),
    hours = hours - (old.fields ->> 'time_taken' = 'hours'), days = days - (old.fields ->> 'time_taken' = 'days'),
    weeks = weeks - (old.fields ->> 'time_taken' = 'weeks'),
    months = months - (old.fields ->> 'time_taken' = 'months')
  WHERE old.state = 'shown' AND product_id = old.product_id AND site_id = old.site_id AND team_size IN ('', old.fields ->> 'team_size');
  INSERT INTO switch_counts (product_id, site_id, team_size, count, yes, partly, no, hours, days, weeks, months)
  SELECT new.product_id, new.site_id, size.value, 1,
    new.fields ->> 'still_using' = 'yes', new.fields ->> 'still_using' = 'partly',
    new.fields ->> 'still_using' = 'no', new.fields ->> 'time_taken' = 'hours', new.fields ->> 'time_taken' = 'days',
    new.fields ->> 'time_taken' = 'weeks', new.fields ->> 'time_taken' = 'months'
  FROM json_each(json_array('', new.fields ->> 'team_size')) AS size WHERE new.state = 'shown'
  ON CONFLICT (product_id, site_id, team_size) DO UPDATE SET
    count = count + 1, yes = yes + excluded.yes, partly = partly + excluded.partly, no = no + excluded.no,
    hours = hours + excluded.hours, days = days + excluded.days, weeks = weeks + excluded.weeks,
    months = months + excluded.months;
END;--> statement-breakpoint
-- Answers of suspended accounts are hidden.
CREATE TRIGGER switches_of_suspended AFTER UPDATE OF suspended_at ON users
WHEN (old.suspended_at IS NULL) <> (new.suspended_at IS NULL) BEGIN
  UPDATE switches SET state = 'suspended' WHERE user_id = new.id AND state = 'shown' AND new.suspended_at IS NOT NULL;
  UPDATE switches SET state = 'shown' WHERE user_id = new.id AND state = 'suspended' AND new.suspended_at IS NULL;
END;--> statement-breakpoint
-- COUNTERS: rows that staff list.
INSERT INTO counters (name, value) VALUES ('rows.switches', 0);--> statement-breakpoint
CREATE TRIGGER rows_switches_insert AFTER INSERT ON switches BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.switches'; END;--> statement-breakpoint
CREATE TRIGGER rows_switches_delete AFTER DELETE ON switches BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.switches'; END;--> statement-breakpoint
-- A mailbox has one like for a site: its first.
DELETE FROM likes WHERE EXISTS (
  SELECT 1 FROM users AS own JOIN users AS twin ON twin.mailbox = own.mailbox
  JOIN likes AS other ON other.user_id = twin.id AND other.site_id = likes.site_id
  WHERE own.id = likes.user_id AND (other.created_at, other.user_id) < (likes.created_at, likes.user_id)
);
