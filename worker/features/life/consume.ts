import { readDirectoryConfig } from "../../config/config.ts";
import { connect } from "../../db/connection.ts";
import type { Bindings } from "../../env.ts";
import { robotName } from "../../http/robot-name.ts";
import { logError } from "../../log.ts";
import type { Ports } from "../../ports.ts";
import { checkSite } from "./check-site.ts";
import { politely } from "./politely.ts";
import { postponeChecks, readDueSites } from "./queries.ts";
import type { ChecksMessage } from "./send-due.ts";

/** After an outage of D1. */
const RETRY_SECONDS = 60;
/** GitHub answers 60 requests an hour without a token, and runs are ten minutes apart. */
const READINGS_WITHOUT_TOKEN = 10;

/** Checks one site after another, so that no website is asked twice within a second. The queue runs one consumer at a time. */
export async function consumeChecks(messages: readonly Message<ChecksMessage>[], env: Bindings, ports: Ports) {
  if (messages.length === 0) return;
  const config = readDirectoryConfig(env);
  const db = connect(env.DB);
  const github = { token: env.GITHUB_TOKEN, left: env.GITHUB_TOKEN ? Infinity : READINGS_WITHOUT_TOKEN };
  const secretKey = env.SECRET_KEY;
  const parts = { db, config, secretKey, ports: politely(ports), robot: robotName(env.SITE_NAME), github };
  for (const message of messages) {
    try {
      const { sites: ids } = message.body;
      // A check may have ended the Worker. It must not end every run.
      if (message.attempts > 1) await postponeChecks(db, ids, ports.now());
      for (const site of await readDueSites(db, ids, ports.now())) await checkSite(parts, site);
      message.ack();
    } catch (error) {
      logError(error);
      message.retry({ delaySeconds: RETRY_SECONDS });
    }
  }
}
