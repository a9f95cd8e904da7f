CREATE TABLE `image_uses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`upload_key` text NOT NULL,
	`site_id` integer,
	`post_id` integer,
	FOREIGN KEY (`upload_key`) REFERENCES `uploads`(`key`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`post_id`) REFERENCES `blog_posts`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "image_uses_of_one" CHECK(("image_uses"."site_id" IS NULL) <> ("image_uses"."post_id" IS NULL))
);
--> statement-breakpoint
CREATE INDEX `image_uses_by_upload` ON `image_uses` (`upload_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `image_uses_by_site` ON `image_uses` (`site_id`,`upload_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `image_uses_by_post` ON `image_uses` (`post_id`,`upload_key`);--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`unused_since` integer,
	`removed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `uploads_by_user` ON `uploads` (`user_id`,`created_at`,`bytes`,`removed_at`);--> statement-breakpoint
CREATE INDEX `uploads_unused` ON `uploads` (`unused_since`) WHERE "uploads"."unused_since" IS NOT NULL AND "uploads"."removed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `uploads_removed` ON `uploads` (`removed_at`) WHERE "uploads"."removed_at" IS NOT NULL;