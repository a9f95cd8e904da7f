CREATE INDEX `sites_active_by_start` ON `sites` (`live_since`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_active_by_check` ON `sites` (`facts_checked_at`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `products_listed` ON `products` (`name_key`) WHERE "products"."site_count" > 0;