import { adminPath } from "#schema/paths.ts";
import { readDirectoryConfig } from "../../config.ts";
import { connect, type Db } from "../../db/connection.ts";
import { SERVICE_TIMEOUT_MS, withDeadline } from "../../deadline.ts";
import type { Bindings } from "../../env.ts";
import { logInfo, logScope } from "../../log.ts";
import { composeMail } from "../../mail.ts";
import type { Alert, Ports } from "../../ports.ts";
import { claimAlert, claimHeldAlerts, claimInMemory, returnClaim, undelivered, type Claim } from "./claim.ts";
import { type AlertKind, ALERTS } from "./kinds.ts";

export type AlertParts = { env: Bindings; ports: Pick<Ports, "now" | "timeout" | "sendMail" | "alertChannels"> };

/** The last claims of this isolate, for the time when D1 is down. The list of channels exists once for each isolate. */
const lastClaims = new WeakMap<Ports["alertChannels"], Map<AlertKind, Claim>>();

/**
 * Tells the operator that something failed, at most once an hour for each kind. `detail` says what: fixed words, such as
 * the name of a step. Never rejects. In a request, give the promise to `waitUntil`, so that the response does not wait.
 *
 * If D1 does not answer, each isolate counts its own hour. If no channel accepts the alert, it is sent again later.
 */
export async function raiseAlert(parts: AlertParts, kind: AlertKind, detail: string): Promise<void> {
  const { env, ports } = parts;
  const event = { kind, detail: withoutPersonalData(detail), now: ports.now() };
  logInfo({ alert: kind, detail: event.detail });
  if (!lastClaims.has(ports.alertChannels)) lastClaims.set(ports.alertChannels, new Map());
  const known = lastClaims.get(ports.alertChannels)!;
  const claim = await withDeadline(claimIn(env, event), ports.timeout(SERVICE_TIMEOUT_MS)).catch(() =>
    claimInMemory(known.get(kind), event.now),
  );
  known.set(kind, claim);
  if (claim.held > 0) return;
  if (await send(parts, { kind, detail: event.detail, count: claim.reported, at: event.now })) return;
  known.set(kind, undelivered(claim));
  await withDeadline(returnIn(env, kind, claim), ports.timeout(SERVICE_TIMEOUT_MS)).catch(() => {});
}

const claimIn = async ({ DB }: Bindings, event: Parameters<typeof claimAlert>[1]) => claimAlert(connect(DB), event);
const returnIn = async ({ DB }: Bindings, kind: AlertKind, claim: Claim) => returnClaim(connect(DB), kind, claim);

/** For cron: sends the alerts of what happened in the hour after an alert. Otherwise nobody learns how often it was. */
export async function sendHeldAlerts(db: Db, parts: AlertParts): Promise<void> {
  const sentAt = parts.ports.now();
  const held = await claimHeldAlerts(db, sentAt);
  await Promise.all(
    held.map(async ({ kind, ...what }) => {
      const isSent = await send(parts, { kind: kind as AlertKind, ...what });
      if (!isSent) await returnClaim(db, kind, { sentAt, held: 0, reported: what.count });
    }),
  );
}

type Happened = { kind: AlertKind; detail: string; count: number; at: number };

/**
 * Sends through all channels. A channel that fails is only logged: it must not cause a further alert.
 * @returns whether a channel has accepted the alert.
 */
async function send({ env, ports }: AlertParts, happened: Happened): Promise<boolean> {
  const alert = compose(env, happened);
  const channels = { mail: mailChannel(env, ports), ...ports.alertChannels };
  const accepted = await Promise.all(
    Object.entries(channels).map(async ([channel, deliver]) => {
      try {
        await deliver(alert);
        return true;
      } catch (error) {
        // Neither the message of the error, which may contain an address, nor logError: the log says what is unsent.
        logInfo({ unsentAlert: happened.kind, channel, reason: error instanceof Error ? error.name : typeof error });
        return false;
      }
    }),
  );
  return accepted.includes(true);
}

function compose(env: Bindings, { kind, detail, count, at }: Happened): Alert {
  const { title, meaning, action } = ALERTS[kind];
  const scope = Object.entries(logScope() ?? {}).map(([name, id]): [string, string] => [`Log, ${name}`, id]);
  return {
    kind,
    title: `${env.SITE_NAME}: ${title}`,
    meaning,
    action: `${action} worker/OPERATE.md has more under “${title}”.`,
    facts: [
      ["What happened", detail],
      ["Last time", new Date(at).toISOString()],
      ["How often", count === 1 ? "once" : `${count.toLocaleString("en-GB")} times since the last alert`],
      ...scope,
    ],
  };
}

const mailChannel =
  (env: Bindings, ports: Pick<Ports, "sendMail">) =>
  async ({ title, meaning, action, facts }: Alert): Promise<void> => {
    const site = readDirectoryConfig(env);
    await ports.sendMail(
      composeMail(site, env.ALERT_EMAIL || site.supportEmail, {
        subject: title,
        parts: [meaning, { facts }, action, { button: "Open the admin", link: site.origin + adminPath }],
        why: `You get this email because you operate ${site.name}.`,
      }),
    );
  };

/** Details are fixed words. This is the second lock, for words of a provider. */
const PERSONAL: [RegExp, string][] = [
  [/\S+@\S+/g, "(address)"],
  [/\bhttps?:\S+/g, "(link)"],
  [/\b\d{6}\b/g, "(code)"],
  // Without codes of the mail service and names of events, such as E_RECIPIENT_SUPPRESSED and payment_action_required.
  [/\b(?!(?:[A-Z_]+|[a-z_]+)(?![\w-]))[\w-]{20,}/g, "(token)"],
];
const MAX_DETAIL = 300;

const withoutPersonalData = (detail: string) =>
  PERSONAL.reduce((text, [pattern, put]) => text.replace(pattern, put), detail).slice(0, MAX_DETAIL);
