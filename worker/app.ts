import { Hono } from "hono";
import { readDirectoryConfig } from "./config/config.ts";
import type { AppEnv, Bindings } from "./env.ts";
import { respondWithError, AppError } from "./errors.ts";
import { googleCredentialRoutes, googleRedirectRoutes } from "./features/accounts/google/google-routes.ts";
import { logInRoutes } from "./features/accounts/log-in/log-in-routes.ts";
import { accountDataRoutes } from "./features/accounts/user/account-data-routes.ts";
import { changePasswordRoutes, resetRoutes } from "./features/accounts/passwords/password-routes.ts";
import { signUpRoutes } from "./features/accounts/sign-up/sign-up-routes.ts";
import { checkAuthRoutes, logOutRoutes, sessionRoutes, userRoutes } from "./features/accounts/user/user-routes.ts";
import { listingRoutes } from "./features/admin/listing-routes.ts";
import { modelRoutes, recordRoutes } from "./features/admin/routes.ts";
import { productRoutes } from "./features/admin/product-routes.ts";
import { analyticsRoutes, clientRoutes, siteCountRoutes } from "./features/analytics/routes.ts";
import { badgeRoutes } from "./features/badges/routes.ts";
import { beaconRoutes } from "./features/beacon/routes.ts";
import { blogRoutes } from "./features/blogs/routes.ts";
import { blogStaffRoutes } from "./features/blogs/staff-routes.ts";
import { ownershipRoutes } from "./features/claims/routes.ts";
import { contactRoutes } from "./features/contact/routes.ts";
import { previewRoutes } from "./features/previews/routes.ts";
import { figureRoutes } from "./features/figures/routes.ts";
import { faviconRoutes } from "./features/favicons/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { imageRoutes } from "./features/media/image-routes.ts";
import { linkPreviewRoutes, siteProposalRoutes } from "./features/link-previews/routes.ts";
import { mediaRoutes } from "./features/media/routes.ts";
import { ledgerRoutes } from "./features/payments/ledger/routes.ts";
import { payRoutes } from "./features/payments/pay/routes.ts";
import { webhookRoutes } from "./features/payments/webhook-routes.ts";
import { likedRoutes, likeRoutes } from "./features/likes/routes.ts";
import { searchWatchRoutes, stopWatchRoutes } from "./features/search-watches/routes.ts";
import { reportRoutes } from "./features/reports/routes.ts";
import { suggestionRoutes } from "./features/suggestions/routes.ts";
import { endPayments } from "./features/payments/end-payments.ts";
import { isPaidFor } from "./features/payments/queries.ts";
import { ownerSiteRoutes } from "./features/sites/owner-routes.ts";
import { purgeChanges } from "./features/purges/middleware.ts";
import { moveRoutes } from "./features/switches/move-routes.ts";
import { switchRoutes } from "./features/switches/routes.ts";
import { shareImageRoutes } from "./features/share-images/routes.ts";
import { compareRoutes } from "./features/sites/compare/routes.ts";
import { publicSiteRoutes, siteBySlugRoutes } from "./features/sites/routes.ts";
import { popularRoutes, productSuggestionRoutes } from "./features/products/routes.ts";
import { privateByDefault } from "./http/caching.ts";
import { csrf } from "./http/csrf.ts";
import { canonicalOrigin } from "./http/canonical-origin.ts";
import { database } from "./http/database.ts";
import { requestLog } from "./http/request-log.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { machineRoutes } from "./pages/machine-routes.ts";
import { pageDataRoutes, pageRoutes } from "./pages/routes.ts";
import { wellKnownRoutes } from "./pages/well-known-routes.ts";
import type { Ports } from "./ports.ts";

/** Returns the outside services. Called for each request. */
export type MakePorts = (env: Bindings) => Ports | Promise<Ports>;

/** `extend` adds routes before all others, for local runs. */
export function createApp(makePorts: MakePorts, extend?: (app: Hono<AppEnv>) => void): Hono<AppEnv> {
  const api = new Hono<AppEnv>({ strict: false })
    // Only these two come before the CSRF check: Stripe signs its webhooks, and beacons, which cannot send a token, change
    // nothing but counts.
    .route("/stripe/webhook", webhookRoutes)
    .route("/beacon", beaconRoutes)
    .use(csrf)
    .route("/health", healthRoutes)
    .route("/signup", signUpRoutes)
    .route("/login", logInRoutes)
    .route("/logout", logOutRoutes)
    .route("/check_auth", checkAuthRoutes)
    .route("/user", userRoutes)
    .route("/user", accountDataRoutes)
    .route("/sessions", sessionRoutes)
    .route("/change-password", changePasswordRoutes)
    .route("/password/reset", resetRoutes)
    .route("/auth/google-login", googleCredentialRoutes)
    .route("/saas", publicSiteRoutes)
    .route("/compare", compareRoutes)
    .route("/", reportRoutes)
    .route("/sites/count", siteCountRoutes)
    .route("/sites/proposal", siteProposalRoutes)
    .route("/sites", likeRoutes)
    .route("/sites", switchRoutes)
    .route("/sites", figureRoutes)
    .route("/user/moves", moveRoutes)
    .route("/sites", ownershipRoutes)
    .route("/sites", ownerSiteRoutes({ end: endPayments, isPaidFor }))
    .route("/likes", likedRoutes)
    .route("/clients", clientRoutes)
    .route("/popular-alternatives", popularRoutes)
    .route("/alternatives", productSuggestionRoutes)
    .route("/suggestions", suggestionRoutes)
    .route("/blogs", blogStaffRoutes)
    .route("/blogs", blogRoutes)
    .route("/contact", contactRoutes)
    .route("/search-watches", searchWatchRoutes)
    .route("/images", imageRoutes)
    .route("/link-preview", linkPreviewRoutes)
    .route("/pages", pageDataRoutes)
    .route("/payments/ledger", ledgerRoutes)
    .route("/payments", payRoutes)
    .route("/products", productRoutes)
    .route("/analytics", analyticsRoutes)
    .route("/admin/listings", listingRoutes)
    .route("/get_model", modelRoutes)
    .route("/preview", previewRoutes)
    .route("/", recordRoutes)
    .route("/", siteBySlugRoutes)
    .all("*", () => {
      throw new AppError("not_found", "This endpoint does not exist.");
    })
    .onError(respondWithError);

  const app: Hono<AppEnv> = new Hono<AppEnv>({ strict: false })
    .use(requestLog, securityHeaders, privateByDefault)
    .use(async function parts(c, next) {
      c.set("config", readDirectoryConfig(c.env));
      c.set("ports", await makePorts(c.env));
      await next();
    })
    .use(canonicalOrigin, purgeChanges, database);
  extend?.(app);
  return app
    .route("/api", api)
    .route("/media", mediaRoutes)
    .route("/favicons", faviconRoutes)
    .route("/share", shareImageRoutes)
    .route("/badges", badgeRoutes)
    .route("/google-login", googleRedirectRoutes)
    .route("/search-watches", stopWatchRoutes)
    .route("/", machineRoutes)
    .route("/", wellKnownRoutes)
    .get("/assets/*", (c) => c.text("Not found", 404))
    .route("/", pageRoutes)
    .onError(respondWithError);
}
