import { Hono } from "hono";
import * as z from "zod/mini";
import { cspVariantFor } from "#schema/csp-variant.ts";
import { ownValue } from "#schema/records.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { smallBodyLimit } from "../../http/body.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logInfo } from "../../log.ts";

/** At most this many violations of one request are logged. The others are dropped. */
const REPORTS_MAX = 20;

const field = z.nullish(z.string());

/** The body for `report-uri` (Content Security Policy Level 3), from browsers without the Reporting API. */
const legacyReport = z.object({
  "csp-report": z.object({
    "document-uri": field,
    "effective-directive": field,
    "violated-directive": field,
    "blocked-uri": field,
    "source-file": field,
  }),
});

/** The body for `report-to` (Reporting API): several reports of any type. */
const reportingApiReports = z.array(
  z.object({
    type: z.string(),
    body: z.nullish(z.object({ documentURL: field, effectiveDirective: field, blockedURL: field, sourceFile: field })),
  }),
);

type Violation = NonNullable<z.output<typeof reportingApiReports>[number]["body"]>;

/**
 * POST /api/csp-reports/: logs violations of the Content-Security-Policy. Anyone can send a report, so it proves nothing.
 * For privacy, the log has only the origin of URLs, and the policy of the page instead of its URL.
 */
export const cspReportRoutes = new Hono<AppEnv>({ strict: false }).post("/", smallBodyLimit, async (c) => {
  const { success } = await c.env.REPORT_LIMIT.limit({ key: clientIp(c) });
  if (!success) throw new AppError("too_many", "Too many reports. Try again in a minute.", { retryAfter: 60 });
  const read = ownValue(PARSERS, (c.req.header("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase());
  if (!read)
    throw new AppError(
      "wrong_media_type",
      "Send a Content-Security-Policy report: application/csp-report or application/reports+json.",
    );
  const violations = read(parse(await c.req.arrayBuffer()));
  if (!violations) throw new AppError("bad_input", "This is not a Content-Security-Policy report.");
  for (const violation of violations.slice(0, REPORTS_MAX)) {
    const seen = toLogEntry(violation, c.var.config.origin);
    // Violations by browser extensions are no problem of the site.
    if (!Object.values(seen).some((value) => value.includes("-extension:"))) logInfo({ cspViolation: seen });
  }
  return c.body(null, 204);
});

function parse(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const PARSERS: Record<string, (sent: unknown) => Violation[] | undefined> = {
  "application/csp-report": (sent) => {
    const report = legacyReport.safeParse(sent).data?.["csp-report"];
    return (
      report && [
        {
          documentURL: report["document-uri"],
          effectiveDirective: report["effective-directive"] || report["violated-directive"],
          blockedURL: report["blocked-uri"],
          sourceFile: report["source-file"],
        },
      ]
    );
  },
  "application/reports+json": (sent) =>
    reportingApiReports
      .safeParse(sent)
      .data?.flatMap(({ type, body }) => (type === "csp-violation" && body ? body : [])),
};

function toLogEntry({ documentURL, effectiveDirective, blockedURL, sourceFile }: Violation, origin: string) {
  const page = URL.parse(documentURL ?? "");
  return {
    directive: /^[a-z-]{1,40}/.exec(effectiveDirective ?? "")?.[0] ?? "unknown",
    blocked: toSource(blockedURL ?? ""),
    source: toSource(sourceFile ?? ""),
    policy: page?.origin === origin ? cspVariantFor(page.pathname, { hasGoogle: true }) : "elsewhere",
  };
}

/** Returns a keyword such as `inline`, the scheme or the origin of a URL, or "unknown". */
function toSource(text: string): string {
  if (/^[a-z-]{0,40}$/.test(text)) return text;
  const url = URL.parse(text);
  return url ? (url.origin === "null" ? url.protocol : url.origin).slice(0, 100) : "unknown";
}
