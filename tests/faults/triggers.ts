import type { Fault } from "./fault.ts";

const file = "migrations/0001_derived.sql";
const search = {
  file,
  tests: ["tests/worker/search", "tests/worker/sites/search.test.ts", "tests/worker/sites/mixed-writes.test.ts"],
};
const counters = {
  file,
  tests: ["tests/worker/sites/counters.test.ts", "tests/worker/sites/mixed-writes.test.ts", "tests/worker/targets"],
};
const review = { file, tests: ["tests/worker/sites/suspended.test.ts", "tests/worker/sites/delete.test.ts"] };
const paid = {
  file,
  tests: ["tests/worker/payments/featured.test.ts"],
};
const images = { file, tests: ["tests/worker/media/image-uses.test.ts"] };

export const triggers: Fault[] = [
  {
    ...search,
    name: "a renamed listing keeps its old words",
    find: "AFTER UPDATE OF name, category, description, review, featured_until ON sites",
    put: "AFTER UPDATE OF category, description, review, featured_until ON sites",
  },
  {
    ...search,
    name: "a changed description is not searched",
    find: "AFTER UPDATE OF name, category, description, review, featured_until ON sites",
    put: "AFTER UPDATE OF name, category, review, featured_until ON sites",
  },
  {
    ...search,
    name: "a listing moved to another category is found in the old one",
    find: "AFTER UPDATE OF name, category, description, review, featured_until ON sites",
    put: "AFTER UPDATE OF name, description, review, featured_until ON sites",
  },
  {
    ...search,
    name: "a hidden listing is still found",
    find: "AFTER UPDATE OF name, category, description, review, featured_until ON sites",
    put: "AFTER UPDATE OF name, category, description, featured_until ON sites",
  },
  {
    ...search,
    tests: ["tests/worker/payments/featured.test.ts"],
    name: "a newly featured listing is not in the index of featured sites",
    find: "AFTER UPDATE OF name, category, description, review, featured_until ON sites",
    put: "AFTER UPDATE OF name, category, description, review ON sites",
  },
  {
    ...search,
    name: "a deleted listing stays in the index",
    find: "INSERT INTO reindex_site (id) VALUES (old.id);",
    put: "SELECT 1;",
  },
  {
    ...search,
    tests: ["tests/worker/admin/products.test.ts"],
    name: "a product's new name does not find its listings",
    find: "ON targets WHEN old.name <> new.name BEGIN",
    put: "ON targets WHEN old.name = new.name BEGIN",
  },
  {
    ...search,
    name: "a search finds pending listings",
    find: "FROM sites WHERE sites.review = 'active';",
    put: "FROM sites;",
  },
  {
    ...search,
    name: "a batch reindexes a site once for each row",
    find: "INSERT INTO reindex_later (site_id) VALUES (new.id) ON CONFLICT DO NOTHING;",
    put: "DELETE FROM site_search WHERE rowid = new.id;",
  },
  {
    ...counters,
    name: "a category counts pending listings",
    find: "AFTER INSERT ON sites WHEN new.review = 'active' BEGIN\n  INSERT INTO counters",
    put: "AFTER INSERT ON sites BEGIN\n  INSERT INTO counters",
  },
  {
    ...counters,
    name: "a category still counts a listing that was moved to another one",
    find: "SELECT 'sites.' || old.category, -1 WHERE old.review = 'active'",
    put: "SELECT 'sites.' || old.category, -1 WHERE old.review = 'suspended'",
  },
  {
    ...counters,
    name: "a category still counts a deleted listing",
    find: "AFTER DELETE ON sites WHEN old.review = 'active' BEGIN",
    put: "AFTER DELETE ON sites WHEN old.review = 'pending' BEGIN",
  },
  {
    ...counters,
    name: "a product counts pending listings",
    find: "AFTER INSERT ON alternatives BEGIN\n  UPDATE targets SET site_count = site_count + 1\n    WHERE id = new.target_id AND EXISTS (SELECT 1 FROM sites WHERE id = new.site_id AND review = 'active');",
    put: "AFTER INSERT ON alternatives BEGIN\n  UPDATE targets SET site_count = site_count + 1\n    WHERE id = new.target_id;",
  },
  {
    ...counters,
    name: "a product still counts a hidden listing",
    find: "WHEN (old.review = 'active') <> (new.review = 'active') BEGIN",
    put: "WHEN (old.review = 'suspended') <> (new.review = 'suspended') BEGIN",
  },
  {
    ...counters,
    name: "a like counts for all listings",
    find: "UPDATE sites SET like_count = like_count + 1 WHERE id = new.site_id;",
    put: "UPDATE sites SET like_count = like_count + 1;",
    tests: ["tests/worker/likes", "tests/worker/sites/counters.test.ts"],
  },
  {
    ...counters,
    name: "a removed like is still counted",
    find: "UPDATE sites SET like_count = like_count - 1 WHERE id = old.site_id;",
    put: "SELECT 1;",
    tests: ["tests/worker/likes"],
  },
  {
    ...review,
    name: "the slug of a deleted listing is not stored",
    find: "INSERT INTO deleted_slugs (slug) VALUES (old.slug) ON CONFLICT DO NOTHING;",
    put: "SELECT 1;",
  },
  {
    ...review,
    name: "a suspended owner's listings stay public",
    find: "UPDATE sites SET review = 'suspended' WHERE owner_id = new.id AND review = 'active' AND new.suspended_at IS NOT NULL;",
    put: "SELECT 1;",
  },
  {
    ...review,
    name: "the end of a suspension makes pending listings public",
    find: "WHERE owner_id = new.id AND review = 'suspended' AND new.suspended_at IS NULL;",
    put: "WHERE owner_id = new.id AND new.suspended_at IS NULL;",
  },
  {
    ...review,
    name: "a listing of a suspended owner becomes public when staff approve it",
    find: "CREATE TRIGGER sites_suspended_update AFTER UPDATE OF review ON sites\nWHEN new.review = 'active' AND",
    put: "CREATE TRIGGER sites_suspended_update AFTER UPDATE OF review ON sites\nWHEN new.review = 'pending' AND",
  },
  {
    ...paid,
    name: "a grant and a payment together end at the earlier date",
    find: "UPDATE sites SET featured_until = (SELECT max(until)",
    put: "UPDATE sites SET featured_until = (SELECT min(until)",
  },
  {
    ...paid,
    name: "a payment does not feature its listing",
    find: "CREATE TRIGGER featured_subscription_update AFTER UPDATE ON subscriptions BEGIN\n  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);",
    put: "CREATE TRIGGER featured_subscription_update AFTER UPDATE ON subscriptions BEGIN\n  SELECT 1;",
  },
  {
    ...paid,
    name: "a grant by staff does not feature a listing",
    find: "AFTER UPDATE OF granted_until ON sites BEGIN\n  INSERT INTO refresh_featured (site_id) VALUES (new.id);",
    put: "AFTER UPDATE OF granted_until ON sites BEGIN\n  SELECT 1;",
    tests: ["tests/worker/payments/featured.test.ts"],
  },
  {
    ...images,
    name: "an image that an article uses counts as unused",
    find: "UPDATE uploads SET is_shown = true, unused_since = NULL WHERE key = new.upload_key;",
    put: "SELECT 1;",
  },
  {
    ...images,
    name: "an image counts as unused when one of two articles stops using it",
    find: "WHEN NOT EXISTS (SELECT 1 FROM image_uses WHERE upload_key = old.upload_key) BEGIN",
    put: "BEGIN",
  },
  {
    ...images,
    name: "an image that nothing uses counts as used",
    find: "UPDATE uploads SET is_shown = false WHERE key = old.upload_key;",
    put: "SELECT 1;",
  },
  {
    name: "the URL of a deleted post responds with 404 although the post was public",
    file,
    find: "UPDATE blog_posts SET was_public = true WHERE id = new.id;",
    put: "SELECT 1;",
    tests: ["tests/worker/blogs/staff.test.ts"],
  },
  {
    name: "unsent mail to a deleted account stays",
    file,
    find: "DELETE FROM outbox WHERE recipient = old.email;",
    put: "SELECT 1;",
    tests: ["tests/worker/admin/messages.test.ts"],
  },
  {
    name: "unsent mail about a deleted listing stays",
    file,
    find: "DELETE FROM outbox WHERE key = 'sites.site:' || old.id;",
    put: "SELECT 1;",
    tests: ["tests/worker/admin/review.test.ts"],
  },
  {
    name: "the number of accounts does not go down",
    file,
    find: "AFTER DELETE ON users BEGIN UPDATE counters SET value = value - 1",
    put: "AFTER DELETE ON users BEGIN UPDATE counters SET value = value - 0",
    tests: ["tests/worker/accounts/account-data.test.ts"],
  },
];
