import { accounts } from "./accounts.ts";
import { blogs } from "./blogs.ts";
import { drafts } from "./drafts.ts";
import type { Fault } from "./fault.ts";
import { http } from "./http.ts";
import { likes } from "./likes.ts";
import { media } from "./media.ts";
import { pages } from "./pages.ts";
import { screens } from "./screens.ts";
import { targets } from "./targets.ts";
import { triggers } from "./triggers.ts";

export const faults: Fault[] = [
  ...http,
  ...accounts,
  ...likes,
  ...media,
  ...blogs,
  ...targets,
  ...pages,
  ...triggers,
  ...drafts,
  ...screens,
];
