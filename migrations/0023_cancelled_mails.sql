-- Who cancelled before cancellations were mailed gets no mail about it.
INSERT OR IGNORE INTO payment_mails (key)
SELECT 'cancelled:' || id FROM subscriptions WHERE NOT renews AND status NOT IN ('canceled', 'incomplete_expired');
