import { DAY_MS, HOUR_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { FIRST_ROW, readHeader, readPages } from "./dump.ts";
import { listObjects } from "./objects.ts";
import { deleteDay, listDays, listPieces, type Piece, writePiece } from "./pieces.ts";
import { listMigrations } from "./tables.ts";
import { requireNoUnfinishedRestore } from "./unfinished-restore.ts";

/** After midnight in UTC. */
const BEGINS_MS = 2 * HOUR_MS;
/** The privacy policy names it. */
export const KEPT_DAYS = 30;

type Parts = { db: Db; bucket: R2Bucket; now: number };

/**
 * For the cron: each run writes at most one piece of a copy of D1, and then of the list of the objects of R2. A copy that
 * takes longer than a day is finished before the next one begins.
 */
export async function copyAtNight({ db, bucket, now }: Parts): Promise<void> {
  await requireNoUnfinishedRestore(db);
  const today = isoDay(now - BEGINS_MS);
  const end = isoDay(now - BEGINS_MS - KEPT_DAYS * DAY_MS);
  const migration = (await listMigrations(db)).at(-1) ?? "";
  const days = await listDays(bucket, today);
  const newest = days.at(-1);
  const pieces = newest ? await listPieces(bucket, newest) : [];
  const last = pieces.at(-1);
  const isUnderWay = last !== undefined && !isFinished(last);
  // The newest whole copy may become older, because else there would be none. The next whole one replaces it.
  for (const day of days.slice(0, isUnderWay ? -2 : -1)) if (day <= end) await deleteDay(bucket, day);

  if (!newest || !isUnderWay) {
    if (!newest || !last || newest < today) await begin({ db, bucket, now }, today, migration);
  } else if (newest <= end || pieces.some((piece) => piece.migration !== migration)) {
    // Its first half is too old, or has other columns than the second would have.
    await deleteDay(bucket, newest);
    await begin({ db, bucket, now }, today, migration);
  } else await goOn({ db, bucket }, newest, last);
}

const isFinished = ({ part, next }: Piece) => part === "objects" && next === null;

async function begin({ db, bucket, now }: Parts, day: string, migration: string): Promise<void> {
  const pages = [{ lines: [await readHeader(db, now)], next: FIRST_ROW }];
  await writePiece(bucket, day, { part: "data", number: 0, migration, pages });
}

async function goOn({ db, bucket }: Omit<Parts, "now">, day: string, last: Piece): Promise<void> {
  const { number, migration } = last;
  if (last.part === "data" && last.next) {
    const pages = readPages(db, last.next);
    await writePiece(bucket, day, { part: "data", number: number + 1, migration, pages });
  } else {
    const from = last.part === "objects" ? { number: number + 1, key: last.next ?? "" } : { number: 0, key: "" };
    const pages = listObjects(bucket, from.key);
    await writePiece(bucket, day, { part: "objects", number: from.number, migration, pages });
  }
}
