import type { Model } from "./model.ts";
import { accountModels } from "./models/accounts.ts";
import { blogModels } from "./models/blogs.ts";
import { readOnlyModels } from "./models/read-only.ts";
import { claimModels } from "./models/claims.ts";
import { contactModels } from "./models/contact.ts";
import { mediaModels } from "./models/media.ts";
import { outboxModels } from "./models/outbox.ts";
import { reportModels } from "./models/reports.ts";
import { searchModels } from "./models/search.ts";
import { switchModels } from "./models/switches.ts";
import { siteModels } from "./models/sites.ts";

/** The models of the admin, in the order of the front page. None has passwords, codes or tokens. */
export const MODELS: Model[] = [
  ...siteModels,
  ...claimModels,
  ...switchModels,
  ...accountModels,
  ...blogModels,
  ...mediaModels,
  ...reportModels,
  ...contactModels,
  ...searchModels,
  ...outboxModels,
  ...readOnlyModels,
];
