ALTER TABLE `subscriptions` ADD `covered_until` integer;--> statement-breakpoint
ALTER TABLE `subscriptions` ADD `is_unsettled` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `subscriptions_unsettled` ON `subscriptions` (`updated_at`) WHERE "subscriptions"."is_unsettled";--> statement-breakpoint
CREATE TABLE `directory` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Hand-written from here on: what tells this directory apart from others in the same account at Stripe.
INSERT INTO directory (id) VALUES (lower(hex(randomblob(16))));
--> statement-breakpoint
-- As it was until now, until the next reading says whether there are days of grace.
UPDATE subscriptions SET covered_until =
  paid_until + (CASE WHEN status IN ('active', 'past_due') AND NOT cancel_at_period_end THEN 259200000 ELSE 0 END);
--> statement-breakpoint
-- Each that has ended is read once more, because an invoice of it may still be open.
UPDATE subscriptions SET is_unsettled = true WHERE status IN ('canceled', 'incomplete_expired');
--> statement-breakpoint
DROP VIEW featured_ends;
--> statement-breakpoint
-- Each time until which a site is featured.
CREATE VIEW featured_ends AS
SELECT id AS site_id, granted_until AS until FROM sites WHERE granted_until IS NOT NULL
UNION ALL
SELECT site_id, covered_until FROM subscriptions WHERE site_id IS NOT NULL AND covered_until IS NOT NULL;
