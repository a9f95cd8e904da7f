CREATE TABLE `beacons` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`visitors` text NOT NULL,
	`marks` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `figures` (
	`part` integer NOT NULL,
	`day` text NOT NULL,
	`sites` text NOT NULL,
	PRIMARY KEY(`part`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `open_days` (
	`day` text PRIMARY KEY NOT NULL,
	`salt` text NOT NULL
);
