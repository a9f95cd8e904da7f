import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { plainSql } from "../db/plain-sql.ts";
import { ROOT } from "./bindings.ts";

/**
 * Replaces a folder by a copy of all migrations in the form that D1's API splits safely, for
 * `wrangler d1 migrations apply --remote`. The names are the same: Wrangler knows by them which are applied.
 */
export function writePlainMigrations(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const migrations = path.join(ROOT, "migrations");
  for (const name of globSync("*.sql", { cwd: migrations }))
    writeFileSync(path.join(folder, name), `${plainSql(readFileSync(path.join(migrations, name), "utf8"))}\n`);
}
