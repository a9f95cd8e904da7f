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
CREATE INDEX `switches_of_pair` ON `switches` (`product_id`,`site_id`,`id`) WHERE "switches"."state" = 'shown';--> statement-breakpoint
CREATE INDEX `switches_of_product` ON `switches` (`product_id`,`id`);--> statement-breakpoint
CREATE INDEX `switches_of_site` ON `switches` (`site_id`,`id`);--> statement-breakpoint
CREATE INDEX `switches_held` ON `switches` (`id`) WHERE "switches"."state" = 'held';--> statement-breakpoint
ALTER TABLE `users` ADD `mailbox` text GENERATED ALWAYS AS (coalesce(replace(substr(email, 1, min(instr(email || '+', '+'), instr(email, '@')) - 1), '.', '') || CASE WHEN substr(email, instr(email, '@') + 1) IN ('gmail.com', 'googlemail.com') THEN '@gmail.com' WHEN substr(email, instr(email, '@') + 1) IN ('proton.me', 'protonmail.com', 'pm.me') THEN '@proton.me' END, substr(email, 1, min(instr(email || '+', '+'), instr(email, '@')) - 1) || '@' || substr(email, instr(email, '@') + 1))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `users_by_mailbox` ON `users` (`mailbox`);--> statement-breakpoint
-- COUNTERS: rows that staff list.
INSERT INTO counters (name, value) VALUES ('rows.switches', 0);--> statement-breakpoint
CREATE TRIGGER rows_switches_insert AFTER INSERT ON switches BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.switches'; END;--> statement-breakpoint
CREATE TRIGGER rows_switches_delete AFTER DELETE ON switches BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.switches'; END;--> statement-breakpoint
-- A mailbox has one like for a site: its first. CROSS JOIN keeps the order: the likes of a site are many.
DELETE FROM likes WHERE EXISTS (
  SELECT 1 FROM users AS own CROSS JOIN users AS twin ON twin.mailbox = own.mailbox
  CROSS JOIN likes AS other ON other.user_id = twin.id AND other.site_id = likes.site_id
  WHERE own.id = likes.user_id AND (other.created_at, other.user_id) < (likes.created_at, likes.user_id)
);
