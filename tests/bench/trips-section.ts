import { table } from "./table.ts";
import type { CallTrips, TripFigures } from "./trips.ts";

/**
 * Assumed times in milliseconds, without processor time. Nobody has measured them on Cloudflare: the rows of the table
 * compare designs, not places.
 */
const EDGE_MS = 10;
const PRIMARY_MS = 270;
const REPLICA_MS = 15;
const KV_HOT_MS = 5;
const KV_COLD_MS = 150;
/** Between a Worker and a primary in the same region. */
const BESIDE_MS = 3;

/** What a person does, and its call. Visitors' calls read from a replica, if replication is on. */
const SYDNEY: [what: string, call: string, isPublic?: "public"][] = [
  ["a page that the edge does not have", "GET /*", "public"],
  ["search", "search: found", "public"],
  ["search, misspelt", "search: misspelt", "public"],
  ["log-in: the password", "log-in: password"],
  ["log-in: the code", "log-in: code"],
  ["dashboard", "dashboard"],
  ["open a listing to edit it", "open a listing to edit it"],
  ["save a new listing", "save a new listing"],
  ["save a changed listing", "save a changed listing"],
  ["delete a listing", "delete a listing"],
  ["like", "like"],
  ["admin: a list", "GET /api/get_model/:app/:model"],
  ["pay (and the time of Stripe)", "POST /api/payments/subscribe"],
];

export function tripsSection(trips: TripFigures[]): string[] {
  const find = (name: string) => trips.find(({ call }) => call === name)!;
  return [
    "## Trips to the database",
    "A trip is one query or one batch that the Worker sends to D1 before it responds. “Before” is commit 756d2bd7. KV counts its operations. The times are those of the local runtime if each trip to D1 takes 0, 50 and 200 ms longer; calls that hash a password have a cheap hash here.",
    table(
      ["call", "trips before", "trips", "KV before", "KV", "ms before, +0 / +50 / +200", "ms, +0 / +50 / +200"],
      trips,
      ({ call, before, after }) => [
        call.replaceAll("|", "\\|"),
        before?.d1 ?? "",
        after.d1,
        before?.kv ?? "",
        after.kv,
        before ? timesOf(before) : "",
        timesOf(after),
      ],
    ),

    "### What a person in Sydney waits for",
    `The primary is in western Europe. The times are assumed, without processor time: ${EDGE_MS} ms to the nearest edge, ${PRIMARY_MS} ms for a trip between Sydney and the primary, ${REPLICA_MS} ms to a replica in Oceania, ${KV_HOT_MS} ms for a value that KV has near (${KV_COLD_MS} ms if it has not), ${BESIDE_MS} ms between a Worker and a database in one region. A page that the edge has takes ${EDGE_MS} ms. “Near the primary” is the same call in a second Worker with a placement hint: the request travels once, and its trips are short.`,
    table(
      ["what", "trips before", "trips", "ms before", "ms", "ms, KV cold", "ms, near the primary"],
      SYDNEY,
      ([what, call, isPublic]) => {
        const { before, after } = find(call);
        const waitOf = ({ waited, kv }: CallTrips, kvMs = KV_HOT_MS) =>
          EDGE_MS + (kv > 0 ? kvMs : 0) + waited * (isPublic ? REPLICA_MS : PRIMARY_MS);
        return [
          what,
          before?.waited,
          after.waited,
          before && waitOf(before),
          waitOf(after),
          waitOf(after, KV_COLD_MS),
          EDGE_MS + PRIMARY_MS + (after.kv > 0 ? KV_HOT_MS : 0) + after.waited * BESIDE_MS,
        ];
      },
    ),
    "Without replication, each trip of a visitor's call takes as long as a trip to the primary.",
  ];
}

const timesOf = ({ ms }: CallTrips) => ms.map((time) => Math.round(time)).join(" / ");
