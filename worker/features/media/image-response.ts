import type { Context } from "hono";
import type { AppEnv } from "../../env.ts";

type Image = {
  body: ReadableStream | Uint8Array<ArrayBuffer> | string;
  /** ValidationResult by the caller: a kind that a browser may show. */
  type: string;
  cacheControl: string;
  etag?: string;
  status?: 200 | 404;
};

/** A picture that others made, with headers under which it stays a picture even if its bytes should be something else. */
export function imageResponse(c: Context<AppEnv>, { body, type, cacheControl, etag, status = 200 }: Image): Response {
  const headers: Record<string, string> = {
    "Content-Type": type,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": cacheControl,
    ...(etag && { ETag: etag }),
  };
  const isKnown = etag !== undefined && isNamedBy(c.req.header("If-None-Match"), etag);
  if (!isKnown && c.req.method !== "HEAD") return c.body(body, status, headers);
  if (body instanceof ReadableStream) c.executionCtx.waitUntil(body.cancel());
  return c.body(null, isKnown ? 304 : status, headers);
}

/** RFC 9110, section 13.1.2: a list of tags, compared without their weakness mark. */
function isNamedBy(header: string | undefined, etag: string): boolean {
  const tags = header?.split(",").map((tag) => tag.trim().replace(/^W\//, "")) ?? [];
  return tags.includes("*") || tags.includes(etag);
}
