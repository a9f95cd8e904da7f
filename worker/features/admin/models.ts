import type { Model } from "./model.ts";
import { accountModels } from "./models/accounts.ts";
import { blogModels } from "./models/blogs.ts";
import { readOnlyModels } from "./models/read-only.ts";
import { contactModels } from "./models/contact.ts";
import { mediaModels } from "./models/media.ts";
import { outboxModels } from "./models/outbox.ts";
import { siteModels } from "./models/sites.ts";

/** Everything that staff see at /admin, in that order. Passwords, codes and tokens are in none of them. */
export const MODELS: Model[] = [
  ...siteModels,
  ...accountModels,
  ...blogModels,
  ...mediaModels,
  ...contactModels,
  ...outboxModels,
  ...readOnlyModels,
];
