import { expect, test } from "vitest";
import { ORIGIN, type Overrides, request } from "../support/app.ts";
import { loggedLines } from "../support/setup.ts";

const send = (type: string, sent: unknown, address = "2001:db8:c5b::1", overrides: Overrides = {}) =>
  request(
    "/api/csp-reports/",
    {
      method: "POST",
      headers: { "Content-Type": type, "CF-Connecting-IP": address },
      body: typeof sent === "string" ? sent : JSON.stringify(sent),
    },
    overrides,
  );

const logged = () => loggedLines.splice(0).flatMap((line) => (line as { cspViolation?: object }).cspViolation ?? []);

// A report in the format of Chromium.
const violation = (body: object = {}) => ({
  age: 53_531,
  type: "csp-violation",
  url: `${ORIGIN}/password/reset/confirm/secret-token/`,
  user_agent: "Mozilla/5.0 Anna",
  body: {
    blockedURL: "https://evil.example/path?of=anna",
    disposition: "enforce",
    documentURL: `${ORIGIN}/password/reset/confirm/secret-token/?mail=anna@example.com`,
    effectiveDirective: "script-src-elem",
    originalPolicy: "default-src 'self'",
    referrer: "https://www.google.com/?q=anna",
    sample: "alert('anna')",
    sourceFile: `${ORIGIN}/assets/start.js?anna`,
    statusCode: 200,
    ...body,
  },
});
const found = {
  directive: "script-src-elem",
  blocked: "https://evil.example",
  source: ORIGIN,
  policy: "strict",
};

// A report in the format of Firefox and Safari.
const old = {
  "csp-report": {
    "document-uri": `${ORIGIN}/pay?siteId=7`,
    referrer: "",
    "violated-directive": "img-src 'self' data:",
    "original-policy": "default-src 'self'",
    "blocked-uri": "inline",
  },
};

test("reports of both formats are logged without data about the visitor or the page", async () => {
  const response = await send("application/reports+json; charset=utf-8", [
    violation(),
    violation({ blockedURL: "eval" }),
  ]);
  expect(response.status).toBe(204);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.has("Set-Cookie")).toBe(false);
  const text = JSON.stringify(loggedLines);
  expect(text).not.toMatch(/anna|secret|Mozilla|2001:db8|google/i);
  expect(logged()).toEqual([found, { ...found, blocked: "eval" }]);

  expect((await send("application/csp-report", old)).status).toBe(204);
  expect(logged()).toEqual([{ directive: "img-src", blocked: "inline", source: "", policy: "payment" }]);
});

test("reports of other types, and those about browser extensions, are ignored", async () => {
  const extension = violation({ sourceFile: "chrome-extension://abcdef/content.js" });
  const others = [
    { type: "deprecation", body: { id: "x", message: "anna" } },
    { type: "crash", body: null },
  ];
  expect((await send("application/reports+json", [extension, ...others])).status).toBe(204);
  expect(logged()).toEqual([]);
});

test("a report about another website, or with invalid values, is logged as such without the values", async () => {
  const odd = violation({
    documentURL: "https://other.example/pay",
    effectiveDirective: "<b>",
    blockedURL: "x y",
    sourceFile: null,
  });
  await send("application/reports+json", [odd]);
  expect(logged()).toEqual([{ directive: "unknown", blocked: "unknown", source: "", policy: "elsewhere" }]);
});

test("at most twenty reports of one request are logged", async () => {
  await send(
    "application/reports+json",
    Array.from({ length: 50 }, () => violation()),
  );
  expect(logged()).toHaveLength(20);
});

test.each([
  ["application/json", old, 415],
  ["text/plain", "x", 415],
  ["", old, 415],
  ["application/csp-report", "{", 400],
  ["application/csp-report", [], 400],
  ["application/csp-report", { "csp-report": { "blocked-uri": 7 } }, 400],
  ["application/reports+json", old, 400],
  ["application/reports+json", "[".repeat(10_000), 400],
  ["application/reports+json", [violation({ sample: "x".repeat(70_000) })], 413],
])("a body of type %s that is not a report is refused", async (type, sent, status) => {
  expect((await send(type, sent)).status).toBe(status);
  expect(logged()).toEqual([]);
});

test("a client over the rate limit is refused before its report is read or logged", async () => {
  const asked: string[] = [];
  const limit = async ({ key }: RateLimitOptions) => ({ success: asked.push(key) <= 1 });
  const env = { REPORT_LIMIT: { limit } };
  const statuses = [];
  for (const address of ["2001:db8:11:1::1", "2001:db8:11:1::2"]) {
    const { status } = await send("application/csp-report", old, address, { env });
    statuses.push(status);
  }
  expect(statuses).toEqual([204, 429]);
  expect(asked).toEqual(["2001:db8:11:1", "2001:db8:11:1"]);
  expect(logged()).toHaveLength(1);
});

test("each document has a report URL in its policy, and all but the screens with the editor or Stripe require trusted types", async () => {
  const policies = {
    "/": true,
    "/login": true,
    "/admin": true,
    "/sites/create": false,
    "/blogs/edit/a": false,
    "/pay": false,
  };
  for (const [path, isTrusted] of Object.entries(policies)) {
    const { headers } = await request(path);
    const policy = headers.get("Content-Security-Policy")!.split("; ");
    expect(headers.get("Reporting-Endpoints"), path).toBe('csp="/api/csp-reports/"');
    expect(policy, path).toEqual(expect.arrayContaining(["report-to csp", "report-uri /api/csp-reports/"]));
    expect(policy.includes("require-trusted-types-for 'script'"), path).toBe(isTrusted);
    expect(policy.includes("trusted-types 'none'"), path).toBe(isTrusted);
  }
});
