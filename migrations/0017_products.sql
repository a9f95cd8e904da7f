-- The products that sites replace have one name: `targets` become `products`. Nothing is deployed yet. SQLite writes the
-- new names into the foreign keys, triggers and views that stay. Those whose own name has the old word are created again.
DROP TRIGGER search_target_rename;--> statement-breakpoint
DROP TRIGGER target_search_insert;--> statement-breakpoint
DROP TRIGGER target_search_update;--> statement-breakpoint
DROP TRIGGER target_search_delete;--> statement-breakpoint
DROP TRIGGER counters_target_insert;--> statement-breakpoint
DROP TRIGGER counters_target_update;--> statement-breakpoint
DROP TRIGGER counters_target_delete;--> statement-breakpoint
DROP TRIGGER target_site_count_insert;--> statement-breakpoint
DROP TRIGGER target_site_count_update;--> statement-breakpoint
DROP TRIGGER target_site_count_delete;--> statement-breakpoint
DROP TRIGGER target_site_count_review;--> statement-breakpoint
DROP TRIGGER rows_targets_insert;--> statement-breakpoint
DROP TRIGGER rows_targets_delete;--> statement-breakpoint
DROP TRIGGER follow_moves_target;--> statement-breakpoint
DROP VIEW named_targets;--> statement-breakpoint
DROP TABLE target_search;--> statement-breakpoint
DROP INDEX `alternatives_by_target`;--> statement-breakpoint
DROP INDEX `target_aliases_by_target`;--> statement-breakpoint
DROP INDEX `target_moves_by_target`;--> statement-breakpoint
DROP INDEX `targets_slug_unique`;--> statement-breakpoint
DROP INDEX `targets_name_key_unique`;--> statement-breakpoint
DROP INDEX `targets_by_site_count`;--> statement-breakpoint
DROP INDEX `targets_by_domain`;--> statement-breakpoint
DROP INDEX `targets_by_link`;--> statement-breakpoint
ALTER TABLE `targets` RENAME TO `products`;--> statement-breakpoint
ALTER TABLE `target_aliases` RENAME TO `product_aliases`;--> statement-breakpoint
ALTER TABLE `target_moves` RENAME TO `product_moves`;--> statement-breakpoint
ALTER TABLE `alternatives` RENAME COLUMN `target_id` TO `product_id`;--> statement-breakpoint
ALTER TABLE `product_aliases` RENAME COLUMN `target_id` TO `product_id`;--> statement-breakpoint
ALTER TABLE `product_moves` RENAME COLUMN `target_id` TO `product_id`;--> statement-breakpoint
CREATE UNIQUE INDEX `alternatives_by_product` ON `alternatives` (`product_id`,`site_id`);--> statement-breakpoint
CREATE INDEX `product_aliases_by_product` ON `product_aliases` (`product_id`);--> statement-breakpoint
CREATE INDEX `product_moves_by_product` ON `product_moves` (`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug_unique` ON `products` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_name_key_unique` ON `products` (`name_key`);--> statement-breakpoint
CREATE INDEX `products_by_site_count` ON `products` ("site_count" desc,`id`);--> statement-breakpoint
CREATE INDEX `products_by_domain` ON `products` (`domain`);--> statement-breakpoint
CREATE INDEX `products_by_link` ON `products` (`link_key`);--> statement-breakpoint
-- The current names of products, and their aliases.
CREATE VIEW named_products AS
SELECT name_key, id AS product_id FROM products UNION ALL SELECT name_key, product_id FROM product_aliases;--> statement-breakpoint
-- Products, for suggestions: finds three or more letters anywhere in a name or link. rowid = products.id.
CREATE VIRTUAL TABLE product_search USING fts5(
  name, link, content = '', contentless_delete = 1, tokenize = 'trigram remove_diacritics 1'
);--> statement-breakpoint
INSERT INTO product_search (rowid, name, link) SELECT id, name, link_key FROM products;--> statement-breakpoint
CREATE TRIGGER product_search_insert AFTER INSERT ON products BEGIN
  INSERT INTO product_search (rowid, name, link) VALUES (new.id, new.name, new.link_key);
END;--> statement-breakpoint
CREATE TRIGGER product_search_update AFTER UPDATE OF name, link_key ON products BEGIN
  DELETE FROM product_search WHERE rowid = old.id;
  INSERT INTO product_search (rowid, name, link) VALUES (new.id, new.name, new.link_key);
END;--> statement-breakpoint
CREATE TRIGGER product_search_delete AFTER DELETE ON products BEGIN
  DELETE FROM product_search WHERE rowid = old.id;
END;--> statement-breakpoint
CREATE TRIGGER search_product_rename AFTER UPDATE OF name ON products WHEN old.name <> new.name BEGIN
  INSERT INTO reindex_site (id) SELECT site_id FROM alternatives WHERE product_id = new.id;
END;--> statement-breakpoint
CREATE TRIGGER follow_moves_product AFTER INSERT ON product_moves BEGIN
  INSERT INTO follow_moves (id) SELECT rowid FROM site_stem_search
    WHERE site_stem_search MATCH 'filters : f' || lower(hex('imports_from=' || new.slug)) || '0';
END;--> statement-breakpoint
-- COUNTERS. `products` counts those with active sites, and the column `products.site_count` the active sites that are
-- alternatives to a product.
UPDATE counters SET name = 'products' WHERE name = 'targets';--> statement-breakpoint
UPDATE counters SET name = 'rows.products' WHERE name = 'rows.targets';--> statement-breakpoint
CREATE TRIGGER counters_product_insert AFTER INSERT ON products WHEN new.site_count > 0 BEGIN
  INSERT INTO counters (name, value) VALUES ('products', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;--> statement-breakpoint
CREATE TRIGGER counters_product_update AFTER UPDATE OF site_count ON products
WHEN (old.site_count > 0) <> (new.site_count > 0) BEGIN
  INSERT INTO counters (name, value) VALUES ('products', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + (CASE WHEN new.site_count > 0 THEN 1 ELSE -1 END);
END;--> statement-breakpoint
CREATE TRIGGER counters_product_delete AFTER DELETE ON products WHEN old.site_count > 0 BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'products';
END;--> statement-breakpoint
CREATE TRIGGER product_site_count_insert AFTER INSERT ON alternatives BEGIN
  UPDATE products SET site_count = site_count + 1
    WHERE id = new.product_id AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id AND review = 'active');
END;--> statement-breakpoint
CREATE TRIGGER product_site_count_update AFTER UPDATE OF product_id ON alternatives WHEN old.product_id <> new.product_id BEGIN
  UPDATE products SET site_count = site_count - 1
    WHERE id = old.product_id AND EXISTS (SELECT 1 FROM sites WHERE id = old.site_id AND review = 'active');
  UPDATE products SET site_count = site_count + 1
    WHERE id = new.product_id AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id AND review = 'active');
END;--> statement-breakpoint
-- `sites_delete_alternatives` lets this trigger run before its site is gone.
CREATE TRIGGER product_site_count_delete AFTER DELETE ON alternatives BEGIN
  UPDATE products SET site_count = site_count - 1
    WHERE id = old.product_id AND EXISTS (SELECT 1 FROM sites WHERE id = old.site_id AND review = 'active');
END;--> statement-breakpoint
CREATE TRIGGER product_site_count_review AFTER UPDATE OF review ON sites
WHEN (old.review = 'active') <> (new.review = 'active') BEGIN
  UPDATE products SET site_count = site_count + (CASE WHEN new.review = 'active' THEN 1 ELSE -1 END)
    WHERE id IN (SELECT product_id FROM alternatives WHERE site_id = new.id);
END;--> statement-breakpoint
CREATE TRIGGER rows_products_insert AFTER INSERT ON products BEGIN UPDATE counters SET value = value + 1 WHERE name = 'rows.products'; END;--> statement-breakpoint
CREATE TRIGGER rows_products_delete AFTER DELETE ON products BEGIN UPDATE counters SET value = value - 1 WHERE name = 'rows.products'; END;--> statement-breakpoint
UPDATE audit_log SET model = 'sites.product' WHERE model = 'sites.target';
