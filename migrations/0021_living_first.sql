DROP INDEX `sites_active_by_category`;--> statement-breakpoint
DROP INDEX `sites_active_by_likes`;--> statement-breakpoint
DROP INDEX `sites_active_by_category_and_likes`;--> statement-breakpoint
CREATE INDEX `sites_listed` ON `sites` ("facts" ->> 'archived' IS TRUE,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_category` ON `sites` (`category`,"facts" ->> 'archived' IS TRUE,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_likes` ON `sites` ("facts" ->> 'archived' IS TRUE,`like_count`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_category_and_likes` ON `sites` (`category`,"facts" ->> 'archived' IS TRUE,`like_count`,`id`) WHERE "sites"."review" = 'active';