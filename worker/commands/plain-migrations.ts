import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { plainSql } from "../db/plain-sql.ts";
import { ROOT } from "./bindings.ts";

/**
 * Makes a folder the copy of all migrations in the form that D1's API splits safely, for
 * `wrangler d1 migrations apply --remote`. The names are the same: Wrangler knows by them which are applied.
 */
export function writePlainMigrations(folder: string): void {
  const migrations = path.join(ROOT, "migrations");
  const names = globSync("*.sql", { cwd: migrations });
  mkdirSync(folder, { recursive: true });
  for (const name of globSync("*.sql", { cwd: folder })) if (!names.includes(name)) rmSync(path.join(folder, name));
  for (const name of names) {
    const file = path.join(folder, name);
    // Renamed when whole: another run may read the folder now.
    writeFileSync(`${file}.${process.pid}`, `${plainSql(readFileSync(path.join(migrations, name), "utf8"))}\n`);
    renameSync(`${file}.${process.pid}`, file);
  }
}
