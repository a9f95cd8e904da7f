import { Hono } from "hono";
import * as z from "zod/mini";
import { cspVariantFor } from "#schema/csp-variant.ts";
import type { AppEnv } from "../../env.ts";
import { AppError } from "../../errors.ts";
import { smallBody } from "../../http/body.ts";
import { clientIp } from "../../http/rate-limit.ts";
import { logInfo } from "../../log.ts";

const REPORTS_MAX = 20;

const field = z.nullish(z.string());

/** `report-uri`'s (CSP 3, section 5.3), sent by browsers without the Reporting API. */
const legacyReport = z.object({
  "csp-report": z.object({
    "document-uri": field,
    "effective-directive": field,
    "violated-directive": field,
    "blocked-uri": field,
    "source-file": field,
  }),
});

/** `report-to`'s (Reporting API, section 3; CSP 3, section 5.2), several at once and of several types. */
const reportingApiReports = z.array(
  z.object({
    type: z.string(),
    body: z.nullish(z.object({ documentURL: field, effectiveDirective: field, blockedURL: field, sourceFile: field })),
  }),
);

type Violation = NonNullable<z.output<typeof reportingApiReports>[number]["body"]>;

/**
 * POST /api/csp-reports/: what a browser kept a page from doing, into the log. It comes from anybody and proves nothing,
 * so of addresses their origin is kept, and no more of a page than which policy it has.
 */
export const cspReportRoutes = new Hono<AppEnv>({ strict: false }).post("/", smallBody, async (c) => {
  const { success } = await c.env.REPORT_LIMIT.limit({ key: clientIp(c) });
  if (!success) throw new AppError("too_many", "Too many reports.", undefined, 60);
  const read = PARSERS[(c.req.header("Content-Type") ?? "").split(";")[0]!.trim().toLowerCase()];
  if (!read) throw new AppError("wrong_media_type", "Send a report of a Content-Security-Policy.");
  const violations = read(parse(await c.req.arrayBuffer()));
  if (!violations) throw new AppError("bad_input", "This is no report.");
  for (const violation of violations.slice(0, REPORTS_MAX)) {
    const seen = toLogEntry(violation, c.var.config.origin);
    // What a visitor's extensions do is not the site's.
    if (!Object.values(seen).some((value) => value.includes("-extension:"))) logInfo({ cspViolation: seen });
  }
  return c.body(null, 204);
});

/** Undefined where it is no JSON. */
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

/** A keyword such as `inline`, a scheme, or an origin. */
function toSource(text: string): string {
  if (/^[a-z-]{0,40}$/.test(text)) return text;
  const url = URL.parse(text);
  return url ? (url.origin === "null" ? url.protocol : url.origin).slice(0, 100) : "unknown";
}
