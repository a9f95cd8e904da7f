import type { SitePage } from "#schema/sites/sites.ts";
import type { Db } from "../../../db/connection.ts";
import { browse } from "./browse.ts";
import type { ListRequest } from "./list-request.ts";
import { search } from "./search.ts";

/** Reads a page of a list. One round trip, or two with a search. A search that finds little needs up to four more. */
export const listSites = (db: Db, request: ListRequest): Promise<SitePage> =>
  request.q === "" ? browse(db, request) : search(db, request);
