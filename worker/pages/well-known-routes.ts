import { Hono } from "hono";
import { DAY_MS, startOfDay, toIso } from "#schema/values/dates.ts";
import { accountPath } from "#schema/pages/paths.ts";
import type { AppEnv } from "../env.ts";
import { publicCache } from "../http/caching.ts";
import { absolute } from "../http/xml.ts";

/** RFC 9116, section 2.5.5, recommends less than a year. */
const VALID_DAYS = 180;
const SECURITY_PATH = "/.well-known/security.txt";

export const wellKnownRoutes = new Hono<AppEnv>({ strict: false })
  .get(SECURITY_PATH, publicCache(), (c) => {
    const { origin, supportEmail } = c.var.config;
    const today = startOfDay(c.var.ports.now());
    const lines = {
      Contact: `mailto:${encodeURI(supportEmail)}`,
      Expires: toIso(today + VALID_DAYS * DAY_MS),
      "Preferred-Languages": "en",
      Canonical: absolute(origin, SECURITY_PATH),
    };
    return c.text(
      `${Object.entries(lines)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n")}\n`,
    );
  })

  // W3C, "A Well-Known URL for Changing Passwords": password managers send people there.
  .get("/.well-known/change-password", (c) => c.redirect(accountPath, 302));
