ALTER TABLE `alternatives` ADD `host` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `alternatives` ADD `is_waiting` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- As hostOf() makes it: of "https://www.slack.com:443/a" it is "slack.com".
WITH addresses AS (
  SELECT id, replace(replace(lower(substr(link, instr(link, '://') + 3)), '?', '/'), '#', '/') || '/' AS address FROM alternatives
), names AS (
  SELECT id, substr(address, 1, instr(address, '/') - 1) || ':' AS name FROM addresses
), hosts AS (
  SELECT id, rtrim(substr(name, 1, instr(name, ':') - 1), '.') AS host FROM names
)
UPDATE alternatives SET host = (SELECT iif(host GLOB 'www.*', substr(host, 5), host) FROM hosts WHERE hosts.id = alternatives.id);--> statement-breakpoint
CREATE INDEX `alternatives_by_host` ON `alternatives` (`target_id`,`host`) WHERE NOT "alternatives"."is_waiting";--> statement-breakpoint
CREATE INDEX `alternatives_waiting` ON `alternatives` (`target_id`) WHERE "alternatives"."is_waiting";
