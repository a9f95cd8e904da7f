/**
 * What each alert means and what to do. The title is also a heading in worker/OPERATE.md, which says more.
 * Without the name of the directory, which the mail adds.
 */
export const ALERTS = {
  cron: {
    title: "The cron failed",
    meaning: "Steps of a cron run failed. The next run tries them again, ten minutes later.",
    action: "If it goes on, find the cause in the log: filter by the run.",
  },
  "missing-cron": {
    title: "The cron does not run",
    meaning: "No cron run has begun for more than 30 minutes. Renewals, receipts and expired data wait.",
    action: "Look at the Worker's cron trigger and at Cloudflare's status page.",
  },
  webhook: {
    title: "A webhook of Stripe failed",
    meaning: "An event of Stripe was not applied. Stripe sends it again for up to three days.",
    action: "If it goes on, find the cause in the log. Then run `npm run stripe:reconcile -- --remote`.",
  },
  mail: {
    title: "A mail was not accepted",
    meaning: "The mail service refused a mail or did not answer, or today's mails are used up.",
    action: "Look at “Unsent mails” in the admin, and at the quota and the suppressed addresses of Email Service.",
  },
  responses: {
    title: "Many responses fail",
    meaning: "More than one in a hundred responses of the last ten to twenty minutes had a status from 500.",
    action: "Open /api/health/ and Cloudflare's status page. If it began with a deployment, roll that back.",
  },
  queue: {
    title: "A queue grows",
    meaning: "Messages have waited in a queue for more than 30 minutes, and they did not become fewer.",
    action: "Look at the queue's consumer in Cloudflare's dashboard, and at its errors in the log.",
  },
} satisfies Record<string, { title: string; meaning: string; action: string }>;

export type AlertKind = keyof typeof ALERTS;
