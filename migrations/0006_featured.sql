-- Hand-written: until when a site is featured follows from what was paid and what staff granted, whoever writes either.

UPDATE sites SET granted_until = featured_until WHERE featured_until IS NOT NULL;

-- Each time until which a site is featured. While a renewal is due, three days of grace:
-- Stripe charges an hour after the period ends, and a card that failed is tried again.
CREATE VIEW featured_ends AS
SELECT id AS site_id, granted_until AS until FROM sites WHERE granted_until IS NOT NULL
UNION ALL
SELECT site_id, paid_until + CASE WHEN status IN ('active', 'past_due') AND NOT cancel_at_period_end THEN 259200000 ELSE 0 END
FROM subscriptions WHERE site_id IS NOT NULL AND paid_until IS NOT NULL;

-- A procedure: INSERT INTO refresh_featured (site_id) VALUES (…).
CREATE VIEW refresh_featured AS SELECT NULL AS site_id WHERE false;

CREATE TRIGGER refresh_featured INSTEAD OF INSERT ON refresh_featured BEGIN
  UPDATE sites SET featured_until = (SELECT max(until) FROM featured_ends WHERE site_id = new.site_id)
    WHERE id = new.site_id
      AND featured_until IS NOT (SELECT max(until) FROM featured_ends WHERE site_id = new.site_id);
END;

CREATE TRIGGER featured_subscription_insert AFTER INSERT ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;

CREATE TRIGGER featured_subscription_update AFTER UPDATE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.site_id);
END;

CREATE TRIGGER featured_subscription_delete AFTER DELETE ON subscriptions BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (old.site_id);
END;

CREATE TRIGGER featured_granted AFTER UPDATE OF granted_until ON sites BEGIN
  INSERT INTO refresh_featured (site_id) VALUES (new.id);
END;

INSERT INTO counters (name, value) SELECT 'rows.payments', count(*) FROM payments;

CREATE TRIGGER rows_payments_insert AFTER INSERT ON payments BEGIN
  UPDATE counters SET value = value + 1 WHERE name = 'rows.payments';
END;

CREATE TRIGGER rows_payments_delete AFTER DELETE ON payments BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'rows.payments';
END;
