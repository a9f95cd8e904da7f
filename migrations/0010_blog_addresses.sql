CREATE TABLE `deleted_post_slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`deleted_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `blog_posts` ADD `site_slugs` text DEFAULT '[]' NOT NULL;