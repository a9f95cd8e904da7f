ALTER TABLE `blog_posts` ADD `featured_image_alt` text DEFAULT '' NOT NULL;
