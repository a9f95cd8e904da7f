ALTER TABLE `blog_posts` ADD `was_public` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `targets` ADD `is_link_fixed` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_log_by_model` ON `audit_log` (`model`);--> statement-breakpoint
CREATE INDEX `audit_log_by_author` ON `audit_log` (`user_email`);