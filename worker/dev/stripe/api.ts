import { CATALOG_ROUTES } from "./api-catalog.ts";
import { CUSTOMER_ROUTES } from "./api-customers.ts";
import { PAYMENT_ROUTES } from "./api-payments.ts";
import { PORTAL_ROUTES } from "./api-portal.ts";
import type { Route } from "./api-route.ts";
import { SUBSCRIPTION_ROUTES } from "./api-subscriptions.ts";
import type { Bank, Failure } from "./bank.ts";
import { expand } from "./expand.ts";
import { listOf, type Params, parseForm, unknownNames } from "./form.ts";
import { refuse, StripeError } from "./store.ts";

/** The calls that the product makes, with the parameters that it uses. Stripe's API has many more. */
export const ROUTES: readonly Route[] = [
  ...CUSTOMER_ROUTES,
  ...SUBSCRIPTION_ROUTES,
  ...PAYMENT_ROUTES,
  ...CATALOG_ROUTES,
  ...PORTAL_ROUTES,
];

/** https://docs.stripe.com/api/idempotent_requests */
const KEY_LASTS_S = 24 * 3600;
const KEY_LENGTH_MAX = 255;

/** In these cases Stripe has done nothing, and the same request may be sent again. */
const REFUSALS: Partial<Record<Failure, [status: number, type: string]>> = {
  rate_limit: [429, "invalid_request_error"],
  lock_timeout: [429, "invalid_request_error"],
  idempotency_key_in_use: [409, "idempotency_error"],
};

/**
 * Answers a request like Stripe's API. It refuses calls and parameters that `ROUTES` does not list. A known idempotency
 * key gets its first response again for 24 hours, even a 500, and a 400 if it comes with other parameters.
 */
export async function handleApiRequest(bank: Bank, request: Request, secretKey: string): Promise<Response> {
  const url = new URL(request.url);
  const { method } = request;
  // The runtime warns if text() reads a body of type application/x-www-form-urlencoded.
  const body = method === "POST" ? new TextDecoder().decode(await request.arrayBuffer()) : url.search.slice(1);
  if (request.headers.get("Authorization") !== `Bearer ${secretKey}`) {
    return toResponse(refusal(new StripeError(401, "authentication_error", "Invalid API Key provided.")));
  }
  // No await from here on: of two concurrent requests with one key, the second must find the first one's response.
  const key = request.headers.get("Idempotency-Key");
  if (key !== null && key.length > KEY_LENGTH_MAX) {
    return toResponse(refusal(refuse("The idempotency key is too long.")));
  }
  const asked = `${method} ${url.pathname} ${body}`;
  const kept = key === null ? undefined : bank.state.answers[key];
  const before = kept && bank.nowSeconds - kept.at < KEY_LASTS_S ? kept : undefined;
  if (before && before.request !== asked) {
    return toResponse(refusal(new StripeError(400, "idempotency_error", "The key was used with other parameters.")));
  }
  if (before) return toResponse(before, { "Idempotent-Replayed": "true" });
  const call = findCall(method, url.pathname, body);
  // A request that is refused before it runs does not use up its key.
  if (call instanceof StripeError) return toResponse(refusal(call));
  const broken = bank.failCall({ method, path: url.pathname });
  const refused = broken && REFUSALS[broken];
  if (refused) return toResponse(refusal(new StripeError(...refused, "Nothing was done.", { code: broken })));
  const done = broken === "before" ? undefined : answer(bank, call);
  const answered = done && !broken ? done : refusal(new StripeError(500, "api_error", "An unknown error occurred."));
  if (key !== null) bank.state.answers[key] = { ...answered, request: asked, at: bank.nowSeconds };
  return toResponse(answered);
}

type Answer = { status: number; body: string };
type Found = { route: Route; params: Params; id: string };

const toResponse = ({ status, body }: Answer, headers: Record<string, string> = {}) =>
  new Response(body, { status, headers: { "Content-Type": "application/json", ...headers } });

const refusal = ({ status, details }: StripeError): Answer => ({ status, body: JSON.stringify({ error: details }) });

function findCall(method: string, path: string, body: string): Found | StripeError {
  for (const one of ROUTES) {
    const match = one.method === method ? one.path.exec(path) : null;
    if (!match) continue;
    const { params, names } = parseForm(body);
    const [unknown] = unknownNames(names, one.allowed);
    if (unknown) {
      return refuse(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
    }
    return { route: one, params, id: match.slice(1).at(-1) ?? "" };
  }
  return new StripeError(404, "invalid_request_error", `Unrecognized request URL (${method}: ${path}).`);
}

function answer(bank: Bank, { route: found, params, id }: Found): Answer {
  try {
    const result = structuredClone(found.act({ bank, params, id }));
    return { status: 200, body: JSON.stringify(expand(bank, result, listOf(params["expand"]).map(String))) };
  } catch (error) {
    if (error instanceof StripeError) return refusal(error);
    throw error;
  }
}
