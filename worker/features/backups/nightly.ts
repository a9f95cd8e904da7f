import { DAY_MS, HOUR_MS, isoDay } from "#schema/values/dates.ts";
import type { Db } from "../../db/connection.ts";
import { beginDump, FIRST_ROW, readPages } from "./dump.ts";
import { type BackupHeader, headerLine } from "./format.ts";
import { listObjects } from "./objects.ts";
import { deleteDay, keyOf, listDays, listPieces, type Piece, writePiece } from "./pieces.ts";
import { listMigrations } from "./tables.ts";

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
  const today = isoDay(now - BEGINS_MS);
  const migration = (await listMigrations(db)).at(-1) ?? "";
  const days = await listDays(bucket);
  const newest = days.at(-1);
  const pieces = newest ? await listPieces(bucket, newest) : [];
  const last = pieces.at(-1);
  if (!newest || !last || isFinished(last)) {
    await deleteOld(bucket, days, now);
    if (!newest || newest < today) await begin({ db, bucket, now }, today, migration);
  } else if (pieces.some((piece) => piece.migration !== migration)) {
    // Its first half has other columns than the second would have.
    await deleteDay(bucket, newest);
    await begin({ db, bucket, now }, today, migration);
  } else await goOn({ db, bucket }, newest, last);
}

const isFinished = ({ part, next }: Piece) => part === "objects" && next === null;

/** Never deletes the newest copy, even if none was made for long. */
async function deleteOld(bucket: R2Bucket, days: string[], now: number): Promise<void> {
  const end = isoDay(now - BEGINS_MS - KEPT_DAYS * DAY_MS);
  for (const day of days.slice(0, -1)) if (day <= end) await deleteDay(bucket, day);
}

async function begin({ db, bucket, now }: Parts, day: string, migration: string): Promise<void> {
  const header = await beginDump(db, now);
  const pages = [{ lines: [JSON.stringify(header)], next: FIRST_ROW }];
  await writePiece(bucket, day, { part: "data", number: 0, migration, pages });
}

async function goOn({ db, bucket }: Omit<Parts, "now">, day: string, last: Piece): Promise<void> {
  const { number, migration } = last;
  if (last.part === "data" && last.next) {
    const pages = readPages(db, await readHeader(bucket, day), last.next);
    await writePiece(bucket, day, { part: "data", number: number + 1, migration, pages });
  } else {
    const from = last.part === "objects" ? { number: number + 1, key: last.next ?? "" } : { number: 0, key: "" };
    const pages = listObjects(bucket, from.key);
    await writePiece(bucket, day, { part: "objects", number: from.number, migration, pages });
  }
}

async function readHeader(bucket: R2Bucket, day: string): Promise<BackupHeader> {
  const key = keyOf(day, { part: "data", number: 0 });
  const first = await bucket.get(key);
  if (!first) throw new Error(`${key} is missing. Delete the other files of that day, then a new copy begins.`);
  return headerLine.parse(await new Response(first.body.pipeThrough(new DecompressionStream("gzip"))).json());
}
