CREATE TABLE `vitals_days` (
	`day` text NOT NULL,
	`kind` text NOT NULL,
	`country` text NOT NULL,
	`counts` text NOT NULL,
	PRIMARY KEY(`day`, `kind`, `country`)
);
