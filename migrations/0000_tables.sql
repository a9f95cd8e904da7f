CREATE TABLE `codes` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer NOT NULL,
	`recent` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`used_at` integer,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `codes_by_user` ON `codes` (`user_id`,`purpose`);--> statement-breakpoint
CREATE INDEX `codes_by_expiry` ON `codes` (`expires_at`);--> statement-breakpoint
CREATE INDEX `codes_recent` ON `codes` (`created_at`) WHERE "codes"."recent" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mailed_links` (
	`id` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` integer NOT NULL,
	`password_hash` text,
	`browser_hash` text,
	`first_name` text,
	`last_name` text,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mailed_links_by_user` ON `mailed_links` (`user_id`,`purpose`,`created_at`);--> statement-breakpoint
CREATE INDEX `mailed_links_by_expiry` ON `mailed_links` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rate_counters` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `rate_counters_by_expiry` ON `rate_counters` (`expires_at`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`token_hash` text NOT NULL,
	`user_id` integer NOT NULL,
	`epoch` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_by_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_by_age` ON `sessions` (`created_at`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`first_name` text DEFAULT '' NOT NULL,
	`last_name` text DEFAULT '' NOT NULL,
	`password_hash` text,
	`google_sub` text,
	`email_verified_at` integer,
	`is_staff` integer DEFAULT false NOT NULL,
	`is_superuser` integer DEFAULT false NOT NULL,
	`suspended_at` integer,
	`session_epoch` integer DEFAULT 0 NOT NULL,
	`reset_at` integer,
	`stripe_customer_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_google_sub_unique` ON `users` (`google_sub`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_stripe_customer_id_unique` ON `users` (`stripe_customer_id`);--> statement-breakpoint
CREATE INDEX `users_staff` ON `users` (`id`) WHERE "users"."is_staff" OR "users"."is_superuser";--> statement-breakpoint
CREATE INDEX `users_unverified` ON `users` (`updated_at`) WHERE "users"."email_verified_at" IS NULL;--> statement-breakpoint
CREATE INDEX `users_suspended` ON `users` (`id`) WHERE "users"."suspended_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer,
	`user_email` text NOT NULL,
	`action` text NOT NULL,
	`model` text NOT NULL,
	`record_id` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `audit_log_by_record` ON `audit_log` (`model`,`record_id`,"id" desc);--> statement-breakpoint
CREATE INDEX `audit_log_by_model` ON `audit_log` (`model`);--> statement-breakpoint
CREATE INDEX `audit_log_by_author` ON `audit_log` (`user_email`);--> statement-breakpoint
CREATE TABLE `daily_totals` (
	`day` text PRIMARY KEY NOT NULL,
	`users` integer NOT NULL,
	`featured_sites` integer NOT NULL,
	`basic_sites` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `blog_posts` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`author_id` integer,
	`title` text NOT NULL,
	`excerpt` text NOT NULL,
	`content` text NOT NULL,
	`site_slugs` text DEFAULT '[]' NOT NULL,
	`featured_image` text,
	`featured_image_alt` text DEFAULT '' NOT NULL,
	`published_at` integer,
	`was_public` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `blog_posts_slug_unique` ON `blog_posts` (`slug`);--> statement-breakpoint
CREATE INDEX `blog_posts_by_publication` ON `blog_posts` ("published_at" desc);--> statement-breakpoint
CREATE TABLE `deleted_post_slugs` (
	`slug` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `contact_messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`email` text NOT NULL,
	`message` text NOT NULL,
	`answer` text DEFAULT '' NOT NULL,
	`answered_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `contact_messages_by_time` ON `contact_messages` ("created_at" desc);--> statement-breakpoint
CREATE INDEX `contact_messages_by_email` ON `contact_messages` (`email`);--> statement-breakpoint
CREATE INDEX `contact_messages_unanswered` ON `contact_messages` (`id`) WHERE "contact_messages"."answered_at" IS NULL;--> statement-breakpoint
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
CREATE TABLE `remote_images` (
	`key` text PRIMARY KEY NOT NULL,
	`address` text NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`fetched_at` integer NOT NULL,
	`used_at` integer,
	`removed_at` integer
);
--> statement-breakpoint
CREATE INDEX `remote_images_by_address` ON `remote_images` (`address`);--> statement-breakpoint
CREATE INDEX `remote_images_by_use` ON `remote_images` (`used_at`) WHERE "remote_images"."used_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `remote_images_removed` ON `remote_images` (`removed_at`) WHERE "remote_images"."removed_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`bytes` integer NOT NULL,
	`created_at` integer NOT NULL,
	`is_shown` integer DEFAULT false NOT NULL,
	`unused_since` integer,
	`removed_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `uploads_by_user` ON `uploads` (`user_id`,`created_at`,`bytes`,`removed_at`);--> statement-breakpoint
CREATE INDEX `uploads_unused` ON `uploads` (`unused_since`) WHERE NOT "uploads"."is_shown" AND "uploads"."removed_at" IS NULL;--> statement-breakpoint
CREATE INDEX `uploads_removed` ON `uploads` (`removed_at`) WHERE "uploads"."removed_at" IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `directory` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payment_claims` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_claims_key_unique` ON `payment_claims` (`key`);--> statement-breakpoint
CREATE INDEX `payment_claims_by_user` ON `payment_claims` (`user_id`);--> statement-breakpoint
CREATE INDEX `payment_claims_by_time` ON `payment_claims` (`created_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`stripe_id` text NOT NULL,
	`kind` text NOT NULL,
	`subscription_id` text NOT NULL,
	`user_id` integer,
	`site_id` integer,
	`site_name` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`currency` text NOT NULL,
	`period_start` integer,
	`period_end` integer,
	`invoice_url` text DEFAULT '' NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`happened_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_stripe_id_unique` ON `payments` (`stripe_id`);--> statement-breakpoint
CREATE INDEX `payments_by_user` ON `payments` (`user_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_site` ON `payments` (`site_id`,"happened_at" desc);--> statement-breakpoint
CREATE INDEX `payments_by_time` ON `payments` ("happened_at" desc);--> statement-breakpoint
CREATE TABLE `stripe_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `subscriptions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer,
	`site_id` integer,
	`site_name` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`current_period_end` integer,
	`cancel_at_period_end` integer DEFAULT false NOT NULL,
	`paid_until` integer,
	`covered_until` integer,
	`is_unsettled` integer DEFAULT false NOT NULL,
	`price_cents` integer,
	`currency` text DEFAULT '' NOT NULL,
	`unpaid_invoice` text,
	`card_brand` text DEFAULT '' NOT NULL,
	`card_last4` text DEFAULT '' NOT NULL,
	`reading` integer DEFAULT 0 NOT NULL,
	`mailed_invoice` text,
	`mailed_end` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `subscriptions_by_user` ON `subscriptions` (`user_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_site` ON `subscriptions` (`site_id`);--> statement-breakpoint
CREATE INDEX `subscriptions_by_time` ON `subscriptions` ("created_at" desc);--> statement-breakpoint
CREATE INDEX `subscriptions_live` ON `subscriptions` (`paid_until`) WHERE "subscriptions"."status" NOT IN ('canceled', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX `subscriptions_ended` ON `subscriptions` (`paid_until`) WHERE "subscriptions"."status" IN ('canceled', 'incomplete_expired');--> statement-breakpoint
CREATE INDEX `subscriptions_unsettled` ON `subscriptions` (`updated_at`) WHERE "subscriptions"."is_unsettled";--> statement-breakpoint
CREATE INDEX `subscriptions_unpaid` ON `subscriptions` (`created_at`) WHERE "subscriptions"."unpaid_invoice" IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `subscriptions_one_live_a_site` ON `subscriptions` (`site_id`) WHERE "subscriptions"."status" NOT IN ('canceled', 'incomplete_expired');--> statement-breakpoint
CREATE TABLE `alternatives` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`site_id` integer NOT NULL,
	`target_id` integer NOT NULL,
	`name` text NOT NULL,
	`link` text NOT NULL,
	`host` text DEFAULT '' NOT NULL,
	`is_waiting` integer DEFAULT false NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`target_id`) REFERENCES `targets`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `alternatives_by_site` ON `alternatives` (`site_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `alternatives_by_target` ON `alternatives` (`target_id`,`site_id`);--> statement-breakpoint
CREATE INDEX `alternatives_by_host` ON `alternatives` (`target_id`,`host`) WHERE NOT "alternatives"."is_waiting";--> statement-breakpoint
CREATE INDEX `alternatives_waiting` ON `alternatives` (`target_id`) WHERE "alternatives"."is_waiting";--> statement-breakpoint
CREATE TABLE `articles` (
	`site_id` integer PRIMARY KEY NOT NULL,
	`content` text NOT NULL,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `deleted_slugs` (
	`slug` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `likes` (
	`user_id` integer NOT NULL,
	`site_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `site_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`site_id`) REFERENCES `sites`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `likes_by_site` ON `likes` (`site_id`);--> statement-breakpoint
CREATE TABLE `sites` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`owner_id` integer,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`link` text NOT NULL,
	`link_key` text NOT NULL,
	`page_key` text DEFAULT '' NOT NULL,
	`host` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`category` text NOT NULL,
	`review` text DEFAULT 'active' NOT NULL,
	`review_note` text,
	`refusal` text,
	`featured_until` integer,
	`granted_until` integer,
	`like_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sites_slug_unique` ON `sites` (`slug`);--> statement-breakpoint
CREATE INDEX `sites_active` ON `sites` (`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_active_by_category` ON `sites` (`category`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_active_by_likes` ON `sites` (`like_count`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_active_by_category_and_likes` ON `sites` (`category`,`like_count`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_pending` ON `sites` (`id`) WHERE "sites"."review" = 'pending';--> statement-breakpoint
CREATE INDEX `sites_featured` ON `sites` (`featured_until`) WHERE "sites"."featured_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sites_by_owner` ON `sites` (`owner_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sites_one_link_an_owner` ON `sites` (`owner_id`,`link_key`);--> statement-breakpoint
CREATE INDEX `sites_by_name` ON `sites` (`name_key`);--> statement-breakpoint
CREATE INDEX `sites_by_link` ON `sites` (`link_key`);--> statement-breakpoint
CREATE INDEX `sites_active_by_page` ON `sites` (`page_key`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_by_host` ON `sites` (`host`);--> statement-breakpoint
CREATE TABLE `target_aliases` (
	`name_key` text PRIMARY KEY NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `target_aliases_by_target` ON `target_aliases` (`target_id`);--> statement-breakpoint
CREATE TABLE `target_moves` (
	`slug` text PRIMARY KEY NOT NULL,
	`target_id` integer NOT NULL,
	FOREIGN KEY (`target_id`) REFERENCES `targets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `target_moves_by_target` ON `target_moves` (`target_id`);--> statement-breakpoint
CREATE TABLE `targets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`link` text NOT NULL,
	`is_link_fixed` integer DEFAULT false NOT NULL,
	`link_key` text NOT NULL,
	`domain` text NOT NULL,
	`site_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `targets_slug_unique` ON `targets` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `targets_name_key_unique` ON `targets` (`name_key`);--> statement-breakpoint
CREATE INDEX `targets_by_site_count` ON `targets` ("site_count" desc,`id`);--> statement-breakpoint
CREATE INDEX `targets_by_domain` ON `targets` (`domain`);--> statement-breakpoint
CREATE INDEX `targets_by_link` ON `targets` (`link_key`);