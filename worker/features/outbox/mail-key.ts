import type { Audited, RecordId } from "../audit/audited.ts";

/** Returns the key of queued mails about a record: `sites.site:7`. */
export const mailKey = ({ app, name }: Pick<Audited, "app" | "name">, id: RecordId) => `${app}.${name}:${id}`;
