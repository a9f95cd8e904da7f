-- Hand-written: how many rows the admin's tables hold, so that its front page counts none, and names of products in one view.

INSERT INTO counters (name, value) SELECT 'rows.users', count(*) FROM users;
CREATE TRIGGER rows_users_insert AFTER INSERT ON users BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.users';
END;
CREATE TRIGGER rows_users_delete AFTER DELETE ON users BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.users';
END;

INSERT INTO counters (name, value) SELECT 'rows.sessions', count(*) FROM sessions;
CREATE TRIGGER rows_sessions_insert AFTER INSERT ON sessions BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.sessions';
END;
CREATE TRIGGER rows_sessions_delete AFTER DELETE ON sessions BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.sessions';
END;

INSERT INTO counters (name, value) SELECT 'rows.sites', count(*) FROM sites;
CREATE TRIGGER rows_sites_insert AFTER INSERT ON sites BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.sites';
END;
CREATE TRIGGER rows_sites_delete AFTER DELETE ON sites BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.sites';
END;

INSERT INTO counters (name, value) SELECT 'rows.alternatives', count(*) FROM alternatives;
CREATE TRIGGER rows_alternatives_insert AFTER INSERT ON alternatives BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.alternatives';
END;
CREATE TRIGGER rows_alternatives_delete AFTER DELETE ON alternatives BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.alternatives';
END;

INSERT INTO counters (name, value) SELECT 'rows.targets', count(*) FROM targets;
CREATE TRIGGER rows_targets_insert AFTER INSERT ON targets BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.targets';
END;
CREATE TRIGGER rows_targets_delete AFTER DELETE ON targets BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.targets';
END;

INSERT INTO counters (name, value) SELECT 'rows.likes', count(*) FROM likes;
CREATE TRIGGER rows_likes_insert AFTER INSERT ON likes BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.likes';
END;
CREATE TRIGGER rows_likes_delete AFTER DELETE ON likes BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.likes';
END;

INSERT INTO counters (name, value) SELECT 'rows.blog_posts', count(*) FROM blog_posts;
CREATE TRIGGER rows_blog_posts_insert AFTER INSERT ON blog_posts BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.blog_posts';
END;
CREATE TRIGGER rows_blog_posts_delete AFTER DELETE ON blog_posts BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.blog_posts';
END;

INSERT INTO counters (name, value) SELECT 'rows.subscriptions', count(*) FROM subscriptions;
CREATE TRIGGER rows_subscriptions_insert AFTER INSERT ON subscriptions BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.subscriptions';
END;
CREATE TRIGGER rows_subscriptions_delete AFTER DELETE ON subscriptions BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.subscriptions';
END;

INSERT INTO counters (name, value) SELECT 'rows.stripe_events', count(*) FROM stripe_events;
CREATE TRIGGER rows_stripe_events_insert AFTER INSERT ON stripe_events BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.stripe_events';
END;
CREATE TRIGGER rows_stripe_events_delete AFTER DELETE ON stripe_events BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.stripe_events';
END;

INSERT INTO counters (name, value) SELECT 'rows.contact_messages', count(*) FROM contact_messages;
CREATE TRIGGER rows_contact_messages_insert AFTER INSERT ON contact_messages BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.contact_messages';
END;
CREATE TRIGGER rows_contact_messages_delete AFTER DELETE ON contact_messages BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.contact_messages';
END;

INSERT INTO counters (name, value) SELECT 'rows.audit_log', count(*) FROM audit_log;
CREATE TRIGGER rows_audit_log_insert AFTER INSERT ON audit_log BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.audit_log';
END;
CREATE TRIGGER rows_audit_log_delete AFTER DELETE ON audit_log BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.audit_log';
END;

-- Every name under which a product is listed.
CREATE VIEW named_targets AS
SELECT name_key, id AS target_id FROM targets UNION ALL SELECT name_key, target_id FROM target_aliases;
