import { accounts } from "./accounts.ts";
import { admin } from "./admin.ts";
import { alerts } from "./alerts.ts";
import { blogs } from "./blogs.ts";
import { books } from "./books.ts";
import { comparisons } from "./comparisons.ts";
import { deploy } from "./deploy.ts";
import { drafts } from "./drafts.ts";
import { facts } from "./facts.ts";
import type { Fault } from "./fault.ts";
import { firstScreens } from "./first-screens.ts";
import { filters } from "./filters.ts";
import { firstUse } from "./first-use.ts";
import { http } from "./http.ts";
import { intent } from "./intent.ts";
import { likes } from "./likes.ts";
import { mails } from "./mails.ts";
import { media } from "./media.ts";
import { money, rareMoney } from "./money.ts";
import { paymentMails } from "./payment-mails.ts";
import { ownerFacts } from "./owner-facts.ts";
import { payments } from "./payments.ts";
import { remote } from "./remote.ts";
import { renewals } from "./renewals.ts";
import { search } from "./search.ts";
import { searches } from "./searches.ts";
import { searchWatches } from "./search-watches.ts";
import { siteImages } from "./site-images.ts";
import { shareImages } from "./share-images.ts";
import { sites } from "./sites.ts";
import { pages } from "./pages.ts";
import { screens } from "./screens.ts";
import { stripeFacts } from "./stripe-facts.ts";
import { targets } from "./targets.ts";
import { triggers } from "./triggers.ts";
import { vitals } from "./vitals.ts";

export const faults: Fault[] = [
  ...http,
  ...accounts,
  ...likes,
  ...mails,
  ...media,
  ...blogs,
  ...siteImages,
  ...sites,
  ...comparisons,
  ...filters,
  ...shareImages,
  ...search,
  ...searches,
  ...searchWatches,
  ...vitals,
  ...targets,
  ...triggers,
  ...facts,
  ...deploy,
  ...drafts,
  ...ownerFacts,
  ...payments,
  ...renewals,
  ...stripeFacts,
  ...paymentMails,
  ...money,
  ...rareMoney,
  ...books,
  ...admin,
  ...alerts,
  ...remote,
  ...pages,
  ...screens,
  ...firstUse,
  ...firstScreens,
  ...intent,
];
