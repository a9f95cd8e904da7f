import { type Context, Hono } from "hono";
import type { Answers } from "#schema/calls.ts";
import {
  STOP_FIELD,
  STOP_VALUE,
  WATCH_MESSAGES,
  type WatchedSearch,
  watchForm,
} from "#schema/search/search-watches.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { jsonBody, smallBodyLimit } from "../../http/body.ts";
import { readFromPrimary } from "../../http/database.ts";
import { floodLimit } from "../../http/rate-limit.ts";
import { logError } from "../../log.ts";
import { admitMail, sendUrgent } from "../outbox/mail-gate.ts";
import { confirmLink, isStopToken, readConfirmToken, stopHashOf, stopLink } from "./links.ts";
import { confirmWatchMail } from "./mails.ts";
import { confirmWatch, findWatch, forgetMailed, insertWatch, stopWatches } from "./queries.ts";

/** The link is valid for longer, but nobody expects its mail after a day. */
const MAIL_MINUTES = 24 * 60;

/** POST /api/search-watches/, and GET and POST /api/search-watches/confirm/{token}/ */
export const searchWatchRoutes = new Hono<AppEnv>({ strict: false })
  .use(floodLimit, smallBodyLimit)

  .post("/", jsonBody(watchForm), async (c) => {
    const form = c.req.valid("json");
    await admitMail(c, { to: form.email, kind: "watch" });
    const stopHash = stopHashOf(c.env.SECRET_KEY, form.email);
    const id = await insertWatch(c.var.db, { form, stopHash, now: c.var.ports.now() });
    // After the response, so that neither its time nor a mail error reveals what the email address waits for.
    if (id !== undefined) c.executionCtx.waitUntil(mailLink(c, id, form.email));
    return c.json<Answers["POST search-watches/"]>({ message: WATCH_MESSAGES.asked }, 202);
  })

  .get("/confirm/:token", async (c) => {
    // A replica may not know the watch yet.
    readFromPrimary(c);
    return c.json<Answers["GET search-watches/confirm/:token/"]>(
      requireOpen(await findWatch(c.var.db, requireId(c), c.var.ports.now())),
    );
  })

  // Not by GET: mail scanners open links.
  .post("/confirm/:token", async (c) =>
    c.json<Answers["POST search-watches/confirm/:token/"]>(
      requireOpen(await confirmWatch(c.var.db, requireId(c), c.var.ports.now())),
    ),
  );

async function mailLink(c: Context<AppEnv>, id: number, email: string): Promise<void> {
  const { config, db } = c.var;
  const keys = { secretKey: c.env.SECRET_KEY, origin: config.origin };
  const mail = confirmWatchMail(config, {
    to: email,
    confirm: confirmLink(keys, id),
    stop: stopLink(keys, email),
  });
  try {
    await sendUrgent(c, { mail, minutes: MAIL_MINUTES });
  } catch (error) {
    logError(error);
    await forgetMailed(db, id).catch(logError);
  }
}

/** @throws AppError 400 if the token was not signed here. */
function requireId(c: Context<AppEnv, "/confirm/:token">): number {
  const id = readConfirmToken(c.env.SECRET_KEY, c.req.param("token"));
  if (id === undefined) throw new AppError("bad_input", WATCH_MESSAGES.linkInvalid);
  return id;
}

/** @throws AppError 400 if the watch has ended. */
function requireOpen(watch: Awaited<ReturnType<typeof findWatch>>): WatchedSearch {
  if (!watch) throw new AppError("bad_input", WATCH_MESSAGES.linkInvalid);
  return { q: watch.q, category: watch.category || null };
}

/**
 * POST /search-watches/unsubscribe/{token}: RFC 8058. Mail services send it without cookies and without a CSRF token, many
 * of them from few IP addresses, so no limit by address applies. A GET shows the screen, whose button sends the same.
 */
export const stopWatchRoutes = new Hono<AppEnv>({ strict: false }).post(
  "/unsubscribe/:token",
  smallBodyLimit,
  async (c) => {
    const { [STOP_FIELD]: asked } = await c.req.parseBody().catch(() => ({}) as Record<string, unknown>);
    if (asked !== STOP_VALUE)
      throw new AppError("bad_input", `To unsubscribe, send the form field ${STOP_FIELD}=${STOP_VALUE}.`);
    const token = c.req.param("token");
    if (isStopToken(token)) await stopWatches(c.var.db, token);
    return c.text("You get no more emails about searches.");
  },
);
