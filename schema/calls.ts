import type { GoogleCodeSent, GoogleLogin, OpenSession, User, Verified } from "./accounts/accounts.ts";
import type { AdminApp, AdminMail, AdminModelPage, AdminRecord, Analytics, ReviewedListing } from "./admin.ts";
import type { BlogPage, EditableBlog, StaffBlogSummary } from "./articles/blogs.ts";
import type { LinkPreview, SiteProposal } from "./sites/link-previews.ts";
import type { UploadedImage } from "./images/media.ts";
import type {
  CardResponse,
  LedgerEntry,
  PaymentIntent,
  SiteSubscription,
  SubscribeResponse,
} from "./payments/payments.ts";
import type { SearchPage } from "./pages/pages.ts";
import type { BlogPreview, SitePreview } from "./pages/previews.ts";
import type { Promotion } from "./payments/promotions.ts";
import type { WatchedSearch } from "./search/search-watches.ts";
import type { SiteFigures } from "./sites/figures.ts";
import type { EditableGuide } from "./sites/product-guide.ts";
import type { ClaimAnswer, Ownership, ProofCheck, ProofStart } from "./sites/ownership.ts";
import type { EditableSite, OwnerSiteSummary, Page, ProductSuggestion } from "./sites/sites.ts";
import type { Move, Switch, SwitchSummary } from "./sites/switches.ts";
import type { Suggestions } from "./search/suggestions.ts";

type Message = { message: string };
type SignedIn = { user: User };
type Liked = { like_count: number; is_liked_by_user: boolean };
type Renewal = Message & { featured_until: string | null };

/**
 * What each call of the app answers, by its method and its path below `/api/`. `null` is a response without a body.
 * `web/data/api.ts` takes the types of answers from here. In the Worker, each route names its row: `c.json<Answers["…"]>(…)`.
 */
export type Answers = {
  "GET check_auth/": SignedIn;
  "GET user/": SignedIn;
  "PUT user/": SignedIn;
  "DELETE user/": Message;
  "POST user/delete-code/": Message;
  "POST signup/": Message;
  "POST signup/resend/": Message;
  "GET signup/verify/:token/": Verified;
  "POST signup/verify/:token/": Verified;
  "POST login/": Message;
  "POST login/resend/": Message;
  "POST login/verify/": Message & SignedIn;
  /** Google's credential must contain the nonce. */
  "GET auth/google-login/": { client_id: string; nonce: string };
  "POST auth/google-login/": GoogleLogin | GoogleCodeSent;
  "POST logout/": Message;
  "POST logout/everywhere/": Message;
  "GET sessions/": Page<OpenSession>;
  "DELETE sessions/:id/": null;
  "POST change-password/": Message;
  "POST password/reset/": Message;
  "GET password/reset/confirm/:token/": Message;
  "POST password/reset/confirm/:token/": Message;

  "GET sites/": Page<OwnerSiteSummary>;
  "POST sites/": EditableSite;
  "GET sites/:id/": EditableSite;
  "GET sites/:id/figures/": SiteFigures;
  "PUT sites/:id/": EditableSite;
  "DELETE sites/:id/": null;
  "GET sites/proposal/": SiteProposal;
  "POST sites/:id/like/": Liked;
  "POST sites/:id/unlike/": Liked;
  "GET sites/:id/ownership/": Ownership;
  "POST sites/:id/verification/": ProofStart;
  "POST sites/:id/verification/check/": ProofCheck;
  "POST sites/:id/claim/": ClaimAnswer;
  "POST sites/:id/claim/object/": null;
  "POST sites/:id/handover/": null;
  "POST sites/:id/handover/accept/": null;
  "GET likes/": { liked: number[]; own: number[] };
  "POST images/": UploadedImage;
  "GET link-preview/": LinkPreview;
  /** As its form asks: `SitePreview`, `BlogPreview`, or only the article. */
  "POST preview/": SitePreview | BlogPreview | Pick<SitePreview, "article">;

  "GET alternatives/": Page<ProductSuggestion>;
  "GET suggestions/": Suggestions;
  "POST search-watches/": Message;
  "GET search-watches/confirm/:token/": WatchedSearch;
  "POST search-watches/confirm/:token/": WatchedSearch;
  "POST contact/": { success: string };
  /** `sites` by id and `products` by slug: `reports` or `suggestions`. */
  "POST :kind/:key/:what/": Message;
  "POST sites/reports/:id/decision/": Message;

  "GET sites/:id/switches/:product/": Page<Switch> & { summary: SwitchSummary };
  /** `is_held`: staff look at it before it is shown. */
  "PUT sites/:id/switches/:product/": Switch & Message & { is_held: boolean };
  "DELETE sites/:id/switches/:product/": null;
  "POST sites/switches/:id/answer/": null;
  "GET user/moves/": Page<Pick<Move, "product" | "done">>;
  "GET user/moves/:product/": Move;
  "PUT user/moves/:product/": null;
  "DELETE user/moves/:product/": null;

  "GET payments/": Page<SiteSubscription>;
  "GET payments/ledger/": Page<LedgerEntry>;
  "POST payments/intent/": PaymentIntent;
  "POST payments/promotion/": Promotion;
  "POST payments/subscribe/": SubscribeResponse;
  "POST payments/confirm/": SubscribeResponse;
  "POST payments/card/": CardResponse;
  "POST payments/cancel/": Renewal;
  "POST payments/resume/": Renewal;
  "POST payments/portal/": { url: string };

  "GET blogs/user/": Page<StaffBlogSummary>;
  "POST blogs/user/": EditableBlog;
  "GET blogs/user/:slug/": EditableBlog;
  "PATCH blogs/:slug/": EditableBlog;
  "DELETE blogs/:slug/": null;
  "GET pages/blog-preview/:slug/": BlogPage;
  "GET pages/search/": SearchPage;

  "GET analytics/": Analytics;
  "GET admin/listings/:id/": ReviewedListing;
  "GET get_model/": AdminApp[];
  "GET get_model/:app/:model/": AdminModelPage;
  "POST :app/:model/": AdminRecord;
  "PATCH :app/:model/:id/": AdminRecord;
  "POST :app/:model/:id/mail/": AdminMail;
  "DELETE :app/:model/:id/": null;
  "GET products/:slug/guide/": EditableGuide;
  "POST products/:id/merge/": AdminRecord;
  "POST products/:id/names/": AdminRecord;
};
