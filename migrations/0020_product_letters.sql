CREATE INDEX `sites_active_by_start` ON `sites` (`live_since`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `sites_active_by_check` ON `sites` (`facts_checked_at`) WHERE "sites"."review" = 'active';--> statement-breakpoint
CREATE INDEX `products_listed` ON `products` (`name_key`) WHERE "products"."site_count" > 0;--> statement-breakpoint
-- Counters `products.{letter}`: the products with active sites by the first letter of `name_key`, in its order. `0` stands for
-- digits and signs, `~` for other scripts. The view is used as a procedure.
CREATE VIEW count_letter AS SELECT '' AS name_key, 0 AS step WHERE false;--> statement-breakpoint
CREATE TRIGGER count_letter INSTEAD OF INSERT ON count_letter BEGIN
  INSERT INTO counters (name, value)
    VALUES ('products.' || iif(new.name_key < 'a', '0', iif(new.name_key < '{', substr(new.name_key, 1, 1), '~')), new.step)
    ON CONFLICT (name) DO UPDATE SET value = value + new.step;
END;--> statement-breakpoint
CREATE TRIGGER letters_product_insert AFTER INSERT ON products WHEN new.site_count > 0 BEGIN
  INSERT INTO count_letter VALUES (new.name_key, 1);
END;--> statement-breakpoint
CREATE TRIGGER letters_product_update AFTER UPDATE OF site_count, name_key ON products
WHEN (old.site_count > 0) <> (new.site_count > 0) OR old.name_key <> new.name_key BEGIN
  INSERT INTO count_letter SELECT old.name_key, -1 WHERE old.site_count > 0;
  INSERT INTO count_letter SELECT new.name_key, 1 WHERE new.site_count > 0;
END;--> statement-breakpoint
CREATE TRIGGER letters_product_delete AFTER DELETE ON products WHEN old.site_count > 0 BEGIN
  INSERT INTO count_letter VALUES (old.name_key, -1);
END;--> statement-breakpoint
INSERT INTO count_letter SELECT name_key, 1 FROM products WHERE site_count > 0;
