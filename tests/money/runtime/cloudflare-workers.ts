import { MemoryKv } from "./kv.ts";
import { MemoryD1 } from "./d1.ts";

// Takes the place of the module `cloudflare:workers`, so that the Worker runs in Node.js (tests/vitest.config.ts).

const refused = { send: () => Promise.reject(new Error("This test has no such queue.")) };

export const env = {
  SITE_NAME: "Switchlist",
  SITE_URL: "https://directory.example.com",
  SUPPORT_EMAIL: "support@directory.example.com",
  ALERT_EMAIL: "",
  SECRET_KEY: "key-of-the-tests",
  LOCAL: "1",
  MAIL_DAILY_LIMIT: "0",
  QUEUE_CONSUMERS: [],
  DB: new MemoryD1(),
  SESSIONS: new MemoryKv(),
  MEDIA: { list: async () => ({ objects: [] }), head: async () => null, delete: async () => {} },
  PURGES: refused,
  IMAGE_FETCHES: refused,
};

export const cache = { purge: async () => {} };
