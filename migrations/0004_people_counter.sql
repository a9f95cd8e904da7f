-- Hand-written: how many people have an account, which only staff ask. A sign-up that nobody verified is none.
CREATE TRIGGER counters_user_insert AFTER INSERT ON users WHEN new.email_verified_at IS NOT NULL BEGIN
  INSERT INTO counters (name, value) VALUES ('users', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1;
END;

CREATE TRIGGER counters_user_update AFTER UPDATE OF email_verified_at ON users
WHEN (old.email_verified_at IS NULL) <> (new.email_verified_at IS NULL) BEGIN
  INSERT INTO counters (name, value) VALUES ('users', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + CASE WHEN new.email_verified_at IS NULL THEN -1 ELSE 1 END;
END;

CREATE TRIGGER counters_user_delete AFTER DELETE ON users WHEN old.email_verified_at IS NOT NULL BEGIN
  UPDATE counters SET value = value - 1 WHERE name = 'users';
END;

INSERT INTO counters (name, value) SELECT 'users', count(*) FROM users WHERE email_verified_at IS NOT NULL;
