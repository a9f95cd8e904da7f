CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`recipient` text NOT NULL,
	`reply_to` text,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`sending_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key_unique` ON `outbox` (`key`);--> statement-breakpoint
CREATE INDEX `outbox_by_due` ON `outbox` (`due_at`);--> statement-breakpoint
CREATE INDEX `outbox_by_recipient` ON `outbox` (`recipient`);--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid` ON `subscriptions` (`created_at`) WHERE "subscriptions"."unpaid_invoice" IS NOT NULL;--> statement-breakpoint
INSERT INTO counters (name, value) VALUES ('rows.outbox', 0);--> statement-breakpoint
CREATE TRIGGER rows_outbox_insert AFTER INSERT ON outbox BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.outbox';
END;--> statement-breakpoint
CREATE TRIGGER rows_outbox_delete AFTER DELETE ON outbox BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.outbox';
END;--> statement-breakpoint
-- Nobody is told of a listing or by an account that is gone.
CREATE TRIGGER outbox_of_site AFTER DELETE ON sites BEGIN
  DELETE FROM outbox WHERE key = 'sites.site:' || old.id;
END;--> statement-breakpoint
CREATE TRIGGER outbox_of_user AFTER DELETE ON users BEGIN
  DELETE FROM outbox WHERE recipient = old.email;
END;--> statement-breakpoint
-- A listing is `active` only while its owner is not suspended: all that is public asks for that one word. What waits for
-- review goes on waiting.
CREATE VIEW suspended_users AS SELECT id FROM users WHERE suspended_at IS NOT NULL;--> statement-breakpoint
CREATE TRIGGER sites_of_suspended AFTER UPDATE OF suspended_at ON users
WHEN (old.suspended_at IS NULL) <> (new.suspended_at IS NULL) BEGIN
  UPDATE sites SET review = 'suspended' WHERE owner_id = new.id AND review = 'active' AND new.suspended_at IS NOT NULL;
  UPDATE sites SET review = 'active' WHERE owner_id = new.id AND review = 'suspended' AND new.suspended_at IS NULL;
END;--> statement-breakpoint
CREATE TRIGGER sites_suspended_insert AFTER INSERT ON sites
WHEN new.review = 'active' AND new.owner_id IN suspended_users BEGIN
  UPDATE sites SET review = 'suspended' WHERE id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER sites_suspended_update AFTER UPDATE OF review ON sites
WHEN new.review = 'active' AND new.owner_id IN suspended_users BEGIN
  UPDATE sites SET review = 'suspended' WHERE id = new.id;
END;--> statement-breakpoint
-- What is inserted as active and becomes suspended at once is counted twice, in either order.
DROP TRIGGER counters_site_update;--> statement-breakpoint
CREATE TRIGGER counters_site_update AFTER UPDATE OF category, review ON sites
WHEN old.category <> new.category OR old.review <> new.review BEGIN
  INSERT INTO counters (name, value) SELECT 'sites.' || old.category, -1 WHERE old.review = 'active'
    ON CONFLICT (name) DO UPDATE SET value = value - 1;
  INSERT INTO counters (name, value) SELECT 'sites.' || new.category, 1 WHERE new.review = 'active'
    ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
DROP TRIGGER target_site_count_review;--> statement-breakpoint
CREATE TRIGGER target_site_count_review AFTER UPDATE OF review ON sites
WHEN (old.review = 'active') <> (new.review = 'active') BEGIN
  UPDATE targets SET site_count = site_count + (CASE WHEN new.review = 'active' THEN 1 ELSE -1 END)
    WHERE id IN (SELECT target_id FROM alternatives WHERE site_id = new.id);
END;--> statement-breakpoint
UPDATE sites SET review = 'suspended' WHERE review = 'active' AND owner_id IN suspended_users;
