const REQUIRED: Record<string, RegExp> = {
  "Content-Security-Policy": /(^|; )default-src '(self|none)'.*; frame-ancestors 'none'/,
  "X-Content-Type-Options": /^nosniff$/,
  "Referrer-Policy": /^strict-origin-when-cross-origin$/,
  "Permissions-Policy": /camera=\(\).*geolocation=\(\).*microphone=\(\)/,
  "Strict-Transport-Security": /^max-age=31536000$/,
  "Cross-Origin-Resource-Policy": /^same-origin$/,
};

/** Returns the headers of a response that are missing, unsafe or forbidden. Every response of the product must pass. */
export function findWrongSecurityHeaders(headers: Headers): string[] {
  // Other sites show badges, and the image of a page beside a link to it. These have the tag of a page, other images that of a file.
  const isImage = headers.get("Content-Type")?.startsWith("image/") || headers.get("Location")?.endsWith(".png");
  const isShared = isImage && /(^|,)(site|product|post):/.test(headers.get("Cache-Tag") ?? "");
  const required = isShared ? { ...REQUIRED, "Cross-Origin-Resource-Policy": /^cross-origin$/ } : REQUIRED;
  const wrong = Object.entries(required)
    .filter(([name, rule]) => !rule.test(headers.get(name) ?? ""))
    .map(([name]) => `${name}: ${headers.get(name)}`);
  const scripts = /(?:^|; )(?:script-src|default-src) [^;]*'unsafe-|\*(?!\.js\.stripe\.com)/;
  const policy = headers.get("Content-Security-Policy") ?? "";
  if (scripts.test(policy)) wrong.push(`Content-Security-Policy: ${policy}`);
  for (const name of ["Access-Control-Allow-Origin", "Server", "X-Powered-By"]) if (headers.has(name)) wrong.push(name);
  return wrong;
}
