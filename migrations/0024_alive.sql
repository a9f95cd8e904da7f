DROP INDEX `sites_listed`;--> statement-breakpoint
DROP INDEX `sites_listed_by_category`;--> statement-breakpoint
DROP INDEX `sites_listed_by_likes`;--> statement-breakpoint
DROP INDEX `sites_listed_by_category_and_likes`;--> statement-breakpoint
ALTER TABLE `sites` ADD `alive_state` text DEFAULT 'unknown' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `alive_since` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `checked_at` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `archived_since` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `check_due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `moved_to` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `standing` text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `standing_by_staff` text DEFAULT 'checked' NOT NULL;--> statement-breakpoint
ALTER TABLE `sites` ADD `verified_by` text;--> statement-breakpoint
ALTER TABLE `sites` ADD `verified_since` integer;--> statement-breakpoint
ALTER TABLE `sites` ADD `proof_failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `sites_to_check` ON `sites` (`check_due_at`,"id" desc) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_moved` ON `sites` (`id`) WHERE "sites"."moved_to" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sites_past` ON `sites` (`id`) WHERE "sites"."standing" <> 'open';--> statement-breakpoint
CREATE INDEX `sites_listed` ON `sites` (("facts" ->> 'archived' IS TRUE OR "standing" <> 'open'),`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_category` ON `sites` (`category`,("facts" ->> 'archived' IS TRUE OR "standing" <> 'open'),`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_likes` ON `sites` (("facts" ->> 'archived' IS TRUE OR "standing" <> 'open'),`like_count`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_listed_by_category_and_likes` ON `sites` (`category`,("facts" ->> 'archived' IS TRUE OR "standing" <> 'open'),`like_count`,`id`) WHERE "sites"."review" = 'active';--> statement-breakpoint
-- The number of stars and the date of the last commit are renewed each month. They are in no index and in no filter.
DROP TRIGGER search_facts_update;--> statement-breakpoint
CREATE TRIGGER search_facts_update AFTER UPDATE OF facts ON sites
WHEN json_remove(old.facts, '$.stars', '$.last_commit') <> json_remove(new.facts, '$.stars', '$.last_commit') BEGIN
  INSERT INTO reindex_site (id) VALUES (new.id);
END;--> statement-breakpoint
DROP TRIGGER facets_site_update_before;--> statement-breakpoint
CREATE TRIGGER facets_site_update_before BEFORE UPDATE OF facts, category, review ON sites
WHEN old.review = 'active' AND (json_remove(old.facts, '$.stars', '$.last_commit'), old.category, old.review)
  <> (json_remove(new.facts, '$.stars', '$.last_commit'), new.category, new.review) BEGIN
  INSERT INTO add_facets (scope, facts, amount) SELECT scope, old.facts, -1 FROM site_scopes WHERE site_id = old.id;
END;--> statement-breakpoint
DROP TRIGGER facets_site_update_after;--> statement-breakpoint
CREATE TRIGGER facets_site_update_after AFTER UPDATE OF facts, category, review ON sites
WHEN new.review = 'active' AND (json_remove(old.facts, '$.stars', '$.last_commit'), old.category, old.review)
  <> (json_remove(new.facts, '$.stars', '$.last_commit'), new.category, new.review) BEGIN
  INSERT INTO add_facets (scope, facts, amount) SELECT scope, new.facts, 1 FROM site_scopes WHERE site_id = new.id;
END;--> statement-breakpoint
-- What was found at a link says nothing about another one.
CREATE TRIGGER life_of_link AFTER UPDATE OF link ON sites WHEN old.link <> new.link BEGIN
  UPDATE sites SET alive_state = 'unknown', alive_since = NULL, checked_at = NULL, check_due_at = 0, moved_to = NULL, archived_since = NULL,
    standing = iif(standing_by_staff = 'checked', 'open', standing_by_staff) WHERE id = new.id;
END;--> statement-breakpoint
-- The next check finds the standing again.
CREATE TRIGGER standing_of_staff AFTER UPDATE OF standing_by_staff ON sites
WHEN old.standing_by_staff <> new.standing_by_staff BEGIN
  UPDATE sites SET standing = iif(new.standing_by_staff = 'checked', 'open', new.standing_by_staff), check_due_at = 0
  WHERE id = new.id;
END;--> statement-breakpoint
-- A proof is about one link and one owner.
CREATE TRIGGER proof_of_site AFTER UPDATE OF link, owner_id ON sites
WHEN old.link <> new.link OR old.owner_id IS NOT new.owner_id BEGIN
  UPDATE sites SET verified_by = NULL, verified_since = NULL, proof_failures = 0 WHERE id = new.id;
END;
